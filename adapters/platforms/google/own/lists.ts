import { isoTime } from '../../../../core/base/time/days.ts';
import { asRow, at, defined, numeric, type Row, rowsOf, said, text } from '../../kit/json.ts';
import { nameOfAd } from '../names.ts';
import { lastPart } from '../wire/gaql.ts';
import { moneyOf, msOf, statusOf } from '../wire/values.ts';

export type ListKind =
  | 'campaigns'
  | 'adGroups'
  | 'ads'
  | 'keywords'
  | 'searchTerms'
  | 'conversionActions'
  | 'assetGroups';

/** What is asked, and how a row is shown. */
interface OwnList {
  readonly from: string;
  readonly fields: readonly string[];
  readonly conditions: readonly string[];
  readonly order: string;
  /** `always`: the list is nothing without figures. */
  readonly figures: boolean | 'always';
  /** `zone`: the account's, in which the platform writes times. */
  shown(row: Row, zone: string): { readonly id: string; readonly [field: string]: unknown };
}

const under = (resource: string, fields: readonly string[]): readonly string[] =>
  fields.map((field) => `${resource}.${field}`);
const alive = (...resources: readonly string[]): readonly string[] =>
  resources.map((each) => `${each}.status != 'REMOVED'`);
const inCampaign = (row: Row) => ({
  campaignId: said(row, 'campaign', 'id'),
  campaignName: said(row, 'campaign', 'name'),
});
const inAdGroup = (row: Row) => ({
  ...inCampaign(row),
  adGroupId: said(row, 'adGroup', 'id'),
  adGroupName: said(row, 'adGroup', 'name'),
});
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((each) => text(each) ?? []) : [];

export const lists: { readonly [K in ListKind]: OwnList } = {
  campaigns: {
    from: 'campaign',
    fields: [
      ...under('campaign', [
        'id',
        'name',
        'status',
        'primary_status',
        'advertising_channel_type',
        'bidding_strategy_type',
      ]),
      ...under('campaign', [
        'start_date_time',
        'end_date_time',
        'campaign_budget',
        'contains_eu_political_advertising',
      ]),
      ...under('campaign_budget', [
        'id',
        'name',
        'amount_micros',
        'total_amount_micros',
        'explicitly_shared',
        'reference_count',
      ]),
    ],
    conditions: alive('campaign'),
    order: 'campaign.id DESC',
    figures: true,
    shown(row, zone) {
      const campaign = asRow(row.campaign) ?? {};
      const budget = asRow(row.campaignBudget) ?? {};
      const lifetime = numeric(budget.totalAmountMicros) ?? 0;
      return {
        id: said(campaign, 'id'),
        name: said(campaign, 'name'),
        status: statusOf(campaign.status),
        effectiveStatus: said(campaign, 'primaryStatus') || said(campaign, 'status'),
        channel: said(campaign, 'advertisingChannelType'),
        bidding: said(campaign, 'biddingStrategyType'),
        startTime: isoTime(msOf(campaign.startDateTime, zone)),
        endTime: isoTime(msOf(campaign.endDateTime, zone)),
        euPoliticalAdvertising: text(campaign.containsEuPoliticalAdvertising) ?? null,
        budget: {
          id: said(budget, 'id') || lastPart(text(campaign.campaignBudget)),
          name: said(budget, 'name'),
          dailyBudget: lifetime > 0 ? null : moneyOf(budget.amountMicros),
          lifetimeBudget: lifetime > 0 ? moneyOf(budget.totalAmountMicros) : null,
          shared: budget.explicitlyShared === true,
          campaigns: numeric(budget.referenceCount) ?? 1,
        },
      };
    },
  },
  adGroups: {
    from: 'ad_group',
    fields: [
      ...under('ad_group', ['id', 'name', 'status', 'primary_status', 'type', 'cpc_bid_micros']),
      'campaign.id',
      'campaign.name',
    ],
    conditions: alive('ad_group', 'campaign'),
    order: 'ad_group.id DESC',
    figures: true,
    shown: (row) => ({
      id: said(row, 'adGroup', 'id'),
      name: said(row, 'adGroup', 'name'),
      status: statusOf(at(row, 'adGroup', 'status')),
      effectiveStatus: said(row, 'adGroup', 'primaryStatus') || said(row, 'adGroup', 'status'),
      type: said(row, 'adGroup', 'type'),
      cpcBid:
        at(row, 'adGroup', 'cpcBidMicros') === undefined
          ? null
          : moneyOf(at(row, 'adGroup', 'cpcBidMicros')),
      ...inCampaign(row),
    }),
  },
  ads: {
    from: 'ad_group_ad',
    fields: [
      ...under('ad_group_ad', [
        'status',
        'primary_status',
        'ad_strength',
        'policy_summary.approval_status',
      ]),
      ...under('ad_group_ad', [
        'policy_summary.review_status',
        'policy_summary.policy_topic_entries',
      ]),
      ...under('ad_group_ad.ad', [
        'id',
        'name',
        'type',
        'final_urls',
        'final_url_suffix',
        'tracking_url_template',
      ]),
      ...under('ad_group_ad.ad', [
        'url_custom_parameters',
        'responsive_search_ad.headlines',
        'responsive_search_ad.descriptions',
      ]),
      ...under('ad_group_ad.ad.responsive_search_ad', ['path1', 'path2']),
      'ad_group.id',
      'ad_group.name',
      'campaign.id',
      'campaign.name',
    ],
    conditions: alive('ad_group_ad', 'ad_group', 'campaign'),
    order: 'ad_group_ad.ad.id DESC',
    figures: true,
    shown(row) {
      const held = asRow(row.adGroupAd) ?? {};
      const ad = asRow(held.ad) ?? {};
      const search = asRow(ad.responsiveSearchAd) ?? {};
      const words = (value: unknown) =>
        rowsOf(value).map((each) => ({
          text: said(each, 'text'),
          pin: text(each.pinnedField) ?? null,
        }));
      return {
        id: said(ad, 'id'),
        name: nameOfAd(ad),
        status: statusOf(held.status),
        type: said(ad, 'type'),
        effectiveStatus: said(held, 'primaryStatus') || said(held, 'status'),
        adStrength: text(held.adStrength) ?? null,
        headlines: words(search.headlines),
        descriptions: words(search.descriptions),
        path1: text(search.path1) ?? null,
        path2: text(search.path2) ?? null,
        finalUrls: texts(ad.finalUrls),
        finalUrlSuffix: text(ad.finalUrlSuffix) ?? null,
        trackingTemplate: text(ad.trackingUrlTemplate) ?? null,
        policy: {
          approval: text(at(held, 'policySummary', 'approvalStatus')) ?? null,
          review: text(at(held, 'policySummary', 'reviewStatus')) ?? null,
          findings: rowsOf(at(held, 'policySummary', 'policyTopicEntries')).map((each) => ({
            topic: said(each, 'topic'),
            type: said(each, 'type'),
          })),
        },
        ...inAdGroup(row),
      };
    },
  },
  keywords: {
    from: 'keyword_view',
    fields: [
      ...under('ad_group_criterion', [
        'criterion_id',
        'status',
        'primary_status',
        'keyword.text',
        'keyword.match_type',
        'negative',
      ]),
      ...under('ad_group_criterion', [
        'quality_info.quality_score',
        'cpc_bid_micros',
        'approval_status',
      ]),
      'ad_group.id',
      'ad_group.name',
      'campaign.id',
      'campaign.name',
    ],
    conditions: alive('ad_group_criterion', 'ad_group', 'campaign'),
    order: 'ad_group_criterion.criterion_id',
    figures: true,
    shown(row) {
      const keyword = asRow(row.adGroupCriterion) ?? {};
      return {
        id: `${said(row, 'adGroup', 'id')}~${said(keyword, 'criterionId')}`,
        text: said(keyword, 'keyword', 'text'),
        matchType: said(keyword, 'keyword', 'matchType'),
        status: statusOf(keyword.status),
        effectiveStatus: said(keyword, 'primaryStatus') || said(keyword, 'status'),
        approval: text(keyword.approvalStatus) ?? null,
        qualityScore: numeric(at(keyword, 'qualityInfo', 'qualityScore')) ?? null,
        cpcBid: keyword.cpcBidMicros === undefined ? null : moneyOf(keyword.cpcBidMicros),
        ...inAdGroup(row),
      };
    },
  },
  searchTerms: {
    from: 'search_term_view',
    fields: [
      ...under('search_term_view', ['search_term', 'status']),
      'ad_group.id',
      'ad_group.name',
      'campaign.id',
      'campaign.name',
    ],
    conditions: [],
    order: 'search_term_view.search_term',
    figures: 'always',
    shown: (row) => ({
      id: lastPart(said(row, 'searchTermView', 'resourceName')),
      searchTerm: said(row, 'searchTermView', 'searchTerm'),
      status: said(row, 'searchTermView', 'status'),
      ...inAdGroup(row),
    }),
  },
  conversionActions: {
    from: 'conversion_action',
    fields: under('conversion_action', [
      'id',
      'name',
      'status',
      'type',
      'category',
      'primary_for_goal',
      'counting_type',
      'value_settings.default_value',
    ]),
    conditions: alive('conversion_action'),
    order: 'conversion_action.id',
    figures: false,
    shown(row) {
      const action = asRow(row.conversionAction) ?? {};
      return {
        id: said(action, 'id'),
        name: said(action, 'name'),
        status: said(action, 'status'),
        type: said(action, 'type'),
        category: said(action, 'category'),
        primary: action.primaryForGoal === true,
        counting: said(action, 'countingType'),
        defaultValue: numeric(at(action, 'valueSettings', 'defaultValue')) ?? null,
      };
    },
  },
  assetGroups: {
    from: 'asset_group',
    fields: [
      ...under('asset_group', [
        'id',
        'name',
        'status',
        'primary_status',
        'ad_strength',
        'final_urls',
      ]),
      'campaign.id',
      'campaign.name',
    ],
    conditions: alive('asset_group', 'campaign'),
    order: 'asset_group.id',
    figures: true,
    shown(row) {
      const group = asRow(row.assetGroup) ?? {};
      return {
        id: said(group, 'id'),
        name: said(group, 'name'),
        status: statusOf(group.status),
        finalUrls: texts(group.finalUrls),
        effectiveStatus: said(group, 'primaryStatus') || said(group, 'status'),
        adStrength: text(group.adStrength) ?? null,
        ...inCampaign(row),
      };
    },
  },
};

/** Money in whole units. */
export function figuresOf(row: Row) {
  const metrics = asRow(row.metrics) ?? {};
  const figure = (name: string): number => numeric(metrics[name]) ?? 0;
  return defined({
    impressions: figure('impressions'),
    clicks: figure('clicks'),
    spend: moneyOf(metrics.costMicros),
    conversions: figure('conversions'),
    conversionValue: figure('conversionsValue'),
  });
}

export const figureFields = under('metrics', [
  'impressions',
  'clicks',
  'cost_micros',
  'conversions',
  'conversions_value',
]);
