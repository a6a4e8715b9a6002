import type { Clock } from '../../core/ports/clock.ts';
import type { Job, JobDone, JobHandlers, Jobs } from '../../core/ports/jobs.ts';
import type { Log } from '../../core/ports/log.ts';
import { type Store, type Stored, SYSTEM, type Write } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';

export interface StoreJobsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Jobs worked on at the same time by this process. Default 4. */
  readonly concurrency?: number;
  /** How often the documents are swept when nobody calls. Default 1,000 ms. */
  readonly sweepMs?: number;
  /** A job whose worker is silent for so long is handed out again. Default 30,000 ms. */
  readonly patienceMs?: number;
}

/**
 * Jobs as documents of the store, for one process or a few on one database file: a due job is taken by
 * moving its due time on, which only one worker's commit can do. While its handler runs the time keeps
 * being moved; if the worker dies it stands still and the job is due again.
 */
export function createStoreJobs({
  store,
  clock,
  log,
  concurrency = 4,
  sweepMs = 1_000,
  patienceMs = 30_000,
}: StoreJobsOptions): Jobs {
  let ring: (() => void) | undefined;

  /** Resolves at the next sweep or when somebody wakes the workers. */
  const bell = (): Promise<void> =>
    new Promise((resolve) => {
      ring = resolve;
      void clock.sleep(sweepMs).then(resolve);
    });

  const write = (job: Stored<Job>, doc: Job | undefined): Write => ({
    kind: jobKind,
    companyId: SYSTEM,
    id: job.id,
    expect: job.version,
    doc,
  });

  /** The job as this worker holds it, or undefined when another was faster. */
  async function take(job: Stored<Job>): Promise<Stored<Job> | undefined> {
    const doc: Job = { ...job.doc, dueAt: clock.now() + patienceMs, attempts: job.doc.attempts + 1 };
    return (await store.commit([write(job, doc)])) === undefined ? { id: job.id, version: job.version + 1, doc } : undefined;
  }

  async function carryOut(taken: Stored<Job>, handlers: JobHandlers, stopping: () => boolean): Promise<void> {
    let held = taken;
    let running = true;
    let holding: Promise<unknown> = Promise.resolve();
    const keepHold = async (): Promise<void> => {
      for (;;) {
        await clock.sleep(patienceMs / 3);
        if (!running) return;
        const doc: Job = { ...held.doc, dueAt: clock.now() + patienceMs };
        const commit = store.commit([write(held, doc)]);
        holding = commit;
        if ((await commit) !== undefined) return;
        held = { ...held, version: held.version + 1, doc };
      }
    };
    void keepHold();
    const { queue, companyId, subject, attempts } = taken.doc;
    let done: JobDone;
    try {
      done = await handlers[queue]?.(taken.doc, stopping);
    } catch (error) {
      log.error('job.failed', {
        queue,
        companyId,
        subject,
        attempts,
        error: error instanceof Error ? error.message : String(error),
      });
      done = { againAt: clock.now() + Math.min(60_000, 500 * 2 ** Math.min(attempts, 10)) };
    }
    running = false;
    await holding;
    // If somebody asked for the job once more meanwhile, its document moved and stays due.
    await store.commit([write(held, done === undefined ? undefined : { ...held.doc, dueAt: done.againAt })]);
  }

  return {
    async wake() {
      ring?.();
    },

    work(handlers) {
      const queues = Object.keys(handlers);
      const running = new Set<Promise<void>>();
      let stopping = false;
      const loop = async (): Promise<void> => {
        while (!stopping) {
          const due = await store.find(jobKind, SYSTEM, {
            where: { dueAt: { before: clock.now() + 1 } },
            order: { by: 'dueAt' },
            limit: 50,
          });
          for (const job of due.items) {
            if (stopping || running.size >= concurrency) break;
            if (!queues.includes(job.doc.queue)) continue;
            const taken = await take(job);
            if (taken === undefined) continue;
            const work = carryOut(taken, handlers, () => stopping).finally(() => {
              running.delete(work);
              ring?.();
            });
            running.add(work);
          }
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
