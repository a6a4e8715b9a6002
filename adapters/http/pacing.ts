import type { Clock } from '../../core/ports/clock.ts';
import { createFairLine, type FairLine } from './fair-line.ts';

/** What a platform said about the caller's budget of calls. */
export interface Usage {
  /** Of the budget in use; 100 and more means stop. */
  readonly percent: number;
  /** Until calls are accepted again, where the platform says so. */
  readonly resetMs?: number;
}

/** Keeps accounts within their budget of calls; companies that share one take turns. */
export interface Pacing {
  /**
   * What the last answer said, errors included. `key`: the account, or the account and a use. Of
   * several meters the fullest counts.
   */
  observe(key: string, usage: Usage, meter?: string): void;
  /**
   * Resolves with 0 when the caller may send. Resolves at once with the milliseconds to wait when
   * longer than `patienceMs`: the caller gives its work back. Companies take turns, and so do the
   * works of a company.
   */
  turn(key: string, companyId: string, work?: string): Promise<number>;
  /** While requests are spaced out, each is sent in its own turn. */
  isSlow(key: string): boolean;
  /** The last percentage; undefined before the first answer or when too old. */
  percent(key: string): number | undefined;
}

interface PacingOptions {
  readonly clock: Clock;
  /** From this percentage on requests are spaced out. Default 80. */
  readonly slowFrom?: number;
  /** The space between two requests just below 100 %. Default 5,000. */
  readonly widestGapMs?: number;
  /** How long to stop at 100 % without a stated time. Default 60,000. */
  readonly stopMs?: number;
  /** Default 20,000. */
  readonly patienceMs?: number;
  /** Age after which a percentage means nothing. Default 300,000. */
  readonly staleMs?: number;
}

interface Lane {
  readonly meters: Map<string, { readonly percent: number; readonly seenAt: number }>;
  stopUntil: number;
  nextAt: number;
  readonly line: FairLine;
}

export function createPacing(options: PacingOptions): Pacing {
  const {
    clock,
    slowFrom = 80,
    widestGapMs = 5_000,
    stopMs = 60_000,
    patienceMs = 20_000,
    staleMs = 300_000,
  } = options;
  const lanes = new Map<string, Lane>();

  return {
    observe(key, usage, meter = '') {
      const lane = laneOf(key);
      lane.meters.set(meter, { percent: usage.percent, seenAt: clock.monotonic() });
      if (usage.percent >= 100)
        lane.stopUntil = Math.max(lane.stopUntil, clock.monotonic() + (usage.resetMs || stopMs));
    },
    turn: (key, companyId, work) => laneOf(key).line.turn(companyId, work),
    isSlow(key) {
      const lane = lanes.get(key);
      return lane !== undefined && ((percentOf(lane) ?? 0) >= slowFrom || waitOf(lane) > 0);
    },
    percent(key) {
      const lane = lanes.get(key);
      return lane && percentOf(lane);
    },
  };

  function percentOf(lane: Lane) {
    const fresh = [...lane.meters.values()].filter(
      ({ seenAt }) => clock.monotonic() - seenAt < staleMs,
    );
    return fresh.length === 0 ? undefined : Math.max(...fresh.map(({ percent }) => percent));
  }

  function laneOf(key: string): Lane {
    const known = lanes.get(key);
    if (known !== undefined) return known;
    const line = createFairLine({
      clock,
      patienceMs,
      waitMs: () => waitOf(lane),
      grant: () => grant(lane),
    });
    const lane: Lane = { meters: new Map(), stopUntil: 0, nextAt: 0, line };
    lanes.set(key, lane);
    return lane;
  }

  function waitOf(lane: Lane) {
    return Math.max(0, lane.stopUntil - clock.monotonic(), lane.nextAt - clock.monotonic());
  }

  function grant(lane: Lane) {
    const share = Math.max(0, Math.min(percentOf(lane) ?? 0, 100) - slowFrom) / (100 - slowFrom);
    lane.nextAt = clock.monotonic() + share * widestGapMs;
  }
}
