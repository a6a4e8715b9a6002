import { a1 } from '../../core/sheet/locate.ts';
import type { App, Sheet } from '../base/app.ts';
import { Problem } from '../base/problem.ts';
import { say } from '../base/say.ts';

const MOST_CELLS = 10_000_000;

/** Adds missing rows and columns, within the size that Sheets allows. */
export function makeRoom(
  { spreadsheet }: Pick<App, 'spreadsheet'>,
  sheet: Sheet,
  lastRow: number,
  lastColumn: number,
): void {
  const [rows, columns] = [sheet.getMaxRows(), sheet.getMaxColumns()];
  const [moreRows, moreColumns] = [Math.max(0, lastRow - rows), Math.max(0, lastColumn - columns)];
  if (moreRows === 0 && moreColumns === 0) return;
  refuseTooLarge({ spreadsheet }, moreRows * (columns + moreColumns) + moreColumns * rows);
  if (moreRows > 0) sheet.insertRowsAfter(rows, moreRows);
  if (moreColumns > 0) sheet.insertColumnsAfter(columns, moreColumns);
}

export function refuseTooLarge({ spreadsheet }: Pick<App, 'spreadsheet'>, moreCells: number): void {
  const used = spreadsheet
    .getSheets()
    .reduce((sum, each) => sum + each.getMaxRows() * each.getMaxColumns(), 0);
  if (used + moreCells > MOST_CELLS) throw new Problem('other', say('fileTooBig'));
}

/** In the notation of whole columns (and rows), which metadata needs. From 1. */
export const wholeColumn = (sheet: Sheet, column: number): GoogleAppsScript.Spreadsheet.Range => {
  const letters = a1(column - 1, 1).replace('1', '');
  return sheet.getRange(`${letters}:${letters}`);
};
