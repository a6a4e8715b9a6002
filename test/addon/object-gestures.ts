import type { SpreadsheetFile } from '../../sheets-addon/fakes/in-process.ts';
import type { Gesture } from '../../sheets-addon/fakes/user.ts';
import type { Dice } from './dice.ts';

/**
 * What people do with their hands to the tabs of what exists. The first sheet of a file is called
 * Ads.
 */
export const TABS = ['Campaigns', 'Ad sets', 'Ads 2', 'Copy'] as const;

export interface SeenRow {
  readonly row: number;
  readonly id: string;
  readonly was:
    | { readonly id: string; readonly values: { readonly [field: string]: unknown } }
    | undefined;
  readonly cells: { readonly [header: string]: string };
}

function cellsOf(file: SpreadsheetFile, tab: string): string[][] {
  try {
    return file.cellsOf(tab);
  } catch {
    return [];
  }
}

const headIn = (cells: readonly string[][]): number =>
  cells.findIndex((line) => line.includes('Brought in') && line.includes('ID'));

/** Rows that say something. */
export function rowsOf(file: SpreadsheetFile, tab: string): SeenRow[] {
  const all = cellsOf(file, tab);
  const head = headIn(all);
  const headers = all[head] ?? [];
  return all.flatMap((line, i) => {
    if (i === head || head < 0 || line.every((text) => text === '')) return [];
    const cells = Object.fromEntries(headers.map((header, c) => [header, line[c] ?? '']));
    return [{ row: i + 1, id: cells.ID ?? '', was: wasIn(cells['Brought in'] ?? ''), cells }];
  });
}

function wasIn(text: string): SeenRow['was'] {
  try {
    const [, id, values] = JSON.parse(text);
    return values === undefined ? undefined : { id, values };
  } catch {
    return undefined;
  }
}

const columnIn = (file: SpreadsheetFile, tab: string, header: string): number => {
  const cells = cellsOf(file, tab);
  return (cells[headIn(cells)] ?? []).indexOf(header) + 1;
};

/** An empty cell, and what takes a value away. */
export const CLEARED = ['', 'CLEAR', '[]', 'delete_value'] as const;

/** Where a person writes the next row; undefined where the tab is full. */
function nextRow(file: SpreadsheetFile, tab: string): number | undefined {
  const cells = cellsOf(file, tab);
  const row = cells.findLastIndex((line) => line.some((text) => text !== '')) + 2;
  return headIn(cells) < 0 || row > cells.length ? undefined : row;
}

/**
 * Writes a row without an id cell by cell, under whatever headers stand there now. False where
 * there is no room.
 */
export function writeRow(
  file: SpreadsheetFile,
  tab: string,
  cells: { readonly [header: string]: string },
): boolean {
  const row = nextRow(file, tab);
  if (row === undefined) return false;
  for (const [header, text] of Object.entries(cells)) {
    const column = columnIn(file, tab, header);
    if (column > 0) file.do({ do: 'type', sheet: tab, row, column, text });
  }
  return true;
}

/** A person types into a row, or pastes over several. */
export function typeOn(file: SpreadsheetFile, { next, oneOf, below }: Dice): Gesture | undefined {
  const sheet = oneOf(TABS.filter((tab) => rowsOf(file, tab).length > 0));
  if (sheet === undefined) return undefined;
  const rows = rowsOf(file, sheet).filter(({ id }) => id !== '');
  if (rows.length === 0) return undefined;
  const { row, id } = oneOf(rows);
  const what = below(10);
  const budget = columnIn(file, sheet, 'Daily budget');
  if (what < 5)
    return {
      do: 'type',
      sheet,
      row,
      column: columnIn(file, sheet, 'Name'),
      text: `${id} typed ${below(1_000_000)}`,
    };
  const end = columnIn(file, sheet, 'End time');
  if (what < 6 && end > 0 && next() < 0.4)
    return {
      do: 'type',
      sheet,
      row,
      column: end,
      text: oneOf([...CLEARED, '2027-05-01T09:00:00.000Z']),
    };
  if (what < 6)
    return { do: 'type', sheet, row, column: columnIn(file, sheet, 'Name'), text: oneOf(CLEARED) };
  if (what < 8 && budget > 0)
    return {
      do: 'type',
      sheet,
      row,
      column: budget,
      text: oneOf([String(40 + below(40)), '55.5', 'fifty', ...CLEARED]),
    };
  if (what < 9) {
    const words =
      sheet === 'Campaigns' || next() < 0.8
        ? ['ACTIVE', 'PAUSED', 'paused']
        : ['DELETED', 'deleted'];
    return { do: 'type', sheet, row, column: columnIn(file, sheet, 'Status'), text: oneOf(words) };
  }
  const block = rows.filter((each) => each.row >= row && each.row < row + 3);
  const isWhole = block.every((each, i) => each.row === row + i);
  const names = (isWhole ? block : block.slice(0, 1)).map((each) => [
    `${each.id} pasted ${below(1_000_000)}`,
  ]);
  return { do: 'paste', sheet, row, column: columnIn(file, sheet, 'Name'), rows: names };
}

/** What a person does with whole rows, tabs and columns; seldom with some cells of rows. */
export function gestureOn(
  file: SpreadsheetFile,
  { below, oneOf, next }: Dice,
): Gesture | undefined {
  const sheet = oneOf(TABS.filter((tab) => cellsOf(file, tab).length > 0));
  if (sheet === undefined) return undefined;
  const cells = cellsOf(file, sheet);
  const [head, rows] = [headIn(cells), rowsOf(file, sheet)];
  if (rows.length === 0 || head < 0) return undefined;
  const { row } = oneOf(rows);
  const last = cells.findLastIndex((line) => line.some((text) => text !== ''));
  const wide = cells[head]?.length ?? 1;
  const isCopied = cellsOf(file, 'Copy').length > 0;
  return oneOf<Gesture | undefined>([
    { do: 'sort', sheet, column: 1 + below(wide), descending: next() < 0.5 },
    { do: 'shuffle', sheet, seed: below(1_000) },
    { do: 'insertRows', sheet, before: next() < 0.15 ? 1 : row, count: 1 + below(2) },
    next() < 0.6 ? { do: 'deleteRows', sheet, first: row, count: 1 } : undefined,
    last + 2 <= cells.length ? { do: 'copyRow', sheet, from: row, to: last + 2 } : undefined,
    { do: 'moveColumn', sheet, from: 1 + below(wide), to: 1 + below(wide) },
    wide < 30 ? { do: 'insertColumns', sheet, before: 1 + below(wide), count: 1 } : undefined,
    isCopied
      ? { do: 'deleteSheet', sheet: 'Copy' }
      : next() < 0.3
        ? { do: 'duplicateSheet', sheet, name: 'Copy', metadata: next() < 0.5 }
        : undefined,
    { do: 'select', sheet, row, column: 1 },
    // Some columns alone, in one file of ten.
    next() < 0.1
      ? {
          do: 'sortRange',
          sheet,
          row: head + 2,
          column: 1 + below(wide - 3),
          rows: Math.max(1, last - head),
          columns: 3,
          by: 1,
          descending: false,
        }
      : undefined,
  ]);
}
