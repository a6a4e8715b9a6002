import type { Sheet } from './sheet.ts';

/** Rows that were not launched yet are kept in the browser, so that a reload or a closed tab loses none. */
const KEY = 'slipway-launch-rows';
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

export function keepRows(sheet: Sheet | undefined): void {
  try {
    if (sheet === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify({ at: Date.now(), sheet }));
  } catch {
    // A browser that keeps nothing, or has no room for so many rows: the page works all the same.
  }
}

export function keptRows(): Sheet | undefined {
  try {
    const { at, sheet } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { at?: number; sheet?: Sheet };
    const isSheet = Array.isArray(sheet?.headers) && Array.isArray(sheet.rows);
    return isSheet && Date.now() - (at ?? 0) < KEPT_MS ? sheet : undefined;
  } catch {
    return undefined;
  }
}
