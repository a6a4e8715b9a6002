import type { Store } from '../ports/store.ts';
import { readJournal } from './journal.ts';
import { batchKind } from './records.ts';

/** More batches than this do not run at once. */
const MOST_BATCHES = 100;

/**
 * What the company's other batches have noted as theirs since then: where a platform's objects carry no mark,
 * one that another batch made must not be taken for ours, however alike the two are.
 */
export async function takenElsewhere(store: Store, companyId: string, batchId: string, since: number): Promise<string[]> {
  const { items } = await store.find(batchKind, companyId, {
    order: { by: 'createdAt', direction: 'desc' },
    limit: MOST_BATCHES,
  });
  const refs: string[] = [];
  for (const { id, doc } of items) {
    if (id === batchId || doc.startedAt === undefined || (doc.finishedAt ?? since) < since) continue;
    for (const { outcomes = {} } of await readJournal(store, companyId, id))
      for (const [operation, settled] of Object.entries(outcomes))
        if (operation.startsWith('ad:') && settled.to === 'done') refs.push(settled.ref);
  }
  return refs;
}
