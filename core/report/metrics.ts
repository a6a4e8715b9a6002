import type { Measure } from '../ports/facts.ts';

/**
 * A metric of reports: its name and how it behaves when rows are joined. Ratios are computed from
 * sums after grouping and never asked of a platform: vendors' ratios differ in unit (per cent or
 * fraction, micro or whole).
 */
export interface Metric {
  readonly label: string;
  readonly type: 'money' | 'count' | 'percent' | 'ratio';
  readonly made: /** Adds up over ads, days and countries. */
    | { readonly from: 'sum'; readonly measure: Measure }
    /** `times` x sum of `of` / sum of `per`; null when the denominator is 0. */
    | {
        readonly from: 'ratio';
        readonly of: Measure;
        readonly per: Measure;
        readonly times: number;
      }
    /** Asked at the level and range wanted, never added: people are counted once. */
    | { readonly from: 'reach' }
    /** Impressions / reach. */
    | { readonly from: 'frequency' };
  /** The figure that a platform must offer for this one. */
  readonly needs: Measure | 'reach';
}

const sum = (measure: Measure): Metric['made'] => ({ from: 'sum', measure });
const ratio = (of: Measure, per: Measure, times = 1): Metric['made'] => ({
  from: 'ratio',
  of,
  per,
  times,
});

export const metrics = {
  spend: { label: 'Spend', type: 'money', made: sum('spend'), needs: 'spend' },
  impressions: {
    label: 'Impressions',
    type: 'count',
    made: sum('impressions'),
    needs: 'impressions',
  },
  clicks: { label: 'Clicks', type: 'count', made: sum('clicks'), needs: 'clicks' },
  ctr: {
    label: 'Click-through rate',
    type: 'percent',
    made: ratio('clicks', 'impressions', 100),
    needs: 'clicks',
  },
  cpm: {
    label: 'Cost per 1,000 impressions',
    type: 'money',
    made: ratio('spend', 'impressions', 1000),
    needs: 'spend',
  },
  cpc: { label: 'Cost per click', type: 'money', made: ratio('spend', 'clicks'), needs: 'clicks' },
  results: { label: 'Results', type: 'count', made: sum('results'), needs: 'results' },
  costPerResult: {
    label: 'Cost per result',
    type: 'money',
    made: ratio('spend', 'results'),
    needs: 'results',
  },
  conversions: {
    label: 'Conversions',
    type: 'count',
    made: sum('conversions'),
    needs: 'conversions',
  },
  conversionValue: {
    label: 'Conversion value',
    type: 'money',
    made: sum('conversionValue'),
    needs: 'conversionValue',
  },
  roas: {
    label: 'Return on ad spend',
    type: 'ratio',
    made: ratio('conversionValue', 'spend'),
    needs: 'conversionValue',
  },
  videoViews: {
    label: 'Video views of 3 seconds',
    type: 'count',
    made: sum('videoViews'),
    needs: 'videoViews',
  },
  hookRate: {
    label: 'Hook rate',
    type: 'percent',
    made: ratio('videoViews', 'impressions', 100),
    needs: 'videoViews',
  },
  reach: { label: 'Reach', type: 'count', made: { from: 'reach' }, needs: 'reach' },
  frequency: { label: 'Frequency', type: 'ratio', made: { from: 'frequency' }, needs: 'reach' },
} as const satisfies { readonly [key: string]: Metric };

export type MetricKey = keyof typeof metrics;

export const metricKeys = Object.keys(metrics) as readonly MetricKey[];

const aliasOf = { cpa: 'costPerResult' } as const satisfies { readonly [name: string]: MetricKey };
const aliases: ReadonlyMap<string, MetricKey> = new Map(Object.entries(aliasOf));

export type MetricName = MetricKey | keyof typeof aliasOf;
export const metricNames = [...metricKeys, ...aliases.keys()] as readonly MetricName[];

const byName: ReadonlyMap<string, MetricKey> = new Map([
  ...metricKeys.map((key) => [key, key] as const),
  ...aliases,
]);

export const metricAliases = (key: MetricKey): string[] =>
  [...aliases].filter(([, of]) => of === key).map(([name]) => name);

export const metricByName = (name: string): MetricKey | undefined => byName.get(name);

/** What one of something costs. */
export function isCost(key: MetricKey): boolean {
  const { made }: Metric = metrics[key];
  return made.from === 'ratio' && made.of === 'spend';
}

/** In which order the best come first: the cheapest, the highest. */
export const bestFirst = (key: MetricKey): 'ASC' | 'DESC' => (isCost(key) ? 'ASC' : 'DESC');

export function measuresOf(key: MetricKey): readonly Measure[] {
  const { made }: Metric = metrics[key];
  switch (made.from) {
    case 'sum':
      return [made.measure];
    case 'ratio':
      return [made.of, made.per];
    case 'frequency':
      return ['impressions'];
    case 'reach':
      return [];
  }
}
