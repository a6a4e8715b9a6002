import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import { PageHead } from '../../parts/parts.tsx';
import { CopyForm, CopySummary } from './copy-form.tsx';
import { KeptList } from './kept-list.tsx';
import { NamingForm, NamingSummary } from './naming-form.tsx';
import { PresetForm, PresetSummary } from './preset-form.tsx';
import { UtmForm, UtmSummary } from './utm-form.tsx';

const TABS = { naming: 'Names', copy: 'Texts', tracking: 'Tracking', presets: 'Presets' } as const;

/** What launches are filled with: how names are built, links are tracked, and settings that are always the same. */
export function TemplatesPage({ tab = 'naming', mayChange }: { readonly tab?: string | undefined; readonly mayChange: boolean }) {
  return (
    <>
      <PageHead title="Templates" lead="What launches, new campaigns and new ad sets are filled with." />
      <nav class="tabs" aria-label="Kinds of templates">
        {Object.entries(TABS).map(([key, text]) => (
          <a key={key} href={`#/templates/${key}`} {...(key === tab && { 'aria-current': 'page' as const })}>
            {text}
          </a>
        ))}
      </nav>
      {tab === 'copy' ? (
        <Copies mayChange={mayChange} />
      ) : tab === 'tracking' ? (
        <Tracking mayChange={mayChange} />
      ) : tab === 'presets' ? (
        <Presets mayChange={mayChange} />
      ) : (
        <Naming mayChange={mayChange} />
      )}
    </>
  );
}

function Naming({ mayChange }: { readonly mayChange: boolean }) {
  const list = useResource('namingConventions.list', { limit: 200 });
  const accounts = useResource('accounts.list', { limit: 1 });
  return (
    <KeptList
      noun="convention"
      about="Names of campaigns, ad sets and ads are built from fields, and reports read the fields back out of them."
      list={list}
      mayChange={mayChange}
      summary={(item) => <NamingSummary item={item} accountId={accounts.data?.data[0]?.id} />}
      form={(item, onSaved) => <NamingForm item={item} onSaved={onSaved} />}
      onDelete={(id) => client.namingConventions.delete({ id })}
    />
  );
}

function Copies({ mayChange }: { readonly mayChange: boolean }) {
  const list = useResource('adCopyTemplates.list', { limit: 200 });
  return (
    <KeptList
      noun="copy template"
      about="Headlines and primary texts that ads are given; words in double braces are filled in by each ad."
      list={list}
      mayChange={mayChange}
      summary={(item) => <CopySummary item={item} />}
      form={(item, onSaved) => <CopyForm item={item} onSaved={onSaved} />}
      onDelete={(id) => client.adCopyTemplates.delete({ id })}
    />
  );
}

function Tracking({ mayChange }: { readonly mayChange: boolean }) {
  const list = useResource('utmTemplates.list', { limit: 200 });
  return (
    <KeptList
      noun="UTM template"
      about="Tracking parameters in their order; macros in double braces are filled in by the platform."
      list={list}
      mayChange={mayChange}
      summary={(item) => <UtmSummary item={item} />}
      form={(item, onSaved) => <UtmForm item={item} onSaved={onSaved} />}
      onDelete={(id) => client.utmTemplates.delete({ id })}
    />
  );
}

function Presets({ mayChange }: { readonly mayChange: boolean }) {
  const list = useResource('presets.list', { limit: 200 });
  return (
    <KeptList
      noun="preset"
      about="Settings that new campaigns, new ad sets and ads leave out: name the preset in their place."
      list={list}
      mayChange={mayChange}
      summary={(item) => <PresetSummary item={item} />}
      form={(item, onSaved) => <PresetForm item={item} onSaved={onSaved} />}
      onDelete={(id) => client.presets.delete({ id })}
    />
  );
}
