import { useState } from 'preact/hooks';
import type { ApiError, InputOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import type { AdAccount, PlatformRow } from '../../base/shapes.ts';
import { capital } from '../../base/words.ts';
import { Dialog } from '../../parts/dialogs.tsx';
import { FormFoot } from '../../parts/form.tsx';
import { Field, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { attempt, say } from '../../parts/toasts.tsx';
import { type CreationLevel, type FormField, readField, useCreationForm } from './creation-form.ts';
import { accountKey } from './data.ts';

interface CreateProps {
  readonly level: CreationLevel | undefined;
  readonly accounts: readonly AdAccount[];
  readonly platforms: readonly PlatformRow[];
  /** The campaign that is looked into, and the key of its account. */
  readonly campaign: string;
  readonly within: string | undefined;
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

const WORDS = { campaign: 'campaign', adSet: 'ad set' } as const;

/** A new campaign or ad set, paused, on platforms that make them from scratch. */
export function CreateDialog(props: CreateProps) {
  const { level, onClose } = props;
  return (
    <Dialog title={level === undefined ? '' : `New ${WORDS[level]}`} open={level !== undefined} onClose={onClose}>
      {level && <CreateForm key={level} {...props} level={level} />}
    </Dialog>
  );
}

/** Shown before the fold, besides what is required. */
const FIRST = ['objective', 'optimizationGoal', 'location', 'dailyBudget', 'lifetimeBudget'];

function CreateForm({
  level,
  accounts,
  platforms,
  campaign,
  within,
  onCreated,
}: CreateProps & { readonly level: CreationLevel }) {
  const offering = platforms.filter(({ offers }) => offers.includes(`create.${level}`)).map(({ id }) => id);
  const able = accounts.filter(({ platform, status }) => offering.includes(platform) && status === 'active');
  const { fields, problem } = useCreationForm(level);
  const [chosen, setChosen] = useState(within);
  const account = able.find((each) => accountKey(each) === chosen) ?? able[0];
  const campaigns = useResource(
    'reports.campaigns',
    level === 'adSet' && account !== undefined ? { accountId: account.id, limit: 200 } : undefined,
  );
  const presets = useResource('presets.list', { limit: 200 });
  const [texts, setTexts] = useState<{ readonly [name: string]: string }>({ campaignId: campaign });
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ApiError>();
  const set = (name: string, text: string): void => setTexts((now) => ({ ...now, [name]: text }));
  if (able.length === 0)
    return <p>None of your accounts is on a platform that makes a new {WORDS[level]} from scratch. Copy one instead.</p>;
  if (problem) return <ProblemNote problem={problem} />;
  if (fields === undefined || account === undefined) return <Waiting rows={4} />;
  const first = fields.filter(({ name, required }) => required || FIRST.includes(name));
  const others = fields.filter((field) => !first.includes(field));
  const kept = presets.data?.data.filter((each) => each.level === level) ?? [];

  const send = async (): Promise<void> => {
    setBusy(true);
    setRefused(undefined);
    const made = await attempt(async () => {
      const given = fields.flatMap((field) => {
        const text = texts[field.name]?.trim() ?? '';
        return text === '' ? [] : [[field.name, readField(field, text)] as const];
      });
      const named = ['name', 'campaignId', 'presetId'].flatMap((name) => (texts[name] ? [[name, texts[name]] as const] : []));
      const body = { accountId: account.id, status: 'PAUSED', ...Object.fromEntries([...named, ...given]) };
      return level === 'campaign'
        ? client.manage.createCampaign(body as InputOf<'manage.createCampaign'>)
        : client.manage.createAdSet(body as InputOf<'manage.createAdSet'>);
    }, setRefused);
    setBusy(false);
    if (made === undefined) return;
    const [warning] = made.warnings ?? [];
    say(`The ${WORDS[level]} ${texts.name} is made. It is paused.${warning ? ` ${warning.message}` : ''}`);
    onCreated();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label="Account">
        <select value={accountKey(account)} onChange={(event) => setChosen(event.currentTarget.value)}>
          {able.map((each) => (
            <option key={accountKey(each)} value={accountKey(each)}>
              {each.name} ({each.currency})
            </option>
          ))}
        </select>
      </Field>
      {level === 'adSet' && (
        <Field label="Campaign">
          <select value={texts.campaignId} required onChange={(event) => set('campaignId', event.currentTarget.value)}>
            <option value="">Choose one</option>
            {/* Not among the first, or the list is still on its way. */}
            {campaign !== '' && !campaigns.data?.data.some(({ id }) => id === campaign) && (
              <option value={campaign}>{campaign}</option>
            )}
            {campaigns.data?.data.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field label="Name">
        <input
          dir="auto"
          required
          maxLength={400}
          value={texts.name ?? ''}
          onInput={(event) => set('name', event.currentTarget.value)}
        />
      </Field>
      {first.map((field) => (
        <FormInput key={field.name} field={field} account={account} text={texts[field.name] ?? ''} onText={set} />
      ))}
      {kept.length > 0 && (
        <Field label="Preset" hint="Fills in what is left out.">
          <select value={texts.presetId ?? ''} onChange={(event) => set('presetId', event.currentTarget.value)}>
            <option value="">None</option>
            {kept.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      <details>
        <summary>More settings</summary>
        <div class="stack">
          {others.map((field) => (
            <FormInput key={field.name} field={field} account={account} text={texts[field.name] ?? ''} onText={set} />
          ))}
        </div>
      </details>
      <FormFoot problem={refused} busy={busy}>
        Create it paused
      </FormFoot>
    </form>
  );
}

function FormInput({
  field,
  account,
  text,
  onText,
}: {
  readonly field: FormField;
  readonly account: AdAccount;
  readonly text: string;
  readonly onText: (name: string, text: string) => void;
}) {
  const { name, label, holds, choices, required } = field;
  const set = (event: { readonly currentTarget: { readonly value: string } }): void => onText(name, event.currentTarget.value);
  const isMoney = /budget$/i.test(name);
  const hint = { countries: 'Two letters each: DE, FR', json: 'As JSON' }[holds as 'countries' | 'json'];
  return (
    <Field label={isMoney ? `${label}, ${account.currency}` : label} {...(hint && { hint })}>
      {holds === 'choice' || holds === 'flag' ? (
        <select value={text} required={required} onChange={set}>
          <option value="">{required ? 'Choose one' : 'As usual'}</option>
          {(holds === 'flag' ? ['true', 'false'] : choices).map((choice) => (
            <option key={choice} value={choice}>
              {holds === 'flag' ? (choice === 'true' ? 'Yes' : 'No') : capital(choice.replace(/_/g, ' ').toLowerCase())}
            </option>
          ))}
        </select>
      ) : (
        <input value={text} required={required} {...(holds === 'number' && { inputMode: 'decimal' as const })} onInput={set} />
      )}
    </Field>
  );
}
