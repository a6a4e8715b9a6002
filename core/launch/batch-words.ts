import { quoted } from '../base/schema/quoted.ts';
import type { Store } from '../ports/store.ts';
import { readBatch } from './journal/journal.ts';

/** `batch 17 “Summer”`. Throws `not_found`. */
export async function batchWords(
  store: Store,
  companyId: string,
  batchId: string,
): Promise<string> {
  const { name } = (await readBatch(store, companyId, batchId)).doc;
  return name ? `batch ${batchId} ${quoted(name)}` : `batch ${batchId}`;
}
