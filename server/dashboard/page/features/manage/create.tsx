import {
  type AdAccount,
  base,
  client,
  type InputOf,
  type PlatformRow,
  useAnswer,
  useResource,
} from '../../base/api.ts';
import { useAccountMarks } from '../../base/platforms.ts';
import { typedNumber } from '../../base/typed.ts';
import { capital, spoken } from '../../base/words.ts';
import { CountriesField } from '../../parts/countries.tsx';
import { DialogButton } from '../../parts/dialogs.tsx';
import { Form, named, SelectField, TextField, useValues } from '../../parts/fields.tsx';
import { ProblemNote, Waiting } from '../../parts/parts.tsx';
import { plugged } from '../../parts/plug.ts';
import { sayChange, waysBack } from '../../parts/undo.tsx';
import { accountKey } from './data.ts';

interface CreateProps {
  level: CreationLevel;
  accounts: readonly AdAccount[];
  platforms: readonly PlatformRow[];
  campaign: string;
  within: string | undefined;
  /** Reads the rows again: one is made, or taken back. */
  reload: () => void;
}

const WORDS = { campaign: 'campaign', adSet: 'ad set' } as const;

export const CreateButton = (props: CreateProps) => (
  <DialogButton title={`New ${WORDS[props.level]}`}>
    {(close) => <CreateForm {...props} close={close} />}
  </DialogButton>
);

/** Shown first, besides required ones. */
const FIRST = ['objective', 'optimizationGoal', 'location', 'dailyBudget', 'lifetimeBudget'];

type Texts = { readonly [name: string]: string };

function CreateForm({
  level,
  accounts,
  platforms,
  campaign,
  within,
  reload,
  close,
}: CreateProps & { close: () => void }) {
  const offering = platforms
    .filter(({ offers }) => offers.includes(`create.${level}`))
    .map(({ id }) => id);
  const able = accounts.filter(
    ({ platform, status }) => offering.includes(platform) && status === 'active',
  );
  const { data: fields, problem } = useAnswer(
    async () => fieldsIn(await readDocument(), level),
    [level],
  );
  const {
    values: texts,
    bind,
    kept,
  } = useValues<Texts>({ account: within ?? '', campaignId: campaign }, `new ${level}`);
  const marks = useAccountMarks();
  const account = able.find((each) => accountKey(each) === texts.account) ?? able[0];
  const campaigns = useResource(
    'reports.campaigns',
    level === 'adSet' && account !== undefined ? { accountId: account.id, limit: 200 } : undefined,
  );
  const creations = plugged('creation').map((each) => ({
    ...each,
    choices: each.useChoices(level),
  }));
  if (able.length === 0)
    return (
      <p>
        None of your accounts is on a platform that makes a new {WORDS[level]} from scratch. Copy
        one instead.
      </p>
    );
  if (problem) return <ProblemNote problem={problem} />;
  if (fields === undefined || account === undefined) return <Waiting rows={4} />;
  const first = fields.filter(({ name, required }) => required || FIRST.includes(name));
  const others = fields.filter((field) => !first.includes(field));
  const listed = campaigns.data?.data ?? [];
  const objective = listed.find(({ id }) => id === texts.campaignId)?.objective ?? undefined;
  const isListed = campaign === '' || listed.some(({ id }) => id === campaign);

  const send = async () => {
    const given = fields.flatMap((field) => {
      const text = texts[field.name]?.trim() ?? '';
      return text === '' ? [] : [[field.name, readField(field, text)] as const];
    });
    const own = ['name', 'campaignId', ...creations.map(({ field }) => field)].flatMap((name) =>
      texts[name] ? [[name, texts[name]] as const] : [],
    );
    const body = {
      accountId: account.id,
      status: 'PAUSED',
      ...Object.fromEntries([...own, ...given]),
    };
    if (level === 'campaign') {
      const answer = await client.manage.createCampaign(body as InputOf<'manage.createCampaign'>);
      return { ...answer, id: answer.campaignId };
    }
    const answer = await client.manage.createAdSet(body as InputOf<'manage.createAdSet'>);
    return { ...answer, id: answer.adSetId };
  };
  const fieldOf = (name: string) => ({ value: texts[name] ?? '', onValue: bind(name).onValue });
  const drawn = (field: FormField) => (
    <FormInput
      key={field.name}
      field={field}
      currency={account.currency}
      objective={objective}
      {...fieldOf(field.name)}
    />
  );
  return (
    <Form
      kept={kept}
      send={send}
      onDone={({ id, updateId, warnings }) => {
        const [warning] = warnings ?? [];
        sayChange({
          text: `The ${WORDS[level]} ${texts.name} is made. It is paused.${warning ? ` ${warning.message}` : ''}`,
          ways: waysBack(updateId, [{ id, name: texts.name ?? '' }]),
          onUndone: reload,
        });
        close();
        reload();
      }}
      button="Create it paused"
    >
      <SelectField
        label="Account"
        value={accountKey(account)}
        choices={able.map((each) => [accountKey(each), `${each.name} · ${marks(each)}`])}
        onValue={bind('account').onValue}
      />
      {level === 'adSet' && (
        <SelectField
          label="Campaign"
          required
          none="Choose one"
          choices={[...(isListed ? [] : [[campaign, campaign] as const]), ...named(listed)]}
          {...fieldOf('campaignId')}
        />
      )}
      <TextField label="Name" dir="auto" required maxLength={400} {...fieldOf('name')} />
      {first.map(drawn)}
      {creations.map(
        ({ field, label, hint, choices }) =>
          choices.length > 0 && (
            <SelectField
              key={field}
              label={label}
              hint={hint}
              none="None"
              choices={named(choices)}
              {...fieldOf(field)}
            />
          ),
      )}
      <details>
        <summary>More settings</summary>
        <div class="stack">{others.map(drawn)}</div>
      </details>
    </Form>
  );
}

interface FormInputProps {
  field: FormField;
  currency: string;
  /** Of the campaign, where it is known. */
  objective: string | undefined;
  value: string;
  onValue: (text: string) => void;
}

const HINTS: { readonly [holds: string]: string } = { json: 'As JSON' };

function FormInput({ field, currency, objective, ...bound }: FormInputProps) {
  const { name, label, holds, required, choicesBy } = field;
  const choices = choicesBy?.[objective ?? ''] ?? field.choices;
  const shared = {
    label: /budget$/i.test(name) ? `${label}, ${currency}` : label,
    hint: HINTS[holds],
    required,
    ...bound,
  };
  if (holds === 'countries') return <CountriesField {...shared} />;
  if (holds !== 'choice' && holds !== 'flag')
    return <TextField {...shared} {...(holds === 'number' && { inputMode: 'decimal' as const })} />;
  const flags = [['true', 'Yes'] as const, ['false', 'No'] as const];
  return (
    <SelectField
      {...shared}
      none={required ? 'Choose one' : 'As usual'}
      choices={
        holds === 'flag'
          ? flags
          : choices.map((each) => [each, spoken(each.replace(/^OUTCOME_/, ''))])
      }
    />
  );
}

interface FormField {
  readonly name: string;
  readonly label: string;
  readonly holds: 'text' | 'number' | 'flag' | 'choice' | 'countries' | 'json';
  readonly choices: readonly string[];
  readonly choicesBy?: ChoicesBy | undefined;
  readonly required: boolean;
}

type ChoicesBy = { readonly [objective: string]: readonly string[] };

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly 'x-choices-by-objective'?: ChoicesBy;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

type CreationLevel = 'campaign' | 'adSet';

const PATHS: { readonly [L in CreationLevel]: string } = {
  campaign: '/v1/manage/create-campaign',
  adSet: '/v1/manage/create-adset',
};

/** Drawn by the form itself, or meant for programs. */
const OWN = new Set([
  'accountId',
  'workspaceId',
  'name',
  'campaignId',
  'status',
  'naming',
  'presetId',
]);

let document: Promise<unknown> | undefined;

/** The OpenAPI document, read once. */
function readDocument(): Promise<unknown> {
  document ??= fetch(`${base}/openapi.json`).then((response) => response.json());
  document.catch(() => {
    document = undefined;
  });
  return document;
}

function fieldsIn(read: unknown, level: CreationLevel): readonly FormField[] {
  const path = (read as { readonly paths: { readonly [path: string]: unknown } }).paths[
    PATHS[level]
  ] as {
    readonly post: {
      readonly requestBody: {
        readonly content: { readonly 'application/json': { readonly schema: Schema } };
      };
    };
  };
  const { schema } = path.post.requestBody.content['application/json'];
  const found = new Map<string, FormField>();
  // The form offers the fields of all platforms; the service refuses those that one does not take.
  for (const each of schema.anyOf ?? [schema])
    for (const [name, of] of Object.entries(each.properties ?? {}))
      if (!OWN.has(name) && !found.has(name))
        found.set(name, fieldOf(name, of, each.required?.includes(name) === true));
  return [...found.values()];
}

function fieldOf(name: string, schema: Schema, required: boolean): FormField {
  const { type, anyOf, properties, 'x-choices-by-objective': choicesBy } = schema;
  const choices = schema.enum ?? (choicesBy && [...new Set(Object.values(choicesBy).flat())]);
  const label = capital(name.replace(/([A-Z])/g, ' $1').toLowerCase());
  const shared = { name, label, choices: choices ?? [], choicesBy, required };
  if (choices !== undefined) return { ...shared, holds: 'choice' };
  if (properties?.countries !== undefined)
    return { ...shared, label: 'Countries', holds: 'countries' };
  if (type === 'number' || type === 'integer') return { ...shared, holds: 'number' };
  if (type === 'boolean') return { ...shared, holds: 'flag' };
  const isText =
    type === 'string' ||
    (anyOf?.some((each) => each.type === 'string') === true && !anyOf.some(isList));
  return { ...shared, holds: isText ? 'text' : 'json' };
}

const isList = ({ type }: Schema): boolean => type === 'array' || type === 'object';

/** What was typed, as the request takes it. Throws where JSON is needed and cannot be read. */
function readField({ holds, label }: FormField, text: string): unknown {
  if (holds === 'number') return typedNumber(text);
  if (holds === 'flag') return text === 'true';
  if (holds === 'countries') return { countries: text.split(',') };
  if (holds !== 'json') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${label} is written as JSON.`);
  }
}
