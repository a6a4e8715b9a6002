import { createAppsScriptLogTab } from '../../adapters/apps-script/log-tab.ts';
import { createAppsScriptTable } from '../../adapters/apps-script/table.ts';
import { createSheetStore } from '../../adapters/store/sheet.ts';
import { createSheetLogStore } from '../../adapters/store/sheet-log.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import type { Kind, Query, Store, Write } from '../../core/ports/store.ts';
import { fromWire, toWire } from './wire-value.ts';

/**
 * A script for Apps Script that is nothing but the two stores on the spreadsheet: one call, one
 * execution.
 */

// What the fakes put there; the test's own types know nothing of Google.
declare const SpreadsheetApp: { getActiveSpreadsheet(): never; flush(): void };
declare const LockService: {
  getDocumentLock(): { tryLock(ms: number): boolean; releaseLock(): void };
};

const waitFor = <T>(work: Promise<T>): T =>
  (Promise as unknown as { unwrap<V>(promise: Promise<V>): V }).unwrap(work);

const spreadsheetApp = { flush: () => SpreadsheetApp.flush() };

/** Each kind a tab. */
export function storeCall(text: string): string {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const table = createAppsScriptTable({
    spreadsheetApp,
    spreadsheet,
    lock: LockService.getDocumentLock(),
  });
  return answer(text, createSheetStore({ table }));
}

/** All kinds in one log, flushed when the execution ends. */
export function logCall(text: string): string {
  const lock = LockService.getDocumentLock();
  lock.tryLock(1000);
  const tab = createAppsScriptLogTab(
    { spreadsheetApp, spreadsheet: SpreadsheetApp.getActiveSpreadsheet() },
    'slipway store',
  );
  try {
    return answer(text, createSheetLogStore({ tab, file: 'this one', isAtOnce: () => false }));
  } finally {
    lock.releaseLock();
  }
}

function answer(text: string, store: Store): string {
  const [verb, ...args] = fromWire(JSON.parse(text)) as [string, ...unknown[]];
  const run = async (): Promise<unknown> => {
    if (verb === 'get') return store.get(args[0] as Kind, args[1] as string, args[2] as string);
    if (verb === 'find') return store.find(args[0] as Kind, args[1] as string, args[2] as Query);
    if (verb === 'count') return store.count(args[0] as Kind, args[1] as string, args[2] as Query);
    return store.commit(args[0] as Write[]);
  };
  try {
    const value = waitFor(run());
    waitFor(store.close());
    return JSON.stringify(toWire({ value }));
  } catch (error) {
    const { name, message } = error as Error;
    return JSON.stringify(
      toWire({
        error: { name, message, code: error instanceof SlipwayError ? error.code : undefined },
      }),
    );
  }
}
