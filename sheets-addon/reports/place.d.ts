import type { ReportColumn } from '../../core/sheet/report-table.ts';
import type { App, Sheet } from '../app.ts';
/**
 * Where a report stands. Its rows and columns carry the report's mark as developer metadata, which moves with
 * them: people may insert, delete and move rows and columns around it, rename its headers and the sheet.
 */
export interface Place {
  readonly sheet: Sheet;
  /** The line that says how old the figures are; undefined when somebody deleted it. */
  readonly infoRow: number | undefined;
  readonly headRow: number;
  /** The last row of figures; the head itself when there are none. */
  readonly tailRow: number;
  /** Position (from 1) of each column that is still there, by field. */
  readonly columns: ReadonlyMap<string, number>;
}
/** @param sheetId the sheet it was written to: a duplicate of that sheet may carry the same marks, and is none of ours */
export declare function findPlace({ spreadsheet }: Pick<App, 'spreadsheet'>, id: string, sheetId: string): Place | undefined;
/** Takes a new place: two rows for the age and the headers, and as many columns as the report has. */
export declare function takePlace(
  app: Pick<App, 'spreadsheet'>,
  id: string,
  columns: readonly ReportColumn[],
  at: {
    readonly sheet: Sheet;
    readonly row: number;
    readonly column: number;
  },
): Place;
/**
 * Gives a report other columns, without touching what is beside it. Where the rows still stand for the same, fields that
 * stay keep their columns, so that formulas which point at them stay right. New fields take the columns of those
 * that went, then further ones to the right; where anything stands there, columns are inserted. Columns that are left
 * over go, unless they hold something else as well: then only the report's own cells in them are emptied.
 *
 * @param last the last row the figures will need
 */
export declare function changeColumns(
  app: Pick<App, 'spreadsheet'>,
  id: string,
  place: Place,
  columns: readonly ReportColumn[],
  {
    last,
    sameRows,
  }: {
    readonly last: number;
    readonly sameRows: boolean;
  },
): Place;
/** Remembers where the figures end. */
export declare function moveTail(
  { spreadsheet }: Pick<App, 'spreadsheet'>,
  id: string,
  { sheet, headRow, tailRow }: Place,
  last: number,
): void;
/** Lets go of a place. The cells keep what they show. */
export declare const leavePlace: ({ spreadsheet }: Pick<App, 'spreadsheet'>, id: string) => void;
/** Adds the rows and columns that are missing, unless the spreadsheet would be larger than Sheets allows. */
export declare function makeRoom(
  { spreadsheet }: Pick<App, 'spreadsheet'>,
  sheet: Sheet,
  lastRow: number,
  lastColumn: number,
): void;
