import { wallClock } from '../../../../core/base/time/wall-clock.ts';

/** Times as the platform writes them: on the clocks of the account, to the second. */
export const platformTime = (ms: number, zone: string): string =>
  new Date(wallClock(ms, zone)).toISOString().slice(0, 19).replace('T', ' ');

/** Milliseconds of such a time; undefined when it is none. */
export function msOf(time: unknown, zone: string): number | undefined {
  const [, day, clock] = typeof time === 'string' ? (/^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(time) ?? []) : [];
  const wall = day === undefined ? Number.NaN : Date.parse(`${day}T${clock}Z`);
  if (Number.isNaN(wall)) return undefined;
  // Twice: the distance from UTC at that moment of UTC may be another than the one at that moment there.
  const guess = wall - (wallClock(wall, zone) - wall);
  return wall - (wallClock(guess, zone) - guess);
}
