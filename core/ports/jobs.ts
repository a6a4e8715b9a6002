/**
 * Background work. `jobWrite` (core/records/job.ts) commits a job with the thing to be worked on;
 * this port only carries the news to a worker. Losing the news is harmless: workers also poll.
 */
export interface Jobs {
  /** Announces a committed job. May be lost; never throws when no worker listens. */
  wake(jobId: string): Promise<void>;

  /**
   * Hands due jobs to their handlers until stopped. Each job goes to one handler at a time across
   * all processes and is handed out again if its worker dies: at least once. A handler that
   * resolves ends its job; one that throws is called again, with growing pauses. Handlers must
   * therefore be resumable. A job that fails for more than a day is dead until it is asked for
   * again (core/records/dead-job.ts). Each lane has places of its own in this process. Within a
   * lane companies take turns, and within a company the things its jobs use. Queues that no lane
   * names share four places. Jobs of queues without a handler here are left to other processes.
   */
  work(handlers: JobHandlers, lanes?: readonly Lane[]): JobWorker;
}

/** Queues that share places. */
export interface Lane {
  /** Small letters and dashes. */
  readonly name: string;
  readonly queues: readonly string[];
  /** Jobs of the lane that one process works on at once. A long one gives its place to others. */
  readonly places: number;
  /** How many of the places one company may have. */
  readonly perCompany: number;
  /**
   * How many of those may use the same thing: an ad account, a webhook. One small job more is let
   * in beyond that, so that it does not wait for large ones.
   */
  readonly perUse: number;
  /**
   * How many jobs of all companies may use things of a group: the part of a use before the colon,
   * such as an account's platform.
   */
  readonly perGroup?: { readonly [group: string]: number };
}

/**
 * `stopping` turns true when the process wants to end: a long job then saves its position and
 * returns.
 */
export type JobHandlers = {
  readonly [queue: string]: (job: Job, stopping: () => boolean, turn: JobTurn) => Promise<JobDone>;
};

/** One worker's right to a job. */
export interface JobTurn {
  /** Unique among all turns. */
  readonly id: string;
  /**
   * The turn of a silent worker that lost the job to this one; its `isHeld` is false, so it sends
   * nothing more.
   */
  readonly replaces?: string;
  /** False once this worker did not renew its turn in time: another may have the job. */
  isHeld(): boolean;
}

/** An unfinished handler names the time of its next call. */
export type JobDone = undefined | { readonly againAt: number };

export interface JobWorker {
  /** Takes no new job; resolves when the running ones have ended or given back their leases. */
  stop(): Promise<void>;
}

/** Kept under the company SYSTEM so that one sweep finds all. */
export interface Job {
  readonly queue: string;
  readonly companyId: string;
  /** What it works on, such as a batch id. */
  readonly subject: string;
  /**
   * Not before this time, milliseconds. While a worker has the job, and once it is dead: NEVER_DUE.
   */
  readonly dueAt: number;
  /**
   * When `dueAt` was written, by the writer's clock: shows a due time that a wrong clock put far
   * ahead.
   */
  readonly askedAt?: number;
  /** How often its handler was called since the job was asked for. */
  readonly attempts: number;
  /** Failures in a row: its handler threw or its worker died. */
  readonly failures?: number;
  /** The message of the last failure. */
  readonly error?: string;
  /** When it failed for the last time. */
  readonly deadAt?: number;
  /**
   * What it depends on outside, such as ad accounts: a company's jobs that use the same thing share
   * `Lane.perUse`.
   */
  readonly uses?: readonly string[];
  /** Done soon: see `Lane.perUse`. */
  readonly isSmall?: true;
  /** The turn of the worker that has it, and the longest it takes to renew it, milliseconds. */
  readonly turn?: string;
  readonly turnMs?: number;
  /** Of that worker, where the store tells who lives. */
  readonly process?: string;
  /**
   * How often that worker renewed its turn: shows that it lives, whatever else is written into the
   * job.
   */
  readonly renewals?: number;
  /** `traceparent` of what asked for it, where work is traced. */
  readonly trace?: string;
  /** Asked for again while a worker had it: due as soon as that one is done. */
  readonly again?: boolean;
}

/** The due time of a job that a worker has or that is dead: sweeps for due jobs do not find it. */
export const NEVER_DUE = 8_640_000_000_000_000;
