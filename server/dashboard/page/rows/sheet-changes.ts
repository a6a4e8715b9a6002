import type { Column } from '../../../../core/sheet/column.ts';
import { headerOf } from '../../../../core/sheet/headers.ts';
import type { Sheet } from './sheet.ts';

/**
 * Every change makes a new sheet; untouched rows stay the same objects. Rows and positions count
 * from 0.
 */

const filled = (sheet: Sheet, cells: readonly string[]): string[] =>
  sheet.headers.map((_, at) => cells[at] ?? '');

const withRow = (sheet: Sheet, row: number, change: (cells: string[]) => void): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((cells, i) => {
    if (i !== row) return cells;
    const copy = filled(sheet, cells);
    change(copy);
    return copy;
  }),
});

export const withCell = (sheet: Sheet, row: number, position: number, text: string): Sheet =>
  withRow(sheet, row, (cells) => {
    cells[position] = text;
  });

/** Adds missing rows below; drops columns beyond the last. */
export function withBlock(
  sheet: Sheet,
  row: number,
  position: number,
  block: readonly (readonly string[])[],
): Sheet {
  const added = Math.max(0, row + block.length - sheet.rows.length);
  const rows = [...sheet.rows, ...Array.from({ length: added }, () => filled(sheet, []))];
  return {
    ...sheet,
    rows: rows.map((cells, i) => {
      const given = block[i - row];
      if (given === undefined) return cells;
      const copy = filled(sheet, cells);
      given.forEach((text, at) => {
        if (position + at < copy.length) copy[position + at] = text;
      });
      return copy;
    }),
  };
}

export const withFillDown = (sheet: Sheet, row: number, position: number): Sheet => {
  const text = sheet.rows[row]?.[position] ?? '';
  return {
    ...sheet,
    rows: sheet.rows.map((cells, i) => {
      if (i <= row || cells[position] === text) return cells;
      const copy = filled(sheet, cells);
      copy[position] = text;
      return copy;
    }),
  };
};

export function withReplaced(
  sheet: Sheet,
  find: string,
  by: string,
): { readonly sheet: Sheet; readonly changed: number } {
  let changed = 0;
  const rows = sheet.rows.map((cells) => {
    if (find === '' || !cells.some((text) => text.includes(find))) return cells;
    return cells.map((text) => {
      if (!text.includes(find)) return text;
      changed += 1;
      return text.split(find).join(by);
    });
  });
  return { sheet: { ...sheet, rows }, changed };
}

export const withAddedRow = (sheet: Sheet): Sheet => ({
  ...sheet,
  rows: [...sheet.rows, filled(sheet, [])],
});

export const withColumn = (sheet: Sheet, columns: readonly Column[], key: string): Sheet => ({
  ...sheet,
  headers: [...sheet.headers, headerOf(columns, key) ?? key],
  rows: sheet.rows.map((cells) => [...filled(sheet, cells), '']),
});

export const withHeader = (sheet: Sheet, position: number, header: string): Sheet => ({
  ...sheet,
  headers: sheet.headers.map((each, at) => (at === position ? header : each)),
});

export const withoutRow = (sheet: Sheet, row: number): Sheet => ({
  ...sheet,
  rows: sheet.rows.filter((_, i) => i !== row),
});

/** Row numbers count from 2 here, as people count. */
export const withoutRows = (sheet: Sheet, numbers: ReadonlySet<number>): Sheet => ({
  ...sheet,
  rows: sheet.rows.filter((_, i) => !numbers.has(i + 2)),
});
