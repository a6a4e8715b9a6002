import type { Delivered } from '../../kit/delivery.ts';
import { type Measures, reachOf, sumOf } from '../../kit/metrics.ts';
import { names } from '../../kit/names.ts';
import type { JsonObject, Table } from '../../types.ts';
import { type Turn, words } from '../wire.ts';

export interface Piece extends Delivered {
  readonly cut: Table<string>;
}

export const metricNames: readonly string[] = names(`
  spend impressions clicks ctr cpm cpc reach frequency result cost_per_result conversion complete_payment
  total_complete_payment_rate complete_payment_roas
`);
export const attributeMetrics: readonly string[] = names(`
  campaign_id campaign_name adgroup_id adgroup_name ad_name objective_type currency timezone
  campaign_automation_type ad_id_v2
`);

/** Results by goal. */
const resultOf: Table<(total: Measures) => number> = {
  CLICK: ({ clicks }) => clicks,
  REACH: ({ impressions }) => reachOf(impressions),
};

/** All text, money with two decimals, a dash for no value. */
export function metricsOf(
  turn: Turn,
  parts: readonly Delivered[],
  wanted: readonly string[],
): JsonObject {
  const total = sumOf(parts);
  const { impressions, clicks, spend } = total;
  const sales = parts.filter(
    ({ ad }) => objectiveOf(turn, ad.data.campaign_id) === 'WEB_CONVERSIONS',
  );
  const { results: payments, value } = sumOf(sales);
  const results = resultsOf(turn, parts, total);
  const reach = reachOf(impressions);
  const money = (minor: number) => (minor / 100).toFixed(2);
  const ratio = (above: number, below: number) => (below === 0 ? '-' : (above / below).toFixed(2));
  const figures: Table<string> = {
    spend: money(spend),
    impressions: String(impressions),
    clicks: String(clicks),
    ctr: ratio(clicks * 100, impressions),
    cpm: ratio(spend * 10, impressions),
    cpc: ratio(spend / 100, clicks),
    reach: String(reach),
    frequency: ratio(impressions, reach),
    result: results === 0 ? '-' : String(results),
    cost_per_result: ratio(spend / 100, results),
    conversion: String(payments),
    complete_payment: String(payments),
    total_complete_payment_rate: value === 0 ? '-' : money(value),
    complete_payment_roas: ratio(value, spend),
    ...attributes(turn, parts),
  };
  return Object.fromEntries(wanted.map((name) => [name, figures[name] ?? null]));
}

function resultsOf({ world }: Turn, parts: readonly Delivered[], total: Measures) {
  const goals = new Set(
    parts.map(({ ad }) => words(world.get(words(ad.data.adgroup_id))?.data.optimization_goal)),
  );
  const [goal = ''] = goals;
  return goals.size === 1 ? (resultOf[goal]?.(total) ?? total.results) : total.results;
}

const objectiveOf = ({ world }: Turn, campaignId: JsonObject[string] | undefined) =>
  words(world.get(words(campaignId))?.data.objective_type);

/** Where all parts agree. */
function attributes({ world }: Turn, parts: readonly Delivered[]): Table<string> {
  const only = (values: readonly string[]) =>
    new Set(values).size === 1 ? (values[0] ?? '-') : '-';
  const ads = parts.map(({ ad }) => ad);
  const nameAt = (id: string, name: string) => words(world.get(id)?.data[name]);
  const adGroups = ads.map(({ data }) => words(data.adgroup_id));
  const campaigns = ads.map(({ data }) => words(data.campaign_id));
  return {
    ad_name: only(ads.map(({ data }) => words(data.ad_name))),
    ad_id_v2: only(ads.map(({ id, data }) => words(data.smart_plus_ad_id) || id)),
    campaign_automation_type: only(
      ads.map(
        ({ data }) =>
          words(data.campaign_automation_type) ||
          nameAt(words(data.campaign_id), 'campaign_automation_type'),
      ),
    ),
    adgroup_id: only(adGroups),
    adgroup_name: only(adGroups.map((id) => nameAt(id, 'adgroup_name'))),
    campaign_id: only(campaigns),
    campaign_name: only(campaigns.map((id) => nameAt(id, 'campaign_name'))),
    objective_type: only(campaigns.map((id) => nameAt(id, 'objective_type'))),
  };
}
