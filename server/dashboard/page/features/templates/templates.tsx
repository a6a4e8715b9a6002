import type { ComponentType } from 'preact';
import { client, useResource } from '../../base/api.ts';
import { PageHead } from '../../parts/parts.tsx';
import { CopyForm, CopySummary, PresetForm, PresetSummary, UtmForm, UtmSummary } from './forms.tsx';
import { KeptList } from './kept-list.tsx';
import { NamingForm, NamingSummary } from './naming-form.tsx';

interface TabProps {
  mayChange: boolean;
}

export function TemplatesPage({ tab = 'naming', mayChange }: TabProps & { tab?: string | undefined }) {
  const [, Tab] = TABS[tab] ?? ['', Naming];
  return (
    <>
      <PageHead title="Templates" lead="What launches, new campaigns and new ad sets are filled with." />
      <nav class="tabs" aria-label="Kinds of templates">
        {Object.entries(TABS).map(([key, [text]]) => (
          <a key={key} href={`#/templates/${key}`} {...(key === tab && { 'aria-current': 'page' as const })}>
            {text}
          </a>
        ))}
      </nav>
      <Tab mayChange={mayChange} />
    </>
  );
}

function Naming({ mayChange }: TabProps) {
  const accounts = useResource('accounts.list', { limit: 1 });
  return (
    <KeptList
      noun="convention"
      about="Names of campaigns, ad sets and ads are built from fields, and reports read the fields back out of them."
      list={useResource('namingConventions.list', { limit: 200 })}
      mayChange={mayChange}
      summary={(item) => <NamingSummary item={item} accountId={accounts.data?.data[0]?.id} />}
      form={(item, onSaved) => <NamingForm item={item} onSaved={onSaved} />}
      onDelete={(id) => client.namingConventions.delete({ id })}
    />
  );
}

const Copies = ({ mayChange }: TabProps) => (
  <KeptList
    noun="copy template"
    about="Headlines and primary texts that ads are given; words in double braces are filled in by each ad."
    list={useResource('adCopyTemplates.list', { limit: 200 })}
    mayChange={mayChange}
    summary={CopySummary}
    form={(item, onSaved) => <CopyForm item={item} onSaved={onSaved} />}
    onDelete={(id) => client.adCopyTemplates.delete({ id })}
  />
);

const Tracking = ({ mayChange }: TabProps) => (
  <KeptList
    noun="UTM template"
    about="Tracking parameters in their order; macros in double braces are filled in by the platform."
    list={useResource('utmTemplates.list', { limit: 200 })}
    mayChange={mayChange}
    summary={UtmSummary}
    form={(item, onSaved) => <UtmForm item={item} onSaved={onSaved} />}
    onDelete={(id) => client.utmTemplates.delete({ id })}
  />
);

const Presets = ({ mayChange }: TabProps) => (
  <KeptList
    noun="preset"
    about="Settings that new campaigns, new ad sets and ads leave out: name the preset in their place."
    list={useResource('presets.list', { limit: 200 })}
    mayChange={mayChange}
    summary={PresetSummary}
    form={(item, onSaved) => <PresetForm item={item} onSaved={onSaved} />}
    onDelete={(id) => client.presets.delete({ id })}
  />
);

const TABS: { readonly [tab: string]: readonly [title: string, tab: ComponentType<TabProps>] } = {
  naming: ['Names', Naming],
  copy: ['Texts', Copies],
  tracking: ['Tracking', Tracking],
  presets: ['Presets', Presets],
};
