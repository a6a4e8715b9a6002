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

/**
 * Companies with the fewest running jobs first; of equals, the one whose last turn is longest ago.
 * Then the same among what a company's jobs use, then the job due longest.
 */
export function createLanePlaces(lane: Lane, clock: Pick<Clock, 'monotonic'>): LanePlaces {
  const starts = new Set<{ readonly at: number }>();
  const underWay = new Map<string, number>();
  const turns = new Map<string, number>();
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
  const rankOf = (job: WaitingJob): readonly number[] => {
    const uses = usesOf(job);
    return [
      underWay.get(job.companyId) ?? 0,
      turns.get(job.companyId) ?? 0,
      Math.max(0, ...uses.map((use) => underWay.get(use) ?? 0)),
      Math.max(0, ...uses.map((use) => turns.get(use) ?? 0)),
      job.dueAt,
    ];
  };

  return {
    free,
    pick(waiting) {
      let hasPlace: boolean | undefined;
      let first: { readonly job: WaitingJob; readonly rank: readonly number[] } | undefined;
      for (const job of waiting) {
        hasPlace ??= free() > 0;
        if (!hasPlace) return undefined;
        if (!fits(job)) continue;
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
        turns.set(share, turn);
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
