import { ask } from './ask.ts';
import { lastSummary } from './check.ts';
import { button, div, el } from './element.ts';
import type { Shell } from './shell.ts';

/** The first steps, each with a tick once it is done. They go when they are done, or when the user has enough of them. */
export function tour(shell: Shell): Node | false {
  const { tour: isShown, launchSheets, launches } = shell.state();
  if (!isShown) return false;
  const summary = lastSummary();
  const steps: readonly (readonly [isDone: boolean, text: string])[] = [
    [launchSheets.length > 0, 'Make a launch sheet: every row becomes an ad.'],
    [summary !== undefined, 'Fill in rows, or take samples, and check them. Point at a red cell to see what is wrong.'],
    [(summary?.counts.launch ?? 0) > 0 || launches.length > 0, 'Tick Ready in the rows you want.'],
    [launches.length > 0, 'Plan the launch, look at what it would do, then launch.'],
  ];
  const hide = async (): Promise<void> => {
    const state = await shell.busy('One moment…', () => ask('hideTour'));
    if (state === undefined) return;
    shell.update(state);
    shell.show('launch');
  };
  const take = async (): Promise<void> => {
    const rows = await shell.busy('Writing sample rows…', () => ask('addSamples'));
    if (rows !== undefined)
      shell.tell({ kind: 'rows', message: `Rows ${rows} are samples, and one has a mistake: check them to see it.` });
  };
  return div(
    'card tour',
    el('b', {}, 'First steps'),
    el(
      'ol',
      {},
      steps.map(([isDone, text]) => el('li', { className: isDone ? 'done' : '' }, `${text}${isDone ? ' ✓' : ''}`)),
    ),
    div(
      'row links',
      launchSheets.length > 0 && button('Add sample rows', () => void take(), 'link'),
      button(launches.length > 0 ? 'Done' : 'Hide', () => void hide(), 'link'),
    ),
  );
}
