import type { Place } from './place.ts';

/** Own columns that stand side by side, from `start`. */
interface Columns {
  readonly start: number;
  readonly columns: readonly unknown[];
}

/** So many columns beside a report are looked at. */
const REACH = 20;

/**
 * Continues formulas that people filled down beside or inside a report when it grows: a column
 * whose last rows hold the same relative formula gets it in new rows. Filled cells stay.
 */
export function continueFormulas(
  { sheet, headRow, tailRow }: Place,
  runs: readonly Columns[],
  last: number,
): void {
  const own = new Set(runs.flatMap(({ start, columns }) => columns.map((_, i) => start + i)));
  if (own.size === 0) return;
  const first = Math.min(...own);
  const width = Math.min(Math.max(...own) + REACH, sheet.getMaxColumns()) - first + 1;
  const patternRow = Math.max(tailRow, headRow + 1);
  const above = Math.max(headRow + 1, patternRow - 1);
  const patterns = sheet.getRange(above, first, patternRow - above + 1, width).getFormulasR1C1();
  const formulas = (patterns[patterns.length - 1] ?? []).map((formula) => formula ?? '');
  const filled = formulas.flatMap((formula, i) => {
    const same = patterns.every((row) => (row[i] ?? '') === formula);
    return formula !== '' && same && !own.has(first + i) ? [{ column: first + i, formula }] : [];
  });
  const from = patternRow + 1;
  if (filled.length === 0 || from > last) return;

  for (const { column, formula } of filled) {
    const range = sheet.getRange(from, column, last - from + 1, 1);
    if (range.isBlank())
      range.setFormulasR1C1(Array.from({ length: last - from + 1 }, () => [formula]));
  }
}
