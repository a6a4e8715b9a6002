import { useEffect, useState } from 'preact/hooks';
import { client } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { useResource } from '../../base/resource.ts';
import type { AdAccount, Connection, PlatformRow } from '../../base/shapes.ts';
import { troubleOf } from '../../base/trouble.ts';
import { ago, capital, dayOf, plural } from '../../base/words.ts';
import { Confirm, Dialog } from '../../parts/dialogs.tsx';
import { Badge, Button, Empty, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';
import { attempt, say } from '../../parts/toasts.tsx';
import { ConnectForm } from './connect-form.tsx';
import { MediaSources } from './media-sources.tsx';
import { ResearchConnection } from './research.tsx';

/** A test that is younger is not repeated by looking at it. */
const FRESH_MS = 15 * 60 * 1000;

export function ConnectionsPage({ sandbox }: { readonly sandbox: boolean }) {
  const { data, problem, reload } = useResource('connections.list', {});
  const accounts = useResource('accounts.list', { limit: 200 });
  const platforms = usePlatforms();
  const [connecting, setConnecting] = useState(false);
  const [tested, setTested] = useState<readonly string[]>([]);
  const [renewed, setRenewed] = useState<Connection>();
  const [leaving, setLeaving] = useState<Connection>();

  const test = async ({ id }: Connection): Promise<void> => {
    setTested((all) => [...all, id]);
    await attempt(() => client.connections.test({ id }));
    setTested((all) => all.filter((each) => each !== id));
    reload();
    accounts.reload();
  };
  useEffect(() => {
    // A token dies without a word: whoever looks at connections is told at once.
    for (const connection of data?.data ?? []) if (!isFresh(connection)) void test(connection);
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
                  {plural(connection.adAccounts, 'ad account')} · since {ago(connection.createdAt)} · {endOf(connection)}
                </p>
                {troubleOf(connection) !== undefined && <p class="bad-text">{troubleOf(connection)}</p>}
                <LastTest connection={connection} isTested={tested.includes(connection.id)} />
              </div>
              <div class="actions">
                <Button icon="connections" onClick={() => setRenewed(connection)}>
                  Reconnect
                </Button>
                <Button icon="again" busy={tested.includes(connection.id)} onClick={() => void test(connection)}>
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
      <h2 class="section">Folders of files</h2>
      <MediaSources />
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
      <Dialog title={`Reconnect ${renewed?.name ?? ''}`} open={renewed !== undefined} onClose={() => setRenewed(undefined)}>
        {renewed && (
          <>
            <p class="hint">Its ad accounts, and all that was launched and reported through it, stay.</p>
            <ConnectForm
              platforms={platforms}
              renewed={renewed}
              onDone={(connection) => {
                setRenewed(undefined);
                say(`${connection.name} has new credentials: ${plural(connection.adAccounts, 'ad account')}.`);
                void test(connection);
              }}
            />
          </>
        )}
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

const isFresh = ({ lastTest }: Connection): boolean => lastTest !== null && Date.now() - Date.parse(lastTest.at) < FRESH_MS;

const endOf = ({ expiresAt }: Connection): string =>
  expiresAt === null ? 'no end of its credentials is known' : `credentials end ${dayOf(expiresAt)}`;

function LastTest({
  connection: { lastTest, adAccounts },
  isTested,
}: {
  readonly connection: Connection;
  readonly isTested: boolean;
}) {
  if (isTested) return <p class="hint">Being tested…</p>;
  if (lastTest === null) return <p class="hint">Not tested yet.</p>;
  const when = (
    <span class="hint">
      Tested <time dateTime={lastTest.at}>{ago(lastTest.at)}</time>.
    </span>
  );
  if (lastTest.ok)
    return (
      <p class="good-text">
        Works: {plural(adAccounts, 'ad account')}. {when}
      </p>
    );
  return (
    <p class="bad-text">
      {lastTest.problem?.message} {lastTest.problem?.fix} {when}
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
