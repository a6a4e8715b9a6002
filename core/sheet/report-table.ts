import { dayNumber } from '../base/time/days.ts';
import type { DimensionKey } from '../report/dimensions.ts';
import { type Metric, type MetricKey, metrics } from '../report/metrics.ts';
import type { ReportRowAnswer } from '../report/schema/report.ts';
import type { ReportDefinition } from './report-definition.ts';
import { beforeField, changeField, isSum, projectedField, type ShapedRow } from './report-shape.ts';

export interface ReportColumn {
  /** The field of the answer. */
  readonly field: string;
  readonly header: string;
  /** Number format; `@` is plain text, which keeps ids whole and names that start with = harmless. */
  readonly format: string;
  /** In pixels, for a sheet that holds nothing else. */
  readonly width: number;
}

export type ReportCell = string | number;

interface Group {
  readonly field: keyof ReportRowAnswer;
  readonly header: string;
}

/** Names before ids. */
const shownFor: { readonly [D in DimensionKey]: readonly Group[] } = {
  adId: [
    { field: 'campaignName', header: 'Campaign' },
    { field: 'adsetName', header: 'Ad set' },
    { field: 'adName', header: 'Ad' },
    { field: 'adId', header: 'Ad ID' },
  ],
  adsetId: [
    { field: 'campaignName', header: 'Campaign' },
    { field: 'adsetName', header: 'Ad set' },
    { field: 'adsetId', header: 'Ad set ID' },
  ],
  campaignId: [
    { field: 'campaignName', header: 'Campaign' },
    { field: 'campaignId', header: 'Campaign ID' },
  ],
  accountId: [
    { field: 'accountName', header: 'Ad account' },
    { field: 'accountId', header: 'Ad account ID' },
  ],
  platform: [{ field: 'platform', header: 'Platform' }],
  day: [{ field: 'day', header: 'Day' }],
  week: [{ field: 'week', header: 'Week' }],
  month: [{ field: 'month', header: 'Month' }],
  country: [{ field: 'country', header: 'Country' }],
};

/** @param currency of all amounts; null when rows have their own, which then get a column */
export function reportColumns(definition: ReportDefinition, currency: string | null): ReportColumn[] {
  const { groupBy, metrics: wanted } = definition;
  const groups = groupBy.flatMap((key) => shownFor[key]);
  const distinct = groups.filter(({ field }, i) => groups.findIndex((each) => each.field === field) === i);
  const money = wanted.some((key) => metrics[key].type === 'money');
  return [
    ...distinct.map(({ field, header }) => ({
      field,
      header,
      format: field === 'day' ? 'yyyy-mm-dd' : '@',
      width: /Name$/.test(field) ? 220 : /Id$/.test(field) ? 165 : 90,
    })),
    ...(money && currency === null ? [{ field: 'currency', header: 'Currency', format: '@', width: 80 }] : []),
    ...wanted.flatMap((key) => metricColumns(definition, key, currency)),
  ];
}

/** A figure, its comparison and its projection. */
function metricColumns({ compare, projection }: ReportDefinition, key: MetricKey, currency: string | null): ReportColumn[] {
  const [header, format] = [headerFor(key, currency), formatOf(metrics[key], currency)];
  return [
    { field: key, header, format, width: 110 },
    ...(compare === undefined
      ? []
      : [
          { field: beforeField(key), header: `${header} before`, format, width: 110 },
          { field: changeField(key), header: `${metrics[key].label} change`, format: CHANGE, width: 90 },
        ]),
    ...(projection === true && isSum(key)
      ? [{ field: projectedField(key), header: `${header} by the end of the month`, format, width: 110 }]
      : []),
  ];
}

/** A fraction already, unlike the per cent of metrics. */
const CHANGE = '+0.0%;-0.0%;0.0%';

const headerFor = (key: MetricKey, currency: string | null): string =>
  metrics[key].type === 'money' && currency !== null ? `${metrics[key].label} (${currency})` : metrics[key].label;

function formatOf({ type }: Metric, currency: string | null): string {
  switch (type) {
    case 'money':
      return decimalsOf(currency) === 0 ? '#,##0' : '#,##0.00';
    case 'count':
      return '#,##0';
    case 'percent':
      return '0.00%';
    case 'ratio':
      return '0.00';
  }
}

/** For display only; the figure stays whole. */
function decimalsOf(currency: string | null): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency ?? 'EUR' });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Days become serial numbers, per cent a fraction, missing figures empty cells. */
export function reportCells(columns: readonly ReportColumn[], rows: readonly ShapedRow[]): ReportCell[][] {
  return rows.map((row) => columns.map(({ field, format }) => cellOf(row[field] as string | number | null | undefined, format)));
}

function cellOf(value: string | number | null | undefined, format: string): ReportCell {
  if (value === null || value === undefined) return '';
  if (format === '0.00%' && typeof value === 'number') return value / 100;
  if (format === 'yyyy-mm-dd') return serialDay(String(value));
  return value;
}

/** Days since 1899-12-30, as Sheets counts: the same in every time zone and locale. */
export function serialDay(day: string): ReportCell {
  const number = dayNumber(day);
  return number === undefined ? day : number + 25_569;
}
