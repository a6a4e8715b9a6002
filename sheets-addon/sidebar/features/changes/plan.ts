import type { ChangesView } from '../../../features/changes/shown.ts';
import { ask } from '../../base/ask.ts';
import { button, div, el } from '../../base/element.ts';
import type { Shell } from '../../base/shell.ts';
import { t, tn } from '../../base/words.ts';

type Post = (planId: string, isAgreed: boolean) => Promise<void>;

/**
 * Old and new of every row that asks for something. Nothing is sent before somebody has seen it.
 */
export async function showPlan(shell: Shell, post: Post): Promise<void> {
  const view = await shell.busy(t('comparingObjects'), () => ask('planChanges'));
  if (view !== undefined) drawPlan(shell, view, post);
}

function drawPlan(shell: Shell, view: ChangesView, post: Post): void {
  const { planId, counts, objects, more, warnings, risky, left } = view;
  const agreed = el('input', { type: 'checkbox' });
  const notes = [
    counts.conflict > 0 && t('conflictsStay', { n: counts.conflict }),
    counts.refused > 0 && t('refusedStay', { n: counts.refused }),
    counts.fresh > 0 && t('freshStay', { n: counts.fresh }),
    left > 0 && t('leftChanges', { n: left }),
  ].flatMap((text) => (text === false ? [] : el('p', { className: 'quiet' }, text)));
  shell.draw(
    'changes-plan',
    el('h2', {}, counts.change === 0 ? t('nothingToPost') : tn('toPost', counts.change)),
    ...notes,
    ...warnings.map((text) => div('notice mild', el('p', {}, text))),
    el(
      'ul',
      { className: 'places' },
      objects.map((each) => lineOf(shell, each)),
      more > 0 && el('li', {}, t('andMore', { n: more })),
    ),
    risky > 0
      ? el('label', { className: 'strong' }, agreed, t('riskyChanges', { n: risky }))
      : div(''),
    div(
      'actions',
      counts.change > 0 && button(t('post'), () => void post(planId, agreed.checked), 'primary'),
      button(t('back'), () => shell.show('changes')),
    ),
  );
}

function lineOf(
  shell: Shell,
  { sheet, row, name, does, problem }: ChangesView['objects'][number],
): Node {
  const goTo = (): void =>
    void shell.busy(t('goingThere'), () => ask('goTo', { sheet, cell: `A${row}` }));
  return el(
    'li',
    {},
    button(`${sheet} ${row}`, goTo, 'link'),
    div(
      '',
      el('b', {}, name),
      does.map((text) => div('', text)),
      problem !== '' && div('bad', problem),
    ),
  );
}
