import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';
import type { WaitingJob } from './fair-pick.ts';
import type { JobQueue } from './job-queue.ts';

export interface DueJobsOptions {
  readonly queue: Pick<JobQueue, 'due' | 'waiting'>;
  readonly clock: Clock;
  readonly log: Log;
  /** How often the queue is gone through when nobody calls. */
  readonly sweepMs: number;
  /** Every look goes through it, unless due jobs fill more than a page. */
  readonly everyTime?: boolean;
  /** Whether this process has a handler for a queue. */
  knows(queue: string): boolean;
  /**
   * Jobs to hand out before their due time: their worker fell silent, or a wrong clock dated them
   * ahead.
   */
  overdue(): Promise<readonly WaitingJob[]>;
  /** Told of each job that is due. */
  found(job: WaitingJob): void;
}

export interface DueJobs {
  /** Looks at one job now, or when it will be due. May be lost; the queue has it too. */
  hear(jobId: string, at?: number): void;
  /**
   * Looks at jobs heard of and, from time to time, at the queue. `isWanted`: whether more could
   * start.
   */
  look(isWanted: () => boolean): Promise<void>;
}

/** Pages read at one go; the next go continues there. */
const PAGES = 10;
const MOST_HEARD = 10_000;

/**
 * Finds due jobs: those it hears of at once, others page by page in due order. Jobs that cannot
 * start, however many, hide none behind them.
 */
export function createDueJobs({
  queue,
  clock,
  log,
  sweepMs,
  everyTime,
  knows,
  overdue,
  found,
}: DueJobsOptions): DueJobs {
  const heard = new Map<string, number>();
  let sweptAt = Number.NEGATIVE_INFINITY;
  let walk = newWalk();
  let isShort = true;
  let told: readonly string[] = [];

  function newWalk() {
    return {
      until: clock.now() + 1,
      unknown: new Map<string, { jobs: number; readonly dueAt: number }>(),
      after: '',
    };
  }

  const see = (job: WaitingJob): void => {
    if (knows(job.queue)) {
      found(job);
      return;
    }
    const unknown = walk.unknown.get(job.queue) ?? { jobs: 0, dueAt: job.dueAt };
    unknown.jobs += 1;
    walk.unknown.set(job.queue, unknown);
  };

  const lookAtHeard = async (): Promise<void> => {
    for (const [id, at] of heard) {
      if (at > clock.now()) continue;
      heard.delete(id);
      const job = await queue.waiting(id);
      if (job === undefined || !knows(job.queue)) continue;
      const early = job.dueAt - clock.now();
      if (early <= 0) found(job);
      // What is due later than the next sweep is found by a sweep.
      else if (early <= sweepMs) heard.set(id, job.dueAt);
    }
  };

  const goThrough = async (isWanted: () => boolean): Promise<void> => {
    for (let pages = 0; pages < PAGES && isWanted(); pages++) {
      const { items, next } = await queue.due(
        walk.until,
        walk.after === '' ? undefined : walk.after,
      );
      items.forEach(see);
      isShort = next === undefined && walk.after === '';
      walk.after = next ?? '';
      if (next !== undefined) continue;
      tell();
      return;
    }
  };

  /** Once per queue: an older version does not know what a newer one left behind. */
  const tell = () => {
    for (const [queue, { jobs, dueAt }] of walk.unknown)
      if (!told.includes(queue))
        log.warn('jobs.unknown_queue', { queue, jobs, since: new Date(dueAt).toISOString() });
    told = [...walk.unknown.keys()];
  };

  return {
    hear(jobId, at = Number.NEGATIVE_INFINITY) {
      if (heard.size < MOST_HEARD) heard.set(jobId, at);
    },
    async look(isWanted) {
      await lookAtHeard();
      const isTime = clock.monotonic() - sweptAt >= sweepMs;
      // At every sweep, wanted or not: what counts is how long they stayed unchanged.
      if (isTime) for (const job of await overdue()) if (knows(job.queue)) found(job);
      if (isTime) sweptAt = clock.monotonic();
      if (!(isTime || (everyTime === true && isShort)) || !isWanted()) return;
      if (walk.after === '') walk = newWalk();
      await goThrough(isWanted);
    },
  };
}
