import type { Clock } from '../../core/ports/clock.ts';
import { createFairLine, type FairLine } from './fair-line.ts';

/** How many calls may go out. */
export interface CallLimit {
  readonly perSecond: number;
  readonly perMinute: number;
}

/**
 * A budget that the platform states in its documents only: calls are counted here, and a refusal
 * for too many stops all for a while.
 */
export interface Budget {
  /**
   * Resolves with 0 when a call may go out; counts it. Resolves at once with the milliseconds to
   * wait when longer than `patienceMs`. Companies take turns.
   */
  turn(key: string, companyId: string, work?: string): Promise<number>;
  /**
   * The platform refused a call as one too many. Answers how long the key stops: as the platform
   * states, else longer each time in a row.
   */
  refused(key: string, statedMs?: number): number;
  /** A call was taken: the next refusal counts as the first again. */
  taken(key: string): void;
  /** The used share of the minute's calls, per cent; undefined before the first. */
  percent(key: string): number | undefined;
}

export interface BudgetOptions {
  readonly clock: Clock;
  limitOf(key: string): CallLimit;
  /** Default 20,000. */
  readonly patienceMs?: number;
  /** Stops after the first, second, … refusal in a row. Default 1 s, 5 s, 1 min, 5 min. */
  readonly stopsMs?: readonly number[];
}

interface Lane {
  /** When the calls of the last minute went out. */
  sent: number[];
  stopUntil: number;
  refusals: number;
  readonly line: FairLine;
}

const second = 1_000;
const minute = 60_000;

/**
 * A budget for each key, by the limits that the platform's documents state.
 *
 * @example
 * import { createBudget } from 'slipway/adapters/platform-kit';
 * import { createManualClock } from 'slipway/testing';
 *
 * const budget = createBudget({ clock: createManualClock(), limitOf: () => ({ perSecond: 10, perMinute: 300 }) });
 * console.log(budget.percent('my-app')); // undefined: nothing was called yet
 */
export function createBudget(options: BudgetOptions): Budget {
  const {
    clock,
    limitOf,
    patienceMs = 20_000,
    stopsMs = [second, 5 * second, minute, 5 * minute],
  } = options;
  const lanes = new Map<string, Lane>();

  return {
    turn: (key, companyId, work) => laneOf(key).line.turn(companyId, work),
    refused(key, statedMs) {
      const lane = laneOf(key);
      const now = clock.monotonic();
      // Calls under way together are refused together: one refusal.
      const left = lane.stopUntil - now;
      if (left > 0 && (statedMs ?? 0) <= left) return left;
      const stop = statedMs ?? stopsMs[Math.min(lane.refusals, stopsMs.length - 1)] ?? minute;
      lane.refusals += 1;
      lane.stopUntil = now + stop;
      return stop;
    },
    taken(key) {
      const lane = laneOf(key);
      if (clock.monotonic() >= lane.stopUntil) lane.refusals = 0;
    },
    percent(key) {
      const lane = lanes.get(key);
      if (lane === undefined) return undefined;
      return Math.min(100, (recent(lane, minute).length / limitOf(key).perMinute) * 100);
    },
  };

  function laneOf(key: string): Lane {
    const known = lanes.get(key);
    if (known !== undefined) return known;
    const line = createFairLine({
      clock,
      patienceMs,
      waitMs: () => waitOf(key, lane),
      grant: () => void lane.sent.push(clock.monotonic()),
    });
    const lane: Lane = { sent: [], stopUntil: 0, refusals: 0, line };
    lanes.set(key, lane);
    return lane;
  }

  function recent(lane: Lane, ms: number) {
    const since = clock.monotonic() - ms;
    return lane.sent.filter((at) => at > since);
  }

  function waitOf(key: string, lane: Lane): number {
    const now = clock.monotonic();
    const { perSecond, perMinute } = limitOf(key);
    lane.sent = [...recent(lane, minute)];
    const free = (limit: number, ms: number) => {
      const sent = recent(lane, ms);
      const oldest = sent[sent.length - limit];
      return oldest === undefined ? 0 : oldest + ms - now;
    };
    return Math.max(0, lane.stopUntil - now, free(perSecond, second), free(perMinute, minute));
  }
}
