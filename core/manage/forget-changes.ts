import type { Store } from '../ports/store.ts';
import { expiredOf, type Forgotten, removals } from '../records/expired.ts';
import { allOf } from '../records/list.ts';
import { duplicateJournalKind, duplicateKind, duplicatePlanKind } from './duplicate/records.ts';
import { updateKind } from './undo/kept.ts';

/**
 * Updates of objects, and one ended duplication with its plan and journal: they can be undone or
 * read no more.
 */
export async function forgetChanges(
  { store }: { readonly store: Store },
  companyId: string,
  before: number,
  told: (count: number) => void,
): Promise<Forgotten> {
  const updates = await expiredOf(store, updateKind, companyId, { by: 'at', before, limit: 200 });
  const old = { state: 'finished' as const, createdAt: { before } };
  const { items } = await store.find(duplicateKind, companyId, {
    where: old,
    order: { by: 'createdAt' },
    limit: 20,
  });
  const copy = items.find(
    ({ doc }) => doc.lookAgainAt === undefined && (doc.finishedAt ?? 0) < before,
  );
  const plan = copy && (await store.get(duplicatePlanKind, companyId, copy.id));
  const entries =
    copy === undefined
      ? []
      : await allOf(store, duplicateJournalKind, companyId, { where: { job: copy.id } });
  const gone = [
    ...removals(updateKind, companyId, updates.items),
    ...removals(duplicateKind, companyId, copy === undefined ? [] : [copy]),
    ...removals(duplicatePlanKind, companyId, plan === undefined ? [] : [plan]),
    ...removals(duplicateJournalKind, companyId, entries),
  ];
  if (gone.length === 0) return 'done';
  const conflict = await store.commit(gone);
  if (conflict === undefined) told(updates.items.length + (copy === undefined ? 0 : 1));
  return conflict !== undefined || copy !== undefined ? 'more' : updates.left;
}
