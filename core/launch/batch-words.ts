import { quoted } from '../base/schema/quoted.ts';
import type { Store } from '../ports/store.ts';
import { batchKind } from './journal/records.ts';

/** `batch 17 “Summer”`. */
export async function batchWords(store: Store, companyId: string, batchId: string): Promise<string> {
  const name = (await store.get(batchKind, companyId, batchId))?.doc.name;
  return name ? `batch ${batchId} ${quoted(name)}` : `batch ${batchId}`;
}
