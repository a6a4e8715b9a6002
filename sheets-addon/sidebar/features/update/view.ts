import type { AdUpdate } from '../../../features/update/update-ads.ts';
import type { RowsSummary } from '../../../launch/check-rows.ts';
import { ask } from '../../base/ask.ts';
import { keepSummary } from '../../base/check.ts';
import { button, div, el } from '../../base/element.ts';
import type { Shell, SidebarFeature } from '../../base/shell.ts';
import { t, tn } from '../../base/words.ts';

export const update: SidebarFeature = { aboutRows: changedRows };

/** Launched rows that say something else by now: what to do about their ads. */
function changedRows(shell: Shell, summary: RowsSummary | undefined): Node[] {
  const changed = summary?.changed ?? 0;
  if (changed === 0) return [];
  return [
    el('h3', {}, t('changedTitle')),
    el('p', {}, tn('saysElse', changed)),
    div(
      'actions',
      button(t('updateAds'), () => look(shell)),
    ),
  ];
}

async function look(shell: Shell): Promise<void> {
  const updates = await shell.busy(t('comparing'), () => ask('planUpdates'));
  if (updates === undefined) return;
  const able = updates.filter(
    ({ changes, problems }) => changes.length > 0 && problems.length === 0,
  );
  const ads = able.reduce((sum, { adIds }) => sum + adIds.length, 0);
  const apply = async (): Promise<void> => {
    const result = await shell.busy(t('updating'), () =>
      ask(
        'updateAds',
        able.map(({ row }) => row),
      ),
    );
    if (result === undefined) return;
    keepSummary(result.summary);
    shell.show('launch');
    const problems = result.problems.map(({ row, text }) => t('rowProblem', { row, text }));
    const left = result.left === 0 ? [] : [tn('updateLeft', result.left)];
    if (problems.length + left.length > 0)
      shell.tell({ kind: 'rows', message: [...problems, ...left].join(' ') });
  };
  shell.draw(
    'update',
    el('h2', {}, able.length === 0 ? t('nothingToUpdate') : tn('willBeChanged', ads)),
    el('ul', { className: 'places' }, updates.map(lineOf)),
    div(
      'actions',
      able.length > 0 && button(tn('updateCount', ads), apply, 'primary'),
      button(t('back'), () => shell.show('launch')),
    ),
  );
}

const lineOf = ({ row, changes, fixed, problems }: AdUpdate): Node =>
  el(
    'li',
    {},
    el('b', {}, t('row', { row })),
    problems.map((text) => el('span', { className: 'bad' }, text)),
    changes.map(({ header, text }) => div('', `${header}: ${text}`)),
    fixed.length > 0 && div('quiet', t('cannotChange', { headers: fixed.join(', ') })),
  );
