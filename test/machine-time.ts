import { systemClock } from '../adapters/runtime/system-clock.ts';

/**
 * The machine's clock, for tests of processes that run on it: nothing else in the tests reads it.
 * What such a test expects follows from this day, never from a date that is written down: the test
 * has to hold on any day of the calendar.
 */

const DAY = 86_400_000;

export const machineNow = (): number => Date.now();

/** A moment before now, as RFC 3339. */
export const timeAgo = (ms: number): string => new Date(machineNow() - ms).toISOString();

/** `2026-11-15`, in UTC. */
export const dayAgo = (days: number): string => timeAgo(days * DAY).slice(0, 10);

/** `2026-11`: the latest month of which at least thirteen days have passed, or one before it. */
export function monthAgo(months = 0): string {
  const [year = 0, month = 0, day = 0] = dayAgo(0).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months - (day > 13 ? 0 : 1), 1))
    .toISOString()
    .slice(0, 7);
}

/**
 * The machine's time as a port, for tests of what waits for real: queues, sign-ins elsewhere,
 * sockets.
 */
export const machineClock = systemClock;
