/**
 * What the sheet store needs of a spreadsheet: four verbs, which Apps Script has.
 *
 * Everything is text. Cells are written as plain text (number format '@' first), so that an id of eighteen digits
 * is not rounded and a name that begins with '=' is no formula.
 */
export interface SheetTable {
  /**
   * Runs the work while no other execution runs its own: the document lock. What the work wrote is with the
   * spreadsheet before the next one begins.
   */
  exclusively<T>(work: () => Promise<T>): Promise<T>;

  /** All rows of each tab, in the order asked for, each from its first column; no rows where there is no such tab. */
  read(tabs: readonly string[]): Promise<readonly Cells[]>;

  /**
   * Writes a rectangle whose upper left corner is the first cell of the given row, counted from 1. Makes the tab,
   * the rows and the columns that are missing. Rows are equally long and no cell has more than 50,000
   * characters. Happens whole or not at all, and not before what was written earlier.
   */
  write(tab: string, firstRow: number, rows: Cells): Promise<void>;

  /** Resolves when everything written so far would survive the end of this execution. */
  flush(): Promise<void>;
}

/** Rows of cells; a row may be shorter than others, and what is missing is empty. */
export type Cells = readonly (readonly string[])[];
