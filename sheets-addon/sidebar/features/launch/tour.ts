import { ask } from '../../base/ask.ts';
import { lastSummary } from '../../base/check.ts';
import { button, div, el } from '../../base/element.ts';
import type { Shell } from '../../base/shell.ts';
import { t } from '../../base/words.ts';

/** The first steps with ticks, until they are done or hidden. */
export function tour(shell: Shell): Node | false {
  const { tour: isShown, launchSheets, launches } = shell.state();
  if (!isShown) return false;
  const summary = lastSummary();
  const steps: readonly (readonly [isDone: boolean, text: string])[] = [
    [launchSheets.length > 0, t('tour1')],
    [summary !== undefined, t('tour2')],
    [(summary?.counts.launch ?? 0) > 0 || launches.length > 0, t('tour3')],
    [launches.length > 0, t('tour4')],
  ];
  const hide = async (): Promise<void> => {
    const state = await shell.busy(t('oneMoment'), () => ask('hideTour'));
    if (state === undefined) return;
    shell.update(state);
    shell.show('launch');
  };
  const take = async (): Promise<void> => {
    const rows = await shell.busy(t('writingSamples'), () => ask('addSamples'));
    if (rows !== undefined) shell.tell({ kind: 'rows', message: t('samplesWritten', { rows }) });
  };
  return div(
    'card tour',
    el('b', {}, t('firstSteps')),
    el(
      'ol',
      {},
      steps.map(([isDone, text]) =>
        el('li', { className: isDone ? 'done' : '' }, `${text}${isDone ? ' ✓' : ''}`),
      ),
    ),
    div(
      'row links',
      launchSheets.length > 0 && button(t('addSamples'), () => void take(), 'link'),
      button(t(launches.length > 0 ? 'done' : 'hide'), () => void hide(), 'link'),
    ),
  );
}
