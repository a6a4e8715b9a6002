import type { RowsSummary } from '../launch/check-rows.ts';
import type { AdUpdate } from '../launch/update-ads.ts';
import { ask } from './ask.ts';
import { keepSummary } from './check.ts';
import { button, count, div, el } from './element.ts';
import type { Shell } from './shell.ts';

/** Launched rows that say something else by now: what to do about their ads. */
export function changedRows(shell: Shell, summary: RowsSummary | undefined): Node[] {
  const changed = summary?.changed ?? 0;
  if (changed === 0) return [];
  const words = count(changed, 'launched row says', 'launched rows say');
  return [
    el('h3', {}, 'Changed since launch'),
    el('p', {}, `${words} something else than the ads. The ads stay as they are until you update them.`),
    div(
      'actions',
      button('Update ads', () => look(shell)),
    ),
  ];
}

async function look(shell: Shell): Promise<void> {
  const updates = await shell.busy('Comparing rows and ads…', () => ask('planUpdates'));
  if (updates === undefined) return;
  const able = updates.filter(({ changes }) => changes.length > 0);
  const ads = able.reduce((sum, { adIds }) => sum + adIds.length, 0);
  const apply = async (): Promise<void> => {
    const result = await shell.busy('Updating the ads…', () =>
      ask(
        'updateAds',
        able.map(({ row }) => row),
      ),
    );
    if (result === undefined) return;
    keepSummary(result.summary);
    shell.show('launch');
    const problems = result.problems.map(({ row, text }) => `Row ${row}: ${text}`);
    const left = result.left === 0 ? [] : [`${count(result.left, 'row follows', 'rows follow')}: choose Update ads again.`];
    if (problems.length + left.length > 0) shell.tell({ kind: 'rows', message: [...problems, ...left].join(' ') });
  };
  shell.draw(
    'update',
    el('h2', {}, able.length === 0 ? 'Nothing can be updated' : `${count(ads, 'ad')} will be changed`),
    el('ul', { className: 'places' }, updates.map(lineOf)),
    div(
      'actions',
      able.length > 0 && button(`Update ${count(ads, 'ad')}`, apply, 'primary'),
      button('Back', () => shell.show('launch')),
    ),
  );
}

const lineOf = ({ row, changes, fixed }: AdUpdate): Node =>
  el(
    'li',
    {},
    el('b', {}, `Row ${row}`),
    changes.map(({ header, text }) => div('', `${header}: ${text}`)),
    fixed.length > 0 &&
      div('quiet', `${fixed.join(', ')} cannot be changed at an ad that exists. Copy the row to launch it as another ad.`),
  );
