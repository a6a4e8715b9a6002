import { render } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { client, listeners, signOut } from './api.ts';
import { ApprovalPage, ApprovalsPage } from './approvals.tsx';
import { AuditPage } from './audit.tsx';
import { BatchPage } from './batch.tsx';
import { BatchesPage } from './batches.tsx';
import { CommentFiltersPage } from './comment-filters.tsx';
import { ConnectedPage } from './connected.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { ConnectionsPage } from './connections.tsx';
import { ConversionsPage } from './conversions.tsx';
import { FaultsPage } from './faults.tsx';
import { InboxPage } from './inbox.tsx';
import { KeysPage } from './keys.tsx';
import { LaunchPage } from './launch.tsx';
import { LimitsPage } from './limits.tsx';
import { MediaPage } from './media.tsx';
import { ReportsPage } from './reports.tsx';
import { ResearchPage } from './research.tsx';
import { forgetAll, useResource } from './resource.ts';
import { useRoute } from './route.ts';
import { RulePage } from './rule.tsx';
import { RulesPage } from './rules.tsx';
import type { Me } from './shapes.ts';
import { type Place, Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';
import { applyTheme, currentTheme } from './theme.ts';
import { say, Toasts } from './toasts.tsx';

const sandbox = document.documentElement.dataset.sandbox === 'yes';

const may = (me: Me, scope: string): boolean =>
  me.key.scopes.some((each) => each === scope || (each === 'admin' && scope !== 'operator'));

const placesFor = (me: Me, hasResearch: boolean): readonly Place[] => [
  { path: 'batches', title: 'Batches', icon: 'batches', group: 'work' },
  ...(may(me, 'launch') ? [{ path: 'launch', title: 'Launch', icon: 'launch', group: 'work' } as const] : []),
  { path: 'reports', title: 'Reports', icon: 'reports', group: 'work' },
  { path: 'conversions', title: 'Conversions', icon: 'reports', group: 'work' },
  { path: 'inbox', title: 'Inbox', icon: 'inbox', group: 'work' },
  { path: 'media', title: 'Media', icon: 'media', group: 'work' },
  ...(hasResearch ? [{ path: 'research', title: 'Research', icon: 'research', group: 'work' } as const] : []),
  { path: 'rules', title: 'Rules', icon: 'bolt', group: 'work' },
  { path: 'approvals', title: 'Approvals', icon: 'check', group: 'work' },
  { path: 'limits', title: 'Limits', icon: 'limits', group: 'settings' },
  ...(may(me, 'admin')
    ? ([
        { path: 'connections', title: 'Connections', icon: 'connections', group: 'settings' },
        { path: 'keys', title: 'Keys', icon: 'keys', group: 'settings' },
        { path: 'audit', title: 'Audit', icon: 'audit', group: 'settings' },
      ] as const)
    : []),
  ...(sandbox && may(me, 'operator') ? [{ path: 'faults', title: 'Faults', icon: 'faults', group: 'settings' } as const] : []),
];

function App() {
  const [me, setMe] = useState<Me | 'unknown' | 'nobody'>('unknown');
  const route = useRoute();
  const look = useCallback(() => {
    client.me().then(setMe, () => setMe('nobody'));
  }, []);
  useEffect(() => {
    listeners.signedOut = () => {
      forgetAll();
      setMe('nobody');
    };
    listeners.waiting = (seconds) =>
      say(`The limit of requests of this key is reached. Going on by itself in ${seconds} s.`, 'calm', seconds * 1000);
    look();
  }, [look]);

  if (me === 'unknown') return <div class="blank" />;
  if (me === 'nobody') return <SignIn onDone={look} />;
  return <House me={me} route={route} onSignOut={() => setMe('nobody')} />;
}

function House({ me, route, onSignOut }: { readonly me: Me; readonly route: readonly string[]; readonly onSignOut: () => void }) {
  const research = useResource('research.connection', {});
  const before = useRef(route[0]);
  useEffect(() => {
    // That page is where it is connected.
    if (before.current === 'connections') research.reload();
    before.current = route[0];
  }, [route[0], research.reload]);
  const places = placesFor(me, research.data?.connected === true);
  const at = places.find(({ path }) => path === route[0])?.path ?? 'batches';
  const leave = (): void => {
    void signOut().finally(() => {
      forgetAll();
      onSignOut();
    });
  };
  return (
    <Shell me={me} places={places} at={at} sandbox={sandbox} onSignOut={leave}>
      {may(me, 'admin') && <ConnectionNotice />}
      {route[0] === 'connected' && may(me, 'admin') ? (
        <ConnectedPage query={decodeURIComponent(route[1] ?? '')} />
      ) : (
        <Page at={at} id={route[1]} me={me} />
      )}
    </Shell>
  );
}

function Page({ at, id, me }: { readonly at: string; readonly id: string | undefined; readonly me: Me }) {
  switch (at) {
    case 'launch':
      return <LaunchPage />;
    case 'reports':
      return <ReportsPage />;
    case 'conversions':
      return <ConversionsPage />;
    case 'inbox':
      return id === 'filters' ? (
        <CommentFiltersPage mayChange={may(me, 'manage')} />
      ) : (
        <InboxPage mayChange={may(me, 'manage')} />
      );
    case 'media':
      return <MediaPage mayChange={may(me, 'launch')} />;
    case 'research':
      return <ResearchPage />;
    case 'rules':
      return id === undefined ? (
        <RulesPage mayChange={may(me, 'manage')} />
      ) : (
        <RulePage key={id} id={id} mayChange={may(me, 'manage')} />
      );
    case 'approvals':
      return id === undefined ? <ApprovalsPage /> : <ApprovalPage key={id} digest={id} />;
    case 'limits':
      return <LimitsPage mayChange={may(me, 'admin')} />;
    case 'connections':
      return <ConnectionsPage sandbox={sandbox} />;
    case 'keys':
      return <KeysPage me={me} />;
    case 'audit':
      return <AuditPage />;
    case 'faults':
      return <FaultsPage />;
    default:
      return id === undefined ? (
        <BatchesPage mayLaunch={may(me, 'launch')} />
      ) : (
        <BatchPage key={id} id={Number(id)} mayLaunch={may(me, 'launch')} />
      );
  }
}

applyTheme(currentTheme());
// A file that misses its place must not make the browser leave the page for it.
for (const type of ['dragover', 'drop'] as const) addEventListener(type, (event) => event.preventDefault());
const root = document.getElementById('app');
if (root !== null) {
  root.replaceChildren();
  render(
    <>
      <App />
      <Toasts />
    </>,
    root,
  );
}
