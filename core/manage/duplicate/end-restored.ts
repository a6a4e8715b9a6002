import type { Clock } from '../../ports/clock.ts';
import type { Store, Stored } from '../../ports/store.ts';
import type { Holder } from '../../records/lease.ts';
import { workUnderLease } from '../../records/work-under-lease.ts';
import { readEntries } from './journal.ts';
import { type DuplicateRecord, duplicateKind, duplicatePlanKind } from './records.ts';
import { endedResults } from './results.ts';
import { foldDuplicate } from './state.ts';
import { treeOf } from './tree.ts';

const RESTORED =
  'This copy was being made when the backup was made from which the service was restored, and may have been completed afterwards. Look for it in the ad account before asking for it again.';

/**
 * Ends an unfinished duplication, by default because it lies in a restored database: copies lose
 * their mark when they are renamed, so one completed after the backup could not be told from the
 * others, and would be made a second time.
 */
export async function endDuplicate(
  store: Store,
  companyId: string,
  duplicate: Stored<DuplicateRecord>,
  { at, why = RESTORED }: { readonly at: number; readonly why?: string },
): Promise<void> {
  const plan = await store.get(duplicatePlanKind, companyId, duplicate.id);
  if (plan === undefined) return;
  const state = foldDuplicate(plan.doc, await readEntries(store, companyId, duplicate.id));
  const results = endedResults(plan.doc, treeOf(plan.doc.source), state, why);
  const doc: DuplicateRecord = {
    ...duplicate.doc,
    state: 'finished',
    finishedAt: at,
    results,
    lookAgainAt: undefined,
  };
  await store.commit([
    { kind: duplicateKind, companyId, id: duplicate.id, expect: duplicate.version, doc },
  ]);
}

const NOT_COPIED =
  'The service failed at this copy again and again, and its operator ended it. Look for it in the ad account before asking for it again.';

export const dropDuplicate = (
  ports: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  id: string,
  holder: Holder,
) =>
  workUnderLease(ports, companyId, {
    name: `duplicate:${id}`,
    holder,
    work: async (lease) => {
      const duplicate = await ports.store.get(duplicateKind, companyId, id);
      const ended = { at: lease.clock.now(), why: NOT_COPIED };
      if (duplicate?.doc.state === 'running')
        await endDuplicate(ports.store, companyId, duplicate, ended);
      return undefined;
    },
  });
