import type { Clock } from '../../core/ports/clock.ts';

const now = () => Date.now();
const monotonic = () => performance.now();

/** The machine's own time. */
export const systemClock: Clock = {
  now,
  monotonic,
  sleep: (ms) => (ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))),
};

/** The machine's time; `end` forgets every sleeper, so that none keeps the process alive. */
export function createEndingClock(): Clock & { end(): void } {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  return {
    now,
    monotonic,
    sleep: (ms) =>
      ms <= 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            const timer = setTimeout(() => {
              timers.delete(timer);
              resolve();
            }, ms);
            timers.add(timer);
          }),
    end() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
