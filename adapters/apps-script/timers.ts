import type { Clock } from '../../core/ports/clock.ts';

/** Several can sleep at once, although Apps Script stands still as a whole. */
interface TimerClock extends Clock {
  /**
   * Call it when nothing else is to do: waits for the next sleeper and wakes it. False without
   * sleepers.
   */
  wakeNext(): boolean;
}

/** Apps Script stands still for five minutes at most in one go. */
const LONGEST = 300_000;

/** @param utilities the global `Utilities` */
export function createTimerClock(utilities: { sleep(ms: number): void }): TimerClock {
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  let latest = 0;
  // The only clock; an execution lasts six minutes at most. It stands still after a step back.
  const monotonic = () => {
    latest = Math.max(latest, Date.now());
    return latest;
  };
  return {
    now: () => Date.now(),
    monotonic,
    sleep: (ms) =>
      ms <= 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            sleepers.push({ at: monotonic() + ms, wake: resolve });
          }),
    wakeNext() {
      const next = sleepers.reduce<(typeof sleepers)[number] | undefined>(
        (first, each) => (first === undefined || each.at < first.at ? each : first),
        undefined,
      );
      if (next === undefined) return false;
      for (let left = next.at - monotonic(); left > 0; left -= LONGEST)
        utilities.sleep(Math.min(left, LONGEST));
      sleepers.splice(sleepers.indexOf(next), 1);
      next.wake();
      return true;
    },
  };
}
