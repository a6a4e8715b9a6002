import { createAppsScriptClock } from '../../adapters/apps-script/clock.ts';
import { createAppsScriptHttp } from '../../adapters/apps-script/http.ts';
import { createAppsScriptSecrets } from '../../adapters/apps-script/secrets.ts';
import { Busy, createAppsScriptTable, PATIENCE } from '../../adapters/apps-script/table.ts';
import { createSheetStore } from '../../adapters/store/sheet.ts';
import type { App } from './app.ts';
import { backend } from './host.ts';
import { consentUrl, type Reply, replyTo } from './problem.ts';
import { waitFor } from './wait.ts';

/** Half a minute is left for writing down what was reached. */
const WORKING_MS = 270_000;

/** What the globals of Apps Script make of it. */
export function openApp(patience = PATIENCE): App {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const properties = PropertiesService.getUserProperties();
  const clock = createAppsScriptClock(Utilities);
  const table = createAppsScriptTable({
    spreadsheetApp: SpreadsheetApp,
    spreadsheet,
    lock: LockService.getDocumentLock(),
    patience,
  });
  return {
    spreadsheet,
    clock,
    http: createAppsScriptHttp({
      urlFetchApp: UrlFetchApp,
      lacksConsent: () => consentUrl() !== undefined,
    }),
    secrets: createAppsScriptSecrets({ utilities: Utilities, properties }),
    table,
    properties,
    patience,
    deadline: clock.now() + WORKING_MS,
    locked: (work) => table.exclusively(() => work(createSheetStore({ table, held: true }))),
  };
}

/**
 * Runs asynchronous work to its end and hands back a plain value: what Apps Script's entry points
 * need.
 *
 * @param patience how long to wait for the document's lock, in milliseconds
 */
export const run = <T>(work: (app: App) => Promise<T>, patience?: number): T =>
  waitFor(backend().execute(openApp(patience), work));

/** The same for triggers: while another execution works, they leave it to their next run. */
export function runUnlessBusy(work: (app: App) => Promise<unknown>, patience?: number): void {
  try {
    run(work, patience);
  } catch (error) {
    if (!(error instanceof Busy)) throw error;
  }
}

/** The same for the sidebar, which is told of problems in words instead of exceptions. */
export const answer = <T>(work: (app: App) => Promise<T>): Reply<T> => replyTo(() => run(work));
