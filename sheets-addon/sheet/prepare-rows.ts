import { READY } from '../../core/sheet/column.ts';
import type { App } from '../base/app.ts';
import { setDropdowns } from './dropdowns.ts';
import { type OpenSheet, writtenRows } from './launch-sheet.ts';
import type { Lists } from './lists.ts';
import { paintRules } from './system-cells.ts';

/** Boxes below the last row that is used: as many as somebody fills in before the next check. */
export const SPARE_BOXES = 100;

/**
 * Gives rows that were added or pasted what the template gave the others: ids in plain text,
 * choices, colours, a box.
 */
export function prepareRows(app: Pick<App, 'spreadsheet'>, open: OpenSheet, lists: Lists): void {
  const used = writtenRows(open);
  if (used.size === 0) return;
  const bare = bareRows(open);
  if (bare.length > 0) {
    for (const { start, count } of bare)
      for (const { position, column } of open.layout.columns)
        if (column.holds === 'id' || column.holds === 'ids')
          open.sheet.getRange(start, position + 1, count, 1).setNumberFormat('@');
    paintRules(open);
    setDropdowns(app, open, lists);
  }
  for (const { start, count } of boxlessRows(open, used)) {
    const ready = open.layout.positions.get(READY) ?? 0;
    open.sheet.getRange(start, ready + 1, count, 1).insertCheckboxes();
  }
  // A box that is inserted is not ticked; a rule for one leaves the cell as it is.
  const box = SpreadsheetApp.newDataValidation().requireCheckbox().build();
  for (const { start, count } of pastedTicks(open, used)) {
    const ready = open.layout.positions.get(READY) ?? 0;
    open.sheet.getRange(start, ready + 1, count, 1).setDataValidation(box);
  }
}

/** Used rows that say TRUE or FALSE, pasted from elsewhere, without a box. */
function pastedTicks(
  { sheet, layout, rows, headerRow }: OpenSheet,
  used: ReadonlySet<number>,
): Run[] {
  const ready = layout.positions.get(READY);
  if (ready === undefined || rows.length === 0) return [];
  const rules = sheet.getRange(headerRow + 1, ready + 1, rows.length, 1).getDataValidations();
  return runsOf(
    rows
      .filter(
        ({ number, cells }, i) =>
          used.has(number) && typeof cells[ready]?.value === 'boolean' && rules[i]?.[0] === null,
      )
      .map(({ number }) => number),
  );
}

/** Rows whose column of ids is not plain text. */
function bareRows({ sheet, layout, headerRow }: OpenSheet): Run[] {
  const ids = layout.columns.find(({ column }) => column.holds === 'ids' || column.holds === 'id');
  const count = sheet.getMaxRows() - headerRow;
  if (ids === undefined || count < 1) return [];
  const formats = sheet.getRange(headerRow + 1, ids.position + 1, count, 1).getNumberFormats();
  return runsOf(formats.flatMap(([format], i) => (format === '@' ? [] : [headerRow + 1 + i])));
}

/** Rows that say something and have no box; and some below the last of them. */
function boxlessRows(
  { sheet, layout, rows, headerRow }: OpenSheet,
  used: ReadonlySet<number>,
): Run[] {
  const ready = layout.positions.get(READY);
  if (ready === undefined) return [];
  const boxes = new Set(
    rows
      .filter(({ cells }) => typeof cells[ready]?.value === 'boolean')
      .map(({ number }) => number),
  );
  const lacking = rows
    .filter(({ number, cells }) => used.has(number) && (cells[ready]?.value ?? '') === '')
    .map(({ number }) => number);
  const last = Math.max(...used);
  const spare = [...boxes].filter((number) => number > last).length;
  const from = Math.max(headerRow, last, ...boxes) + 1;
  const more =
    spare >= SPARE_BOXES / 2
      ? 0
      : Math.max(0, Math.min(last + SPARE_BOXES, sheet.getMaxRows()) - from + 1);
  return runsOf([...lacking, ...Array.from({ length: more }, (_, i) => from + i)]);
}

interface Run {
  readonly start: number;
  readonly count: number;
}

/** Row numbers, in order, as runs without gaps. */
function runsOf(numbers: readonly number[]): Run[] {
  const runs: { start: number; count: number }[] = [];
  for (const number of numbers) {
    const run = runs[runs.length - 1];
    if (run !== undefined && run.start + run.count === number) run.count += 1;
    else runs.push({ start: number, count: 1 });
  }
  return runs;
}
