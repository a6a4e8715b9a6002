import { addDays, dayAt, monthEnd } from '../../base/time/days.ts';
import { nextTime } from '../../base/time/schedule.ts';
import type { DayRange } from '../../report/request.ts';
import type { SavedReportRecord } from './records.ts';
import type { Period } from './schema.ts';

const lengths: { readonly [P in Period]?: number } = {
  last_7_days: 7,
  last_14_days: 14,
  last_30_days: 30,
  last_90_days: 90,
};

/** The days of a period, on the calendar of a time zone. */
export function daysOf(period: Period, now: number, timezone: string): DayRange {
  const today = dayAt(now, timezone);
  const yesterday = addDays(today, -1);
  const monthStart = `${today.slice(0, 7)}-01`;
  if (period === 'today') return { from: today, to: today };
  if (period === 'yesterday') return { from: yesterday, to: yesterday };
  if (period === 'this_month') return { from: monthStart, to: today };
  if (period === 'last_month') {
    const from = `${addDays(monthStart, -1).slice(0, 7)}-01`;
    return { from, to: monthEnd(from) };
  }
  return { from: addDays(today, -(lengths[period] ?? 7)), to: yesterday };
}

/** The first moment strictly after another at which the report is due; undefined without a schedule. */
export function nextRun(
  { schedule, timezone }: Pick<SavedReportRecord, 'schedule' | 'timezone'>,
  after: number,
): number | undefined {
  if (schedule === undefined) return undefined;
  const { at, days, dayOfMonth } = schedule;
  const zone = zoneOf(schedule, timezone);
  const each = { at, timezone: zone, missed: 'skip' as const, ...(days !== undefined && days.length > 0 && { days }) };
  // A weekday that has to be a certain day of the month comes within a year.
  for (let time = nextTime(each, after, zone), looks = 0; time !== undefined && looks < 24 * 400; looks += 1) {
    if (dayOfMonth === undefined || Number(dayAt(time, zone).slice(8)) === dayOfMonth) return time;
    time = nextTime(each, time, zone);
  }
  return undefined;
}

const zoneOf = ({ timezone = 'account' }: { readonly timezone?: string | undefined }, accounts: string): string =>
  timezone === 'account' ? accounts : timezone;
