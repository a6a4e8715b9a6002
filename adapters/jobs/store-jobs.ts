import type { Jobs } from '../../core/ports/jobs.ts';
import type { JobHoldOptions } from './held-job.ts';
import { defaultRetries, type Retries } from './retries.ts';
import { createStoreQueue } from './store-queue.ts';
import { startWorker } from './worker.ts';

interface StoreJobsOptions extends JobHoldOptions {
  /** How often the documents are swept. Default 1,000 ms. */
  readonly sweepMs?: number;
  readonly retries?: Retries;
}

/** Jobs as documents alone, for one process or a few on one database file. */
export function createStoreJobs({
  sweepMs = 1_000,
  retries = defaultRetries,
  ...options
}: StoreJobsOptions): Jobs {
  const { store, clock } = options;
  const listeners = new Set<(jobId: string) => void>();
  return {
    async wake(jobId) {
      for (const heard of listeners) heard(jobId);
    },

    work(handlers, lanes = []) {
      const queue = createStoreQueue(store, clock, retries);
      const listen = (heard: (jobId: string) => void) => {
        listeners.add(heard);
        return () => void listeners.delete(heard);
      };
      return startWorker({ ...options, queue, sweepMs, everyTime: true, listen }, handlers, lanes);
    },
  };
}
