import { wallClock } from '../../../core/base/time/wall-clock.ts';

/** A day is a date YYYY-MM-DD in a time zone. */

const day = 86_400_000;
/** Milliseconds ahead of UTC. */
export const zoneOffset = (at: number, timeZone: string): number =>
  wallClock(at, timeZone) - Math.floor(at / 1000) * 1000;

export const dayOf = (at: number, timeZone: string): string =>
  new Date(at + zoneOffset(at, timeZone)).toISOString().slice(0, 10);

const starts = new Map<string, number>();

export function startOfDay(date: string, timeZone: string): number {
  const key = `${date} ${timeZone}`;
  let start = starts.get(key);
  if (start === undefined) {
    const utc = Date.parse(`${date}T00:00:00Z`);
    // Twice: the offsets at UTC midnight and at local midnight may differ.
    start = utc - zoneOffset(utc - zoneOffset(utc, timeZone), timeZone);
    if (starts.size > 10_000) starts.clear();
    starts.set(key, start);
  }
  return start;
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / day);

/** Both ends included. */
export function daysFrom(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) days.push(date);
  return days;
}

/** Monday is 1, Sunday 7. */
export const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

export const isDay = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`));
