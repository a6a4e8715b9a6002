import type { Clock } from '../../../core/ports/clock.ts';

/** Apps Script sleeps five minutes at most in one go. */
const LONGEST = 300_000;

/** @param utilities the global `Utilities` */
export function createAppsScriptClock(utilities: { sleep(ms: number): void }): Clock {
  return {
    now: () => Date.now(),
    async sleep(ms) {
      for (let left = ms; left > 0; left -= LONGEST) utilities.sleep(Math.min(left, LONGEST));
    },
  };
}
