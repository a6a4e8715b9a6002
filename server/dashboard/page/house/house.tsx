import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { forgetAll, type Me, signOut } from '../base/api.ts';
import { forgetForms } from '../base/kept-forms.ts';
import { go } from '../base/route.ts';
import { chooseTheme, currentTheme } from '../base/theme.ts';
import { pages, placesFor } from '../pages.ts';
import { Icon } from '../parts/icons.tsx';
import { later, may, type Page, type Place } from '../parts/page.ts';
import { PageHead } from '../parts/parts.tsx';
import { forgetRows } from '../rows/kept-rows.ts';
import { Shell } from './shell.tsx';
import { focusSearch, useShortcuts } from './shortcuts.ts';

const Palette = later(() => import('./palette.tsx'), 'Palette');
const ShortcutHelp = later(() => import('./shortcut-help.tsx'), 'ShortcutHelp');

type Over = 'palette' | 'help' | undefined;

interface HouseProps {
  me: Me;
  route: readonly string[];
  sandbox: boolean;
  onSignOut: () => void;
}

export function House({ me, route, sandbox, onSignOut }: HouseProps) {
  const [over, setOver] = useState<Over>();
  const presences = pages.flatMap(({ path, usePresence }) =>
    usePresence ? [{ path, ...usePresence() }] : [],
  );
  const before = useRef(route[0]);
  useEffect(() => {
    // Sources of pages are connected there.
    if (before.current === 'connections') for (const { reload } of presences) reload();
    before.current = route[0];
  }, [route[0]]);
  const absent = presences.flatMap(({ path, isThere }) => (isThere ? [] : [path]));
  const there = placesFor({ me, absent, sandbox });
  const work = there.filter(({ group }) => group === 'work');
  /** Of a page whose entry is not there, its own. */
  const rootOf = ({ path, under }: Page): string =>
    work.some((each) => each.path === under) ? (under ?? path) : path;
  const settings = there.filter(({ group }) => group === 'settings');
  const places = [...work, ...settings];
  const settingsPage: Page = { ...SETTINGS, show: () => <SettingsPage places={settings} /> };
  const [word = there[0]?.path, id, rest] = route;
  const page = [...there, settingsPage].find(({ path, moved = [] }) =>
    [path, ...moved].includes(word ?? ''),
  );
  const at = page?.path ?? 'nowhere';
  const shown = page?.show({ id, rest, me, sandbox }) ?? <Nowhere />;
  const leave = () => {
    void signOut().finally(() => {
      forgetAll();
      forgetRows();
      forgetForms();
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
  /** A dialog may close after another one was opened. */
  const closeIt = (own: Over) => () => setOver((now) => (now === own ? undefined : now));
  const act = (what: 'theme' | 'sign-out' | 'help') => {
    if (what === 'sign-out') leave();
    else if (what === 'help') setOver('help');
    else chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark');
  };
  return (
    <Shell
      me={me}
      places={[...work.filter((each) => rootOf(each) === each.path), SETTINGS]}
      marks={work.map((each) => [rootOf(each), each.mark] as const)}
      at={page?.group === 'settings' ? SETTINGS.path : page === undefined ? at : rootOf(page)}
      page={at}
      sandbox={sandbox}
      tools={there.map(({ path, tool: Tool }) => Tool && <Tool key={path} />)}
      onFind={() => setOver('palette')}
      onSignOut={leave}
    >
      {there.map(({ path, notice: Notice }) => Notice && <Notice key={path} />)}
      {page?.group === 'settings' ? (
        <SettingsFrame places={settings} at={at}>
          {shown}
        </SettingsFrame>
      ) : (
        <>
          {page && <Tabs pages={work.filter((each) => rootOf(each) === rootOf(page))} at={at} />}
          {shown}
        </>
      )}
      {over === 'palette' && (
        <Palette
          places={[...places, SETTINGS]}
          mayChange={may(me, 'manage')}
          onClose={closeIt('palette')}
          onAct={act}
        />
      )}
      {over === 'help' && <ShortcutHelp places={places} onClose={closeIt('help')} />}
    </Shell>
  );
}

const SETTINGS = { path: 'settings', title: 'Settings', icon: 'limits', group: 'work' } as const;

function Tabs({ pages, at }: { pages: readonly Page[]; at: string }) {
  if (pages.length < 2) return null;
  return (
    <nav class="tabs" aria-label={`Pages of ${pages[0]?.title}`}>
      {pages.map(({ path, title, tab }) => (
        <a key={path} href={`#/${path}`} {...(path === at && { 'aria-current': 'page' as const })}>
          {tab ?? title}
        </a>
      ))}
    </nav>
  );
}

const Nowhere = () => (
  <>
    <PageHead
      title="Nothing is here"
      lead="This address leads to no page, or to one your key may not see."
    />
    <a href="#/home">Go home</a>
  </>
);

interface SettingsProps {
  places: readonly Place[];
  at: string;
  children: ComponentChildren;
}

const SettingsFrame = ({ places, at, children }: SettingsProps) => (
  <div class="settings">
    <nav class="settings-nav" aria-label="Settings">
      <a class="settings-back" href="#/settings">
        Settings
      </a>
      <ul>
        {places.map(({ path, title }) => (
          <li key={path}>
            <a href={`#/${path}`} {...(path === at && { 'aria-current': 'page' as const })}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <div class="settings-page">{children}</div>
  </div>
);

const SettingsPage = ({ places }: Pick<SettingsProps, 'places'>) => (
  <>
    <PageHead
      title="Settings"
      lead="What Slipway may reach, who may use it, and how launches are made."
    />
    {[...new Set(places.map(({ section }) => section))].map((section) => (
      <section key={section} aria-label={section}>
        <h2 class="section">{section}</h2>
        <ul class="settings-list">
          {places
            .filter((place) => place.section === section)
            .map(({ path, title, icon, about }) => (
              <li key={path} class="card">
                <Icon name={icon} />
                <div>
                  <a class="strong" href={`#/${path}`}>
                    {title}
                  </a>
                  <p class="hint">{about}</p>
                </div>
              </li>
            ))}
        </ul>
      </section>
    ))}
  </>
);
