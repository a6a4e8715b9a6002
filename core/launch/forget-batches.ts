import type { Store, Write } from '../ports/store.ts';
import type { Forgotten } from '../records/expired.ts';
import { allOf } from '../records/list.ts';
import { batchKind, journalKind, planKind, type RawStatus } from './journal/records.ts';

const ENDED: readonly RawStatus[] = ['Success', 'Error', 'Cancelled'];

/** One batch in a commit, with its plan and its whole journal: nobody ever sees half of one. */
export async function forgetBatches(
  { store }: { readonly store: Store },
  companyId: string,
  before: number,
  told: (count: number) => void,
): Promise<Forgotten> {
  for (const rawStatus of ENDED) {
    const where = { rawStatus, createdAt: { before } };
    const { items } = await store.find(batchKind, companyId, { where, order: { by: 'createdAt' }, limit: 20 });
    // What is being undone, or ended a short time ago although it began long before, has its turn later.
    const batch = items.find(({ doc }) => (doc.finishedAt ?? 0) < before && (doc.undo?.requestedAt ?? 0) < before);
    if (batch === undefined) continue;
    const { id, version } = batch;
    const [plan, entries] = [
      await store.get(planKind, companyId, id),
      await allOf(store, journalKind, companyId, { where: { batch: id } }),
    ];
    const conflict = await store.commit([
      { kind: batchKind, companyId, id, expect: version, doc: undefined },
      ...(plan === undefined ? [] : [{ kind: planKind, companyId, id, expect: plan.version, doc: undefined } satisfies Write]),
      ...entries.map((each): Write => ({ kind: journalKind, companyId, id: each.id, expect: each.version, doc: undefined })),
    ]);
    if (conflict === undefined) told(1);
    return 'more';
  }
  return 'done';
}
