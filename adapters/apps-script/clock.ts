import type { Clock } from '../../core/ports/clock.ts';

/** Apps Script sleeps five minutes at most in one go. */
const LONGEST = 300_000;

/** @param utilities the global `Utilities` */
export function createAppsScriptClock(utilities: { sleep(ms: number): void }): Clock {
  let latest = 0;
  return {
    now: () => Date.now(),
    // The only clock of Apps Script; an execution lasts six minutes at most. It stands still after
    // a step back.
    monotonic() {
      latest = Math.max(latest, Date.now());
      return latest;
    },
    async sleep(ms) {
      for (let left = ms; left > 0; left -= LONGEST) utilities.sleep(Math.min(left, LONGEST));
    },
  };
}
