import * as v from 'valibot';
import { kind } from '../ports/store.ts';
import { dimensionKeys, dimensions, withinAccount } from '../report/dimensions.ts';
import { metricKeys } from '../report/metrics.ts';
import { addDays, dayNumber } from '../time/days.ts';

/** Ranges that move with the calendar. Those that count days end yesterday: today's figures are not whole yet. */
export const ranges = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7: 'Last 7 days',
  last14: 'Last 14 days',
  last30: 'Last 30 days',
  last90: 'Last 90 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
} as const;

export type RangeName = keyof typeof ranges;

/** `often` is every ten minutes, where triggers may run so often: in a published add-on they run once an hour. */
const schedules = ['off', 'often', 'hourly', 'daily', 'weekly'] as const;

const calendarDay = v.pipe(
  v.string(),
  v.check((text) => dayNumber(text) !== undefined, 'Give the date as YYYY-MM-DD.'),
);

/** A report as people define it in the sidebar. It is kept in the file, so that copies of the file have it too. */
export const reportDefinition = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Give the report a name.'),
    v.maxLength(60, 'At most 60 characters fit here.'),
  ),
  accountIds: v.pipe(v.array(v.string()), v.minLength(1, 'Choose at least one ad account.')),
  range: v.union([v.picklist(Object.keys(ranges) as RangeName[]), v.object({ from: calendarDay, to: calendarDay })]),
  groupBy: v.pipe(v.array(v.picklist(dimensionKeys)), v.minLength(1, 'Choose at least one grouping.')),
  metrics: v.pipe(v.array(v.picklist(metricKeys)), v.minLength(1, 'Choose at least one metric.')),
  chart: v.boolean(),
  schedule: v.picklist(schedules),
});

export type ReportDefinition = v.InferOutput<typeof reportDefinition>;

/** A saved report and how its last refresh went. */
export interface SheetReport {
  readonly definition: ReportDefinition;
  /** The sheet it is written to; its place there is kept with the columns themselves. */
  readonly sheetId: string;
  readonly companyId: string;
  /** When the figures in the sheet were written, and how many rows of them. */
  readonly refreshedAt?: number;
  readonly rows?: number;
  /** When a refresh was last tried, and what went wrong then. */
  readonly triedAt?: number;
  readonly problem?: string;
  readonly chartId?: number;
}

export const sheetReportKind = kind<SheetReport>('sheet-report');

/** First and last day of a range, both included. */
export function daysOf(range: ReportDefinition['range'], today: string): { from: string; to: string } {
  if (typeof range === 'object') return { from: range.from, to: range.to };
  const back = (days: number): string => addDays(today, -days);
  const monthStart = `${today.slice(0, 7)}-01`;
  switch (range) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: back(1), to: back(1) };
    case 'last7':
      return { from: back(7), to: back(1) };
    case 'last14':
      return { from: back(14), to: back(1) };
    case 'last30':
      return { from: back(30), to: back(1) };
    case 'last90':
      return { from: back(90), to: back(1) };
    case 'thisMonth':
      return { from: monthStart, to: today };
    case 'lastMonth': {
      const to = addDays(monthStart, -1);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
  }
}

/** What UrlFetch takes is 2,082 characters; some are left for the server's address. */
const LONGEST_QUERY = 1700;

export const PAGE = 1000;

/** What `reports.query` is asked. */
export interface ReportQuery {
  readonly accountIds: readonly string[];
  readonly startDate: string;
  readonly endDate: string;
  readonly groupBy: readonly string[];
  readonly metrics: readonly string[];
  readonly sortBy?: string;
  readonly sortDirection?: 'ASC' | 'DESC';
  readonly limit: number;
}

/**
 * The queries that fetch a report's first pages: one, or several when its accounts do not fit one
 * address. Undefined when they would have to be split although its rows span accounts: such rows cannot be joined afterwards.
 */
export function queriesOf(definition: ReportDefinition, today: string): ReportQuery[] | undefined {
  const { from: startDate, to: endDate } = daysOf(definition.range, today);
  const { groupBy, metrics } = definition;
  const rest = { startDate, endDate, groupBy, metrics, ...sorting(definition), limit: PAGE };
  // As long as in an address, more or less: names and values, with a sign after each.
  const length = Object.entries(rest).reduce((sum, [name, value]) => sum + name.length + String(value).length + 2, 0);
  const groups: string[][] = [];
  for (const id of definition.accountIds) {
    const current = groups[groups.length - 1];
    if (current !== undefined && [...current, id].map(encodeURIComponent).join(',').length + length < LONGEST_QUERY)
      current.push(id);
    else groups.push([id]);
  }
  const joinable = definition.groupBy.some((key) => withinAccount.includes(key));
  if (groups.length > 1 && !joinable) return undefined;
  return groups.map((accountIds) => ({ accountIds, ...rest }));
}

/** By day where days are shown, else the largest first. */
function sorting({ groupBy, metrics }: ReportDefinition): Pick<ReportQuery, 'sortBy' | 'sortDirection'> {
  const calendar = groupBy.find((key) => key === 'day' || key === 'week' || key === 'month');
  const by = calendar === undefined ? metrics[0] : dimensions[calendar].fields[0];
  return by === undefined ? {} : { sortBy: by, sortDirection: calendar === undefined ? 'DESC' : 'ASC' };
}

/** Whether it is time to refresh a report again. A minute's slack, because triggers are not punctual. */
export function isDue({ definition, triedAt }: SheetReport, now: number): boolean {
  const minutes = { off: undefined, often: 10, hourly: 60, daily: 1440, weekly: 10_080 }[definition.schedule];
  return minutes !== undefined && (triedAt === undefined || now - triedAt >= (minutes - 1) * 60_000);
}
