import { createAppsScriptClock } from '../adapters/runtime/apps-script/clock.ts';
import { createAppsScriptHttp } from '../adapters/runtime/apps-script/http.ts';
import { createAppsScriptSecrets } from '../adapters/runtime/apps-script/secrets.ts';
import { createAppsScriptTable } from '../adapters/runtime/apps-script/table.ts';
import { createSheetStore } from '../adapters/store/sheet.ts';
import type { SheetTable } from '../adapters/store/sheet-table.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Http } from '../core/ports/http.ts';
import type { Secrets } from '../core/ports/secrets.ts';
import type { Store } from '../core/ports/store.ts';
import { backend } from './backend.ts';
import { waitFor } from './launch/wait.ts';
import { type Reply, replyTo } from './problem.ts';

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
  /** No new work is begun after this moment: executions end after six minutes, however far they are. */
  readonly deadline: number;
  /** Runs the work alone in this spreadsheet, with what the file remembers. Not for anything slow. */
  locked<T>(work: (store: Store) => Promise<T>): Promise<T>;
}

/** Documents in the file belong to no company: they travel with it. Those that concern one say so themselves. */
export const FILE = 'file';

/** Half a minute is left for writing down what was reached. */
const WORKING_MS = 270_000;

/** What the globals of Apps Script make of it. */
export function openApp(): App {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const properties = PropertiesService.getUserProperties();
  const clock = createAppsScriptClock(Utilities);
  const table = createAppsScriptTable({
    spreadsheetApp: SpreadsheetApp,
    spreadsheet,
    lock: LockService.getDocumentLock(),
  });
  return {
    spreadsheet,
    clock,
    http: createAppsScriptHttp({ urlFetchApp: UrlFetchApp }),
    secrets: createAppsScriptSecrets({ utilities: Utilities, properties }),
    table,
    properties,
    deadline: clock.now() + WORKING_MS,
    locked: (work) => table.exclusively(() => work(createSheetStore({ table, held: true }))),
  };
}

/** Runs asynchronous work to its end and hands back a plain value: what Apps Script's entry points need. */
export const run = <T>(work: (app: App) => Promise<T>): T => waitFor(backend().execute(openApp(), work));

/** The same for the sidebar, which is told of problems in words instead of exceptions. */
export const answer = <T>(work: (app: App) => Promise<T>): Reply<T> => replyTo(() => run(work));
