import { dayAt, dayText, numberOf } from './days.ts';
import { wallClock } from './wall-clock.ts';
import { weekdays } from './weekdays.ts';

interface Schedule {
  /** `account`, or an IANA name. */
  readonly timezone: string;
  readonly everyMinutes?: number | undefined;
  readonly at?: readonly string[] | undefined;
  readonly days?: readonly (typeof weekdays)[number][] | undefined;
  readonly between?: readonly [string, string] | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/**
 * When a rule runs, by the wall clock of a time zone. A skipped time (in spring) happens when the
 * clock has jumped; a time that comes twice (in autumn) happens the first time alone. The moments
 * follow from the calendar, not from when the clock was read.
 */

const MINUTE = 60_000;
const DAY_MS = 24 * 60 * MINUTE;

/** `account` stands for the first account's zone. */
export const zoneOf = ({ timezone }: Pick<Schedule, 'timezone'>, accountZone: string): string =>
  timezone === 'account' ? accountZone : timezone;

/** The first moment strictly after another; undefined when none is left. */
export function nextTime(schedule: Schedule, after: number, timezone: string): number | undefined {
  const start = Math.max(
    after,
    schedule.from === undefined ? after : Date.parse(schedule.from) - 1,
  );
  const first = numberOf(dayAt(start, timezone)) - 1;
  // The longest pause: one day of the week, a week and a day away.
  for (let day = first; day <= first + 10; day++) {
    const times = timesOn(schedule, dayText(day), timezone).filter((time) => time > start);
    const [time] = times;
    if (time === undefined) continue;
    return schedule.until !== undefined && time > Date.parse(schedule.until) ? undefined : time;
  }
  return undefined;
}

/** The last moment up to and including this one; undefined when none in ten days. */
export function lastTime(schedule: Schedule, at: number, timezone: string): number | undefined {
  const end = schedule.until === undefined ? at : Math.min(at, Date.parse(schedule.until));
  const last = numberOf(dayAt(end, timezone)) + 1;
  const from = schedule.from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(schedule.from);
  for (let day = last; day >= last - 10; day--) {
    const times = timesOn(schedule, dayText(day), timezone).filter(
      (time) => time <= end && time >= from,
    );
    if (times.length > 0) return Math.max(...times);
  }
  return undefined;
}

/** Ascending, each once. */
function timesOn(
  { at, everyMinutes = 1440, days, between }: Schedule,
  day: string,
  timezone: string,
): readonly number[] {
  // Day 0 was a Thursday.
  const weekday = weekdays[(numberOf(day) + 3) % 7];
  if (days !== undefined && weekday !== undefined && !days.includes(weekday)) return [];
  const minutes =
    at?.map(minutesOf) ??
    Array.from({ length: Math.ceil(1440 / everyMinutes) }, (_, i) => i * everyMinutes).filter(
      (each) => each < 1440,
    );
  const allowed = minutes.filter((each) => isBetween(each, between));
  const moments = allowed.map((each) => momentOf(day, each, timezone));
  return [...new Set(moments)].sort((a, b) => a - b);
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** From the first to before the second; over midnight where the second is not later. */
function isBetween(minutes: number, between: Schedule['between']): boolean {
  if (between === undefined) return true;
  const [from, to] = [minutesOf(between[0]), minutesOf(between[1])];
  return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
}

/**
 * The first moment at which the zone's wall clock shows this minute of the day, or has jumped over
 * it.
 */
export function momentOf(day: string, minutes: number, timezone: string): number {
  const wanted = numberOf(day) * DAY_MS + minutes * MINUTE;
  // No zone is further from UTC than this, and none jumps by more.
  const reach = 15 * 60 * MINUTE;
  const distance = (ms: number): number => wallClock(ms, timezone) - ms;
  // Of the distances around the time, one or two candidates; the earliest that shows the wanted
  // time counts.
  const candidates = [
    ...new Set([distance(wanted - reach), distance(wanted), distance(wanted + reach)]),
  ]
    .map((each) => wanted - each)
    .sort((a, b) => a - b);
  const exact = candidates.find((ms) => wallClock(ms, timezone) === wanted);
  return exact ?? firstAfterGap(wanted, candidates, timezone);
}

/** When the wall clock jumped over the wanted time. */
function firstAfterGap(wanted: number, candidates: readonly number[], timezone: string): number {
  let low = Math.min(...candidates) - 60 * MINUTE;
  let high = Math.max(...candidates) + 60 * MINUTE;
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (middle <= low) break;
    if (wallClock(middle, timezone) >= wanted) high = middle;
    else low = middle;
  }
  return high;
}
