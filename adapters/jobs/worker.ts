import type { Clock } from '../../core/ports/clock.ts';
import type { Job, JobHandlers, JobWorker, Lane } from '../../core/ports/jobs.ts';
import { type Stored, SYSTEM } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';
import { createDueJobs, type DueJobs, type DueJobsOptions } from './due-jobs.ts';
import { createLanePlaces, type LanePlaces, type WaitingJob } from './fair-pick.ts';
import { createJobHold, type JobHoldOptions } from './held-job.ts';
import type { JobQueue } from './job-queue.ts';
import { wordsOf } from './job-steps.ts';

interface WorkLineOptions extends Omit<DueJobsOptions, 'knows' | 'found'> {
  readonly handlers: JobHandlers;
  readonly lanes: readonly Lane[];
}

/** Keeps its places until `end` is called. */
interface Turn {
  readonly jobId: string;
  end(): void;
}

/** Due jobs by lane, in the order of turns. */
interface WorkLine {
  readonly lanes: readonly string[];
  /** As in DueJobs. */
  readonly hear: DueJobs['hear'];
  look(): Promise<void>;
  /** Undefined when no job has a place. */
  next(lane: string): Turn | undefined;
}

/** For queues that no lane names. */
const OTHER: Omit<Lane, 'queues'> = { name: 'other', places: 4, perCompany: 4, perUse: 4 };
/** Per lane; the rest is found again later. */
const KEPT_PER_COMPANY = 256;

function createWorkLine({ handlers, lanes, clock, ...options }: WorkLineOptions): WorkLine {
  const queues = Object.keys(handlers);
  const named = lanes.filter((lane) => lane.queues.some((queue) => queues.includes(queue)));
  const rest = queues.filter((queue) => !named.some((lane) => lane.queues.includes(queue)));
  const all = rest.length === 0 ? named : [...named, { ...OTHER, queues: rest }];
  const byName = new Map(all.map((lane) => [lane.name, laneInWork(lane, clock)]));
  const byQueue = new Map(
    all.flatMap((lane) => lane.queues.map((queue) => [queue, byName.get(lane.name)] as const)),
  );
  const running = new Set<string>();

  const due = createDueJobs({
    ...options,
    clock,
    knows: (queue) => queues.includes(queue),
    found: (job) => byQueue.get(job.queue)?.add(job),
  });

  const turnOf = (lane: LaneInWork, job: WaitingJob): Turn => {
    const giveBack = lane.places.start(job);
    running.add(job.id);
    lane.remove(job);
    return {
      jobId: job.id,
      end() {
        running.delete(job.id);
        giveBack();
      },
    };
  };

  return {
    lanes: [...byName.keys()],
    hear: due.hear,
    look: () => due.look(() => [...byName.values()].some(({ places }) => places.free() > 0)),
    next(name) {
      const lane = byName.get(name);
      // A running job is looked at again when it has ended.
      const job = lane?.places.pick(lane.waiting(running));
      return lane && job && turnOf(lane, job);
    },
  };
}

interface LaneInWork {
  readonly places: LanePlaces;
  add(job: WaitingJob): void;
  remove(job: WaitingJob): void;
  waiting(except: ReadonlySet<string>): Iterable<WaitingJob>;
}

function laneInWork(lane: Lane, clock: Clock): LaneInWork {
  const byCompany = new Map<string, Map<string, WaitingJob>>();
  return {
    places: createLanePlaces(lane, clock),
    add(job) {
      const jobs = byCompany.get(job.companyId) ?? new Map<string, WaitingJob>();
      if (jobs.size < KEPT_PER_COMPANY || jobs.has(job.id)) jobs.set(job.id, job);
      byCompany.set(job.companyId, jobs);
    },
    remove(job) {
      const jobs = byCompany.get(job.companyId);
      jobs?.delete(job.id);
      if (jobs?.size === 0) byCompany.delete(job.companyId);
    },
    *waiting(except) {
      for (const jobs of byCompany.values())
        for (const job of jobs.values()) if (!except.has(job.id)) yield job;
    },
  };
}

interface WorkerOptions extends JobHoldOptions {
  readonly queue: JobQueue;
  readonly sweepMs: number;
  /** As in DueJobsOptions. */
  readonly everyTime?: boolean;
  /** Calls with the job of every wake; answers how to stop. */
  listen(heard: (jobId: string) => void): () => void;
  /** Done before each look at the queue. */
  upkeep?(): Promise<void>;
}

/** Gives the jobs whose turn it is to their handlers, until stopped. */
export function startWorker(
  options: WorkerOptions,
  handlers: JobHandlers,
  lanes: readonly Lane[],
): JobWorker {
  const { store, clock, log, queue, sweepMs, everyTime = false } = options;
  const hold = createJobHold(options, queue);
  const overdue = async () => [
    ...(await hold.silent()).map(waitingJob),
    ...(await queue.datedAhead()),
  ];
  const line = createWorkLine({ queue, clock, log, sweepMs, everyTime, handlers, lanes, overdue });
  const running = new Set<Promise<unknown>>();
  let stopping = false;
  let ring: (() => void) | undefined;
  const stopListening = options.listen((jobId) => {
    line.hear(jobId);
    ring?.();
  });

  const take = async (jobId: string): Promise<Stored<Job> | undefined> => {
    const job = await store.get(jobKind, SYSTEM, jobId);
    if (job !== undefined) return hold.take(job);
    await queue.forget(jobId);
    return undefined;
  };

  const begin = async ({ jobId, end }: Turn): Promise<void> => {
    const job = await take(jobId).catch((error: unknown) => {
      end();
      throw error;
    });
    if (job === undefined) return end();
    const work = hold
      .carryOut(job, handlers, () => stopping)
      .then((done) => done && line.hear(jobId, done.againAt))
      .finally(() => {
        end();
        running.delete(work);
        ring?.();
      });
    running.add(work);
  };

  const sweep = async (): Promise<void> => {
    await options.upkeep?.();
    await line.look();
    for (const lane of line.lanes)
      for (let turn = line.next(lane); turn !== undefined; turn = line.next(lane)) {
        if (stopping) return turn.end();
        await begin(turn);
      }
  };

  const loop = async (): Promise<void> => {
    while (!stopping) {
      // From before the sweep: nothing heard during it is missed.
      const rung = new Promise<void>((resolve) => {
        ring = resolve;
      });
      // A store that is away for a moment must not end the work for good.
      await sweep().catch((error: unknown) =>
        log.error('jobs.sweep_failed', { error: wordsOf(error) }),
      );
      if (!stopping) await Promise.race([rung, clock.sleep(sweepMs)]);
    }
  };
  const ended = loop();
  return {
    async stop() {
      stopping = true;
      stopListening();
      ring?.();
      await ended;
      await Promise.all(running);
    },
  };
}

/** One whose worker fell silent is as urgent as can be. */
const waitingJob = ({ id, doc: { queue, companyId, uses, isSmall } }: Stored<Job>): WaitingJob => ({
  id,
  queue,
  companyId,
  dueAt: 0,
  ...(uses !== undefined && { uses }),
  ...(isSmall && { isSmall }),
});
