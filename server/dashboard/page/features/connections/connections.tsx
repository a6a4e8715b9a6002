import { Fragment } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import {
  type AdAccount,
  type Connection,
  client,
  type PlatformRow,
  useAccounts,
  useResource,
} from '../../base/api.ts';
import { labelOf, troubleOf, usePlatforms } from '../../base/platforms.ts';
import { ago, capital, dayOf, plural } from '../../base/words.ts';
import { act, attempt, Dialog, say, useConfirm } from '../../parts/dialogs.tsx';
import { Badge, Button, Empty, Loaded, PageHead, Waiting } from '../../parts/parts.tsx';
import { plugged } from '../../parts/plug.ts';
import { List } from '../../parts/table.tsx';
import { ConnectForm } from './connect-form.tsx';
import { MediaSources } from './media-sources.tsx';

const FRESH_MS = 15 * 60 * 1000;

export function ConnectionsPage({ sandbox }: { sandbox: boolean }) {
  const connections = useResource('connections.list', {});
  const accounts = useAccounts();
  const platforms = usePlatforms();
  const [connecting, setConnecting] = useState(false);
  const [tested, setTested] = useState<readonly string[]>([]);
  const [renewed, setRenewed] = useState<Connection>();
  const reload = () => {
    connections.reload();
    accounts.reload();
  };
  const test = async ({ id }: Connection) => {
    setTested((all) => [...all, id]);
    await attempt(() => client.connections.test({ id }));
    setTested((all) => all.filter((each) => each !== id));
    reload();
  };
  useEffect(() => {
    // A token ends without a sign: opening the page tests those whose last test is old.
    for (const connection of connections.data?.data ?? [])
      if (!isFresh(connection)) void test(connection);
  }, [connections.data === undefined]);
  const removal = useConfirm<Connection>(
    'Disconnect',
    ({ name }) => name,
    ({ id, name }) =>
      act(() => client.connections.delete({ id }), `${name} is disconnected.`, reload),
  );
  const connect = (words: string) => (
    <Button kind="primary" icon="plus" onClick={() => setConnecting(true)}>
      {words}
    </Button>
  );
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
        {connect('Connect a platform')}
      </PageHead>
      <div class={connections.data === undefined && !connections.problem ? 'tall' : undefined}>
        <Loaded
          of={connections}
          rows={2}
          empty={
            <Empty icon="connections" title="No platform yet" action={connect('Connect the first')}>
              Paste an access token. It is encrypted before it is stored, and never shown again.
            </Empty>
          }
        >
          {({ data }) => (
            <ul class="cards">
              {data.map((connection) => (
                <li key={connection.id} class="card connection">
                  <div>
                    <p>
                      <span class="strong">{connection.name}</span>{' '}
                      {connection.name !== labelOf(platforms, connection.platform) && (
                        <Badge tone="calm">{labelOf(platforms, connection.platform)}</Badge>
                      )}
                    </p>
                    <p class="hint">
                      {plural(connection.adAccounts, 'ad account')} · since{' '}
                      {ago(connection.createdAt)} · {endOf(connection)}
                    </p>
                    {troubleOf(connection) !== undefined && (
                      <p class="bad-text">{troubleOf(connection)}</p>
                    )}
                    {connection.notices.map((notice) => (
                      <p key={notice} class="bad-text">
                        {notice}
                      </p>
                    ))}
                    <LastTest connection={connection} isTested={tested.includes(connection.id)} />
                  </div>
                  <div class="actions">
                    <Button icon="connections" onClick={() => setRenewed(connection)}>
                      Reconnect
                    </Button>
                    <Button
                      icon="again"
                      busy={tested.includes(connection.id)}
                      onClick={() => test(connection)}
                    >
                      Test
                    </Button>
                    <Button
                      kind="quiet"
                      icon="trash"
                      label={`Disconnect ${connection.name}`}
                      onClick={() => removal.ask(connection)}
                    />
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </div>
      <h2 class="section">Ad accounts</h2>
      {accounts.data === undefined ? (
        <Waiting rows={3} />
      ) : (
        <Accounts accounts={accounts.data.data} platforms={platforms} />
      )}
      <h2 class="section">Folders of files</h2>
      <MediaSources />
      {plugged('connection').map(({ title, Card }) => (
        <Fragment key={title}>
          <h2 class="section">{title}</h2>
          <Card />
        </Fragment>
      ))}
      <Dialog title="Connect a platform" open={connecting} onClose={() => setConnecting(false)}>
        <ConnectForm
          platforms={platforms}
          onDone={(connection) => {
            setConnecting(false);
            say(`${connection.name} is connected: ${plural(connection.adAccounts, 'ad account')}.`);
            reload();
          }}
        />
      </Dialog>
      <Dialog
        title={`Reconnect ${renewed?.name ?? ''}`}
        open={renewed !== undefined}
        onClose={() => setRenewed(undefined)}
      >
        <p class="hint">
          Its ad accounts, and all that was launched and reported through it, stay.
        </p>
        <ConnectForm
          platforms={platforms}
          renewed={renewed}
          onDone={(connection) => {
            setRenewed(undefined);
            say(
              `${connection.name} has new credentials: ${plural(connection.adAccounts, 'ad account')}.`,
            );
            void test(connection);
          }}
        />
      </Dialog>
      {removal.question(
        'Its credentials and ad accounts are forgotten here. What was made at the platform stays there.',
      )}
    </>
  );
}

const isFresh = ({ lastTest }: Connection): boolean =>
  lastTest !== null && Date.now() - Date.parse(lastTest.at) < FRESH_MS;

function endOf({ expiresAt, token }: Connection): string {
  if (expiresAt !== null) return `credentials end ${dayOf(expiresAt)}`;
  return token?.isPermanent ? 'never expires' : 'no expiry date';
}

function LastTest({ connection, isTested }: { connection: Connection; isTested: boolean }) {
  const { lastTest, adAccounts } = connection;
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
  accounts: readonly AdAccount[];
  platforms: readonly PlatformRow[];
}) {
  if (accounts.length === 0)
    return <p class="nothing">None yet: they appear when a platform is connected.</p>;
  return (
    <List
      label="Ad accounts"
      rows={accounts}
      keyOf={({ platform, id }) => `${platform}:${id}`}
      columns={[
        ['Name', ({ name }) => name, 'grow strong'],
        ['Id', ({ id }) => id, 'ids'],
        ['Platform', ({ platform }) => labelOf(platforms, platform), 'nowrap'],
        [
          'Currency, time zone',
          ({ currency, timezone }) => `${currency}, ${timezone.replace(/_/g, ' ')}`,
          'nowrap',
        ],
        [
          'Status',
          ({ status }) => (
            <Badge tone={status === 'active' ? 'good' : 'warn'}>{capital(status)}</Badge>
          ),
        ],
      ]}
    />
  );
}
