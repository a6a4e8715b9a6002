import type { Clock } from '../../core/ports/clock.ts';
import type { JobHandlers, Lane } from '../../core/ports/jobs.ts';
import { createDueJobs, type DueJobs, type DueJobsOptions } from './due-jobs.ts';
import { createLanePlaces, type LanePlaces, type WaitingJob } from './fair-pick.ts';

interface WorkLineOptions extends Omit<DueJobsOptions, 'knows' | 'found'> {
  readonly handlers: JobHandlers;
  readonly lanes: readonly Lane[];
}

/** A job whose turn has come: it has its places until `end` is called. */
export interface Turn {
  readonly jobId: string;
  end(): void;
}

/** The jobs that are due, by lane, in the order in which companies and what they use take turns. */
interface WorkLine {
  readonly lanes: readonly string[];
  /** As in DueJobs. */
  readonly hear: DueJobs['hear'];
  look(): Promise<void>;
  /** Takes the next one out of the line. Undefined when there is a place for none. */
  next(lane: string): Turn | undefined;
}

/** For queues that no lane names. */
const OTHER: Omit<Lane, 'queues'> = { name: 'other', places: 4, perCompany: 4, perUse: 4 };
/** Jobs of a company that stand in the line of a lane; the rest is found again when these are gone. */
const KEPT_PER_COMPANY = 256;

export function createWorkLine({ handlers, lanes, clock, ...options }: WorkLineOptions): WorkLine {
  const queues = Object.keys(handlers);
  const named = lanes.filter((lane) => lane.queues.some((queue) => queues.includes(queue)));
  const rest = queues.filter((queue) => !named.some((lane) => lane.queues.includes(queue)));
  const all = rest.length === 0 ? named : [...named, { ...OTHER, queues: rest }];
  const byName = new Map(all.map((lane) => [lane.name, laneInWork(lane, clock)]));
  const byQueue = new Map(all.flatMap((lane) => lane.queues.map((queue) => [queue, byName.get(lane.name)] as const)));
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
      // What runs here is not started a second time: it is looked at again when it has ended.
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
      for (const jobs of byCompany.values()) for (const job of jobs.values()) if (!except.has(job.id)) yield job;
    },
  };
}
