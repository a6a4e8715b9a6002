import { addDays } from '../../../../core/base/time/days.ts';
import { wallClock } from '../../../../core/base/time/wall-clock.ts';

export const platformTime = (ms: number): string => new Date(ms).toISOString();

/** Undefined where it is no time. */
export function msOf(time: unknown): number | undefined {
  if (typeof time !== 'string') return undefined;
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? undefined : ms;
}

/** ms. */
export function dayStart(day: string, zone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const ahead = (at: number): number => wallClock(at, zone) - at;
  // Twice: the zone's offset at midnight UTC may differ from the one at its own midnight.
  return utc - ahead(utc - ahead(utc));
}

/** In the account's time, with its offset from UTC. */
export function dayBound(day: string, zone: string): string {
  const start = dayStart(day, zone);
  const minutes = Math.round((wallClock(start, zone) - start) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${new Date(start + minutes * 60_000).toISOString().slice(0, 23)}${offset}`;
}

export const boundsOf = (from: string, to: string, zone: string) => ({
  start_time: dayBound(from, zone),
  end_time: dayBound(addDays(to, 1), zone),
});
