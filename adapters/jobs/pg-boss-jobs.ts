import type { Clock } from '../../core/ports/clock.ts';
import type { Jobs } from '../../core/ports/jobs.ts';
import type { Notifier } from '../../core/ports/notifier.ts';
import type { PostgresStore } from '../store/postgres.ts';
import type { Boss } from './boss.ts';
import { createBossQueue } from './boss-queue.ts';
import type { JobHoldOptions } from './held-job.ts';
import { startWorker } from './worker.ts';

interface PgBossJobsOptions extends JobHoldOptions {
  readonly boss: Boss;
  /** Opened with what `boss` writes beside its documents. */
  readonly store: PostgresStore;
  /** Tells every process of a new job. Closed by its opener. */
  readonly notifier: Notifier;
  /** How often workers look without news. Default 2,000 ms. */
  readonly sweepMs?: number;
}

const CHANNEL = 'slipway_jobs';
const ADOPT_MS = 60_000;
const TIDY_MS = 60 * 60_000;

/** Jobs of pg-boss, for several processes on one Postgres. See README.md. */
export function createPgBossJobs({
  sweepMs = 2_000,
  boss,
  notifier,
  ...options
}: PgBossJobsOptions): Jobs {
  const { store, clock } = options;
  return {
    wake: (jobId) => notifier.notify(CHANNEL, jobId),
    work(handlers, lanes = []) {
      const queue = createBossQueue(boss, store, clock);
      const adopt = every(clock, ADOPT_MS, queue.adopt);
      const tidy = every(clock, TIDY_MS, boss.tidy);
      const upkeep = async () => {
        await boss.open();
        await adopt();
        await tidy();
      };
      return startWorker(
        {
          ...options,
          queue,
          sweepMs,
          upkeep,
          listen: (heard) => notifier.subscribe(CHANNEL, heard),
        },
        handlers,
        lanes,
      );
    },
  };
}

/** On the first call, then at most once per `ms`; at once again after a failure. */
function every(clock: Clock, ms: number, work: () => Promise<void>): () => Promise<void> {
  let done = Number.NEGATIVE_INFINITY;
  return async () => {
    if (clock.monotonic() - done < ms) return;
    await work();
    done = clock.monotonic();
  };
}
