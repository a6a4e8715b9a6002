import { Dialog } from '../parts/dialogs.tsx';
import type { Place } from '../parts/page.ts';
import { SHORTCUTS, type Shortcut } from './shortcuts.ts';

const isMac = (): boolean => /Mac|iP(hone|ad)/.test(navigator.platform);

const partsOf = ({ keys }: Shortcut): readonly string[] =>
  keys.split(' ').map((key) => key.replace('mod+k', isMac() ? '⌘ K' : 'Ctrl K'));

const isThere = ({ to }: Shortcut, places: readonly Place[]): boolean =>
  'does' in to || to.path === 'settings' || places.some(({ path }) => path === to.path);

export function ShortcutHelp({
  places,
  onClose,
}: {
  places: readonly Place[];
  onClose: () => void;
}) {
  const there = SHORTCUTS.filter((shortcut) => isThere(shortcut, places));
  const pages = there.filter(({ keys }) => keys.startsWith('g '));
  const list = (title: string, shortcuts: readonly Shortcut[]) => (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl class="shortcuts">
        {shortcuts.map((shortcut) => (
          <div key={shortcut.keys}>
            <dt>{shortcut.words}</dt>
            <dd>
              {partsOf(shortcut).map((key, i) => (
                <span key={key}>
                  {i > 0 && ' then '}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
  return (
    <Dialog title="Shortcuts" open onClose={onClose}>
      {list(
        'Anywhere',
        there.filter((each) => !pages.includes(each)),
      )}
      {list('Go to', pages)}
      <p class="hint">Letters do nothing while you type in a field, or work in a grid.</p>
    </Dialog>
  );
}
