import type { Clock } from '../../core/ports/clock.ts';

/** How many calls may go out. */
export interface CallLimit {
  readonly perSecond: number;
  readonly perMinute: number;
}

/**
 * Keeps callers within a budget of calls that the platform states in its documents and never in its
 * answers: calls are counted here, and a refusal for too many of them stops everything for a while.
 */
export interface Budget {
  /**
   * Resolves with 0 when a call may go out now; it is counted. Resolves at once with the milliseconds still
   * to wait when that is longer than `patienceMs`. Waiting companies take turns.
   */
  turn(key: string, companyId: string): Promise<number>;
  /** The platform refused a call as one too many. Answers how long everything under the key stops: longer each time in a row. */
  refused(key: string): number;
  /** A call was taken: the next refusal counts as the first again. */
  taken(key: string): void;
  /** The share of the minute's calls in use, per cent; undefined before the first. */
  percent(key: string): number | undefined;
}

export interface BudgetOptions {
  readonly clock: Clock;
  limitOf(key: string): CallLimit;
  /** Default 20,000. */
  readonly patienceMs?: number;
  /** How long to stop after the first, second, … refusal in a row. Default 1 s, 5 s, 1 min, 5 min. */
  readonly stopsMs?: readonly number[];
}

interface Lane {
  /** When the calls of the last minute went out. */
  sent: number[];
  stopUntil: number;
  refusals: number;
  /** By company, in the order in which the companies are served next. */
  readonly waiting: Map<string, ((waitMs: number) => void)[]>;
  serving: boolean;
}

const second = 1_000;
const minute = 60_000;

export function createBudget(options: BudgetOptions): Budget {
  const { clock, limitOf, patienceMs = 20_000, stopsMs = [second, 5 * second, minute, 5 * minute] } = options;
  const lanes = new Map<string, Lane>();

  return {
    turn(key, companyId) {
      const lane = laneOf(key);
      const wait = waitOf(key, lane);
      if (wait > patienceMs) return Promise.resolve(wait);
      if (wait === 0 && lane.waiting.size === 0) {
        lane.sent.push(clock.now());
        return Promise.resolve(0);
      }
      return new Promise((resolve) => {
        const queue = lane.waiting.get(companyId);
        if (queue) queue.push(resolve);
        else lane.waiting.set(companyId, [resolve]);
        if (!lane.serving) void serve(key, lane);
      });
    },
    refused(key) {
      const lane = laneOf(key);
      const now = clock.now();
      // Calls that were under way together are refused together, and are one refusal.
      if (now < lane.stopUntil) return lane.stopUntil - now;
      const stop = stopsMs[Math.min(lane.refusals, stopsMs.length - 1)] ?? minute;
      lane.refusals += 1;
      lane.stopUntil = now + stop;
      return stop;
    },
    taken(key) {
      const lane = laneOf(key);
      if (clock.now() >= lane.stopUntil) lane.refusals = 0;
    },
    percent(key) {
      const lane = lanes.get(key);
      if (lane === undefined) return undefined;
      return Math.min(100, (recent(lane, minute).length / limitOf(key).perMinute) * 100);
    },
  };

  function laneOf(key: string): Lane {
    let lane = lanes.get(key);
    if (lane === undefined) {
      lane = { sent: [], stopUntil: 0, refusals: 0, waiting: new Map(), serving: false };
      lanes.set(key, lane);
    }
    return lane;
  }

  function recent(lane: Lane, ms: number): readonly number[] {
    const since = clock.now() - ms;
    return lane.sent.filter((at) => at > since);
  }

  function waitOf(key: string, lane: Lane): number {
    const now = clock.now();
    const { perSecond, perMinute } = limitOf(key);
    lane.sent = [...recent(lane, minute)];
    const free = (limit: number, ms: number): number => {
      const sent = recent(lane, ms);
      const oldest = sent[sent.length - limit];
      return oldest === undefined ? 0 : oldest + ms - now;
    };
    return Math.max(0, lane.stopUntil - now, free(perSecond, second), free(perMinute, minute));
  }

  async function serve(key: string, lane: Lane): Promise<void> {
    lane.serving = true;
    for (;;) {
      const [next] = lane.waiting;
      if (next === undefined) break;
      const wait = waitOf(key, lane);
      if (wait > patienceMs) {
        for (const queue of lane.waiting.values()) for (const resolve of queue) resolve(wait);
        lane.waiting.clear();
        break;
      }
      if (wait > 0) {
        await clock.sleep(wait);
        continue;
      }
      const [companyId, queue] = next;
      const resolve = queue.shift();
      // To the end of the line: the other companies come first next time.
      lane.waiting.delete(companyId);
      if (queue.length > 0) lane.waiting.set(companyId, queue);
      lane.sent.push(clock.now());
      resolve?.(0);
    }
    lane.serving = false;
  }
}
