import { render } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { client, listeners } from './api.ts';
import { ApprovalPage, ApprovalsPage } from './approvals.tsx';
import { BatchPage } from './batch.tsx';
import { BatchesPage } from './batches.tsx';
import { HomePage } from './home.tsx';
import { House } from './house.tsx';
import { Mark } from './icons.tsx';
import { keepFor } from './kept-rows.ts';
import { Later } from './later.tsx';
import { LaunchPage } from './launch.tsx';
import { MediaPage } from './media.tsx';
import { PageHead } from './parts.tsx';
import { may } from './places.ts';
import { forgetAll } from './resource.ts';
import { useRoute } from './route.ts';
import type { Me } from './shapes.ts';
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
  return (
    <House me={me} route={route} sandbox={sandbox} onSignOut={() => setMe('nobody')}>
      {(at) => <Page at={at} id={route[1]} rest={route[2]} me={me} />}
    </House>
  );
}

/** While the first answer is on its way. */
const Opening = () => (
  <div class="opening" role="status">
    <Mark size={40} />
    <p class="hint">Opening…</p>
  </div>
);

/** A whole number as an address holds it. */
const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

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
    case 'notifications':
      return <Later page="NotificationsPage" props={{ mayAdmin: may(me, 'admin'), isPerson: me.person !== null }} />;
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
