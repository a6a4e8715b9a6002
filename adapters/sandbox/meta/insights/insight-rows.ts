import { textOf } from '../../kit/json.ts';
import { reachOf } from '../../kit/metrics.ts';
import type { Entity, Json, JsonObject, Table } from '../../types.ts';
import { adSetOf, campaignOf, string, type Turn } from '../graph/graph.ts';
import { formatTime, type Params, setOf, words } from '../graph/params.ts';
import { asMajor, minorUnits } from '../objects/accounts.ts';
import type { Tally } from './tallies.ts';

export type Level = 'account' | 'campaign' | 'adset' | 'ad';

/** Fields without figures here are absent from rows. */
export const insightFields = setOf(
  `account_currency account_id account_name action_values actions ad_click_actions ad_id ad_impression_actions ad_name adset_id adset_name
  attribution_setting auction_bid auction_competitiveness buying_type campaign_id campaign_name canvas_avg_view_percent canvas_avg_view_time clicks
  conversion_rate_ranking conversion_values conversions cost_per_action_type cost_per_ad_click cost_per_conversion cost_per_inline_link_click
  cost_per_inline_post_engagement cost_per_objective_result cost_per_outbound_click cost_per_result cost_per_thruplay cost_per_unique_action_type
  cost_per_unique_click cpc cpm cpp created_time ctr date_start date_stop dda_results engagement_rate_ranking estimated_ad_recall_rate
  estimated_ad_recallers frequency full_view_impressions full_view_reach impressions inline_link_click_ctr inline_link_clicks inline_post_engagement
  instant_experience_clicks_to_open mobile_app_purchase_roas objective objective_results optimization_goal outbound_clicks outbound_clicks_ctr
  purchase_roas quality_ranking reach results social_spend spend unique_actions unique_clicks unique_ctr updated_time
  video_30_sec_watched_actions video_avg_time_watched_actions video_p100_watched_actions video_p25_watched_actions video_p50_watched_actions
  video_p75_watched_actions video_p95_watched_actions video_play_actions video_thruplay_watched_actions website_ctr website_purchase_roas
  country age gender publisher_platform platform_position device_platform impression_device
  hourly_stats_aggregated_by_advertiser_time_zone`,
);

/** The indicator in `results`, and its event. */
const goals: Table<readonly [indicator: string, event: string]> = {
  OFFSITE_CONVERSIONS: ['actions:offsite_conversion.fb_pixel_purchase', 'purchase'],
  VALUE: ['actions:offsite_conversion.fb_pixel_purchase', 'purchase'],
  LEAD_GENERATION: ['actions:lead', 'lead'],
  LINK_CLICKS: ['actions:link_click', 'link_click'],
  LANDING_PAGE_VIEWS: ['actions:landing_page_view', 'landing_page_view'],
  POST_ENGAGEMENT: ['actions:post_engagement', 'post_engagement'],
  APP_INSTALLS: ['actions:mobile_app_install', 'mobile_app_install'],
  REACH: ['reach', ''],
};

/** Figures are text; money in whole units. */
export function rowOf(
  turn: Turn,
  account: Entity,
  tally: Tally,
  { level, params }: { readonly level: Level; readonly params: Params },
): JsonObject {
  const currency = string(account.data.currency) ?? 'USD';
  const { impressions, clicks, linkClicks, spend } = tally;
  const reach = reachOf(impressions);
  const ratio = (value: number, by: number) => (by === 0 ? undefined : (value / by).toFixed(6));
  const major = spend / minorUnits(currency);
  const sold = spend > 0 && tally.purchases > 0;
  const row: Table<Json | undefined> = {
    ...namesOf(turn, account, level, tally),
    account_currency: currency,
    impressions: String(impressions),
    clicks: String(clicks),
    spend: asMajor(spend, currency),
    reach: String(reach),
    frequency: ratio(impressions, reach),
    ctr: ratio(clicks * 100, impressions),
    cpc: ratio(major, clicks),
    cpm: ratio(major * 1000, impressions),
    cpp: ratio(major * 1000, reach),
    inline_link_clicks: String(linkClicks),
    inline_link_click_ctr: ratio(linkClicks * 100, impressions),
    inline_post_engagement: String(clicks),
    unique_clicks: String(Math.round(clicks * 0.9)),
    social_spend: asMajor(0, currency),
    outbound_clicks:
      linkClicks === 0 ? undefined : [{ action_type: 'outbound_click', value: String(linkClicks) }],
    actions: actionsOf(tally, params),
    action_values:
      tally.purchaseValue === 0
        ? undefined
        : purchaseTypes.map((action_type) =>
            withWindows({ action_type, value: asMajor(tally.purchaseValue, currency) }, params),
          ),
    purchase_roas: sold
      ? [{ action_type: 'omni_purchase', value: (tally.purchaseValue / spend).toFixed(6) }]
      : undefined,
    website_purchase_roas: sold
      ? [
          {
            action_type: 'offsite_conversion.fb_pixel_purchase',
            value: (tally.purchaseValue / spend).toFixed(6),
          },
        ]
      : undefined,
    ...resultsOf(tally, reach, major),
    ...tally.key,
    date_start: tally.from,
    date_stop: tally.to,
  };
  return Object.fromEntries(
    Object.entries(row).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
}

/** One purchase shows under several names: do not add them up. */
const purchaseTypes = [
  'purchase',
  'omni_purchase',
  'onsite_web_purchase',
  'offsite_conversion.fb_pixel_purchase',
  'web_in_store_purchase',
];

function actionsOf(
  { linkClicks, clicks, purchases, leads, installs, videoViews }: Tally,
  params: Params,
): Json | undefined {
  const counts: readonly (readonly [string, number])[] = [
    ['link_click', linkClicks],
    ['post_engagement', clicks],
    ['page_engagement', clicks],
    ['video_view', videoViews],
    ...purchaseTypes.map((type) => [type, purchases] as const),
    ['lead', leads],
    ['mobile_app_install', installs],
  ];
  const actions = counts
    .filter(([, count]) => count > 0)
    .map(([action_type, count]) => withWindows({ action_type, value: String(count) }, params));
  return actions.length === 0 ? undefined : actions;
}

/** Each action carries its share for every window. */
function withWindows(
  action: { readonly action_type: string; readonly value: string },
  params: Params,
): JsonObject {
  const windows = words(params, 'action_attribution_windows') ?? [];
  const share = (window: string) =>
    window.endsWith('click') || window === 'default'
      ? action.value
      : String(Math.floor(Number(action.value) * 0.2));
  return { ...action, ...Object.fromEntries(windows.map((window) => [window, share(window)])) };
}

/** Only for one goal; `values` is absent without results. */
function resultsOf(tally: Tally, reach: number, major: number): Table<Json | undefined> {
  const [indicator, event] = goals[tally.goal ?? ''] ?? [];
  if (indicator === undefined) return {};
  const count =
    event === ''
      ? reach
      : event === 'link_click'
        ? tally.linkClicks
        : event === 'post_engagement'
          ? tally.clicks
          : tally.results;
  const values = (value: string): JsonObject => ({
    values: [{ value, attribution_windows: ['default'] }],
  });
  return {
    results: [{ indicator, ...(count === 0 ? {} : values(String(count))) }],
    objective_results: [{ indicator, ...(count === 0 ? {} : values(String(count))) }],
    cost_per_result: [{ indicator, ...(count === 0 ? {} : values((major / count).toFixed(6))) }],
  };
}

function namesOf(turn: Turn, account: Entity, level: Level, { ad, entity }: Tally): JsonObject {
  const adSet = adSetOf(turn, ad);
  const campaign = campaignOf(turn, ad);
  const name = (each: Entity | undefined) => textOf(each?.data.name);
  return {
    account_id: account.id.replace(/^act_/, ''),
    account_name: name(account),
    ...(level === 'account'
      ? {}
      : {
          campaign_id: campaign?.id ?? '',
          campaign_name: name(campaign),
          objective: textOf(campaign?.data.objective),
          buying_type: 'AUCTION',
        }),
    ...(level === 'adset' || level === 'ad'
      ? {
          adset_id: adSet?.id ?? '',
          adset_name: name(adSet),
          optimization_goal: textOf(adSet?.data.optimization_goal),
        }
      : {}),
    ...(level === 'ad' && { ad_id: ad.id, ad_name: name(ad) }),
    ...(level === 'account'
      ? {}
      : {
          created_time: formatTime(entity.created).slice(0, 10),
          updated_time: formatTime(entity.updated).slice(0, 10),
        }),
  };
}
