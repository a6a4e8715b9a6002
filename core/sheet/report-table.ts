import { dayNumber } from '../base/time/days.ts';
import type { DimensionKey } from '../report/dimensions.ts';
import { type Metric, type MetricKey, metricKeys, metrics } from '../report/metrics.ts';
import { resultWord } from '../report/result-word.ts';
import type { ReportDefinition } from './report-definition.ts';
import { beforeField, changeField, isSum, projectedField, type ShapedRow } from './report-shape.ts';

export interface ReportColumn {
  /** The field of the answer. */
  readonly field: string;
  readonly header: string;
  /**
   * Number format; `@` is plain text, which keeps ids whole and names that start with = harmless.
   */
  readonly format: string;
  /** In pixels, for a sheet that holds nothing else. */
  readonly width: number;
}

export type ReportCell = string | number;

/** What columns are called. */
export interface ReportWords {
  readonly fields: { readonly [F in keyof typeof englishFields]: string };
  readonly metrics: { readonly [K in MetricKey]: string };
  /** Around the {name} of a figure. */
  readonly before: string;
  readonly change: string;
  readonly projected: string;
}

const englishFields = {
  campaignName: 'Campaign',
  adsetName: 'Ad set',
  adName: 'Ad',
  accountName: 'Ad account',
  campaignId: 'Campaign ID',
  adsetId: 'Ad set ID',
  adId: 'Ad ID',
  accountId: 'Ad account ID',
  platform: 'Platform',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  country: 'Country',
  currency: 'Currency',
  resultType: 'Result type',
} as const;

const RESULT_TYPE = 'resultType';

const english: ReportWords = {
  fields: englishFields,
  metrics: Object.fromEntries(
    metricKeys.map((key) => [key, metrics[key].label]),
  ) as ReportWords['metrics'],
  before: '{name} before',
  change: '{name} change',
  projected: '{name} by the end of the month',
};

/** Names before ids. */
const shownFor: { readonly [D in DimensionKey]: readonly (keyof typeof englishFields)[] } = {
  adId: ['campaignName', 'adsetName', 'adName', 'adId'],
  adsetId: ['campaignName', 'adsetName', 'adsetId'],
  campaignId: ['campaignName', 'campaignId'],
  accountId: ['accountName', 'accountId'],
  platform: ['platform'],
  day: ['day'],
  week: ['week'],
  month: ['month'],
  country: ['country'],
};

/** @param currency of all amounts; null when rows have their own, which then get a column */
export function reportColumns(
  definition: ReportDefinition,
  currency: string | null,
  words: ReportWords = english,
): ReportColumn[] {
  const { groupBy, metrics: wanted } = definition;
  const fields = [...new Set(groupBy.flatMap((key) => shownFor[key]))];
  const money = wanted.some((key) => metrics[key].type === 'money');
  return [
    ...fields.map((field) => ({
      field,
      header: words.fields[field],
      format: field === 'day' ? 'yyyy-mm-dd' : '@',
      width: /Name$/.test(field) ? 220 : /Id$/.test(field) ? 165 : 90,
    })),
    ...(money && currency === null
      ? [{ field: 'currency', header: words.fields.currency, format: '@', width: 80 }]
      : []),
    // Always there with results: kinds may differ tomorrow, and a refresh adds no columns.
    ...(wanted.some((key) => metrics[key].needs === 'results')
      ? [{ field: RESULT_TYPE, header: words.fields.resultType, format: '@', width: 120 }]
      : []),
    ...wanted.flatMap((key) => metricColumns(definition, key, currency, words)),
  ];
}

/** A figure, its comparison and its projection. */
function metricColumns(
  { compare, projection }: ReportDefinition,
  key: MetricKey,
  currency: string | null,
  words: ReportWords,
): ReportColumn[] {
  const name = words.metrics[key];
  const header =
    metrics[key].type === 'money' && currency !== null ? `${name} (${currency})` : name;
  const format = formatOf(metrics[key], currency);
  const around = (text: string, what: string): string => text.replace('{name}', what);
  return [
    { field: key, header, format, width: 110 },
    ...(compare === undefined
      ? []
      : [
          { field: beforeField(key), header: around(words.before, header), format, width: 110 },
          {
            field: changeField(key),
            header: around(words.change, name),
            format: CHANGE,
            width: 90,
          },
        ]),
    ...(projection === true && isSum(key)
      ? [
          {
            field: projectedField(key),
            header: around(words.projected, header),
            format,
            width: 110,
          },
        ]
      : []),
  ];
}

/** A fraction already, unlike the per cent of metrics. */
const CHANGE = '+0.0%;-0.0%;0.0%';

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
export function reportCells(
  columns: readonly ReportColumn[],
  rows: readonly ShapedRow[],
): ReportCell[][] {
  return rows.map((row) =>
    columns.map(({ field, format }) => {
      const value = row[field] as string | number | null | undefined;
      return field === RESULT_TYPE ? resultWord(String(value ?? '')) : cellOf(value, format);
    }),
  );
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
