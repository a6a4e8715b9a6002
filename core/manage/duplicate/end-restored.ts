import type { Store, Stored } from '../../ports/store.ts';
import { markerOf } from './context.ts';
import { readEntries } from './journal.ts';
import { type DuplicateRecord, duplicateKind, duplicatePlanKind } from './records.ts';
import { endedResults } from './results.ts';
import { foldEntries } from './state.ts';
import { treeOf } from './tree.ts';

const RESTORED =
  'This copy was being made when the backup was made from which the service was restored, and may have been completed afterwards. Look for it in the ad account before asking for it again.';

/**
 * Ends an unfinished duplication that nobody goes on with: by default because it lies in a restored database. Copies lose their mark when they are renamed, so one that was
 * completed after the backup could not be told from the others, and would be made a second time.
 */
export async function endDuplicate(
  store: Store,
  companyId: string,
  duplicate: Stored<DuplicateRecord>,
  at: number,
  why = RESTORED,
): Promise<void> {
  const plan = await store.get(duplicatePlanKind, companyId, duplicate.id);
  if (plan === undefined) return;
  const state = foldEntries(await readEntries(store, companyId, duplicate.id));
  const results = endedResults(plan.doc, treeOf(plan.doc.source), state, (copy) => markerOf(plan.doc, copy), why);
  const doc: DuplicateRecord = { ...duplicate.doc, state: 'finished', finishedAt: at, results, lookAgainAt: undefined };
  await store.commit([{ kind: duplicateKind, companyId, id: duplicate.id, expect: duplicate.version, doc }]);
}
