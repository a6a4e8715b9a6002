import { wallClock } from '../../../../core/base/time/wall-clock.ts';

/** On the clocks of the account, to the second. */
export const platformTime = (ms: number, zone: string): string =>
  new Date(wallClock(ms, zone)).toISOString().slice(0, 19).replace('T', ' ');

/** Undefined where it is no time. */
export function msOf(time: unknown, zone: string): number | undefined {
  const [, day, clock] = typeof time === 'string' ? (/^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(time) ?? []) : [];
  const wall = day === undefined ? Number.NaN : Date.parse(`${day}T${clock}Z`);
  if (Number.isNaN(wall)) return undefined;
  // Twice: the zone's offset may differ between that moment in UTC and there.
  const guess = wall - (wallClock(wall, zone) - wall);
  return wall - (wallClock(guess, zone) - guess);
}
