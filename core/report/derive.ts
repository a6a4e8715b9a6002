import { roundedAmount, roundedRate } from '../base/money.ts';
import type { FactGroup } from '../ports/facts.ts';
import { type Metric, type MetricKey, metrics } from './metrics.ts';

/** `reach`: as the platform gave it for exactly this group. */
export interface Figures extends Pick<FactGroup, 'sums' | 'resultType'> {
  readonly reach?: number;
}

/**
 * One metric of one group. Null where no honest number exists: a denominator of 0, results of
 * several kinds, a reach the platform does not give.
 */
export function derive(key: MetricKey, figures: Figures): number | null {
  const { made }: Metric = metrics[key];
  switch (made.from) {
    case 'sum':
      return measureOf(figures, made.measure);
    case 'ratio': {
      const of = measureOf(figures, made.of);
      const per = measureOf(figures, made.per);
      return of === null ? null : quotient(of * made.times, per);
    }
    case 'reach':
      return figures.reach ?? null;
    case 'frequency':
      return quotient(figures.sums.impressions ?? 0, figures.reach ?? null);
  }
}

/** Results of type 'reach' are the reach itself. Results of several kinds have no sum. */
function measureOf(figures: Figures, measure: keyof FactGroup['sums']): number | null {
  // Pictures have no views, and not every platform tells those of videos.
  if (measure === 'videoViews') return figures.sums.videoViews || null;
  if (measure !== 'results') return figures.sums[measure] ?? 0;
  if (figures.resultType === null) return null;
  if (figures.resultType === 'reach') return figures.reach ?? null;
  return figures.sums.results ?? 0;
}

const quotient = (of: number, per: number | null): number | null =>
  per === null || per === 0 ? null : of / per;

/** The same as answers show it: amounts are rounded here and nowhere before. */
export function told(
  key: MetricKey,
  figures: Figures,
  decimals: number | undefined,
): number | null {
  const value = derive(key, figures);
  const { type, made }: Metric = metrics[key];
  if (value === null || type !== 'money') return value;
  return made.from === 'sum' ? roundedAmount(value, decimals) : roundedRate(value, decimals);
}
