import type { Clock } from '../../core/ports/clock.ts';
import type { Job, JobDone, JobHandlers } from '../../core/ports/jobs.ts';
import type { Log } from '../../core/ports/log.ts';
import { type Store, type Stored, SYSTEM, type Write } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';

export interface JobHoldOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** A job whose worker is silent for so long is handed out again. Default 30,000 ms. */
  readonly patienceMs?: number;
}

export interface JobHold {
  /** The job as this worker now holds it, or undefined when it is not due, gone, or another was faster. */
  take(job: Stored<Job>): Promise<Stored<Job> | undefined>;
  /** Carries it out and writes down what became of it. Never rejects. Answers when it is due again, if it is. */
  carryOut(taken: Stored<Job>, handlers: JobHandlers, stopping: () => boolean): Promise<JobDone>;
}

/**
 * How a worker holds a job: it moves the due time on, which only one worker's commit can do, and keeps
 * moving it while the handler runs. If the worker dies the time stands still and the job is due again.
 */
export function createJobHold({ store, clock, log, patienceMs = 30_000 }: JobHoldOptions): JobHold {
  const write = (job: Stored<Job>, doc: Job | undefined): Write => ({
    kind: jobKind,
    companyId: SYSTEM,
    id: job.id,
    expect: job.version,
    doc,
  });

  /**
   * Whether the document is the one we took. A version alone does not say: a worker that stood still for long
   * may find the job done by another, asked for once more, and at the very version it remembers.
   */
  async function isOurs({ id, version, doc }: Stored<Job>): Promise<boolean> {
    if (clock.now() < doc.dueAt) return true;
    const current = await store.get(jobKind, SYSTEM, id);
    return current?.version === version && current.doc.dueAt === doc.dueAt;
  }

  /** Answers how to stop, which waits for a commit that is under way. */
  function keepHold(job: { held: Stored<Job> }): () => Promise<void> {
    let running = true;
    let commit: Promise<unknown> = Promise.resolve();
    const keep = async (): Promise<void> => {
      for (;;) {
        await clock.sleep(patienceMs / 3);
        if (!running || !(await isOurs(job.held))) return;
        const doc: Job = { ...job.held.doc, dueAt: clock.now() + patienceMs };
        const moved = store.commit([write(job.held, doc)]);
        commit = moved.catch(() => undefined);
        if ((await moved) !== undefined) return;
        job.held = { ...job.held, version: job.held.version + 1, doc };
      }
    };
    keep().catch((error: unknown) => log.warn('job.hold_failed', { job: job.held.id, error: wordsOf(error) }));
    return async () => {
      running = false;
      await commit;
    };
  }

  return {
    async take(job) {
      if (job.doc.dueAt > clock.now()) return undefined;
      const doc: Job = { ...job.doc, dueAt: clock.now() + patienceMs, attempts: job.doc.attempts + 1 };
      return (await store.commit([write(job, doc)])) === undefined ? { id: job.id, version: job.version + 1, doc } : undefined;
    },

    async carryOut(taken, handlers, stopping) {
      const job = { held: taken };
      const letGo = keepHold(job);
      const { queue, companyId, subject, attempts } = taken.doc;
      let done: JobDone;
      try {
        done = await handlers[queue]?.(taken.doc, stopping);
      } catch (error) {
        log.error('job.failed', { queue, companyId, subject, attempts, error: wordsOf(error) });
        done = { againAt: clock.now() + Math.min(60_000, 500 * 2 ** Math.min(attempts, 10)) };
      }
      await letGo();
      try {
        if (!(await isOurs(job.held))) return { againAt: clock.now() };
        // If somebody asked for the job once more meanwhile, its document moved and stays due.
        const conflict = await store.commit([
          write(job.held, done === undefined ? undefined : { ...job.held.doc, dueAt: done.againAt }),
        ]);
        return conflict === undefined ? done : { againAt: clock.now() };
      } catch (error) {
        // Not written down: the job is due again when our patience has run out, and its handler can take that.
        log.error('job.unrecorded', { queue, companyId, subject, error: wordsOf(error) });
        return { againAt: clock.now() + patienceMs };
      }
    },
  };
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
