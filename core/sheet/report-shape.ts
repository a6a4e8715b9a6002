import { numberIn } from '../base/amount.ts';
import { daysIn, monthEnd } from '../base/time/days.ts';
import { type DimensionKey, dimensions } from '../report/dimensions.ts';
import { type Metric, type MetricKey, metrics } from '../report/metrics.ts';
import type { ReportRowAnswer } from '../report/schema/report.ts';
import { totalOf } from '../report/total.ts';
import { counterpart } from './report-compare.ts';
import { daysOf, type ReportDefinition, type ReportFilter } from './report-definition.ts';

/** A row as written: the service's answer, and figures made from it. */
export type ShapedRow = { readonly [field: string]: unknown };

const TOTAL = 'Total';

export const beforeField = (key: MetricKey): string => `before.${key}`;
export const changeField = (key: MetricKey): string => `change.${key}`;
export const projectedField = (key: MetricKey): string => `projected.${key}`;

/** Whether the figure adds up over days. */
export const isSum = (key: MetricKey): boolean => (metrics[key] as Metric).made.from === 'sum';

/**
 * The first rows of a report that pass its filters, in its order, with comparison and projection;
 * then the total of all that pass.
 */
export function shapeRows(
  definition: ReportDefinition,
  rows: readonly ReportRowAnswer[],
  {
    before = [],
    today,
    currency,
  }: {
    readonly before?: readonly ReportRowAnswer[];
    readonly today: string;
    readonly currency: string | null;
  },
): ShapedRow[] {
  const { sort, top, totals } = definition;
  const passes = (row: ShapedRow): boolean =>
    (definition.filters ?? []).every((filter) => holds(filter, row));
  const passed = (rows as readonly ShapedRow[]).filter(passes);
  const earlier = (before as readonly ShapedRow[]).filter((row) =>
    (definition.filters ?? []).filter(isOfNames).every((each) => holds(each, row)),
  );
  const finish = (row: ShapedRow, then: ShapedRow | undefined): ShapedRow => ({
    ...row,
    ...compared(definition, row, then),
    ...projected(definition, row, today),
  });
  const byKey = new Map(earlier.map((row) => [keyOf(definition, row, today, true), row]));
  const shaped = passed.map((row) => finish(row, byKey.get(keyOf(definition, row, today))));
  const sorted = sort === undefined ? shaped : [...shaped].sort((a, b) => order(sort, a, b));
  const total = (of: readonly ShapedRow[]): ShapedRow =>
    totalOf(definition.metrics, of, currency !== null);
  return [
    ...(top === undefined ? sorted : sorted.slice(0, top)),
    ...(totals === true && passed.length > 0
      ? [{ ...finish(total(passed), total(earlier)), ...named(definition) }]
      : []),
  ];
}

const isOfNames = ({ test }: ReportFilter): boolean => test === 'contains' || test === 'excludes';

function holds({ field, test, value }: ReportFilter, row: ShapedRow): boolean {
  const actual = row[field];
  // Reports of earlier versions look for what the interface calls a platform.
  const text =
    `${actual ?? ''} ${field === 'platform' ? (row.platformId ?? '') : ''}`.toLowerCase();
  switch (test) {
    case 'contains':
      return text.includes(value.toLowerCase());
    case 'excludes':
      return !text.includes(value.toLowerCase());
    case 'atLeast':
      return typeof actual === 'number' && actual >= threshold(value);
    case 'atMost':
      return typeof actual === 'number' && actual <= threshold(value);
  }
}

/** Kept as programs write numbers; a file of an earlier version has it as somebody typed it. */
const threshold = (text: string): number => {
  const number = Number(text);
  return Number.isNaN(number) ? numberIn(text) : number;
};

function keyOf(
  { groupBy, compare, range }: ReportDefinition,
  row: ShapedRow,
  today: string,
  isBefore = false,
): string {
  const days = daysOf(range, today);
  return groupBy
    .map((key) => {
      const value = String(row[dimensions[key].fields[0] ?? key] ?? '');
      const isDated = key === 'day' || key === 'month';
      return isBefore && isDated && compare !== undefined && value !== ''
        ? counterpart(value, days, compare)
        : value;
    })
    .join('\n');
}

function compared(
  { compare, metrics: wanted }: ReportDefinition,
  row: ShapedRow,
  then: ShapedRow | undefined,
): ShapedRow {
  if (compare === undefined) return {};
  return Object.fromEntries(
    wanted.flatMap((key) => {
      const [now, before] = [row[key], then?.[key] ?? null];
      const isLike = metrics[key].needs !== 'results' || row.resultType === then?.resultType;
      const isKnown =
        isLike && typeof now === 'number' && typeof before === 'number' && before !== 0;
      return [
        [beforeField(key), before],
        [changeField(key), isKnown ? (now - before) / before : null],
      ];
    }),
  );
}

function projected(
  { projection, metrics: wanted, range }: ReportDefinition,
  row: ShapedRow,
  today: string,
): ShapedRow {
  if (projection !== true) return {};
  const { from, to } = daysOf(range, today);
  const times = daysIn(from, monthEnd(from)) / daysIn(from, to);
  return Object.fromEntries(
    wanted
      .filter(isSum)
      .map((key) => [
        projectedField(key),
        typeof row[key] === 'number' ? (row[key] as number) * times : null,
      ]),
  );
}

function order(
  { by, descending }: NonNullable<ReportDefinition['sort']>,
  a: ShapedRow,
  b: ShapedRow,
): number {
  const value = (row: ShapedRow): unknown =>
    row[by in dimensions ? labelOf(by as DimensionKey) : by];
  const [left, right] = [value(a), value(b)];
  // Rows without a figure go last, either way.
  if (left === null || left === undefined) return right === null || right === undefined ? 0 : 1;
  if (right === null || right === undefined) return -1;
  const difference =
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : String(left) < String(right)
        ? -1
        : Number(left !== right);
  return descending ? -difference : difference;
}

/** The field that people know a grouping by. */
const labelOf = (key: DimensionKey): string => {
  const name = `${key.replace(/Id$/, '')}Name`;
  return (dimensions[key].fields as readonly string[]).includes(name)
    ? name
    : (dimensions[key].fields[0] ?? key);
};

/** The first column says what the row is. */
const named = ({ groupBy }: ReportDefinition): ShapedRow => {
  const [first] = groupBy;
  if (first === undefined) return {};
  // The first column of a grouping is the widest of what it lies in.
  const field = first === 'adId' || first === 'adsetId' ? 'campaignName' : labelOf(first);
  return { [field]: TOTAL };
};
