import type { Jobs } from '../../core/ports/jobs.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';
import { createJobHold, type JobHoldOptions, wordsOf } from './held-job.ts';
import { createWorkLine, type Turn } from './work-line.ts';

export interface StoreJobsOptions extends JobHoldOptions {
  /** How often the documents are swept when nobody calls. Default 1,000 ms. */
  readonly sweepMs?: number;
}

/** Jobs as documents of the store and nothing else, for one process or a few on one database file. */
export function createStoreJobs({ sweepMs = 1_000, ...options }: StoreJobsOptions): Jobs {
  const { store, clock, log } = options;
  const hold = createJobHold(options);
  const listeners = new Set<(jobId: string) => void>();

  return {
    async wake(jobId) {
      for (const heard of listeners) heard(jobId);
    },

    work(handlers, lanes = []) {
      const line = createWorkLine({ store, clock, log, sweepMs, everyTime: true, handlers, lanes, overdue: hold.overdue });
      const running = new Set<Promise<unknown>>();
      let stopping = false;
      let ring: (() => void) | undefined;
      const heard = (jobId: string): void => {
        line.hear(jobId);
        ring?.();
      };
      listeners.add(heard);

      const begin = async ({ jobId, end }: Turn): Promise<void> => {
        const job = await store.get(jobKind, SYSTEM, jobId);
        const taken = job && (await hold.take(job));
        if (taken === undefined) return end();
        const work = hold
          .carryOut(taken, handlers, () => stopping)
          .then((done) => done && line.hear(jobId, done.againAt))
          .finally(() => {
            end();
            running.delete(work);
            ring?.();
          });
        running.add(work);
      };

      const sweep = async (): Promise<void> => {
        await line.look();
        for (const lane of line.lanes)
          for (let turn = line.next(lane); turn !== undefined; turn = line.next(lane)) {
            if (stopping) return turn.end();
            await begin(turn).catch((error: unknown) => {
              turn?.end();
              throw error;
            });
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
          listeners.delete(heard);
          ring?.();
          await ended;
          await Promise.all(running);
        },
      };
    },
  };
}
