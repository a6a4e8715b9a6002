import { breaks } from '../base/refusal.ts';
import {
  addDays,
  daysIn,
  dayText,
  monthEnd,
  monthOf,
  numberOf,
  weekOf,
  weekStart,
} from '../base/time/days.ts';
import { type MetricName, metricByName, metrics } from './metrics.ts';
import type { QueryPlan } from './plan-query.ts';
import type { DayRange } from './request.ts';
import type { ReportQueryResponse, ReportRowAnswer } from './schema/report.ts';

type CompareTo = 'previousPeriod' | 'previousYear';

/** The report of the earlier days, and the earlier day, week or month for each later one. */
interface Earlier {
  readonly plan: QueryPlan;
  readonly day: (later: string) => string;
  readonly week: (later: string) => string;
  readonly month: (later: string) => string;
}

/** More than any page of rows has counterparts. */
const ALL = 1_000_000;

/** The plan of the earlier figures, for the entities of these rows only. */
export function earlierPlan(
  plan: QueryPlan,
  compareTo: CompareTo,
  rows: readonly ReportRowAnswer[],
): Earlier {
  const back = wayBack(plan, compareTo);
  const only = (field: 'campaignId' | 'adsetId' | 'adId', given: readonly string[] | undefined) =>
    plan.groupBy.includes(field) ? [...new Set(rows.flatMap((row) => row[field] ?? []))] : given;
  const { countries } = plan.filter;
  const lists = {
    campaignIds: only('campaignId', plan.filter.campaignIds),
    adsetIds: only('adsetId', plan.filter.adsetIds),
    adIds: only('adId', plan.filter.adIds),
  };
  const given = Object.entries(lists).filter(([, ids]) => ids !== undefined);
  const filter = {
    ...(Object.fromEntries(given) as QueryPlan['filter']),
    ...(countries && { countries }),
  };
  const range: DayRange = { from: back.from(plan.range.from), to: back.to(plan.range.to) };
  return { ...back, plan: { ...plan, range, filter, page: { offset: 0, limit: ALL } } };
}

interface WayBack extends Pick<Earlier, 'day' | 'week' | 'month'> {
  readonly from: (later: string) => string;
  readonly to: (later: string) => string;
}

const same = (later: string): string => later;

function wayBack({ range, groupBy }: QueryPlan, compareTo: CompareTo): WayBack {
  if (groupBy.filter((key) => key === 'day' || key === 'week' || key === 'month').length > 1)
    throw breaks(
      'compareTo',
      'compare_not_aligned',
      'Group by one of day, week and month to compare.',
    );
  if (compareTo === 'previousYear') {
    // Weeks go back in weeks, so that weekdays meet; dates otherwise.
    if (groupBy.includes('week')) return byDays(364);
    const month = (later: string) => yearBefore(`${later}-01`).slice(0, 7);
    return { from: yearBefore, to: yearBefore, day: yearBefore, week: same, month };
  }
  const days = daysIn(range.from, range.to);
  if (groupBy.includes('week') && days % 7 !== 0)
    throw breaks(
      'compareTo',
      'compare_not_aligned',
      `Weeks meet earlier weeks only in a range of whole weeks; this one has ${days} days.`,
    );
  if (!groupBy.includes('month')) return byDays(days);
  if (range.from.slice(8) !== '01' || range.to !== monthEnd(range.to))
    throw breaks(
      'compareTo',
      'compare_not_aligned',
      'Months meet earlier months only in a range of whole months.',
    );
  const months = monthNumber(monthOf(range.to)) - monthNumber(monthOf(range.from)) + 1;
  const month = (later: string) => monthText(monthNumber(later) - months);
  return {
    from: (later) => `${month(monthOf(later))}-01`,
    to: (later) => monthEnd(`${month(monthOf(later))}-01`),
    day: (later) => addDays(later, -days),
    week: same,
    month,
  };
}

const byDays = (days: number): WayBack => {
  const day = (later: string) => addDays(later, -days);
  return { from: day, to: day, day, week: (later) => weekOf(day(firstDayOf(later))), month: same };
};

/** The Monday of a week `2026-W46`. January 4th always lies in the first week. */
function firstDayOf(week: string): string {
  const [year = '', number = ''] = week.split('-W');
  return addDays(weekStart(`${year}-01-04`), (Number(number) - 1) * 7);
}

function yearBefore(day: string): string {
  const before = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return day.endsWith('-02-29') ? before.replace(/29$/, '28') : dayText(numberOf(before));
}

const monthNumber = (month: string): number =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
const monthText = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;

export function compared(
  report: ReportQueryResponse,
  { columns }: QueryPlan,
  earlier: Earlier,
  then: ReportQueryResponse,
): ReportQueryResponse {
  const names = columns.map(({ name }) => name as MetricName);
  const isMetric = new Set<string>([
    ...names,
    'resultsByType',
    'resultsNote',
    'accountName',
    'campaignName',
    'adsetName',
    'adName',
  ]);
  const keyOf = (row: ReportRowAnswer) =>
    JSON.stringify(
      Object.entries(row)
        .filter(([field]) => !isMetric.has(field))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  const known = new Map(then.data.map((row) => [keyOf(row), row]));
  const { range } = earlier.plan;
  return {
    ...report,
    data: report.data.map((row) => {
      const previous = figuresOf(names, known.get(keyOf(movedBack(row, earlier))));
      const change = Object.fromEntries(
        names.map((name) => [name, changeOf(previous[name], row[name])]),
      );
      return { ...row, previous, change };
    }),
    metadata: { ...report.metadata, compareTo: { startDate: range.from, endDate: range.to } },
  };
}

const movedBack = (row: ReportRowAnswer, { day, week, month }: Earlier): ReportRowAnswer => ({
  ...row,
  ...(row.day !== undefined && { day: day(row.day) }),
  ...(row.date !== undefined && { date: day(row.date) }),
  ...(row.week !== undefined && { week: week(row.week) }),
  ...(row.month !== undefined && { month: month(row.month) }),
});

type Figures = { readonly [M in MetricName]?: number | null };

/** Rows without earlier figures count as 0 in everything that adds up. */
function figuresOf(names: readonly MetricName[], row: ReportRowAnswer | undefined): Figures {
  return Object.fromEntries(
    names.map((name) => [name, row === undefined ? nothing(name) : (row[name] ?? null)]),
  );
}

const nothing = (name: MetricName): number | null => {
  const metric = metricByName(name);
  return metric !== undefined && metrics[metric].made.from === 'sum' ? 0 : null;
};

const changeOf = (
  then: number | null | undefined,
  now: number | null | undefined,
): number | null =>
  then === undefined || then === null || then === 0 || now === undefined || now === null
    ? null
    : (now - then) / then;
