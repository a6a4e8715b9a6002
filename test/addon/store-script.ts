import { createAppsScriptTable } from '../../adapters/runtime/apps-script/table.ts';
import { createSheetStore } from '../../adapters/store/sheet.ts';
import { SlipwayError } from '../../core/errors.ts';
import type { Kind, Query, Write } from '../../core/ports/store.ts';
import { fromWire, toWire } from './wire-value.ts';

/** A script for Apps Script that is nothing but the sheet store on the spreadsheet: one call, one execution. */

// What the fakes put there; the test's own types know nothing of Google.
declare const SpreadsheetApp: { getActiveSpreadsheet(): never; flush(): void };
declare const LockService: { getDocumentLock(): { waitLock(ms: number): void; releaseLock(): void } };

const waitFor = <T>(work: Promise<T>): T => (Promise as unknown as { unwrap<V>(promise: Promise<V>): V }).unwrap(work);

export function storeCall(text: string): string {
  const [verb, ...args] = fromWire(JSON.parse(text)) as [string, ...unknown[]];
  const table = createAppsScriptTable({
    spreadsheetApp: SpreadsheetApp,
    spreadsheet: SpreadsheetApp.getActiveSpreadsheet(),
    lock: LockService.getDocumentLock(),
  });
  const store = createSheetStore({ table });
  const run = async (): Promise<unknown> => {
    if (verb === 'get') return store.get(args[0] as Kind, args[1] as string, args[2] as string);
    if (verb === 'find') return store.find(args[0] as Kind, args[1] as string, args[2] as Query);
    if (verb === 'count') return store.count(args[0] as Kind, args[1] as string, args[2] as Query);
    return store.commit(args[0] as Write[]);
  };
  try {
    return JSON.stringify(toWire({ value: waitFor(run()) }));
  } catch (error) {
    const { name, message } = error as Error;
    return JSON.stringify(toWire({ error: { name, message, code: error instanceof SlipwayError ? error.code : undefined } }));
  }
}
