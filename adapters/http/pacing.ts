import type { Clock } from '../../core/ports/clock.ts';

/** What a platform said about the caller's budget of calls. */
export interface Usage {
  /** Of the budget in use; 100 and more means stop. */
  readonly percent: number;
  /** Milliseconds until calls are accepted again, where the platform says so. */
  readonly resetMs?: number;
}

/** Keeps each account within its budget of calls, and companies that share an account from starving each other. */
export interface Pacing {
  /**
   * Tells what the last answer said, errors included. `key` is the account, or the account and a kind of
   * use. A platform may have several meters on one account; the fullest of them counts.
   */
  observe(key: string, usage: Usage, meter?: string): void;
  /**
   * Resolves with 0 when the caller may send now. Resolves at once with the milliseconds still to wait
   * when that is longer than `patienceMs`: the caller then gives its work back instead of holding it.
   * Waiting companies take turns, however many requests one of them has queued.
   */
  turn(key: string, companyId: string): Promise<number>;
  /** Whether requests are being spaced out: then each is to be sent in its own turn, never several at once. */
  isSlow(key: string): boolean;
  /** The last percentage seen; undefined before the first answer or when it is too old to mean anything. */
  percent(key: string): number | undefined;
}

export interface PacingOptions {
  readonly clock: Clock;
  /** From this percentage on requests are spaced out. Default 80. */
  readonly slowFrom?: number;
  /** The space between two requests just below 100 %. Default 5,000. */
  readonly widestGapMs?: number;
  /** How long to stop at 100 % when the platform does not say. Default 60,000. */
  readonly stopMs?: number;
  /** Default 20,000. */
  readonly patienceMs?: number;
  /** After this long without an answer a percentage means nothing. Default 300,000. */
  readonly staleMs?: number;
}

interface Lane {
  readonly meters: Map<string, { readonly percent: number; readonly seenAt: number }>;
  stopUntil: number;
  nextAt: number;
  /** By company, in the order in which the companies are served next. */
  readonly waiting: Map<string, ((waitMs: number) => void)[]>;
  serving: boolean;
}

export function createPacing(options: PacingOptions): Pacing {
  const { clock, slowFrom = 80, widestGapMs = 5_000, stopMs = 60_000, patienceMs = 20_000, staleMs = 300_000 } = options;
  const lanes = new Map<string, Lane>();

  return {
    observe(key, usage, meter = '') {
      const lane = laneOf(key);
      lane.meters.set(meter, { percent: usage.percent, seenAt: clock.now() });
      if (usage.percent >= 100) lane.stopUntil = Math.max(lane.stopUntil, clock.now() + (usage.resetMs || stopMs));
    },
    turn(key, companyId) {
      const lane = laneOf(key);
      const wait = waitOf(lane);
      if (wait > patienceMs) return Promise.resolve(wait);
      if (wait === 0 && lane.waiting.size === 0) {
        grant(lane);
        return Promise.resolve(0);
      }
      return new Promise((resolve) => {
        const queue = lane.waiting.get(companyId);
        if (queue) queue.push(resolve);
        else lane.waiting.set(companyId, [resolve]);
        if (!lane.serving) void serve(lane);
      });
    },
    isSlow(key) {
      const lane = lanes.get(key);
      return lane !== undefined && ((percentOf(lane) ?? 0) >= slowFrom || waitOf(lane) > 0);
    },
    percent(key) {
      const lane = lanes.get(key);
      return lane && percentOf(lane);
    },
  };

  function percentOf(lane: Lane): number | undefined {
    const fresh = [...lane.meters.values()].filter(({ seenAt }) => clock.now() - seenAt < staleMs);
    return fresh.length === 0 ? undefined : Math.max(...fresh.map(({ percent }) => percent));
  }

  function laneOf(key: string): Lane {
    let lane = lanes.get(key);
    if (lane === undefined) {
      lane = { meters: new Map(), stopUntil: 0, nextAt: 0, waiting: new Map(), serving: false };
      lanes.set(key, lane);
    }
    return lane;
  }

  function waitOf(lane: Lane): number {
    return Math.max(0, lane.stopUntil - clock.now(), lane.nextAt - clock.now());
  }

  function grant(lane: Lane): void {
    const share = Math.max(0, Math.min(percentOf(lane) ?? 0, 100) - slowFrom) / (100 - slowFrom);
    lane.nextAt = clock.now() + share * widestGapMs;
  }

  async function serve(lane: Lane): Promise<void> {
    lane.serving = true;
    for (;;) {
      const [next] = lane.waiting;
      if (next === undefined) break;
      const wait = waitOf(lane);
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
      grant(lane);
      resolve?.(0);
    }
    lane.serving = false;
  }
}
