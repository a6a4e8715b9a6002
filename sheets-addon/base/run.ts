import { createAppsScriptClock } from '../../adapters/runtime/apps-script/clock.ts';
import { createAppsScriptHttp } from '../../adapters/runtime/apps-script/http.ts';
import { createAppsScriptSecrets } from '../../adapters/runtime/apps-script/secrets.ts';
import { createAppsScriptTable } from '../../adapters/runtime/apps-script/table.ts';
import { createSheetStore } from '../../adapters/store/sheet.ts';
import type { App } from './app.ts';
import { backend } from './host.ts';
import { type Reply, replyTo } from './problem.ts';
import { waitFor } from './wait.ts';

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
