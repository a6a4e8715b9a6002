import type { Clock } from '../../core/ports/clock.ts';
import type { Job } from '../../core/ports/jobs.ts';
import { type Store, type Stored, SYSTEM } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';
import { createSilence } from '../../core/records/silence.ts';
import type { WaitingJob } from './fair-pick.ts';
import type { Ended, JobQueue } from './job-queue.ts';
import { dead, type Failure, jobUpdate, retrying, waiting } from './job-steps.ts';
import { pauseAfter, type Retries } from './retries.ts';

/** Clocks of several machines differ this much without being wrong. */
const TOLERANCE_MS = 5_000;
/** A job that a wrong clock dated ahead waits no longer than this. */
const LONGEST_AHEAD_MS = 60_000;
const PAGE = 200;
const MOST = 500;

/** Due times, retries and deaths in the documents themselves. */
export function createStoreQueue(store: Store, clock: Clock, retries: Retries): JobQueue {
  const silence = createSilence(clock);

  function isDue({ id, version, doc: { dueAt, askedAt } }: Stored<Job>) {
    if (dueAt <= clock.now()) return true;
    if (askedAt === undefined || askedAt <= clock.now() + TOLERANCE_MS) return false;
    return silence.lasts(id, `${version} ${dueAt}`, Math.min(dueAt - askedAt, LONGEST_AHEAD_MS));
  }

  const commit = async (job: Stored<Job>, doc: Job | undefined, ended: Ended): Promise<Ended> =>
    (await store.commit([jobUpdate(job, doc)])) === undefined ? ended : { is: 'moved' };

  const given = async (job: Stored<Job>, doc: Job): Promise<Stored<Job> | undefined> => {
    if ((await store.commit([jobUpdate(job, doc)])) !== undefined) return undefined;
    silence.forget(job.id);
    return { id: job.id, version: job.version + 1, doc };
  };

  const failureOf = ({ failures = 0 }: Job, error: string): Failure => ({
    failures: failures + 1,
    error,
  });
  const isLast = ({ failures }: Failure) => failures > retries.limit;

  return {
    async due(until, after) {
      const page = await store.find(jobKind, SYSTEM, {
        where: { dueAt: { before: until } },
        order: { by: 'dueAt' },
        limit: PAGE,
        ...(after !== undefined && { after }),
      });
      return { items: page.items.map(waitingJob), next: page.next };
    },

    async waiting(jobId) {
      const job = await store.get(jobKind, SYSTEM, jobId);
      return job === undefined || job.doc.turn !== undefined ? undefined : waitingJob(job);
    },

    async datedAhead() {
      const { items } = await store.find(jobKind, SYSTEM, {
        where: { askedAt: { from: clock.now() + TOLERANCE_MS } },
        order: { by: 'askedAt' },
        limit: MOST,
      });
      return items.filter((job) => job.doc.turn === undefined && isDue(job)).map(waitingJob);
    },

    take: async (job, doc) => (isDue(job) ? given(job, doc) : undefined),

    async takeOver(job, doc) {
      const failure = failureOf(job.doc, SILENT);
      if (!isLast(failure)) return given(job, { ...doc, ...failure });
      const { is } = await commit(job, dead(job.doc, failure, clock.now()), { is: 'dead' });
      return is === 'dead' ? is : undefined;
    },

    async end(held, ending) {
      const now = clock.now();
      const wait = (until: number, doc: Job): Promise<Ended> =>
        commit(held, doc, { is: 'waits', until });
      if (ending.to === 'done') return commit(held, undefined, { is: 'gone' });
      if (ending.to === 'anew') return wait(now, waiting(held.doc, now, now, 0));
      if (ending.to === 'again')
        return wait(ending.at, waiting(held.doc, ending.at, now, held.doc.attempts));
      const failure = failureOf(held.doc, ending.error);
      if (isLast(failure)) return commit(held, dead(held.doc, failure, now), { is: 'dead' });
      const until = now + pauseAfter(retries, failure.failures);
      return wait(until, retrying(held.doc, failure, until, now));
    },

    forget: async () => undefined,
  };
}

export const SILENT = 'Its worker fell silent.';

const waitingJob = ({
  id,
  doc: { queue, companyId, dueAt, uses, isSmall },
}: Stored<Job>): WaitingJob => ({
  id,
  queue,
  companyId,
  dueAt,
  ...(uses !== undefined && { uses }),
  ...(isSmall && { isSmall }),
});
