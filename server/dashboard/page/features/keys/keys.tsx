import { useState } from 'preact/hooks';
import type { InputOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import type { Key, Me } from '../../base/shapes.ts';
import { ago, dayBefore, dayOf } from '../../base/words.ts';
import { Confirm, Dialog } from '../../parts/dialogs.tsx';
import { Form } from '../../parts/form.tsx';
import { Badge, Button, Field, FreshKey, PageHead, ProblemNote, TextField, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';
import { attempt, say } from '../../parts/toasts.tsx';

type Scope = NonNullable<InputOf<'keys.create'>['scopes']>[number];

const SCOPES: readonly (readonly [name: Scope, what: string])[] = [
  ['plan', 'read, and plan launches and changes that a person carries out'],
  ['read', 'see batches, media and reports'],
  ['launch', 'launch, upload, retry, undo'],
  ['manage', 'change campaigns, ad sets and ads'],
  ['admin', 'everything of the company, keys included'],
  ['unattended', 'apply its own plans without a person'],
  ['operator', 'the whole installation'],
];

/** What a key is for, and what it may do by default. A model plans; a person carries it out. */
const USES: { readonly [use: string]: readonly Scope[] } = {
  'A model': ['plan'],
  'A program or a person': ['read', 'launch', 'manage'],
};
const OTHERS = 'A program or a person';

export function KeysPage({ me }: { readonly me: Me }) {
  const { data, problem, reload } = useResource('keys.list', { limit: 100 });
  const [creating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<{ readonly name: string; readonly key: string }>();
  const [ending, setEnding] = useState<Key>();

  const revoke = async (key: Key): Promise<void> => {
    setEnding(undefined);
    if ((await attempt(() => client.keys.revoke({ id: key.id }))) !== undefined) say(`${key.name} is revoked.`);
    reload();
  };

  return (
    <>
      <PageHead
        title="Keys"
        lead="Every program and every person gets a key of their own, so that one can be ended without the others."
      >
        <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
          New key
        </Button>
      </PageHead>
      {fresh && <FreshKey name={fresh.name} secret={fresh.key} />}
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={3} />
      ) : (
        <Table narrow="stacks" label="Keys" head={['Name', 'Starts with', 'May', 'Last used', 'Ends', 'From', '']}>
          {data.data.map((key) => (
            <tr key={key.id}>
              <td class="grow strong" dir="auto">
                {key.name} {key.id === me.key.id && <Badge tone="live">yours</Badge>}
              </td>
              <td class="ids">{key.prefix}…</td>
              <td data-name="may">{key.scopes.join(', ')}</td>
              <td class="nowrap" data-name="used">
                {key.lastUsedAt === null ? 'never' : ago(key.lastUsedAt)}
              </td>
              <td class="nowrap" data-name="ends">
                {key.expiresAt === null ? 'never' : dayOf(key.expiresAt)}
              </td>
              <td data-name="from">{key.addresses.length === 0 ? 'anywhere' : key.addresses.join(', ')}</td>
              <td class="nowrap right corner">
                <Button kind="quiet" icon="trash" label={`Revoke ${key.name}`} onClick={() => setEnding(key)} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Dialog title="New key" open={creating} onClose={() => setCreating(false)}>
        <NewKey
          me={me}
          onCreated={(created) => {
            setFresh(created);
            setCreating(false);
            reload();
          }}
        />
      </Dialog>
      <Confirm
        verb="Revoke"
        name={ending?.name}
        onClose={() => setEnding(undefined)}
        onConfirm={() => ending && void revoke(ending)}
      >
        <p>
          The next request that brings it is refused, wherever it arrives.
          {ending?.id === me.key.id && ' It is the key you are signed in with.'}
        </p>
      </Confirm>
    </>
  );
}

function NewKey({ me, onCreated }: { readonly me: Me; readonly onCreated: (created: { name: string; key: string }) => void }) {
  const [name, setName] = useState('');
  const [use, setUse] = useState(OTHERS);
  const [scopes, setScopes] = useState<readonly Scope[]>(USES[OTHERS] ?? []);
  const [expires, setExpires] = useState('');
  const [from, setFrom] = useState('');
  const send = () => {
    const addresses = from.split(/[\s,]/).filter((each) => each !== '');
    return client.keys.create({ name, scopes, addresses, ...(expires && { expiresAt: `${expires}T23:59:59.999Z` }) });
  };
  const offered = SCOPES.filter(([scope]) => scope !== 'operator' || me.key.scopes.includes('operator'));
  return (
    <Form send={send} onDone={onCreated} button="Create key" disabled={scopes.length === 0}>
      <TextField
        label="Name"
        hint="What or who will use it"
        required
        maxLength={100}
        value={name}
        placeholder="Google Sheets"
        onText={setName}
      />
      <Field label="For" hint="A model needs no more than to plan: a person approves and carries out">
        <select
          value={use}
          onChange={(event) => {
            setUse(event.currentTarget.value);
            setScopes(USES[event.currentTarget.value] ?? []);
          }}
        >
          {Object.keys(USES).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </Field>
      <fieldset class="choices">
        <legend>It may</legend>
        {offered.map(([scope, what]) => (
          <label key={scope}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={(event) =>
                setScopes(event.currentTarget.checked ? [...scopes, scope] : scopes.filter((each) => each !== scope))
              }
            />
            <span>
              {scope}
              <span class="hint">{what}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <TextField
        label="Last day"
        hint="Empty means it never ends"
        type="date"
        min={dayBefore(0)}
        value={expires}
        onText={setExpires}
      />
      <TextField
        label="Works from"
        hint="Addresses and networks; empty means from anywhere"
        value={from}
        placeholder="203.0.113.0/24, 2001:db8::/32"
        onText={setFrom}
      />
    </Form>
  );
}
