import { addDays, dayAt, numberOf } from '../base/time/days.ts';
import type { CoveredDay } from '../ports/facts.ts';
import type { DayRange } from './request.ts';

/** Figures that may still change are fetched again when older than this. */
export const FRESH_MS = 15 * 60 * 1000;

/**
 * As of this time everything fetched before `now` is stale: for callers who want the latest
 * changes.
 */
export const refreshedAsOf = (now: number): number => now + FRESH_MS - 1;

const DAY_MS = 86_400_000;
const FURTHEST_MS = 14 * 3_600_000;

export interface Calendar {
  readonly timezone: string;
  /** Days whose numbers may still change, counted back from today. */
  readonly attributionDays: number;
}

/**
 * Whether a day's figures, fetched at that time, can no longer change. What was fetched too early
 * is fetched once more when it has settled.
 */
export function wasFinal(
  day: string,
  fetchedAt: number,
  { timezone, attributionDays }: Calendar,
): boolean {
  const settled = (numberOf(day) + attributionDays + 1) * DAY_MS;
  if (fetchedAt >= settled + FURTHEST_MS) return true;
  if (fetchedAt < settled - FURTHEST_MS) return false;
  return numberOf(dayAt(fetchedAt, timezone)) - numberOf(day) > attributionDays;
}

/** The part of a range that has begun on the account's calendar. */
export function begun(range: DayRange, now: number, timezone: string): DayRange | undefined {
  const today = dayAt(now, timezone);
  if (range.from > today) return undefined;
  return range.to > today ? { from: range.from, to: today } : range;
}

/** As consecutive ranges in ascending order. */
export function rangesToFetch(
  range: DayRange,
  covered: readonly CoveredDay[],
  now: number,
  calendar: Calendar,
): DayRange[] {
  const fetched = new Map(covered.map(({ day, fetchedAt }) => [day, fetchedAt]));
  const ranges: { from: string; to: string }[] = [];
  for (let day = range.from; day <= range.to; day = addDays(day, 1)) {
    const at = fetched.get(day);
    if (at !== undefined && (now - at < FRESH_MS || wasFinal(day, at, calendar))) continue;
    const last = ranges[ranges.length - 1];
    if (last !== undefined && addDays(last.to, 1) === day) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}

/** The oldest fetch among days that could have changed since, else the latest fetch of all. */
export function fetchedAtOf(
  covered: readonly CoveredDay[],
  calendar: Calendar,
): number | undefined {
  const young = covered.filter(({ day, fetchedAt }) => !wasFinal(day, fetchedAt, calendar));
  if (young.length > 0) return Math.min(...young.map(({ fetchedAt }) => fetchedAt));
  return covered.length === 0 ? undefined : Math.max(...covered.map(({ fetchedAt }) => fetchedAt));
}
