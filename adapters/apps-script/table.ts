import type { Cells, SheetTable } from '../store/sheet-table.ts';

export interface Spreadsheet<S> {
  getSheetByName(name: string): S | null;
  getActiveSheet(): S;
  setActiveSheet(sheet: S): unknown;
  insertSheet(name: string): S;
}

/** What is used of the globals `SpreadsheetApp` and `LockService`. */
interface TableServices<S extends TableSheet = TableSheet> {
  readonly spreadsheetApp: { flush(): void };
  readonly spreadsheet: Spreadsheet<S>;
  readonly lock: { tryLock(ms: number): boolean; releaseLock(): void };
  /** How long to wait for the lock, in milliseconds. */
  readonly patience?: number;
}

interface TableSheet {
  getDataRange(): TableRange;
  getMaxRows(): number;
  getMaxColumns(): number;
  insertRowsAfter(row: number, count: number): unknown;
  insertColumnsAfter(column: number, count: number): unknown;
  hideSheet(): unknown;
  getRange(row: number, column: number, rows: number, columns: number): TableRange;
}

interface TableRange {
  getValues(): unknown[][];
  setValues(values: string[][]): unknown;
  setNumberFormat(format: string): unknown;
}

/** Another execution holds the lock for 6 minutes at most, too long for a sidebar. */
export const PATIENCE = 30_000;

/** Another execution works in the document. */
export class Busy extends Error {
  constructor() {
    super('Another execution is working in this document.');
    this.name = 'Busy';
  }
}

/** Tabs as a store's tables: hidden, plain text, under the document's lock. */
export function createAppsScriptTable<S extends TableSheet>({
  spreadsheetApp,
  spreadsheet,
  lock,
  patience = PATIENCE,
}: TableServices<S>): SheetTable {
  // A sheet stays the same object during an execution; asking for it is a call each.
  const found = new Map<string, S>();
  const sheetOf = (tab: string): S | null => {
    const sheet = found.get(tab) ?? spreadsheet.getSheetByName(tab);
    if (sheet !== null) found.set(tab, sheet);
    return sheet;
  };
  return {
    async exclusively(work) {
      if (!lock.tryLock(patience)) throw new Busy();
      try {
        return await work();
      } finally {
        // What was written must be there before somebody else may look.
        spreadsheetApp.flush();
        lock.releaseLock();
      }
    },
    async read(tabs) {
      return tabs.map((tab): Cells => {
        const rows = sheetOf(tab)?.getDataRange().getValues() ?? [];
        // An empty sheet has one cell, and nothing in it.
        return rows.length === 1 && rows[0]?.join('') === ''
          ? []
          : rows.map((row) => row.map(String));
      });
    },
    async write(tab, firstRow, rows) {
      const sheet = sheetOf(tab) ?? hiddenSheet(spreadsheet, tab);
      const columns = rows[0]?.length ?? 0;
      const missingRows = firstRow + rows.length - 1 - sheet.getMaxRows();
      if (missingRows > 0) sheet.insertRowsAfter(sheet.getMaxRows(), missingRows);
      const missingColumns = columns - sheet.getMaxColumns();
      if (missingColumns > 0) sheet.insertColumnsAfter(sheet.getMaxColumns(), missingColumns);
      const range = sheet.getRange(firstRow, 1, rows.length, columns);
      range.setNumberFormat('@');
      range.setValues(rows.map((row) => [...row]));
    },
    async flush() {
      spreadsheetApp.flush();
    },
  };
}

/** A new sheet comes to the front: the user stays where they are. */
export function hiddenSheet<S extends { hideSheet(): unknown }>(
  spreadsheet: Spreadsheet<S>,
  name: string,
): S {
  const active = spreadsheet.getActiveSheet();
  const sheet = spreadsheet.insertSheet(name);
  spreadsheet.setActiveSheet(active);
  sheet.hideSheet();
  return sheet;
}
