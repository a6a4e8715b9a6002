import type { Job } from '../../core/ports/jobs.ts';
import type { Stored } from '../../core/ports/store.ts';
import type { WaitingJob } from './fair-pick.ts';
import type { Ending } from './job-steps.ts';

/**
 * Where it is decided when a job is due, when it is tried again and when it is dead: in its document (store-queue.ts), or
 * by pg-boss (boss-queue.ts). Who has a job is decided in its document in both (held-job.ts).
 */
export interface JobQueue {
  /** A page of the jobs that are due, page after page until there is no `next`. None that became due after `until` is needed. */
  due(until: number, after: string | undefined): Promise<DuePage>;
  /** A job that waits, due or not, with its due time by the clock of this process. */
  waiting(jobId: string): Promise<WaitingJob | undefined>;
  /** Jobs that a wrong clock has dated ahead and that have waited for long enough. Asked at every sweep. */
  datedAhead(): Promise<readonly WaitingJob[]>;
  /** Gives a job that nobody has to the turn in `doc`. Undefined when it is not due, or another was faster. */
  take(job: Stored<Job>, doc: Job): Promise<Stored<Job> | undefined>;
  /** The same for one whose worker fell silent, which counts as a failure. */
  takeOver(job: Stored<Job>, doc: Job): Promise<Stored<Job> | 'dead' | undefined>;
  /** Writes down what became of a job. Nothing was written when its document has moved. */
  end(held: Stored<Job>, ending: Ending): Promise<Ended>;
  /** A job that was found due and has no document any more. */
  forget(jobId: string): Promise<void>;
}

interface DuePage {
  readonly items: readonly WaitingJob[];
  readonly next?: string | undefined;
}

/** `waits`: until it is due again, by the clock of this process. */
export type Ended = { readonly is: 'moved' | 'gone' | 'dead' } | { readonly is: 'waits'; readonly until: number };
