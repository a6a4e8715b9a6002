import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/client.ts';
import { client } from './api.ts';
import { ConnectForm } from './connect-form.tsx';
import { Reconnect, troubleOf } from './connection-notice.tsx';
import { Confirm, Dialog } from './dialogs.tsx';
import { Badge, Button, Empty, PageHead, ProblemNote, Waiting } from './parts.tsx';
import { labelOf, usePlatforms } from './platforms.ts';
import { ResearchConnection } from './research-connection.tsx';
import { useResource } from './resource.ts';
import type { AdAccount, Connection, PlatformRow } from './shapes.ts';
import { Table } from './table.tsx';
import { attempt, say } from './toasts.tsx';
import { ago, capital, plural } from './words.ts';

type ConnectionTest = AnswerOf<'connections.test'>;

export function ConnectionsPage({ sandbox }: { readonly sandbox: boolean }) {
  const { data, problem, reload } = useResource('connections.list', {});
  const accounts = useResource('accounts.list', { limit: 200 });
  const platforms = usePlatforms();
  const [connecting, setConnecting] = useState(false);
  const [results, setResults] = useState<{ readonly [id: string]: ConnectionTest | 'busy' }>({});
  const [leaving, setLeaving] = useState<Connection>();

  const test = async ({ id }: Connection): Promise<void> => {
    setResults((all) => ({ ...all, [id]: 'busy' }));
    const result = await attempt(() => client.connections.test({ id }));
    setResults(({ [id]: _, ...rest }) => (result ? { ...rest, [id]: result } : rest));
    accounts.reload();
  };
  useEffect(() => {
    // A token dies without a word: whoever looks at connections is told at once.
    for (const connection of data?.data ?? []) void test(connection);
  }, [data === undefined]);
  const disconnect = async (connection: Connection): Promise<void> => {
    setLeaving(undefined);
    if ((await attempt(() => client.connections.delete({ id: connection.id }))) !== undefined)
      say(`${connection.name} is disconnected.`);
    reload();
    accounts.reload();
  };

  return (
    <>
      <PageHead
        title="Connections"
        lead={
          sandbox
            ? 'This installation rehearses on simulated platforms: nothing here spends money.'
            : 'The platforms Slipway may act on, and the ad accounts it found there.'
        }
      >
        <Button kind="primary" icon="plus" onClick={() => setConnecting(true)}>
          Connect a platform
        </Button>
      </PageHead>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && (
          <div class="tall">
            <Waiting rows={2} />
          </div>
        )
      ) : data.data.length === 0 ? (
        <Empty
          icon="connections"
          title="No platform yet"
          action={
            <Button kind="primary" icon="plus" onClick={() => setConnecting(true)}>
              Connect the first
            </Button>
          }
        >
          Paste an access token. It is encrypted before it is stored, and never shown again.
        </Empty>
      ) : (
        <ul class="cards">
          {data.data.map((connection) => (
            <li key={connection.id} class="card connection">
              <div>
                <p>
                  <span class="strong">{connection.name}</span>{' '}
                  {connection.name !== labelOf(platforms, connection.platform) && (
                    <Badge tone="calm">{labelOf(platforms, connection.platform)}</Badge>
                  )}
                </p>
                <p class="hint">
                  {plural(connection.adAccounts, 'ad account')} · since {ago(connection.createdAt)}
                </p>
                {troubleOf(connection) !== undefined && <p class="bad-text">{troubleOf(connection)}</p>}
                <TestResult result={results[connection.id]} />
              </div>
              <div class="actions">
                {platforms.some(({ id, authorization }) => id === connection.platform && authorization !== null) && (
                  <Reconnect connection={connection} />
                )}
                <Button icon="again" busy={results[connection.id] === 'busy'} onClick={() => void test(connection)}>
                  Test
                </Button>
                <Button
                  kind="quiet"
                  icon="trash"
                  label={`Disconnect ${connection.name}`}
                  onClick={() => setLeaving(connection)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <h2 class="section">Ad accounts</h2>
      {accounts.data === undefined ? <Waiting rows={3} /> : <Accounts accounts={accounts.data.data} platforms={platforms} />}
      <h2 class="section">Research</h2>
      <ResearchConnection />
      <Dialog title="Connect a platform" open={connecting} onClose={() => setConnecting(false)}>
        <ConnectForm
          platforms={platforms}
          onDone={(connection) => {
            setConnecting(false);
            say(`${connection.name} is connected: ${plural(connection.adAccounts, 'ad account')}.`);
            reload();
            accounts.reload();
          }}
        />
      </Dialog>
      <Confirm
        verb="Disconnect"
        name={leaving?.name}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => leaving && void disconnect(leaving)}
      >
        <p>Its credentials and ad accounts are forgotten here. What was made at the platform stays there.</p>
      </Confirm>
    </>
  );
}

function TestResult({ result }: { readonly result: ConnectionTest | 'busy' | undefined }) {
  if (result === undefined || result === 'busy') return <p class="hint">Being tested…</p>;
  if (result.ok) return <p class="good-text">Works: {plural(result.adAccounts, 'ad account')}.</p>;
  return (
    <p class="bad-text">
      {result.problem?.message} {result.problem?.fix}
    </p>
  );
}

function Accounts({
  accounts,
  platforms,
}: {
  readonly accounts: readonly AdAccount[];
  readonly platforms: readonly PlatformRow[];
}) {
  if (accounts.length === 0) return <p class="nothing">None yet: they appear when a platform is connected.</p>;
  return (
    <Table narrow="stacks" label="Ad accounts" head={['Name', 'Id', 'Platform', 'Currency, time zone', 'Status']}>
      {accounts.map((account) => (
        <tr key={`${account.platform}:${account.id}`}>
          <td class="grow strong">{account.name}</td>
          <td class="ids">{account.id}</td>
          <td class="nowrap">{labelOf(platforms, account.platform)}</td>
          <td class="nowrap">
            {account.currency}, {account.timezone.replace(/_/g, ' ')}
          </td>
          <td>
            <Badge tone={account.status === 'active' ? 'good' : 'warn'}>{capital(account.status)}</Badge>
          </td>
        </tr>
      ))}
    </Table>
  );
}
