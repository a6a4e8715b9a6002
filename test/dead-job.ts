import { NEVER_DUE } from '../core/ports/jobs.ts';
import { type Store, SYSTEM } from '../core/ports/store.ts';
import { jobKind } from '../core/records/job.ts';

/** Leaves an open job as one that failed too often. */
export async function letDie(
  store: Store,
  id: string,
  at: number,
  error = 'Not today.',
): Promise<void> {
  const job = await store.get(jobKind, SYSTEM, id);
  if (job === undefined) throw new Error(`There is no job ${id}.`);
  const { askedAt: _askedAt, ...doc } = job.doc;
  const dead = { ...doc, dueAt: NEVER_DUE, deadAt: at, failures: 111, error };
  await store.commit([{ kind: jobKind, companyId: SYSTEM, id, expect: job.version, doc: dead }]);
}
