import { type Metric, type MetricKey, metrics } from '../../../core/report/metrics.ts';

/** The sums of days, in the order of `SUMS`, by day. */
export type DayRows = { [day: string]: readonly number[] };

export const SUMS = [
  'spend',
  'impressions',
  'clicks',
  'results',
  'conversions',
  'conversionValue',
] as const;

/** `2026-10`, `2026-11`: the months that two days and what lies between them are in. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  let [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))];
  for (;;) {
    const name = `${year}-${String(month).padStart(2, '0')}`;
    if (name > to.slice(0, 7)) return months;
    months.push(name);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
}

/** A metric over some days. Per cent are fractions, as in reports. */
export function figureOf(
  metric: MetricKey,
  months: readonly DayRows[],
  from: string,
  to: string,
): number | '' {
  const sumOf = (measure: string): number => {
    const at = (SUMS as readonly string[]).indexOf(measure);
    const days = months
      .flatMap((rows) => Object.entries(rows))
      .filter(([day]) => day >= from && day <= to);
    return rounded(days.reduce((sum, [, sums]) => sum + (sums[at] ?? 0), 0));
  };
  const { made, type }: Metric = metrics[metric];
  if (made.from === 'sum') return sumOf(made.measure);
  if (made.from !== 'ratio') return '';
  const per = sumOf(made.per);
  // A ratio of nothing is no number.
  if (per === 0) return '';
  return rounded((sumOf(made.of) / per) * (type === 'percent' ? made.times / 100 : made.times));
}

const rounded = (figure: number): number => Math.round(figure * 1e6) / 1e6;
