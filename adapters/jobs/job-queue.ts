import type { Job } from '../../core/ports/jobs.ts';
import type { Stored } from '../../core/ports/store.ts';
import type { WaitingJob } from './fair-pick.ts';
import type { Ending } from './job-steps.ts';

/**
 * Decides when a job is due, retried or dead: by its document (store-queue.ts) or by pg-boss
 * (boss-queue.ts). The document decides who has it in both (held-job.ts).
 */
export interface JobQueue {
  /** A page of due jobs, until there is no `next`. Those due after `until` are not needed. */
  due(until: number, after: string | undefined): Promise<DuePage>;
  /** A waiting job, due or not, with its due time by this process's clock. */
  waiting(jobId: string): Promise<WaitingJob | undefined>;
  /** Jobs that a wrong clock dated ahead and that waited long enough. Asked at every sweep. */
  datedAhead(): Promise<readonly WaitingJob[]>;
  /**
   * Gives a free job to the turn in `doc`. Undefined when it is not due, or another worker was
   * faster.
   */
  take(job: Stored<Job>, doc: Job): Promise<Stored<Job> | undefined>;
  /** For a job whose worker fell silent: counts as a failure. */
  takeOver(job: Stored<Job>, doc: Job): Promise<Stored<Job> | 'dead' | undefined>;
  /** Records the outcome. Writes nothing when the document has moved. */
  end(held: Stored<Job>, ending: Ending): Promise<Ended>;
  /** A job that was found due and has no document any more. */
  forget(jobId: string): Promise<void>;
}

interface DuePage {
  readonly items: readonly WaitingJob[];
  readonly next?: string | undefined;
}

/** `waits`: until it is due again, by the clock of this process. */
export type Ended =
  | { readonly is: 'moved' | 'gone' | 'dead' }
  | { readonly is: 'waits'; readonly until: number };
