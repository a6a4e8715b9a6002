import { wallClock } from './wall-clock.ts';

/** Calendar arithmetic on YYYY-MM-DD, in the account's calendar. */

const MS = 86_400_000;

/** Days since 1970-01-01; undefined for a date that does not exist. */
export function dayNumber(day: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return undefined;
  const number = Math.round(
    Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) / MS,
  );
  return Number(parts[1]) >= 1000 && dayText(number) === day ? number : undefined;
}

/** Throws for a day that does not exist. */
export function numberOf(day: string): number {
  const number = dayNumber(day);
  if (number === undefined) throw new TypeError(`${JSON.stringify(day)} is no day.`);
  return number;
}

export const dayText = (number: number): string => new Date(number * MS).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayText(numberOf(day) + days);

/** Both ends included. */
export const daysIn = (from: string, to: string): number => numberOf(to) - numberOf(from) + 1;

/** ISO 8601 week, which belongs to the year of its Thursday: 2027-01-01 is in 2026-W53. */
export function weekOf(day: string): string {
  const number = numberOf(day);
  const thursday = number - ((number + 3) % 7) + 3;
  const year = dayText(thursday).slice(0, 4);
  const week = Math.floor((thursday - numberOf(`${year}-01-01`)) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

export const monthOf = (day: string): string => day.slice(0, 7);

/** Monday. */
export const weekStart = (day: string): string =>
  dayText(numberOf(day) - ((numberOf(day) + 3) % 7));

export function monthEnd(day: string): string {
  const [year, month] = day.split('-').map(Number);
  return dayText(Math.round(Date.UTC(year ?? 0, month ?? 1, 0) / MS));
}

/** Consecutive ranges from `from` to `to`, each ending where `end` says or at `to`. */
export function splitRange(
  from: string,
  to: string,
  end: (day: string) => string,
): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = [];
  for (let start = from; start <= to; ) {
    const last = end(start);
    const stop = last < to ? last : to;
    ranges.push({ from: start, to: stop });
    start = addDays(stop, 1);
  }
  return ranges;
}

/** The date in the time zone; UTC's where the zone is unknown. */
export const dayAt = (time: number, timezone: string): string =>
  dayText(Math.floor(wallClock(time, timezone) / MS));

export const isoTime = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

/** A platform's time as answers show times; null where it tells none. */
export function shownTime(given: string | null | undefined): string | null {
  const ms = timeOf(given ?? '');
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

const TIME =
  /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?\s?(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$/i;

/**
 * RFC 3339 with a zone, or Unix seconds, in milliseconds. NaN for all else, days that do not exist
 * among it.
 */
export function timeOf(given: number | string): number {
  const text = String(given).trim();
  if (/^\d{1,11}$/.test(text)) return Number(text) * 1000;
  const [
    ,
    day = '',
    hours,
    minutes,
    seconds = 0,
    fraction = 0,
    sign,
    zoneHours = 0,
    zoneMinutes = 0,
  ] = TIME.exec(text) ?? [];
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
  const wall =
    ((Number(hours) * 60 + Number(minutes) - zone) * 60 + Number(seconds)) * 1000 +
    Math.floor(Number(fraction) * 1000);
  return (dayNumber(day) ?? Number.NaN) * 86_400_000 + wall;
}
