/** A moment on a wall clock of the time zone with its distance from UTC, to the second: 2026-11-15T05:53:33+01:00. */
export function zonedTime(ms: number, timezone: string): string {
  const moment = Math.floor(ms / 1000) * 1000;
  const wall = wallClock(moment, timezone);
  const minutes = Math.round((wall - moment) / 60_000);
  const two = (part: number): string => String(part).padStart(2, '0');
  const distance = `${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${new Date(wall).toISOString().slice(0, 19)}${minutes < 0 ? '-' : '+'}${distance}`;
}

/** What a wall clock shows, as if it were UTC. UTC itself where the zone is not known here. */
function wallClock(ms: number, timeZone: string): number {
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' };
  let format: Intl.DateTimeFormat;
  try {
    // The library this compiles with does not know hourCycle yet; every runtime does.
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields } as Intl.DateTimeFormatOptions);
  } catch {
    return ms;
  }
  const parts = new Map(format.formatToParts(new Date(ms)).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour') % 24, part('minute'), part('second'));
}
