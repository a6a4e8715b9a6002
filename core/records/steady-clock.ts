import type { Clock } from '../ports/clock.ts';

/**
 * Reads the wall clock once and counts on with the monotonic one: `now` neither steps nor goes back. For one
 * activity that writes times down and compares them later, such as one run of a batch.
 */
export function steadyClock(clock: Clock): Clock {
  const offset = clock.now() - clock.monotonic();
  return { ...clock, now: () => Math.round(clock.monotonic() + offset) };
}
