import { dayNumber } from './days.ts';

/** A platform's time as answers show times; null where it tells none. */
export function shownTime(given: string | null | undefined): string | null {
  const ms = timeOf(given ?? '');
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

const TIME =
  /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?\s?(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$/i;

/** RFC 3339 with a zone, or Unix seconds, in milliseconds. NaN for all else, days that do not exist among it. */
export function timeOf(given: number | string): number {
  const text = String(given).trim();
  if (/^\d{1,11}$/.test(text)) return Number(text) * 1000;
  const [, day = '', hours, minutes, seconds = 0, fraction = 0, sign, zoneHours = 0, zoneMinutes = 0] = TIME.exec(text) ?? [];
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
  const wall =
    ((Number(hours) * 60 + Number(minutes) - zone) * 60 + Number(seconds)) * 1000 + Math.floor(Number(fraction) * 1000);
  return (dayNumber(day) ?? Number.NaN) * 86_400_000 + wall;
}
