import { render } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { client, listeners, signOut } from './api.ts';
import { ApprovalPage, ApprovalsPage } from './approvals.tsx';
import { BatchPage } from './batch.tsx';
import { BatchesPage } from './batches.tsx';
import { ConnectedPage } from './connected.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { ConnectionsPage } from './connections.tsx';
import { HomePage } from './home.tsx';
import { Mark } from './icons.tsx';
import { forgetRows, keepFor } from './kept-rows.ts';
import { KeysPage } from './keys.tsx';
import { Later } from './later.tsx';
import { LaunchPage } from './launch.tsx';
import { MediaPage } from './media.tsx';
import { PageHead } from './parts.tsx';
import { forgetAll, useResource } from './resource.ts';
import { useRoute } from './route.ts';
import type { Me } from './shapes.ts';
import { type Place, Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';
import { applyTheme, currentTheme } from './theme.ts';
import { say, Toasts } from './toasts.tsx';

const sandbox = document.documentElement.dataset.sandbox === 'yes';

const may = (me: Me, scope: string): boolean =>
  me.key.scopes.some((each) => each === scope || (each === 'admin' && scope !== 'operator'));

/** An admin of one workspace decides about its people. */
const mayInvite = (me: Me): boolean => may(me, 'admin') || me.person?.workspaces.some(({ role }) => role === 'admin') === true;

const placesFor = (me: Me, hasResearch: boolean): readonly Place[] => [
  { path: 'home', title: 'Home', icon: 'home', group: 'work' },
  { path: 'batches', title: 'Batches', icon: 'batches', group: 'work' },
  ...(may(me, 'launch') ? [{ path: 'launch', title: 'Launch', icon: 'launch', group: 'work' } as const] : []),
  { path: 'ads', title: 'Ads', icon: 'ads', group: 'work' },
  { path: 'reports', title: 'Reports', icon: 'reports', group: 'work' },
  { path: 'conversions', title: 'Conversions', icon: 'reports', group: 'work' },
  { path: 'inbox', title: 'Inbox', icon: 'inbox', group: 'work' },
  { path: 'creatives', title: 'Creatives', icon: 'reports', group: 'work' },
  { path: 'library', title: 'Library', icon: 'media', group: 'work' },
  { path: 'media', title: 'Media', icon: 'media', group: 'work' },
  ...(hasResearch ? [{ path: 'research', title: 'Research', icon: 'research', group: 'work' } as const] : []),
  { path: 'rules', title: 'Rules', icon: 'bolt', group: 'work' },
  { path: 'approvals', title: 'Approvals', icon: 'check', group: 'work' },
  { path: 'templates', title: 'Templates', icon: 'file', group: 'settings' },
  { path: 'limits', title: 'Limits', icon: 'limits', group: 'settings' },
  ...(may(me, 'admin')
    ? ([
        { path: 'connections', title: 'Connections', icon: 'connections', group: 'settings' },
        { path: 'keys', title: 'Keys', icon: 'keys', group: 'settings' },
        { path: 'audit', title: 'Audit', icon: 'audit', group: 'settings' },
      ] as const)
    : []),
  ...(mayInvite(me) ? [{ path: 'people', title: 'People', icon: 'people', group: 'settings' } as const] : []),
  { path: 'sessions', title: 'Sessions', icon: 'out', group: 'settings' },
  ...(may(me, 'operator')
    ? ([
        { path: 'companies', title: 'Companies', icon: 'connections', group: 'settings' },
        { path: 'jobs', title: 'Jobs', icon: 'batches', group: 'settings' },
      ] as const)
    : []),
  ...(sandbox && may(me, 'operator') ? [{ path: 'faults', title: 'Faults', icon: 'faults', group: 'settings' } as const] : []),
];

function App() {
  const [me, setMe] = useState<Me | 'unknown' | 'nobody'>('unknown');
  const route = useRoute();
  const look = useCallback(() => {
    client.me().then(
      (who) => {
        keepFor(who.company.id);
        // Why the last try came to nothing is no page of whoever is in.
        if (location.hash.startsWith('#/sign-in-failed')) location.replace('#/home');
        setMe(who);
      },
      () => setMe('nobody'),
    );
  }, []);
  useEffect(() => {
    listeners.signedOut = () => {
      forgetAll();
      setMe('nobody');
    };
    listeners.waiting = (seconds) =>
      say(`The limit of requests is reached. Going on by itself in ${Math.ceil(seconds)} s.`, 'calm', seconds * 1000, 'limit');
    look();
  }, [look]);

  const [page, token = ''] = route;
  if (page === 'sign-in' || page === 'invite')
    return (
      <main class="sign-in">
        <Later page="MailedLinkPage" props={{ kind: page, token, onDone: look }} />
      </main>
    );
  if (me === 'unknown') return <Opening />;
  if (me === 'nobody') return <SignIn failure={page === 'sign-in-failed' ? token : undefined} onDone={look} />;
  return <House me={me} route={route} onSignOut={() => setMe('nobody')} />;
}

/** While the first answer is on its way. */
const Opening = () => (
  <div class="opening" role="status">
    <Mark size={40} />
    <p class="hint">Opening…</p>
  </div>
);

function House({ me, route, onSignOut }: { readonly me: Me; readonly route: readonly string[]; readonly onSignOut: () => void }) {
  const research = useResource('research.connection', {});
  const before = useRef(route[0]);
  useEffect(() => {
    // That page is where it is connected.
    if (before.current === 'connections') research.reload();
    before.current = route[0];
  }, [route[0], research.reload]);
  const places = placesFor(me, research.data?.connected === true);
  const at = places.find(({ path }) => path === (route[0] ?? 'home'))?.path ?? NOWHERE;
  const leave = (): void => {
    void signOut().finally(() => {
      forgetAll();
      forgetRows();
      onSignOut();
    });
  };
  return (
    <Shell me={me} places={places} at={at} sandbox={sandbox} onSignOut={leave}>
      {may(me, 'admin') && <ConnectionNotice />}
      {route[0] === 'connected' && may(me, 'admin') ? (
        <ConnectedPage query={decodeURIComponent(route[1] ?? '')} />
      ) : (
        <Page at={at} id={route[1]} rest={route[2]} me={me} />
      )}
    </Shell>
  );
}

/** A whole number as an address holds it. */
const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

const NOWHERE = 'nowhere';

const Nowhere = () => (
  <>
    <PageHead title="Nothing is here" lead="This address leads to no page, or to one your key may not see." />
    <a href="#/home">Go home</a>
  </>
);

interface PageProps {
  readonly at: string;
  readonly id: string | undefined;
  readonly rest: string | undefined;
  readonly me: Me;
}

function Page({ at, id, rest, me }: PageProps) {
  switch (at) {
    case 'home':
      return <HomePage mayLaunch={may(me, 'launch')} mayAdmin={may(me, 'admin')} />;
    case 'launch':
      return <LaunchPage draft={id === 'draft' ? wholeNumber(rest) : undefined} />;
    case 'ads':
      return (
        <Later page="AdsPage" props={{ company: me.company.id, mayChange: may(me, 'manage'), mayAudit: may(me, 'admin') }} />
      );
    case 'reports':
      return <Later page="ReportsPage" props={{}} />;
    case 'conversions':
      return <Later page="ConversionsPage" props={{}} />;
    case 'inbox':
      return id === 'filters' ? (
        <Later page="CommentFiltersPage" props={{ mayChange: may(me, 'manage') }} />
      ) : (
        <Later page="InboxPage" props={{ mayChange: may(me, 'manage') }} />
      );
    case 'creatives':
      return <Later page="CreativesPage" props={{}} />;
    case 'library':
      return <Later page="LibraryPage" props={{ mayChange: may(me, 'launch') }} />;
    case 'media':
      return <MediaPage mayChange={may(me, 'launch')} />;
    case 'research':
      return <Later page="ResearchPage" props={{}} />;
    case 'rules':
      return id === undefined ? (
        <Later page="RulesPage" props={{ mayChange: may(me, 'manage') }} />
      ) : (
        <Later key={id} page="RulePage" props={{ id, mayChange: may(me, 'manage') }} />
      );
    case 'approvals':
      return id === undefined ? <ApprovalsPage /> : <ApprovalPage key={id} digest={id} />;
    case 'templates':
      return <Later page="TemplatesPage" props={{ tab: id, mayChange: may(me, 'launch') }} />;
    case 'limits':
      return <Later page="LimitsPage" props={{ mayChange: may(me, 'admin') }} />;
    case 'connections':
      return <ConnectionsPage sandbox={sandbox} />;
    case 'keys':
      return <KeysPage me={me} />;
    case 'people':
      return <Later page="PeoplePage" props={{ me }} />;
    case 'sessions':
      return <Later page="SessionsPage" props={{ me, mayAll: may(me, 'admin') }} />;
    case 'audit':
      return <Later page="AuditPage" props={{}} />;
    case 'companies':
      return id === undefined ? (
        <Later page="CompaniesPage" props={{}} />
      ) : (
        <Later key={id} page="CompanyPage" props={{ id, me }} />
      );
    case 'jobs':
      return <Later page="JobsPage" props={{}} />;
    case 'faults':
      return <Later page="FaultsPage" props={{}} />;
    case 'batches': {
      const batch = wholeNumber(id);
      if (batch !== undefined) return <BatchPage key={id} id={batch} mayLaunch={may(me, 'launch')} />;
      return id === undefined ? <BatchesPage mayLaunch={may(me, 'launch')} /> : <Nowhere />;
    }
    default:
      return <Nowhere />;
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
