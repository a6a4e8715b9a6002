import { companyKind } from '../access/records.ts';
import { doubtRequests } from '../effects/carry-out.ts';
import { accountTotalKind } from '../gate/totals.ts';
import { batchKind } from '../launch/journal/records.ts';
import { doubtBatch } from '../launch/run/doubt.ts';
import { endDuplicate } from '../manage/duplicate/end-restored.ts';
import { duplicateKind } from '../manage/duplicate/records.ts';
import type { Feature } from '../operations/feature.ts';
import { type Store, SYSTEM } from '../ports/store.ts';
import { removals } from '../records/expired.ts';
import { allOf } from '../records/list.ts';

export interface Distrusted {
  /** Going on, each operation only after a search at its platform. */
  readonly batches: number;
  /** Ended. */
  readonly duplications: number;
}

/**
 * A backup does not know what happened after it: a service that goes on from it must not assume
 * that it was not done. To be called once on a restored database, before any process works on it.
 * `at`: when the backup was made.
 */
export async function distrustUnfinished(
  store: Store,
  features: readonly Pick<Feature, 'distrust'>[],
  at: number,
): Promise<Distrusted> {
  let [batches, duplications] = [0, 0];
  for (const { id: companyId } of await allOf(store, companyKind, SYSTEM)) {
    for (const rawStatus of ['Queued', 'Processing'] as const)
      for (const batch of await allOf(store, batchKind, companyId, { where: { rawStatus } })) {
        await doubtBatch(store, companyId, batch, at);
        batches += 1;
      }
    for (const duplicate of await allOf(store, duplicateKind, companyId, {
      where: { state: 'running' },
    })) {
      await endDuplicate(store, companyId, duplicate, { at });
      duplications += 1;
    }
    await doubtRequests(store, companyId, at);
    for (const { distrust } of features) await distrust?.(store, companyId, at);
    // What delivers was counted before the backup: the gate asks the platform again.
    for (const total of await allOf(store, accountTotalKind, companyId))
      await store.commit(removals(accountTotalKind, companyId, [total]));
  }
  return { batches, duplications };
}
