import { type AnswerOf, client, type InputOf, type Me, useResource } from '../../base/api.ts';
import { ago, dayBefore, dayOf } from '../../base/words.ts';
import { Checks, Form, SelectField, TextField, useValues } from '../../parts/fields.tsx';
import { ActionList, useCreate } from '../../parts/list-page.tsx';
import { Badge, PageHead } from '../../parts/parts.tsx';

type Scope = NonNullable<InputOf<'keys.create'>['scopes']>[number];

const SCOPES: readonly (readonly [name: Scope, what: string])[] = [
  ['plan', 'read, and plan launches and changes that a person carries out'],
  ['read', 'see batches, media and reports'],
  ['launch', 'launch, upload, retry, undo'],
  ['manage', 'change campaigns, ad sets and ads'],
  ['leads', 'read, erase and tell of what people answered in lead forms'],
  ['admin', 'everything of the company, keys included'],
  ['unattended', 'apply its own plans without a person'],
  ['operator', 'the whole installation'],
];

/** What a key may do by default: a model plans, a person carries the plan out. */
const USES: { readonly [use: string]: readonly Scope[] } = {
  'A model': ['plan'],
  'A program or a person': ['read', 'launch', 'manage'],
};
const OTHERS = 'A program or a person';

export function KeysPage({ me }: { me: Me }) {
  const keys = useResource('keys.list', { limit: 100 });
  const { create, secret } = useCreate('New key', keys.reload, (done) => (
    <NewKey me={me} onCreated={({ name, key }) => done({ name, secret: key })} />
  ));
  return (
    <>
      <PageHead
        title="Keys"
        lead="Every program and every person gets a key of their own, so that one can be ended without the others."
      >
        {create}
      </PageHead>
      {secret}
      <ActionList
        of={keys}
        lines={3}
        label="Keys"
        columns={[
          [
            'Name',
            ({ id, name }) => (
              <>
                <bdi>{name}</bdi> {id === me.key.id && <Badge tone="live">yours</Badge>}
              </>
            ),
            'grow strong',
          ],
          ['Starts with', ({ prefix }) => `${prefix}…`, 'ids'],
          ['May', ({ scopes }) => scopes.join(', '), '', 'may'],
          [
            'Last used',
            ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : ago(lastUsedAt)),
            'nowrap',
            'used',
          ],
          [
            'Ends',
            ({ expiresAt }) => (expiresAt === null ? 'never' : dayOf(expiresAt)),
            'nowrap',
            'ends',
          ],
          [
            'From',
            ({ addresses }) => (addresses.length === 0 ? 'anywhere' : addresses.join(', ')),
            '',
            'from',
          ],
        ]}
        corner
        ending={{
          verb: 'Revoke',
          call: ({ id }) => client.keys.revoke({ id }),
          said: (name) => `${name} is revoked.`,
          note: ({ id }) =>
            `The next request that brings it is refused, wherever it arrives.${id === me.key.id ? ' It is the key you are signed in with.' : ''}`,
        }}
      />
    </>
  );
}

function NewKey({
  me,
  onCreated,
}: {
  me: Me;
  onCreated: (created: AnswerOf<'keys.create'>) => void;
}) {
  const { values, set, bind, kept } = useValues(
    { name: '', use: OTHERS, scopes: USES[OTHERS] ?? [], lastDay: '', from: '' },
    'key',
  );
  const { name, use, scopes, lastDay, from } = values;
  const send = () => {
    const addresses = from.split(/[\s,]/).filter((each) => each !== '');
    return client.keys.create({
      name,
      scopes,
      addresses,
      ...(lastDay && { expiresAt: `${lastDay}T23:59:59.999Z` }),
    });
  };
  const offered = SCOPES.filter(
    ([scope]) => scope !== 'operator' || me.key.scopes.includes('operator'),
  );
  return (
    <Form
      kept={kept}
      send={send}
      onDone={onCreated}
      button="Create key"
      disabled={scopes.length === 0}
    >
      <TextField
        label="Name"
        hint="What or who will use it"
        required
        maxLength={100}
        placeholder="Google Sheets"
        {...bind('name')}
      />
      <SelectField
        label="For"
        hint="A model needs no more than to plan: a person approves and carries out"
        value={use}
        choices={Object.keys(USES).map((each) => [each, each])}
        onValue={(chosen) => set({ use: chosen, scopes: USES[chosen] ?? [] })}
      />
      <fieldset class="choices">
        <legend>It may</legend>
        <Checks
          choices={offered.map(([scope, what]) => [
            scope,
            <>
              {scope}
              <span class="hint">{what}</span>
            </>,
          ])}
          {...bind('scopes')}
        />
      </fieldset>
      <TextField
        label="Last day"
        hint="Empty means it never ends"
        type="date"
        min={dayBefore(0)}
        {...bind('lastDay')}
      />
      <TextField
        label="Works from"
        hint="Addresses and networks; empty means from anywhere"
        placeholder="203.0.113.0/24, 2001:db8::/32"
        {...bind('from')}
      />
    </Form>
  );
}
