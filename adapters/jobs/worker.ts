import type { Job, JobHandlers, JobWorker, Lane } from '../../core/ports/jobs.ts';
import { type Stored, SYSTEM } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';
import type { WaitingJob } from './fair-pick.ts';
import { createJobHold, type JobHoldOptions } from './held-job.ts';
import type { JobQueue } from './job-queue.ts';
import { wordsOf } from './job-steps.ts';
import { createWorkLine, type Turn } from './work-line.ts';

interface WorkerOptions extends JobHoldOptions {
  readonly queue: JobQueue;
  readonly sweepMs: number;
  /** As in DueJobsOptions. */
  readonly everyTime?: boolean;
  /** Calls with the job of every wake; answers how to stop. */
  listen(heard: (jobId: string) => void): () => void;
  /** Done before each look at the queue. */
  upkeep?(): Promise<void>;
}

/** Gives the jobs whose turn it is to their handlers, until stopped. */
export function startWorker(options: WorkerOptions, handlers: JobHandlers, lanes: readonly Lane[]): JobWorker {
  const { store, clock, log, queue, sweepMs, everyTime = false } = options;
  const hold = createJobHold(options, queue);
  const overdue = async () => [...(await hold.silent()).map(waitingJob), ...(await queue.datedAhead())];
  const line = createWorkLine({ queue, clock, log, sweepMs, everyTime, handlers, lanes, overdue });
  const running = new Set<Promise<unknown>>();
  let stopping = false;
  let ring: (() => void) | undefined;
  const stopListening = options.listen((jobId) => {
    line.hear(jobId);
    ring?.();
  });

  const take = async (jobId: string): Promise<Stored<Job> | undefined> => {
    const job = await store.get(jobKind, SYSTEM, jobId);
    if (job !== undefined) return hold.take(job);
    await queue.forget(jobId);
    return undefined;
  };

  const begin = async ({ jobId, end }: Turn): Promise<void> => {
    const job = await take(jobId).catch((error: unknown) => {
      end();
      throw error;
    });
    if (job === undefined) return end();
    const work = hold
      .carryOut(job, handlers, () => stopping)
      .then((done) => done && line.hear(jobId, done.againAt))
      .finally(() => {
        end();
        running.delete(work);
        ring?.();
      });
    running.add(work);
  };

  const sweep = async (): Promise<void> => {
    await options.upkeep?.();
    await line.look();
    for (const lane of line.lanes)
      for (let turn = line.next(lane); turn !== undefined; turn = line.next(lane)) {
        if (stopping) return turn.end();
        await begin(turn);
      }
  };

  const loop = async (): Promise<void> => {
    while (!stopping) {
      // From before the sweep on, so that nothing told during it is missed.
      const rung = new Promise<void>((resolve) => {
        ring = resolve;
      });
      // A store that is away for a moment must not end the work for good.
      await sweep().catch((error: unknown) => log.error('jobs.sweep_failed', { error: wordsOf(error) }));
      if (!stopping) await Promise.race([rung, clock.sleep(sweepMs)]);
    }
  };
  const ended = loop();
  return {
    async stop() {
      stopping = true;
      stopListening();
      ring?.();
      await ended;
      await Promise.all(running);
    },
  };
}

/** One whose worker fell silent is as urgent as can be. */
const waitingJob = ({ id, doc: { queue, companyId, uses, isSmall } }: Stored<Job>): WaitingJob => ({
  id,
  queue,
  companyId,
  dueAt: 0,
  ...(uses !== undefined && { uses }),
  ...(isSmall && { isSmall }),
});
