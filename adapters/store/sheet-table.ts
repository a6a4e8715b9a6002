/**
 * Four verbs, which Apps Script has. Cells are plain text (number format '@' first): an id of
 * eighteen digits is not rounded, and a name that begins with '=' is no formula.
 */
export interface SheetTable {
  /**
   * Under the document lock: what the work wrote is in the spreadsheet before the next one begins.
   */
  exclusively<T>(work: () => Promise<T>): Promise<T>;

  /** All rows of each tab in the order asked for, from the first column; none for a missing tab. */
  read(tabs: readonly string[]): Promise<readonly Cells[]>;

  /**
   * Writes a rectangle from the first cell of the given row (counted from 1) and makes missing
   * tabs, rows and columns. Rows are equally long, cells have at most 50,000 characters. Whole or
   * not at all, and after earlier writes.
   */
  write(tab: string, firstRow: number, rows: Cells): Promise<void>;

  /** Resolves when everything written survives the end of this execution. */
  flush(): Promise<void>;
}

/** A row may be shorter than others: missing cells are empty. */
export type Cells = readonly (readonly string[])[];
