import { PageHead } from '../../parts/parts.tsx';
import { plugged } from '../../parts/plug.ts';

interface TemplatesProps {
  tab: string | undefined;
  mayChange: boolean;
}

export function TemplatesPage({ tab, mayChange }: TemplatesProps) {
  const tabs = plugged('template');
  const shown = tabs.find(({ path }) => path === tab) ?? tabs[0];
  return (
    <>
      <PageHead
        title="Templates"
        lead="What launches, new campaigns and new ad sets are filled with."
      />
      <nav class="tabs" aria-label="Kinds of templates">
        {tabs.map(({ path, title }) => (
          <a
            key={path}
            href={`#/templates/${path}`}
            {...(path === shown?.path && { 'aria-current': 'page' as const })}
          >
            {title}
          </a>
        ))}
      </nav>
      {shown && <shown.Tab mayChange={mayChange} />}
    </>
  );
}
