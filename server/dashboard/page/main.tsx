import { render } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { client, listeners, signOut } from './api.ts';
import { ApprovalPage, ApprovalsPage } from './approvals.tsx';
import { BatchPage } from './batch.tsx';
import { BatchesPage } from './batches.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { HomePage } from './home.tsx';
import { Mark } from './icons.tsx';
import { forgetRows, keepFor } from './kept-rows.ts';
import { Later } from './later.tsx';
import { LaunchPage } from './launch.tsx';
import { MediaPage } from './media.tsx';
import { PageHead } from './parts.tsx';
import { may, type Place, pathOf, placesFor } from './places.ts';
import { forgetAll, useResource } from './resource.ts';
import { useRoute } from './route.ts';
import { SettingsFrame, SettingsPage } from './settings.tsx';
import type { Me } from './shapes.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';
import { applyTheme, currentTheme } from './theme.ts';
import { say, Toasts } from './toasts.tsx';

const sandbox = document.documentElement.dataset.sandbox === 'yes';

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
  const places = placesFor({ me, hasResearch: research.data?.connected === true, sandbox });
  const place = placeAt(places, route[0], me);
  const at = place?.path ?? NOWHERE;
  const settings = places.filter(({ group }) => group === 'settings');
  const page = <Page at={at} id={route[1]} rest={route[2]} me={me} />;
  const leave = (): void => {
    void signOut().finally(() => {
      forgetAll();
      forgetRows();
      onSignOut();
    });
  };
  return (
    <Shell
      me={me}
      places={[...places.filter(({ group }) => group === 'work'), SETTINGS]}
      at={place?.group === 'settings' ? SETTINGS.path : at}
      page={at}
      sandbox={sandbox}
      onSignOut={leave}
    >
      {may(me, 'admin') && <ConnectionNotice />}
      {at === SETTINGS.path ? (
        <SettingsPage places={settings} />
      ) : place?.group === 'settings' ? (
        <SettingsFrame places={settings} at={at}>
          {page}
        </SettingsFrame>
      ) : (
        page
      )}
    </Shell>
  );
}

const SETTINGS: Place = { path: 'settings', title: 'Settings', icon: 'limits', group: 'work' };

/** Where an address leads, for whoever may go there. `#/connected` is where a platform sends an admin back to. */
function placeAt(places: readonly Place[], word: string | undefined, me: Me): Place | undefined {
  if (word === 'connected' && may(me, 'admin'))
    return { path: 'connected', title: 'Connected', icon: 'connections', group: 'work' };
  return [...places, SETTINGS].find(({ path }) => path === pathOf(word));
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
      return <Later page="LibraryPage" props={{ file: wholeNumber(id), mayChange: may(me, 'launch') }} />;
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
      return <Later page="ConnectionsPage" props={{ sandbox }} />;
    case 'connected':
      return <Later page="ConnectedPage" props={{ query: decodeURIComponent(id ?? '') }} />;
    case 'keys':
      return <Later page="KeysPage" props={{ me }} />;
    case 'people':
      return <Later page="PeoplePage" props={{ me }} />;
    case 'sessions':
      return <Later page="SessionsPage" props={{ me, mayAll: may(me, 'admin') }} />;
    case 'workspaces':
      return <Later page="WorkspacesPage" props={{}} />;
    case 'defaults':
      return <Later page="DefaultsPage" props={{ mayChange: may(me, 'launch') }} />;
    case 'webhooks':
      return id === undefined ? <Later page="WebhooksPage" props={{}} /> : <Later key={id} page="WebhookPage" props={{ id }} />;
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
    case 'rehearsal':
      return <Later page="RehearsalPage" props={{}} />;
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
