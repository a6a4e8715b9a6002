import { useLayoutEffect, useRef } from 'preact/hooks';
import { pages } from '../pages.ts';

export interface Shortcut {
  /** `g h`: one after the other; `mod` is Cmd on a Mac and Ctrl elsewhere. */
  readonly keys: string;
  readonly words: string;
  readonly to:
    | { readonly path: string }
    | { readonly does: 'palette' | 'help' | 'bell' | 'search' };
}

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: 'mod+k', words: 'Find anything, or do something', to: { does: 'palette' } },
  { keys: '?', words: 'Show these shortcuts', to: { does: 'help' } },
  { keys: '/', words: 'Search on the page', to: { does: 'search' } },
  { keys: 'n', words: 'New launch', to: { path: 'launch' } },
  ...pages.flatMap(({ key, title, path }) =>
    key === undefined ? [] : [{ keys: `g ${key}`, words: title, to: { path } }],
  ),
  { keys: 'g n', words: 'Notifications', to: { does: 'bell' } },
  { keys: 'g s', words: 'Settings', to: { path: 'settings' } },
];

/** The time for the second key of two. */
const PAIR_MS = 10_000;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=grid], dialog') !== null;

const isModified = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey;

function shortcutOf(event: KeyboardEvent, before: string): Shortcut | undefined {
  const key = event.key.toLowerCase();
  if (key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey)
    return SHORTCUTS[0];
  if (
    isModified(event) ||
    isTyping(event.target) ||
    document.querySelector('dialog[open]') !== null
  )
    return undefined;
  return (
    SHORTCUTS.find(({ keys }) => keys === `${before} ${key}`) ??
    SHORTCUTS.find(({ keys }) => keys === key)
  );
}

export function useShortcuts(onShortcut: (to: Shortcut['to']) => void): void {
  const act = useRef(onShortcut);
  act.current = onShortcut;
  // A layout effect: keys count from the first paint.
  useLayoutEffect(() => {
    let before = { key: '', at: 0 };
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const last = event.timeStamp - before.at < PAIR_MS ? before.key : '';
      const shortcut = shortcutOf(event, last);
      before = {
        key: shortcut === undefined && !isTyping(event.target) ? event.key.toLowerCase() : '',
        at: event.timeStamp,
      };
      if (shortcut === undefined) return;
      event.preventDefault();
      act.current(shortcut.to);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

export const focusSearch = (): void =>
  document.querySelector<HTMLInputElement>('main input[type=search]')?.focus();
