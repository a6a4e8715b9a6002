import { foldEntries } from '../../effects/state.ts';
import type { Store, Stored } from '../../ports/store.ts';
import { entryWrites, headWrite, nextEntry, readJournal, readPlan } from '../journal/journal.ts';
import type { BatchRecord } from '../journal/records.ts';
import { isHarmless } from './policy.ts';

/**
 * Doubts everything that is not done in an unfinished batch of a restored database: the service may
 * have sent it after the backup was made, at `at`. It is looked for by its mark before it is sent.
 * Answers how many operations are in doubt.
 */
export async function doubtBatch(
  store: Store,
  companyId: string,
  batch: Stored<BatchRecord>,
  at: number,
): Promise<number> {
  const plan = await readPlan(store, companyId, batch.id);
  const states = foldEntries(plan.operations, await readJournal(store, companyId, batch.id));
  const doubted = plan.operations
    .filter(
      ({ id }) => !isHarmless(id) && !['done', 'failed'].includes(states.get(id)?.phase ?? 'done'),
    )
    .map(({ id }) => id);
  const { entry, head } = nextEntry(batch, { doubted }, at);
  const conflict = await store.commit([
    headWrite(companyId, batch.id, batch.version, head),
    ...entryWrites(companyId, entry, head),
  ]);
  if (conflict !== undefined)
    throw new Error('Another process works on the restored database already.');
  return doubted.length;
}
