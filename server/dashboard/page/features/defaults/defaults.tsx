import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import { Form } from '../../parts/form.tsx';
import { Field, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { say } from '../../parts/toasts.tsx';

type Defaults = AnswerOf<'launchDefaults.get'>['data'];
type TextField = Exclude<keyof Defaults, 'launchPaused'>;

const FIELDS: readonly (readonly [name: TextField, label: string, hint: string])[] = [
  ['page', 'Page', 'The id of the page ads are shown under'],
  ['secondary', 'Second profile', 'The id of the profile on the photo network'],
  ['title', 'Headline', 'The bold line under the media'],
  ['description', 'Primary text', 'The text above the media'],
  ['cta', 'Call to action', 'Such as SHOP_NOW'],
  ['link', 'Link', 'Where a click leads'],
  ['utmTags', 'Tracking', 'Parameters that links get'],
  ['namingConvention', 'Names of ads', 'With words in double braces that are filled in'],
];

/** What a launch may leave out: for the whole company, and for one ad account over it. */
export function DefaultsPage({ mayChange }: { readonly mayChange: boolean }) {
  const accounts = useResource('accounts.list', { limit: 200 });
  const [accountId, setAccountId] = useState('');
  const company = useResource('launchDefaults.get', {});
  const account = useResource('launchDefaults.get', accountId === '' ? undefined : { adAccountId: accountId });
  const shown = accountId === '' ? company : account;
  const reload = (): void => {
    company.reload();
    account.reload();
  };
  return (
    <>
      <PageHead title="Defaults" lead="What a launch that asks for defaults, and leaves something out, is filled with." />
      <div class="controls">
        <Field label="For">
          <select value={accountId} onChange={(event) => setAccountId(event.currentTarget.value)}>
            <option value="">The whole company</option>
            {accounts.data?.data.map(({ id, name }) => (
              <option key={id} value={id}>
                {name} ({id})
              </option>
            ))}
          </select>
        </Field>
      </div>
      {shown.problem && <ProblemNote problem={shown.problem} onRetry={reload} />}
      {shown.data === undefined || company.data === undefined ? (
        !shown.problem && <Waiting rows={5} />
      ) : (
        <DefaultsForm
          // Read anew and found the same, it keeps what somebody is typing.
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
  readonly accountId: string;
  readonly inForce: Defaults;
  /** The layer that holds where this one says nothing. */
  readonly below: Defaults;
  readonly mayChange: boolean;
  readonly onSaved: () => void;
}

/** What this layer says by itself: what holds and is not from below. */
const ownOf = (inForce: Defaults, below: Defaults): { readonly [name: string]: string } =>
  Object.fromEntries(FIELDS.map(([name]) => [name, inForce[name] === below[name] ? '' : (inForce[name] ?? '')]));

function DefaultsForm({ accountId, inForce, below, mayChange, onSaved }: FormProps) {
  const [texts, setTexts] = useState(() => ownOf(inForce, below));
  const [paused, setPaused] = useState(inForce.launchPaused !== false);
  const send = () =>
    client.launchDefaults.replace({ ...texts, launchPaused: paused, ...(accountId !== '' && { adAccountId: accountId }) });
  const finish = (): void => {
    say('The defaults are saved.');
    onSaved();
  };
  return (
    <Form class="card kept-form" send={send} onDone={finish} button={mayChange ? 'Save defaults' : undefined}>
      {FIELDS.map(([name, label, hint]) => {
        const input = {
          dir: 'auto' as const,
          disabled: !mayChange,
          value: texts[name] ?? '',
          placeholder: below[name] ?? '',
          onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
            setTexts({ ...texts, [name]: event.currentTarget.value }),
        };
        return (
          <Field key={name} label={label} hint={hint}>
            {name === 'description' ? <textarea rows={3} {...input} /> : <input {...input} />}
          </Field>
        );
      })}
      <label class="check">
        <input type="checkbox" disabled={!mayChange} checked={paused} onChange={() => setPaused(!paused)} /> Ads are created
        paused
      </label>
    </Form>
  );
}
