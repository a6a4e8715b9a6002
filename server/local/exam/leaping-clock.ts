import { systemClock } from '../../../adapters/runtime/system-clock.ts';
import type { Clock } from '../../../core/ports/clock.ts';

export interface LeapingClock extends Clock {
  /** Lets time pass at once; sleepers whose time has come wake up. */
  leap(ms: number): void;
  /** Forgets every sleeper. */
  end(): void;
}

/**
 * The machine's time, and what was leapt: what a platform holds back for minutes is over in a
 * moment.
 */
export function createLeapingClock(): LeapingClock {
  let leapt = 0;
  const sleepers = new Map<
    () => void,
    { readonly until: number; timer: ReturnType<typeof setTimeout> }
  >();
  const monotonic = () => systemClock.monotonic() + leapt;
  const wake = (sleeper: () => void): void => {
    clearTimeout(sleepers.get(sleeper)?.timer);
    sleepers.delete(sleeper);
    sleeper();
  };
  const timerFor = (sleeper: () => void, until: number) =>
    setTimeout(() => wake(sleeper), Math.max(0, until - monotonic()));
  return {
    now: () => systemClock.now() + leapt,
    monotonic,
    sleep: (ms) =>
      ms <= 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            const until = monotonic() + ms;
            sleepers.set(resolve, { until, timer: timerFor(resolve, until) });
          }),
    leap(ms) {
      leapt += ms;
      for (const [sleeper, each] of [...sleepers]) {
        clearTimeout(each.timer);
        if (each.until <= monotonic()) wake(sleeper);
        else each.timer = timerFor(sleeper, each.until);
      }
    },
    end() {
      for (const { timer } of sleepers.values()) clearTimeout(timer);
      sleepers.clear();
    },
  };
}
