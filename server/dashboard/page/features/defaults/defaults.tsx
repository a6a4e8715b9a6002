import { useState } from 'preact/hooks';
import { type AnswerOf, client, useAccounts, useResource } from '../../base/api.ts';
import { say } from '../../parts/dialogs.tsx';
import { Check, Form, SelectField, TextField } from '../../parts/fields.tsx';
import { PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';

type Defaults = AnswerOf<'launchDefaults.get'>['data'];

const FIELDS: readonly (readonly [
  name: Exclude<keyof Defaults, 'launchPaused'>,
  label: string,
  hint: string,
])[] = [
  ['page', 'Page', 'The id of the page ads are shown under'],
  ['secondary', 'Second profile', 'The id of the profile on the photo network'],
  ['title', 'Headline', 'The bold line under the media'],
  ['description', 'Primary text', 'The text above the media'],
  ['cta', 'Call to action', 'Such as SHOP_NOW'],
  ['link', 'Link', 'Where a click leads'],
  ['utmTags', 'Tracking', 'Parameters that links get'],
  ['namingConvention', 'Names of ads', 'With words in double braces that are filled in'],
];

export function DefaultsPage({ mayChange }: { mayChange: boolean }) {
  const accounts = useAccounts();
  const [accountId, setAccountId] = useState('');
  const company = useResource('launchDefaults.get', {});
  const account = useResource(
    'launchDefaults.get',
    accountId === '' ? undefined : { adAccountId: accountId },
  );
  const shown = accountId === '' ? company : account;
  const reload = () => {
    company.reload();
    account.reload();
  };
  return (
    <>
      <PageHead
        title="Defaults"
        lead="Values used when a launch asks for defaults and leaves a field empty."
      />
      <div class="controls">
        <SelectField
          label="For"
          none="The whole company"
          value={accountId}
          choices={(accounts.data?.data ?? []).map(({ id, name }) => [id, `${name} (${id})`])}
          onValue={setAccountId}
        />
      </div>
      {shown.problem && <ProblemNote problem={shown.problem} onRetry={reload} />}
      {shown.data === undefined || company.data === undefined ? (
        !shown.problem && <Waiting rows={5} />
      ) : (
        <DefaultsForm
          // An equal answer keeps what is being typed.
          key={JSON.stringify([accountId, shown.data.data, company.data.data])}
          accountId={accountId}
          inForce={shown.data.data}
          below={accountId === '' ? {} : company.data.data}
          mayChange={mayChange}
          onSaved={reload}
        />
      )}
    </>
  );
}

interface FormProps {
  accountId: string;
  inForce: Defaults;
  /** The layer that holds where this one says nothing. */
  below: Defaults;
  mayChange: boolean;
  onSaved: () => void;
}

const ownOf = (inForce: Defaults, below: Defaults): { readonly [name: string]: string } =>
  Object.fromEntries(
    FIELDS.map(([name]) => [name, inForce[name] === below[name] ? '' : (inForce[name] ?? '')]),
  );

/** Of the page and profile that stay: the form shows their ids alone. */
const keptNames = (
  inForce: Defaults,
  texts: { readonly [name: string]: string },
): Partial<Defaults> => ({
  ...(texts.page !== '' && texts.page === inForce.page && { primaryName: inForce.primaryName }),
  ...(texts.secondary !== '' &&
    texts.secondary === inForce.secondary && { secondaryName: inForce.secondaryName }),
});

function DefaultsForm({ accountId, inForce, below, mayChange, onSaved }: FormProps) {
  const [texts, setTexts] = useState(() => ownOf(inForce, below));
  const [launchPaused, setPaused] = useState(inForce.launchPaused !== false);
  return (
    <Form
      class="card kept-form"
      send={() =>
        client.launchDefaults.replace({
          ...texts,
          ...keptNames(inForce, texts),
          launchPaused,
          ...(accountId !== '' && { adAccountId: accountId }),
        })
      }
      onDone={() => {
        say('The defaults are saved.');
        onSaved();
      }}
      button={mayChange ? 'Save defaults' : undefined}
    >
      {FIELDS.map(([name, label, hint]) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          dir="auto"
          disabled={!mayChange}
          value={texts[name] ?? ''}
          placeholder={below[name] ?? ''}
          onValue={(text) => setTexts({ ...texts, [name]: text })}
          {...(name === 'description' && { rows: 3 })}
        />
      ))}
      <Check disabled={!mayChange} value={launchPaused} onValue={setPaused}>
        Ads are created paused
      </Check>
    </Form>
  );
}
