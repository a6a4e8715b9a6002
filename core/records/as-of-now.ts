import type { Store } from '../ports/store.ts';

/** Reads single documents as they are now, or later: cheaper for work that reads many of them. */
export function asOfNow(store: Store): Store {
  const reader = store.reader?.();
  return reader === undefined ? store : { ...store, get: reader.get };
}
