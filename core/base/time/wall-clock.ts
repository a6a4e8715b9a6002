/** By zone: making one takes longer than planning an ad. */
const formats = new Map<string, Intl.DateTimeFormat | undefined>();

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(timeZone)) formats.set(timeZone, makeFormat(timeZone));
  return formats.get(timeZone);
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const fields = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  };
  try {
    // The library this compiles with does not know hourCycle yet; every runtime does.
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      ...fields,
    } as Intl.DateTimeFormatOptions);
  } catch {
    return undefined;
  }
}

export const isZone = (name: string): boolean => formatOf(name) !== undefined;

/**
 * A wall clock's time in the zone, as milliseconds of UTC, to the second. UTC where the zone is
 * unknown.
 */
export function wallClock(ms: number, timeZone: string): number {
  const second = Math.floor(ms / 1000) * 1000;
  const format = formatOf(timeZone);
  if (format === undefined) return second;
  const part: { [type: string]: number } = {};
  for (const { type, value } of format.formatToParts(new Date(second))) part[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second: seconds = 0 } = part;
  // Some engines write midnight as 24.
  return Date.UTC(year, month - 1, day, hour % 24, minute, seconds);
}
