import type { LogTab } from '../store/sheet-log.ts';
import { hiddenSheet, type Spreadsheet } from './table.ts';

/** What is used of the global `SpreadsheetApp`. */
interface LogTabServices<S extends LogSheet = LogSheet> {
  readonly spreadsheetApp: { flush(): void };
  readonly spreadsheet: Spreadsheet<S>;
}

interface LogSheet {
  getDataRange(): LogRange;
  getMaxRows(): number;
  insertRowsAfter(row: number, count: number): unknown;
  deleteRows(row: number, count: number): unknown;
  hideSheet(): unknown;
  getRange(row: number, column: number, rows: number, columns: number): LogRange;
}

interface LogRange {
  getValues(): unknown[][];
  setValues(values: string[][]): unknown;
}

/** Rows that are added at a time: each time takes a call. */
const ROOM = 200;

/**
 * The first column of a hidden sheet. No cell of a log looks like a number or a formula: none needs
 * a format.
 */
export function createAppsScriptLogTab<S extends LogSheet>(
  { spreadsheetApp, spreadsheet }: LogTabServices<S>,
  name: string,
): LogTab {
  // A sheet stays the same object during an execution; asking for it or its size is a call each.
  let known: S | undefined;
  let size: number | undefined;
  const found = (): S | undefined => {
    known ??= spreadsheet.getSheetByName(name) ?? undefined;
    return known;
  };
  return {
    async read() {
      return (
        found()
          ?.getDataRange()
          .getValues()
          .map(([cell]) => String(cell ?? '')) ?? []
      );
    },
    async write(firstRow, cells) {
      const sheet = found() ?? hiddenSheet(spreadsheet, name);
      known = sheet;
      size ??= sheet.getMaxRows();
      const missing = firstRow + cells.length - 1 - size;
      if (missing > 0) {
        sheet.insertRowsAfter(size, missing + ROOM);
        size += missing + ROOM;
      }
      sheet.getRange(firstRow, 1, cells.length, 1).setValues(cells.map((cell) => [cell]));
      spreadsheetApp.flush();
    },
    async removeFirst(rows) {
      found()?.deleteRows(1, rows);
      if (size !== undefined) size -= rows;
      spreadsheetApp.flush();
    },
  };
}
