import type { AdSetChoices } from '../../../features/ad-sets/choices.ts';
import { ask } from '../../base/ask.ts';
import { button, div, el, ticks } from '../../base/element.ts';
import type { Shell, SidebarFeature } from '../../base/shell.ts';
import { t, tn } from '../../base/words.ts';

export const adSets: SidebarFeature = {
  rowLink: (shell) => button(t('chooseAdSets'), () => void adSetsView(shell), 'link'),
};

/** Several ad sets for the selected rows: a dropdown in a cell takes one. */
async function adSetsView(shell: Shell): Promise<void> {
  const choices = await shell.busy(t('readingAdSets'), () => ask('adSetChoices'));
  if (choices !== undefined) draw(shell, choices);
}

function draw(shell: Shell, { rows, account, adSets }: AdSetChoices): void {
  const boxes = ticks(
    adSets.map(({ label }) => [label, label]),
    adSets.filter(({ isChosen }) => isChosen).map(({ label }) => label),
  );
  const search = el('input', {
    type: 'search',
    placeholder: t('search'),
    'aria-label': t('searchAdSets'),
  });
  search.oninput = () => {
    for (const line of boxes.element.children)
      (line as HTMLElement).hidden = !(line.textContent ?? '')
        .toLowerCase()
        .includes(search.value.toLowerCase());
  };
  const put = async (): Promise<void> => {
    const labels = boxes.value();
    const cells = await shell.busy(t('writing'), () => ask('putAdSets', labels));
    if (cells === undefined) return;
    shell.show('launch');
    shell.tell({ kind: 'rows', message: tn('adSetsPut', labels.length, { cells }) });
  };
  shell.draw(
    'ad-sets',
    el('h2', {}, t('adSets')),
    el(
      'p',
      { className: 'quiet' },
      rows.length === 1
        ? t('adSetsOfRow', { account, row: rows[0] ?? '' })
        : t('adSetsOfRows', { account, n: rows.length }),
    ),
    search,
    boxes.element,
    div(
      'actions sticky',
      button(t('putIntoRows'), () => void put(), 'primary'),
      button(t('back'), () => shell.show('launch')),
    ),
  );
}
