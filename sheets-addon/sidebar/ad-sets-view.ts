import type { AdSetChoices } from '../sheet/ad-set-choice.ts';
import { ask } from './ask.ts';
import { button, count, div, el, ticks } from './element.ts';
import type { Shell } from './shell.ts';

/** Several ad sets for the selected rows: a dropdown in a cell takes one. */
export async function adSetsView(shell: Shell): Promise<void> {
  const choices = await shell.busy('Reading ad sets…', () => ask('adSetChoices'));
  if (choices !== undefined) draw(shell, choices);
}

function draw(shell: Shell, { rows, account, adSets }: AdSetChoices): void {
  const boxes = ticks(
    adSets.map(({ label }) => [label, label]),
    adSets.filter(({ isChosen }) => isChosen).map(({ label }) => label),
  );
  const search = el('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search ad sets' });
  search.oninput = () => {
    for (const line of boxes.element.children)
      (line as HTMLElement).hidden = !(line.textContent ?? '').toLowerCase().includes(search.value.toLowerCase());
  };
  const put = async (): Promise<void> => {
    const labels = boxes.value();
    const cells = await shell.busy('Writing…', () => ask('putAdSets', labels));
    if (cells === undefined) return;
    shell.show('launch');
    shell.tell({ kind: 'rows', message: `${count(labels.length, 'ad set')} put into ${cells}.` });
  };
  shell.draw(
    'ad-sets',
    el('h2', {}, 'Ad sets'),
    el(
      'p',
      { className: 'quiet' },
      `Of ${account}, for ${rows.length === 1 ? `row ${rows[0]}` : `${rows.length} rows`}. The ad is created once in each.`,
    ),
    search,
    boxes.element,
    div(
      'actions sticky',
      button('Put into the rows', () => void put(), 'primary'),
      button('Back', () => shell.show('launch')),
    ),
  );
}
