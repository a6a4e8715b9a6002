import type { Jobs } from '../../core/ports/jobs.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';
import { createJobHold, type JobHoldOptions, wordsOf } from './held-job.ts';

export interface StoreJobsOptions extends JobHoldOptions {
  /** Jobs worked on at the same time by this process. Default 4. */
  readonly concurrency?: number;
  /** How often the documents are swept when nobody calls. Default 1,000 ms. */
  readonly sweepMs?: number;
}

/** Jobs as documents of the store and nothing else, for one process or a few on one database file. */
export function createStoreJobs({ concurrency = 4, sweepMs = 1_000, ...options }: StoreJobsOptions): Jobs {
  const { store, clock, log } = options;
  const hold = createJobHold(options);
  let ring: (() => void) | undefined;

  /** Resolves at the next sweep or when somebody wakes the workers. */
  const bell = (): Promise<void> =>
    new Promise((resolve) => {
      ring = resolve;
      void clock.sleep(sweepMs).then(resolve);
    });

  return {
    async wake() {
      ring?.();
    },

    work(handlers) {
      const queues = Object.keys(handlers);
      const running = new Set<Promise<unknown>>();
      let stopping = false;

      const sweep = async (): Promise<void> => {
        const due = await store.find(jobKind, SYSTEM, {
          where: { dueAt: { before: clock.now() + 1 } },
          order: { by: 'dueAt' },
          limit: 50,
        });
        for (const job of due.items) {
          if (stopping || running.size >= concurrency) return;
          if (!queues.includes(job.doc.queue)) continue;
          const taken = await hold.take(job);
          if (taken === undefined) continue;
          const work = hold
            .carryOut(taken, handlers, () => stopping)
            .finally(() => {
              running.delete(work);
              ring?.();
            });
          running.add(work);
        }
      };

      const loop = async (): Promise<void> => {
        while (!stopping) {
          // A store that is away for a moment must not end the work for good.
          await sweep().catch((error: unknown) => log.error('jobs.sweep_failed', { error: wordsOf(error) }));
          if (!stopping) await bell();
        }
      };
      const ended = loop();
      return {
        async stop() {
          stopping = true;
          ring?.();
          await ended;
          await Promise.all(running);
        },
      };
    },
  };
}
