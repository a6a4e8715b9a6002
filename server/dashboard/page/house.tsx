import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { signOut } from './api.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { forgetRows } from './kept-rows.ts';
import { Later } from './later.tsx';
import { may, type Place, pathOf, placesFor } from './places.ts';
import { forgetAll, useResource } from './resource.ts';
import { go } from './route.ts';
import { SettingsFrame, SettingsPage } from './settings.tsx';
import type { Me } from './shapes.ts';
import { Shell } from './shell.tsx';
import { focusSearch, useShortcuts } from './shortcuts.ts';
import { chooseTheme, currentTheme } from './theme.ts';

/** What lies over the page: it comes with the script of the later pages. */
type Over = 'palette' | 'help' | undefined;

interface HouseProps {
  readonly me: Me;
  readonly route: readonly string[];
  readonly sandbox: boolean;
  readonly onSignOut: () => void;
  /** The page of a place. */
  readonly children: (at: string) => ComponentChildren;
}

/** The menu, what lies over pages, and the page that the address leads to. */
export function House({ me, route, sandbox, onSignOut, children }: HouseProps) {
  const [over, setOver] = useState<Over>();
  const research = useResource('research.connection', {});
  const before = useRef(route[0]);
  useEffect(() => {
    // That page is where it is connected.
    if (before.current === 'connections') research.reload();
    before.current = route[0];
  }, [route[0], research.reload]);
  const places = placesFor({ me, hasResearch: research.data?.connected === true, sandbox });
  const place = placeAt(places, route[0], me);
  const at = place?.path ?? 'nowhere';
  const settings = places.filter(({ group }) => group === 'settings');
  const page = children(at);
  const leave = (): void => {
    void signOut().finally(() => {
      forgetAll();
      forgetRows();
      onSignOut();
    });
  };
  useShortcuts((to) => {
    if ('path' in to) {
      if (to.path === SETTINGS.path || places.some(({ path }) => path === to.path)) go(to.path);
    } else if (to.does === 'search') focusSearch();
    else if (to.does === 'bell') document.querySelector<HTMLElement>('.bell')?.click();
    else setOver(to.does === 'help' ? 'help' : 'palette');
  });
  /** A dialog says late that it was closed: what was opened since stays. */
  const closeIt = (own: Over) => () => setOver((now) => (now === own ? undefined : now));
  const act = (what: 'theme' | 'sign-out' | 'help'): void => {
    if (what === 'sign-out') leave();
    else if (what === 'help') setOver('help');
    else chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark');
  };
  return (
    <Shell
      me={me}
      places={[...places.filter(({ group }) => group === 'work'), SETTINGS]}
      at={place?.group === 'settings' ? SETTINGS.path : at}
      page={at}
      sandbox={sandbox}
      onFind={() => setOver('palette')}
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
      {over === 'palette' && (
        <Later
          page="Palette"
          props={{ places: [...places, SETTINGS], mayChange: may(me, 'manage'), onClose: closeIt('palette'), onAct: act }}
        />
      )}
      {over === 'help' && <Later page="ShortcutHelp" props={{ places, onClose: closeIt('help') }} />}
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
