import type { Clock } from '../../core/ports/clock.ts';

export interface ManualClock extends Clock {
  /** Moves time on and wakes, in order, everyone whose sleep has ended. */
  advance(ms: number): Promise<void>;
  /** How many are asleep. */
  sleeping(): number;
}

/**
 * A clock that is turned by hand, for tests and rehearsals. With `auto` nobody has to turn it: when all
 * else has come to rest, time jumps to the end of the shortest sleep. What works outside this thread
 * (cryptography) is not seen working; where deadlines matter, `restMs` waits for it that long, in real time.
 */
export function createManualClock(
  start = Date.UTC(2026, 10, 15, 12),
  options: { auto?: boolean; restMs?: number } = {},
): ManualClock {
  let now = start;
  let sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  let jumping = false;

  const { restMs } = options;
  const rest = (): Promise<void> =>
    new Promise((resolve) => (restMs === undefined ? setImmediate(resolve) : setTimeout(resolve, restMs)));

  const wakeUntil = async (target: number): Promise<void> => {
    for (;;) {
      const next = sleepers.reduce<number | undefined>(
        (soonest, { until }) => (soonest === undefined || until < soonest ? until : soonest),
        undefined,
      );
      if (next === undefined || next > target) break;
      now = Math.max(now, next);
      const due = sleepers.filter(({ until }) => until <= now);
      sleepers = sleepers.filter(({ until }) => until > now);
      for (const { wake } of due) wake();
      await rest();
    }
    now = Math.max(now, target);
  };

  const jump = async (): Promise<void> => {
    if (jumping) return;
    jumping = true;
    while (sleepers.length > 0) {
      await rest();
      const until = Math.min(...sleepers.map((sleeper) => sleeper.until));
      if (Number.isFinite(until)) await wakeUntil(until);
    }
    jumping = false;
  };

  return {
    now: () => now,
    sleep(ms) {
      if (ms <= 0) return Promise.resolve();
      return new Promise((resolve) => {
        sleepers.push({ until: now + ms, wake: resolve });
        if (options.auto) void jump();
      });
    },
    advance: (ms) => wakeUntil(now + ms),
    sleeping: () => sleepers.length,
  };
}
