import { foldEntries } from '../effects/state.ts';
import type { Write } from '../ports/store.ts';
import type { AcceptedLaunch, AcceptPorts } from './hooks.ts';
import { readJournal, readPlan } from './journal/journal.ts';
import { batchKind } from './journal/records.ts';

/** `corrects` of an ad: the failed ad that it replaces. No spreadsheet takes it for a number or a day. */
export const correctionOf = (batchId: string, index: number): string => `batch ${batchId} ad ${index + 1}`;

const FORM = /^batch (\d{1,15}) ad (\d{1,6})$/;

/**
 * Notes in earlier batches which of their failed ads a new batch replaces, so that a retry leaves them out. What names no
 * ended batch changes nothing.
 */
export async function correctionWrites(
  { store }: AcceptPorts,
  companyId: string,
  { batchId, corrects }: AcceptedLaunch,
): Promise<readonly Write[]> {
  const byBatch = new Map<string, Set<number>>();
  for (const each of corrects) {
    const [, batch, ad] = FORM.exec(each?.trim() ?? '') ?? [];
    if (batch !== undefined) byBatch.set(batch, (byBatch.get(batch) ?? new Set<number>()).add(Number(ad) - 1));
  }
  const writes: Write[] = [];
  for (const [id, indexes] of byBatch) {
    const batch = await store.get(batchKind, companyId, id);
    if (batch?.doc.finishedAt === undefined) continue;
    const plan = await readPlan(store, companyId, id);
    const states = foldEntries(plan.operations, await readJournal(store, companyId, id));
    const failed = plan.operations.filter(({ id: of, kind }) => kind === 'ad' && states.get(of)?.phase === 'failed');
    const corrected = { ...batch.doc.corrected };
    for (const { adIndex } of failed) if (indexes.has(adIndex)) corrected[adIndex] = Number(batchId);
    const correctedAds = failed.filter(({ adIndex }) => corrected[adIndex] !== undefined).length;
    writes.push({ kind: batchKind, companyId, id, expect: batch.version, doc: { ...batch.doc, corrected, correctedAds } });
  }
  return writes;
}
