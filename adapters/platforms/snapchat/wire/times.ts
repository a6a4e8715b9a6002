import { addDays } from '../../../../core/base/time/days.ts';
import { wallClock } from '../../../../core/base/time/wall-clock.ts';

export const platformTime = (ms: number): string => new Date(ms).toISOString();

/** Milliseconds of a time; undefined when it is none. */
export function msOf(time: unknown): number | undefined {
  if (typeof time !== 'string') return undefined;
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The moment a day of a zone begins, ms. */
export function dayStart(day: string, zone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const ahead = (at: number): number => wallClock(at, zone) - at;
  // Twice: what the zone is ahead at midnight of UTC may be another than at its own.
  return utc - ahead(utc - ahead(utc));
}

/** That moment as the platform wants the bounds of days: in the account's time, with what it is ahead of UTC. */
export function dayBound(day: string, zone: string): string {
  const start = dayStart(day, zone);
  const minutes = Math.round((wallClock(start, zone) - start) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${new Date(start + minutes * 60_000).toISOString().slice(0, 23)}${offset}`;
}

/** Both bounds of a range of days, the second one not part of it. */
export const boundsOf = (from: string, to: string, zone: string) => ({
  start_time: dayBound(from, zone),
  end_time: dayBound(addDays(to, 1), zone),
});
