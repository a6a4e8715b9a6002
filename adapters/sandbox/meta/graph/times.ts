import { isDay, startOfDay, zoneOffset } from '../../kit/calendar.ts';

/** The offset has no colon. */
export function formatTime(at: number, timeZone = 'UTC'): string {
  const offset = timeZone === 'UTC' ? 0 : Math.round(zoneOffset(at, timeZone) / 60_000);
  const sign = offset < 0 ? '-' : '+';
  const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0');
  const minutes = String(Math.abs(offset) % 60).padStart(2, '0');
  return `${new Date(at + offset * 60_000).toISOString().slice(0, 19)}${sign}${hours}${minutes}`;
}

/** ISO 8601 with `T` or a space, with or without offset, a date, or UNIX seconds. */
export function parseTime(value: string, timeZone: string): number | undefined {
  if (/^\d{1,11}$/.test(value)) return Number(value) * 1000;
  if (isDay(value)) return startOfDay(value, timeZone);
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?$/.exec(value);
  if (match === null) return undefined;
  const [, date = '', clock = '', offset] = match;
  if (offset !== undefined) {
    const colon = offset === 'Z' ? 'Z' : offset.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
    return finite(Date.parse(`${date}T${clock}${colon}`));
  }
  const asUtc = Date.parse(`${date}T${clock}Z`);
  return finite(asUtc - zoneOffset(asUtc - zoneOffset(asUtc, timeZone), timeZone));
}

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);
