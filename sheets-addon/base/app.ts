import type { SheetTable } from '../../adapters/store/sheet-table.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Http } from '../../core/ports/http.ts';
import type { Secrets } from '../../core/ports/secrets.ts';
import type { Store } from '../../core/ports/store.ts';

export type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
export type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

/** What one execution works with. */
export interface App {
  readonly spreadsheet: Spreadsheet;
  readonly clock: Clock;
  readonly http: Http;
  readonly secrets: Secrets;
  readonly table: SheetTable;
  readonly properties: GoogleAppsScript.Properties.Properties;
  /** How long to wait for the document's lock, in milliseconds. */
  readonly patience: number;
  /** No new work begins after this moment: executions end after six minutes. */
  readonly deadline: number;
  /**
   * Runs the work alone in this spreadsheet, with what the file remembers. Not for anything slow.
   */
  locked<T>(work: (store: Store) => Promise<T>): Promise<T>;
}

/** Documents in the file belong to no company: they travel with it. */
export const FILE = 'file';
