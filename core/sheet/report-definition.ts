import * as v from 'valibot';
import { addDays, dayNumber } from '../base/time/days.ts';
import { kind } from '../ports/store.ts';
import { dimensionKeys, dimensions, withinAccount } from '../report/dimensions.ts';
import { type MetricKey, measuresOf, metricKeys } from '../report/metrics.ts';
import { comparedDays, comparisons } from './report-compare.ts';
import { scheduleEntries } from './report-schedule.ts';

/**
 * Ranges that move with the calendar. Those that count days end yesterday: today's figures are not
 * whole yet.
 */
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

type RangeName = keyof typeof ranges;

const calendarDay = v.pipe(
  v.string(),
  v.check((text) => dayNumber(text) !== undefined, 'Give the date as YYYY-MM-DD.'),
);

/** Names are filtered by words, figures by size. */
export const filterFields = {
  campaignName: 'Campaign',
  adsetName: 'Ad set',
  adName: 'Ad',
  accountName: 'Ad account',
  platform: 'Platform',
  country: 'Country',
} as const;
type FilterField = keyof typeof filterFields;

const filter = v.object({
  field: v.picklist([...(Object.keys(filterFields) as FilterField[]), ...metricKeys]),
  test: v.picklist(['contains', 'excludes', 'atLeast', 'atMost']),
  value: v.pipe(v.string(), v.trim(), v.minLength(1, 'Say what the filter looks for.')),
});
export type ReportFilter = v.InferOutput<typeof filter>;

/** Kept in the file, so that copies of the file have it too. */
export const reportDefinition = v.pipe(
  v.object({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, 'Give the report a name.'),
      v.maxLength(60, 'At most 60 characters fit here.'),
    ),
    accountIds: v.pipe(v.array(v.string()), v.minLength(1, 'Choose at least one ad account.')),
    range: v.union([
      v.picklist(Object.keys(ranges) as RangeName[]),
      v.object({ from: calendarDay, to: calendarDay }),
    ]),
    /** In the order of the columns. */
    groupBy: v.pipe(
      v.array(v.picklist(dimensionKeys)),
      v.minLength(1, 'Choose at least one grouping.'),
    ),
    metrics: v.pipe(v.array(v.picklist(metricKeys)), v.minLength(1, 'Choose at least one metric.')),
    chart: v.boolean(),
    ...scheduleEntries,
    /** A row must pass all. Absent in reports of earlier versions, as all that follows. */
    filters: v.optional(v.pipe(v.array(filter), v.maxLength(5, 'At most five filters.'))),
    sort: v.optional(
      v.object({ by: v.picklist([...metricKeys, ...dimensionKeys]), descending: v.boolean() }),
    ),
    /** Only the first rows. */
    top: v.optional(
      v.pipe(
        v.number('Give a whole number.'),
        v.integer('Give a whole number.'),
        v.minValue(1, 'At least one row.'),
      ),
    ),
    totals: v.optional(v.boolean()),
    compare: v.optional(v.picklist(Object.keys(comparisons) as (keyof typeof comparisons)[])),
    /** The month's result if its other days are like those so far. */
    projection: v.optional(v.boolean()),
  }),
  v.check(
    ({ compare, groupBy }) =>
      compare === undefined ||
      !(groupBy.includes('week') || (groupBy.includes('month') && compare !== 'year')),
    'Weeks and months have no counterpart in the days before. Compare by day, without a calendar, or months with a year before.',
  ),
  v.check(
    ({ filters = [], groupBy }) =>
      filters.every(
        ({ field }) =>
          isMetric(field) ||
          groupBy.some((key) => (dimensions[key].fields as readonly string[]).includes(field)),
      ),
    'A filter looks for a name that the rows do not have. Group by what it names, or take the filter away.',
  ),
  v.check(
    ({ projection, range }) => projection !== true || range === 'thisMonth',
    'Only the current month can be projected. Choose This month.',
  ),
);

export type ReportDefinition = v.InferOutput<typeof reportDefinition>;

/** A saved report and its last refresh. */
export interface SheetReport {
  readonly definition: ReportDefinition;
  /** Its place there is kept with the columns. */
  readonly sheetId: string;
  readonly companyId: string;
  /** When the figures in the sheet were written. */
  readonly refreshedAt?: number;
  readonly rows?: number;
  /** When a refresh was last tried. */
  readonly triedAt?: number;
  readonly problem?: string;
  readonly chartId?: number;
  /** Latest first. */
  readonly runs?: readonly ReportRun[];
}

export interface ReportRun {
  readonly at: number;
  readonly by: 'hand' | 'schedule';
  readonly rows?: number;
  readonly problem?: string;
}

const RUNS = 30;

export const withRun = (report: SheetReport, run: ReportRun): SheetReport => ({
  ...report,
  runs: [run, ...(report.runs ?? [])].slice(0, RUNS),
});

export const sheetReportKind = kind<SheetReport>('sheet-report');

/** Both included. */
export function daysOf(
  range: ReportDefinition['range'],
  today: string,
): { from: string; to: string } {
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

/** UrlFetch takes 2,082 characters; the rest is for the server's address. */
const LONGEST_QUERY = 1700;

export const PAGE = 1000;

interface ReportQuery {
  readonly accountIds: readonly string[];
  readonly startDate: string;
  readonly endDate: string;
  readonly groupBy: readonly string[];
  readonly metrics: readonly string[];
  readonly sortBy?: string;
  readonly sortDirection?: 'ASC' | 'DESC';
  readonly limit: number;
}

/** What a report shows, sorts and filters by, and the sums of its totals. */
const askedMetrics = ({
  metrics,
  totals,
  sort,
  filters = [],
}: ReportDefinition): readonly MetricKey[] => [
  ...new Set([
    ...metrics,
    ...[sort?.by ?? '', ...filters.map(({ field }) => field)].filter(isMetric),
    ...(totals === true ? metrics.flatMap(measuresOf) : []),
  ]),
];

/** Whether the first rows are the largest and nothing depends on the others. */
export const isTopOnly = ({
  top,
  filters = [],
  totals,
  compare,
  sort,
  groupBy,
}: ReportDefinition): boolean =>
  top !== undefined &&
  filters.length === 0 &&
  totals !== true &&
  compare === undefined &&
  (sort === undefined ? !groupBy.some(isCalendar) : isMetric(sort.by));

/**
 * The queries of a report's first pages: several when its accounts do not fit one address.
 * Undefined when rows span accounts, so that a split could not be joined. `compared`: for the days
 * compared with.
 */
export function queriesOf(
  definition: ReportDefinition,
  today: string,
  compared = false,
): ReportQuery[] | undefined {
  const own = daysOf(definition.range, today);
  const { from: startDate, to: endDate } = compared
    ? comparedDays(own, definition.compare ?? 'previous')
    : own;
  const { groupBy, top = PAGE } = definition;
  const metrics = askedMetrics(definition);
  const limit = isTopOnly(definition) ? Math.min(top, PAGE) : PAGE;
  const rest = { startDate, endDate, groupBy, metrics, ...sorting(definition), limit };
  // Roughly the length in an address: names and values, with a sign after each.
  const length = Object.entries(rest).reduce(
    (sum, [name, value]) => sum + name.length + String(value).length + 2,
    0,
  );
  const groups: string[][] = [];
  for (const id of definition.accountIds) {
    const current = groups[groups.length - 1];
    if (
      current !== undefined &&
      [...current, id].map(encodeURIComponent).join(',').length + length < LONGEST_QUERY
    )
      current.push(id);
    else groups.push([id]);
  }
  const joinable = definition.groupBy.some((key) => withinAccount.includes(key));
  if (groups.length > 1 && !joinable) return undefined;
  return groups.map((accountIds) => ({ accountIds, ...rest }));
}

const isMetric = (key: string): key is MetricKey => (metricKeys as readonly string[]).includes(key);
const isCalendar = (key: string): boolean => key === 'day' || key === 'week' || key === 'month';

/** As the report says; else by day where days are shown, else the largest first. */
function sorting({
  groupBy,
  metrics,
  sort,
}: ReportDefinition): Pick<ReportQuery, 'sortBy' | 'sortDirection'> {
  if (sort !== undefined && isMetric(sort.by))
    return { sortBy: sort.by, sortDirection: sort.descending ? 'DESC' : 'ASC' };
  const calendar = groupBy.find(isCalendar);
  const by = calendar === undefined ? metrics[0] : dimensions[calendar].fields[0];
  return by === undefined
    ? {}
    : { sortBy: by, sortDirection: calendar === undefined ? 'DESC' : 'ASC' };
}
