import type { Clock } from '../../core/ports/clock.ts';

export interface ManualClock extends Clock {
  /** Wakes, in order, every sleeper whose time has come. */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock; no time passes, no sleeper wakes. */
  step(ms: number): void;
  /**
   * The same time for one that waits for work: an automatic clock does not jump because it sleeps.
   */
  readonly idle: Clock;
  /** How many are asleep. */
  sleeping(): number;
  /**
   * The same port; while one of its promises is open, or one of a port that it answers with, time
   * does not jump.
   */
  stillDuring<Port extends object>(port: Port): Port;
}

/**
 * A clock that is turned by hand, for tests and rehearsals. With `auto` it turns itself: when all
 * else has come to rest, time jumps to the end of the shortest sleep. It does not see work outside
 * this thread (cryptography, files): pass ports that do so through `stillDuring`.
 *
 * @example
 * import { createManualClock } from 'slipway/testing';
 *
 * const clock = createManualClock(Date.UTC(2026, 0, 1));
 * const slept = clock.sleep(60_000);
 * await clock.advance(60_000);
 * await slept;
 */
export function createManualClock(
  start: number = Date.UTC(2026, 10, 15, 12),
  options: { auto?: boolean } = {},
): ManualClock {
  /** Passed so far: what the monotonic clock says. */
  let now = 0;
  /** What the wall clock is ahead of it. */
  let wall = start;
  let sleepers: { readonly until: number; readonly wake: () => void; readonly isIdle: boolean }[] =
    [];
  let jumping = false;
  const atWork = new Set<Promise<unknown>>();

  /** Until this thread and its helpers have nothing to do. */
  const rest = async () => {
    do {
      await Promise.allSettled(atWork);
      await new Promise((resolve) => setImmediate(resolve));
    } while (atWork.size > 0);
  };

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
    while (sleepers.some(({ isIdle }) => !isIdle)) {
      await rest();
      const until = Math.min(...sleepers.map((sleeper) => sleeper.until));
      if (Number.isFinite(until)) await wakeUntil(until);
    }
    jumping = false;
  };

  const sleep = (ms: number, isIdle: boolean): Promise<void> =>
    ms <= 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          sleepers.push({ until: now + ms, wake: resolve, isIdle });
          if (options.auto && !isIdle) void jump();
        });
  const time = { now: () => wall + now, monotonic: () => now };

  const stillDuring = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          const result: unknown = value.apply(target, args);
          if (!(result instanceof Promise)) return result;
          const ended = () => atWork.delete(result);
          atWork.add(result);
          result.then(ended, ended);
          return result.then((answer: unknown) => (isPort(answer) ? stillDuring(answer) : answer));
        };
      },
    });

  return {
    ...time,
    step(ms) {
      wall += ms;
    },
    sleep: (ms) => sleep(ms, false),
    idle: { ...time, sleep: (ms) => sleep(ms, true) },
    advance: (ms) => wakeUntil(now + ms),
    sleeping: () => sleepers.length,
    stillDuring,
  };
}

const isPort = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.values(value).some((member) => typeof member === 'function');
