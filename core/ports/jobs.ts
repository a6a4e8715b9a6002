/**
 * Background work.
 *
 * A job is durable before it is announced: `jobWrite` (core/records/job.ts) puts a document into the
 * same commit as the thing to be worked on. This port only carries the news to a worker. Losing the
 * news is harmless: workers also look for themselves.
 */
export interface Jobs {
  /** Tells the workers that a job was committed. May be lost; never throws for want of a listener. */
  wake(jobId: string): Promise<void>;

  /**
   * Hands due jobs to their handlers until stopped.
   *
   * Each job goes to one handler at a time across all processes and is handed out again if its worker
   * dies: at least once. A handler that resolves ends its job; one that throws is called again later,
   * with growing pauses. Handlers must therefore be resumable. A job that fails again and again, for more
   * than a day, is dead: nobody calls its handler until it is asked for anew (core/records/dead-job.ts).
   *
   * Each lane has places of its own in this process. Within a lane companies take turns, and within a company
   * the things its jobs use: none of them waits for another that has more to do or that hangs. Queues that no
   * lane names share one of four places. A job of a queue that has no handler here is left to others.
   */
  work(handlers: JobHandlers, lanes?: readonly Lane[]): JobWorker;
}

/** Queues that share places, apart from all others. */
export interface Lane {
  /** Small letters and dashes. */
  readonly name: string;
  readonly queues: readonly string[];
  /** Jobs of the lane worked on at the same time by one process. One that takes long gives its place to others. */
  readonly places: number;
  /** How many of them one company may have, however long they take. */
  readonly perCompany: number;
  /**
   * How many of those may use the same thing: an ad account, a webhook. One small job more is let in where they are taken,
   * so that it does not wait for large ones to end.
   */
  readonly perUse: number;
  /** How many of all, whoever's, may use things of a group: what stands before the colon of a use, as the platform of an account. */
  readonly perGroup?: { readonly [group: string]: number };
}

/**
 * `stopping` turns true when the process wants to end: a long job then writes down where it is and returns. `turn` is
 * this run's right to the job.
 */
export type JobHandlers = {
  readonly [queue: string]: (job: Job, stopping: () => boolean, turn: JobTurn) => Promise<JobDone>;
};

/** One worker's turn at a job. */
export interface JobTurn {
  /** No other turn at any job has it. */
  readonly id: string;
  /** The turn of a worker that fell silent and lost the job to this one. It sends nothing any more: its `isHeld` is false. */
  readonly replaces?: string;
  /** False once this worker could not renew its turn in time: another may have been given the job. */
  isHeld(): boolean;
}

/** A handler that is not finished names the time at which it wants to be called again. */
export type JobDone = undefined | { readonly againAt: number };

export interface JobWorker {
  /** Takes no new job; resolves when the running ones have ended or handed back their leases. */
  stop(): Promise<void>;
}

/** What is to be done. Kept under the company SYSTEM so that one sweep finds all. */
export interface Job {
  readonly queue: string;
  readonly companyId: string;
  /** What it works on, for example a batch id. */
  readonly subject: string;
  /** Not before this time, milliseconds. While a worker has the job, and once it is dead: NEVER_DUE. */
  readonly dueAt: number;
  /** When `dueAt` was written, by the clock of whoever wrote it: tells a due time that a wrong clock has put far ahead. */
  readonly askedAt?: number;
  /** How often its handler was called since the job was asked for. */
  readonly attempts: number;
  /** How often in a row its handler threw, or its worker died. */
  readonly failures?: number;
  /** What the last of those failures said. */
  readonly error?: string;
  /** When it failed once too often. */
  readonly deadAt?: number;
  /** What it depends on outside, for example ad accounts: jobs of a company that use the same thing share `Lane.perUse`. */
  readonly uses?: readonly string[];
  /** It is done soon: see `Lane.perUse`. */
  readonly isSmall?: true;
  /** The turn of the worker that has it, and how often that worker promises to renew it at the latest, milliseconds. */
  readonly turn?: string;
  readonly turnMs?: number;
  /** The trace of what asked for it (`traceparent`), where work is traced. */
  readonly trace?: string;
  /** It was asked for once more while a worker had it: due again as soon as that one is done. */
  readonly again?: boolean;
}

/** The due time of a job that a worker has or that is dead: no sweep for due jobs finds it. */
export const NEVER_DUE = 8_640_000_000_000_000;
