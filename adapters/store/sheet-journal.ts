import { checksum, fromCells, safeJson, toCells } from './sheet-cells.ts';
import type { SheetChange } from './sheet-tab.ts';
import type { Cells } from './sheet-table.ts';

/**
 * The tab that makes a commit over several tabs whole. Its first row says whether one is under way; the rows
 * below then hold all of it. Once they are written the commit has happened: whoever comes next finishes it.
 */
export const JOURNAL = 'slipway';

/** What a commit does, tab by tab. Doing it twice does no harm. */
export type Intent = readonly {
  readonly tab: string;
  readonly fields: readonly string[];
  readonly changes: readonly SheetChange[];
}[];

const IDLE = 'nothing under way';

export function intentCells(intent: Intent): Cells {
  const text = safeJson(intent);
  const cells = toCells(text);
  return [[`commit ${cells.length} ${checksum(text)}`], ...cells.map((cell) => [cell])];
}

/** The rectangle that puts the journal to rest. */
export const idleCells = (journal: Cells): Cells => journal.map((_, position) => [position === 0 ? IDLE : '']);

/** The commit that is under way, undefined when none is. A journal that is not whole never took effect: 'torn'. */
export function readIntent(journal: Cells): Intent | 'torn' | undefined {
  const [mark = '', count = '', sum = ''] = (journal[0]?.[0] ?? '').split(' ');
  if (mark !== 'commit') return undefined;
  const text = fromCells(journal.slice(1, Number(count) + 1).map((row) => row[0] ?? ''));
  return checksum(text) === sum ? (JSON.parse(text) as Intent) : 'torn';
}
