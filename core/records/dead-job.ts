import type { Clock } from '../ports/clock.ts';
import type { Job, Jobs } from '../ports/jobs.ts';
import { type Store, type Stored, SYSTEM } from '../ports/store.ts';
import type { Halted } from './halted.ts';
import { jobId, jobKind, queueJob } from './job.ts';

type DeadJob = Stored<Job & { readonly deadAt: number }>;

const isDead = (job: Stored<Job>): job is DeadJob => job.doc.deadAt !== undefined;

export async function deadJobs(store: Store, most = 1_000): Promise<readonly DeadJob[]> {
  const { items } = await store.find(jobKind, SYSTEM, {
    where: { deadAt: { from: 0 } },
    order: { by: 'deadAt' },
    limit: most,
  });
  return items.filter(isDead);
}

export async function haltedBy(
  store: Store,
  queue: string,
  companyId: string,
  subject: string,
): Promise<Halted | undefined> {
  const job = await store.get(jobKind, SYSTEM, jobId(queue, companyId, subject));
  if (job === undefined || !isDead(job)) return undefined;
  return {
    since: new Date(job.doc.deadAt).toISOString(),
    message:
      'Halted: the service failed at it again and again, for more than a day. What was done is done, and nothing is lost.',
    fix: `The operator of the service finds the reason in its log and has it go on with: slipway jobs retry ${job.id}`,
  };
}

/**
 * Lets a dead job start again, with all its retries. False when there is no such job, or it is not
 * dead.
 */
export async function putBack(
  { store, clock, jobs }: { readonly store: Store; readonly clock: Clock; readonly jobs: Jobs },
  id: string,
): Promise<boolean> {
  for (;;) {
    const job = await store.get(jobKind, SYSTEM, id);
    if (job === undefined || !isDead(job)) return false;
    const { queue, companyId, subject, uses } = job.doc;
    const write = await queueJob(store, queue, { companyId, subject, now: clock.now(), uses });
    if (write.expect !== job.version || (await store.commit([write])) !== undefined) continue;
    await jobs.wake(id);
    return true;
  }
}
