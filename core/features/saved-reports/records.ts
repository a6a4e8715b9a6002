import { addDays, dayAt, monthEnd } from '../../base/time/days.ts';
import { nextTime } from '../../base/time/schedule.ts';
import { toldTimes } from '../../operations/named-documents.ts';
import { kind } from '../../ports/store.ts';
import type { DayRange } from '../../report/request.ts';
import type { ReportQueryRequest } from '../../report/schema/report.ts';
import type { Period, ReportSchedule, SavedReport } from './schema.ts';

export interface SavedReportRecord {
  readonly name: string;
  readonly query: ReportQueryRequest;
  readonly period?: Period;
  readonly schedule?: ReportSchedule;
  /** Of a schedule without one. */
  readonly timezone: string;
  readonly nextRunAt?: number;
  readonly lastRun?: {
    readonly at: number;
    readonly status: 'success' | 'error';
    readonly rows: number;
    readonly message?: string;
  };
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const savedReportKind = kind<SavedReportRecord>('saved-report', { createdAt: 'number' });

export const SAVED_REPORT_QUEUE = 'saved-report';

const iso = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

export const shownReport = (id: string, doc: SavedReportRecord): SavedReport => ({
  id,
  name: doc.name,
  query: { ...doc.query },
  period: doc.period ?? null,
  schedule:
    doc.schedule === undefined
      ? null
      : { ...doc.schedule, timezone: doc.schedule.timezone ?? 'account' },
  nextRunAt: iso(doc.nextRunAt),
  lastRun:
    doc.lastRun === undefined
      ? null
      : {
          ...doc.lastRun,
          at: new Date(doc.lastRun.at).toISOString(),
          message: doc.lastRun.message ?? null,
        },
  ...toldTimes(doc),
});

const lengths: { readonly [P in Period]?: number } = {
  last_7_days: 7,
  last_14_days: 14,
  last_30_days: 30,
  last_90_days: 90,
};

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

export function nextRun(
  { schedule, timezone }: Pick<SavedReportRecord, 'schedule' | 'timezone'>,
  after: number,
): number | undefined {
  if (schedule === undefined) return undefined;
  const { at, days, dayOfMonth, timezone: own = 'account' } = schedule;
  const zone = own === 'account' ? timezone : own;
  const each = {
    at,
    timezone: zone,
    missed: 'skip' as const,
    ...(days !== undefined && days.length > 0 && { days }),
  };
  // A weekday that has to be a certain day of the month comes within a year.
  for (
    let time = nextTime(each, after, zone), looks = 0;
    time !== undefined && looks < 24 * 400;
    looks += 1
  ) {
    if (dayOfMonth === undefined || Number(dayAt(time, zone).slice(8)) === dayOfMonth) return time;
    time = nextTime(each, time, zone);
  }
  return undefined;
}
