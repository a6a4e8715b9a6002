import { render } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { client, forgetAll, listeners, type Me } from './base/api.ts';
import { keepFormsFor } from './base/kept-forms.ts';
import { keepPlace, toKeptPlace, useRoute } from './base/route.ts';
import { applyTheme, currentTheme } from './base/theme.ts';
import { House } from './house/house.tsx';
import { pages, placesFor, plugs } from './pages.ts';
import { say, Toasts } from './parts/dialogs.tsx';
import { Mark } from './parts/icons.tsx';
import { later } from './parts/page.ts';
import { plugIn } from './parts/plug.ts';
import { keepFor } from './rows/kept-rows.ts';

const MailedLinkPage = later(() => import('./house/mailed-link.tsx'), 'MailedLinkPage');

const SignIn = later(() => import('./house/sign-in.tsx'), 'SignIn');

const GuestPage = later(() => import('./house/guest.tsx'), 'GuestPage');

const sandbox = document.documentElement.dataset.sandbox === 'yes';

/**
 * The first page is drawn after what stands above it, or without that when its answer takes longer.
 */
const PATIENCE_MS = 1_000;

function App() {
  const [me, setMe] = useState<Me | 'unknown' | 'signed-out' | 'ended'>('unknown');
  const route = useRoute();
  const look = useCallback(() => {
    client.me().then(
      async (who) => {
        const places = placesFor({ me: who, absent: [], sandbox });
        const read = Promise.allSettled(places.map((each) => each.preload?.()));
        await Promise.race([read, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
        // The key is the person, where one has signed in.
        keepFor(who.company.id, who.key.id);
        keepFormsFor(who.company.id, who.key.id);
        // The page of a failed sign-in is over.
        if (location.hash.startsWith('#/sign-in-failed')) location.replace('#/home');
        toKeptPlace();
        setMe(who);
      },
      () => {
        keepPlace();
        setMe((was) => (was === 'ended' ? was : 'signed-out'));
      },
    );
  }, []);
  useEffect(() => {
    listeners.signedOut = () => {
      forgetAll();
      keepPlace();
      setMe('ended');
    };
    listeners.waiting = (seconds) =>
      say(
        `The limit of requests is reached. Going on by itself in ${Math.ceil(seconds)} s.`,
        'calm',
        seconds * 1000,
        'limit',
      );
    look();
  }, [look]);

  const [page, token = ''] = route;
  if (page === 'sign-in' || page === 'invite')
    return (
      <main class="sign-in">
        <MailedLinkPage kind={page} token={token} onDone={look} />
      </main>
    );
  if (page === 'decide')
    return (
      <main class="sign-in">
        <GuestPage token={token} />
      </main>
    );
  if (me === 'unknown') return <Opening />;
  if (me === 'signed-out' || me === 'ended')
    return (
      <SignIn
        failure={page === 'sign-in-failed' ? token : undefined}
        hasEnded={me === 'ended'}
        onDone={look}
      />
    );
  return <House me={me} route={route} sandbox={sandbox} onSignOut={() => setMe('signed-out')} />;
}

const Opening = () => (
  <div class="opening" role="status">
    <Mark size={40} />
    <p class="hint">Opening…</p>
  </div>
);

applyTheme(currentTheme());
plugIn([...pages, ...plugs]);
// Otherwise a file dropped beside its place replaces the page.
for (const type of ['dragover', 'drop'] as const)
  addEventListener(type, (event) => event.preventDefault());
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
