import type { PlatformId } from '../platforms.ts';
import type { Measure } from '../ports/facts.ts';

/**
 * Every metric a report can show: what it is called, how it behaves when rows are joined, and where each
 * platform keeps it. Nothing else in the service lists metrics.
 *
 * Ratios are computed from sums after grouping and are never asked of a platform: vendors' own ratios
 * differ in unit (per cent or fraction, micro or whole). A platform that is not named under `sources`
 * does not offer the metric.
 */
export interface Metric {
  readonly label: string;
  readonly type: 'money' | 'count' | 'percent' | 'ratio';
  readonly made: /** Adds up over ads, days and countries. */
    | { readonly from: 'sum'; readonly measure: Measure }
    /** `times` x sum of `of` / sum of `per`; null when the denominator is 0. */
    | { readonly from: 'ratio'; readonly of: Measure; readonly per: Measure; readonly times: number }
    /** People are counted once however often they were reached: asked at the level and range wanted, never added. */
    | { readonly from: 'reach' }
    /** Impressions / reach. */
    | { readonly from: 'frequency' };
  /** The platform's own field, or how it is read there. */
  readonly sources: { readonly [P in PlatformId]?: string };
}

const spendSources: Metric['sources'] = {
  primary: 'spend, decimal text in whole units',
  'short-video': 'spend, decimal text in whole units',
  'photo-messaging': 'spend, micro units',
  pin: 'SPEND_IN_DOLLAR, whole units of the account currency despite its name',
  'search-ads': 'metrics.cost_micros',
  'professional-network': 'costInLocalCurrency, decimal text',
};
const impressionSources: Metric['sources'] = {
  primary: 'impressions',
  'short-video': 'impressions',
  'photo-messaging': 'impressions',
  pin: 'PAID_IMPRESSION',
  'search-ads': 'metrics.impressions',
  'professional-network': 'impressions',
};
const clickSources: Metric['sources'] = {
  primary: 'clicks, all clicks',
  'short-video': 'clicks',
  'photo-messaging': 'swipes',
  pin: 'CLICKTHROUGH_1',
  'search-ads': 'metrics.clicks',
  'professional-network': 'clicks, all clicks',
};
const resultSources: Metric['sources'] = {
  primary: 'results, by indicator; no values means none; kinds are never added',
  'short-video': 'result',
  'photo-messaging': 'by objective: a conversion_* field, else swipes',
  pin: 'TOTAL_CONVERSIONS',
  'search-ads': 'metrics.conversions',
  'professional-network': 'externalWebsiteConversions, or oneClickLeads for lead objectives',
};
const conversionSources: Metric['sources'] = {
  primary: 'actions, one purchase entry: the same purchase is repeated under up to eight types',
  'short-video': 'complete_payment',
  'photo-messaging': 'conversion_purchases',
  pin: 'TOTAL_CHECKOUT',
  'search-ads': 'metrics.conversions',
  'professional-network': 'externalWebsiteConversions',
};
const valueSources: Metric['sources'] = {
  primary: 'action_values, the entry chosen for conversions',
  'short-video': 'total_complete_payment_rate, which is the value despite its name',
  'photo-messaging': 'conversion_purchases_value, micro units',
  pin: 'TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR',
  'search-ads': 'metrics.conversions_value',
  'professional-network': 'conversionValueInLocalCurrency',
};
const reachSources: Metric['sources'] = {
  primary: 'reach',
  'short-video': 'reach',
  'photo-messaging': 'uniques',
  pin: 'TOTAL_IMPRESSION_USER',
  'search-ads': 'metrics.unique_users, ranges of at most 92 days',
  'professional-network': 'approximateMemberReach',
};

const sum = (measure: Measure): Metric['made'] => ({ from: 'sum', measure });
const ratio = (of: Measure, per: Measure, times = 1): Metric['made'] => ({ from: 'ratio', of, per, times });

export const metrics = {
  spend: { label: 'Spend', type: 'money', made: sum('spend'), sources: spendSources },
  impressions: { label: 'Impressions', type: 'count', made: sum('impressions'), sources: impressionSources },
  clicks: { label: 'Clicks', type: 'count', made: sum('clicks'), sources: clickSources },
  ctr: { label: 'Click-through rate', type: 'percent', made: ratio('clicks', 'impressions', 100), sources: clickSources },
  cpm: { label: 'Cost per 1,000 impressions', type: 'money', made: ratio('spend', 'impressions', 1000), sources: spendSources },
  cpc: { label: 'Cost per click', type: 'money', made: ratio('spend', 'clicks'), sources: clickSources },
  results: { label: 'Results', type: 'count', made: sum('results'), sources: resultSources },
  costPerResult: { label: 'Cost per result', type: 'money', made: ratio('spend', 'results'), sources: resultSources },
  conversions: { label: 'Conversions', type: 'count', made: sum('conversions'), sources: conversionSources },
  conversionValue: { label: 'Conversion value', type: 'money', made: sum('conversionValue'), sources: valueSources },
  roas: { label: 'Return on ad spend', type: 'ratio', made: ratio('conversionValue', 'spend'), sources: valueSources },
  reach: { label: 'Reach', type: 'count', made: { from: 'reach' }, sources: reachSources },
  frequency: { label: 'Frequency', type: 'ratio', made: { from: 'frequency' }, sources: reachSources },
} as const satisfies { readonly [key: string]: Metric };

export type MetricKey = keyof typeof metrics;

export const metricKeys = Object.keys(metrics) as readonly MetricKey[];

const aliasOf = { cpa: 'costPerResult' } as const satisfies { readonly [name: string]: MetricKey };
const aliases: ReadonlyMap<string, MetricKey> = new Map(Object.entries(aliasOf));

/** Every name a metric can be asked by. */
export type MetricName = MetricKey | keyof typeof aliasOf;
export const metricNames = [...metricKeys, ...aliases.keys()] as readonly MetricName[];

/** The other names of a metric. */
export const metricAliases = (key: MetricKey): string[] => [...aliases].filter(([, of]) => of === key).map(([name]) => name);

/** The metric a name means, or undefined. */
export const metricByName = (name: string): MetricKey | undefined => metricKeys.find((key) => key === name) ?? aliases.get(name);

/** The sums a metric is made of. */
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
