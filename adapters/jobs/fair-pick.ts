import type { Clock } from '../../core/ports/clock.ts';
import type { Job, Lane } from '../../core/ports/jobs.ts';

/** A job that is due, as far as is known here. */
export interface WaitingJob
  extends Pick<Job, 'queue' | 'companyId' | 'dueAt' | 'uses' | 'isSmall'> {
  readonly id: string;
}

/** The places of one lane in this process, and who has them. */
export interface LanePlaces {
  /** How many jobs could be started now, were no share full. */
  free(): number;
  /** Undefined when no waiting job has a place. */
  pick(waiting: Iterable<WaitingJob>): WaitingJob | undefined;
  /** Answers how to give the places back. */
  start(job: WaitingJob): () => void;
}

/**
 * A longer job mostly waits for others: its place in the lane is free again, the shares of its
 * company and of what it uses stay taken.
 */
const LONG_MS = 5_000;
/** Long jobs included, as a multiple of a lane's places. */
const MOST = 4;
/** Companies and things they use whose last turn is remembered. */
const REMEMBERED = 10_000;
/** A company, or what it uses, that waited so long without a turn is not overtaken any more. */
const PATIENCE_MS = 60_000;
/** A job that waited so long keeps what it needs free of later ones, until it has all of it. */
const HELD_FREE_MS = 10 * 60_000;

/**
 * Companies with the fewest running jobs first; of equals, the one whose last turn is longest ago.
 * Then the same among what a company's jobs use, then the job due longest. A company that runs a
 * long job would be behind all others for as long: so whatever has waited
 * for a minute goes first, the longest first.
 */
export function createLanePlaces(lane: Lane, clock: Pick<Clock, 'monotonic' | 'now'>): LanePlaces {
  const starts = new Set<{ readonly at: number }>();
  const underWay = new Map<string, number>();
  const turns = new Map<string, { readonly number: number; readonly at: number }>();
  let turn = 0;

  const free = () => {
    const recent = [...starts].filter(({ at }) => clock.monotonic() - at < LONG_MS).length;
    return Math.max(0, Math.min(lane.places - recent, lane.places * MOST - starts.size));
  };
  const hasRoom = (job: WaitingJob, use: string) => {
    const taken = underWay.get(use) ?? 0;
    return (
      taken < lane.perUse ||
      (job.isSmall === true && taken === lane.perUse && !underWay.has(smallOf(use)))
    );
  };
  const fits = (job: WaitingJob) =>
    (underWay.get(job.companyId) ?? 0) < lane.perCompany &&
    usesOf(job).every((use) => hasRoom(job, use)) &&
    groupsOf(job).every(
      (group) =>
        (underWay.get(placeOf(group)) ?? 0) < (lane.perGroup?.[group] ?? lane.places * MOST),
    );
  const standingOf = (shares: readonly string[], { dueAt }: WaitingJob): readonly number[] => {
    const last = shares.flatMap((share) => turns.get(share) ?? []);
    const since = Math.max(dueAt, ...last.map(({ at }) => at));
    if (clock.now() - since > PATIENCE_MS) return [0, since, 0];
    const running = Math.max(0, ...shares.map((share) => underWay.get(share) ?? 0));
    return [1, running, Math.max(0, ...last.map(({ number }) => number))];
  };
  const rankOf = (job: WaitingJob): readonly number[] => [
    ...standingOf([job.companyId], job),
    ...standingOf(usesOf(job), job),
    job.dueAt,
  ];
  /** What the longest waiting job of each company needs, where it waits for too long. */
  const heldFree = (waiting: readonly WaitingJob[]): ReadonlyMap<string, WaitingJob> => {
    const late = waiting.filter(({ dueAt }) => clock.now() - dueAt > HELD_FREE_MS);
    const byCompany = new Map<string, WaitingJob>();
    for (const job of late)
      if (job.dueAt < (byCompany.get(job.companyId)?.dueAt ?? Infinity))
        byCompany.set(job.companyId, job);
    return new Map(
      [...byCompany.values()].flatMap((job) => usesOf(job).map((use) => [use, job] as const)),
    );
  };

  return {
    free,
    pick(waiting) {
      if (free() === 0) return undefined;
      const jobs = [...waiting];
      const held = heldFree(jobs);
      let first: { readonly job: WaitingJob; readonly rank: readonly number[] } | undefined;
      for (const job of jobs) {
        const isHeld = usesOf(job).some((use) => (held.get(use) ?? job) !== job);
        // Small jobs have a place of their own beside large ones.
        if ((isHeld && job.isSmall !== true) || !fits(job)) continue;
        const rank = rankOf(job);
        if (first === undefined || isBefore(rank, first.rank)) first = { job, rank };
      }
      return first?.job;
    },
    start(job) {
      const start = { at: clock.monotonic() };
      const uses = usesOf(job);
      // The holder of the place for small jobs keeps it until its job has ended.
      const small = uses.filter((use) => (underWay.get(use) ?? 0) >= lane.perUse).map(smallOf);
      const shares = [job.companyId, ...uses, ...small, ...groupsOf(job).map(placeOf)];
      starts.add(start);
      turn += 1;
      for (const share of shares) {
        underWay.set(share, (underWay.get(share) ?? 0) + 1);
        // Deleted first, so that the oldest stand in front.
        turns.delete(share);
        turns.set(share, { number: turn, at: clock.now() });
      }
      for (const share of turns.keys()) {
        if (turns.size <= REMEMBERED) break;
        turns.delete(share);
      }
      return () => {
        if (!starts.delete(start)) return;
        for (const share of shares) {
          const left = (underWay.get(share) ?? 1) - 1;
          if (left > 0) underWay.set(share, left);
          else underWay.delete(share);
        }
      };
    },
  };
}

/** Two companies may use things of the same name. */
const usesOf = ({ companyId, uses = [] }: WaitingJob) => uses.map((use) => `${companyId}\n${use}`);

const smallOf = (use: string) => `${use}\nsmall`;

/** What stands before the colon of each use, once. */
const groupsOf = ({ uses = [] }: WaitingJob) => [
  ...new Set(uses.flatMap((use) => (use.includes(':') ? [use.slice(0, use.indexOf(':'))] : []))),
];
/** No id of a company begins like this. */
const placeOf = (group: string) => `\n${group}`;

function isBefore(a: readonly number[], b: readonly number[]) {
  const differs = a.findIndex((value, i) => value !== b[i]);
  return differs >= 0 && (a[differs] ?? 0) < (b[differs] ?? 0);
}
