import type { Clock } from '../ports/clock.ts';
import type { Store, Write } from '../ports/store.ts';
import { type Forgotten, removals } from '../records/expired.ts';
import { allOf } from '../records/list.ts';
import { journalPageKind } from './journal/pages.ts';
import { batchKind, journalKind, planKind, type RawStatus } from './journal/records.ts';
import { loosePagesKind, planPageKind } from './plan/pages.ts';

const ENDED: readonly RawStatus[] = ['Success', 'Error', 'Cancelled'];

/**
 * One batch in a commit, with its plan and its whole journal: no reader sees half of one. Of a
 * batch with pages the commit takes head and plan; the rest is then out of reach and goes in later
 * steps.
 */
export async function forgetBatches(
  { store }: { readonly store: Store },
  companyId: string,
  before: number,
  told: (count: number) => void,
): Promise<Forgotten> {
  for (const rawStatus of ENDED) {
    const where = { rawStatus, createdAt: { before } };
    const { items } = await store.find(batchKind, companyId, {
      where,
      order: { by: 'createdAt' },
      limit: 20,
    });
    // What is being undone, or ended lately although it began long before, has its turn later.
    const batch = items.find(
      ({ doc }) => (doc.finishedAt ?? 0) < before && (doc.undo?.requestedAt ?? 0) < before,
    );
    if (batch === undefined) continue;
    const { id, doc } = batch;
    const plan = await store.get(planKind, companyId, id);
    const conflict = await store.commit([
      ...removals(batchKind, companyId, [batch]),
      ...removals(planKind, companyId, plan === undefined ? [] : [plan]),
      ...(doc.pages === undefined
        ? removals(
            journalKind,
            companyId,
            await allOf(store, journalKind, companyId, { where: { batch: id } }),
          )
        : [
            {
              kind: loosePagesKind,
              companyId,
              id: doc.pages.key,
              expect: 'absent',
              doc: { at: 0, batch: id },
            } satisfies Write,
          ]),
    ]);
    if (conflict === undefined) told(1);
    return 'more';
  }
  return 'done';
}

/** Longer than a launch takes from its first page to its commit. */
const LOOSE_MS = 24 * 60 * 60 * 1000;
const STEP = 50;

/**
 * Removes pages of a launch that was never accepted, and pages and journal of one that was
 * forgotten.
 */
export async function forgetLoosePages(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
): Promise<Forgotten> {
  const where = { at: { from: 0, before: clock.now() - LOOSE_MS } };
  const [loose] = (await store.find(loosePagesKind, companyId, { where, limit: 1 })).items;
  if (loose === undefined) return 'done';
  const { batch } = loose.doc;
  const limit = STEP;
  const left = removals(
    planPageKind,
    companyId,
    (await store.find(planPageKind, companyId, { where: { of: loose.id }, limit })).items,
  );
  if (batch !== undefined)
    left.push(
      ...removals(
        journalPageKind,
        companyId,
        (await store.find(journalPageKind, companyId, { where: { batch }, limit })).items,
      ),
      ...removals(
        journalKind,
        companyId,
        (await store.find(journalKind, companyId, { where: { batch }, limit })).items,
      ),
    );
  await store.commit(
    left.length === 0 ? removals(loosePagesKind, companyId, [loose]) : left.slice(0, 2 * STEP),
  );
  return 'more';
}
