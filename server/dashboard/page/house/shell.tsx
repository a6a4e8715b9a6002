import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Me } from '../base/api.ts';
import { chooseTheme, currentTheme } from '../base/theme.ts';
import { Icon, Mark } from '../parts/icons.tsx';
import type { Place } from '../parts/page.ts';
import { Button } from '../parts/parts.tsx';
import { UndoBar } from '../parts/undo.tsx';

interface ShellProps {
  me: Me;
  places: readonly Place[];
  /** What stands beside an entry of the menu, by its path. */
  marks: readonly (readonly [path: string, mark: ComponentType | undefined])[];
  at: string;
  /** The page that is shown; `at` is its entry in the menu. */
  page: string;
  sandbox: boolean;
  tools: ComponentChildren;
  onFind: () => void;
  onSignOut: () => void;
  children: ComponentChildren;
}

export function Shell({
  me,
  places,
  marks,
  at,
  page,
  sandbox,
  tools,
  onFind,
  onSignOut,
  children,
}: ShellProps) {
  const [open, setOpen] = useState(false);
  const [, redraw] = useState(0);
  const before = useRef(page);
  useEffect(() => {
    setOpen(false);
    // The keyboard goes on in the page, not in the menu.
    if (before.current !== page) document.getElementById('main')?.focus({ preventScroll: true });
    before.current = page;
  }, [page]);
  const other = currentTheme() === 'dark' ? 'light' : 'dark';
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the page
      </button>
      <header class="side">
        <div class="brand">
          <Mark />
          <span class="name">Slipway</span>
          {sandbox && <span class="badge warn">Sandbox</span>}
          <div class="tools">
            <button
              type="button"
              class="button plain find"
              aria-keyshortcuts="Control+K Meta+K"
              onClick={onFind}
            >
              <Icon name="research" />
              <span>
                Find<span class="sr"> anything</span>
              </span>
              <kbd>{/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}</kbd>
            </button>
            {tools}
          </div>
          <button
            type="button"
            class="button quiet bare burger"
            aria-expanded={open}
            aria-controls="menu"
            aria-label="Menu"
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'close' : 'menu'} />
          </button>
        </div>
        <nav id="menu" class={open ? 'open' : ''} aria-label="Pages">
          <ul>
            {places.map(({ path, title, icon }) => (
              <li key={path}>
                <a href={`#/${path}`} {...(at === path && { 'aria-current': 'page' as const })}>
                  <Icon name={icon} />
                  {title}
                  {marks.map(([of, Mark], i) => of === path && Mark && <Mark key={i} />)}
                </a>
              </li>
            ))}
          </ul>
          <div class="who">
            <p>
              <strong>{me.company.name}</strong>
              <span class="hint" title={`${me.key.name} · ${me.key.prefix}…`}>
                {me.key.name}
              </span>
            </p>
            <Button
              kind="quiet"
              icon={other === 'dark' ? 'moon' : 'sun'}
              label={`Use the ${other} theme`}
              onClick={() => {
                chooseTheme(other);
                redraw((n) => n + 1);
              }}
            />
            <Button kind="quiet" icon="out" label="Sign out" onClick={onSignOut} />
          </div>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <UndoBar />
        {children}
      </main>
    </div>
  );
}
