import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import { asRow, type Row, text } from '../../kit/json.ts';
import { adFields, idOf } from '../read/entities.ts';
import type { Api } from '../wire/client.ts';
import { idsIn, select } from '../wire/gaql.ts';
import { levels } from '../wire/statuses.ts';

/** An object with what belongs to it and what is below it, as rows of queries. Lists are in the order things were made. */
export interface Source {
  readonly type: EntityType;
  readonly root: Row;
  /** Of the campaign: places, languages, negative keywords, and what else it targets. */
  readonly campaignCriteria: readonly Row[];
  readonly campaignAssets: readonly Row[];
  readonly adGroups: readonly Row[];
  /** Of ad groups: keywords, negative ones too, and what else they target. */
  readonly criteria: readonly Row[];
  readonly adGroupAssets: readonly Row[];
  readonly ads: readonly Row[];
}

const under = (resource: string, fields: readonly string[]): readonly string[] => fields.map((field) => `${resource}.${field}`);
const addresses = ['tracking_url_template', 'final_url_suffix', 'url_custom_parameters'];

const campaignFields = [
  ...under('campaign', ['id', 'name', 'status', 'advertising_channel_type', 'bidding_strategy_type', 'start_date_time']),
  ...under('campaign', ['end_date_time', 'contains_eu_political_advertising', 'campaign_budget', ...addresses]),
  ...under('campaign.network_settings', ['target_google_search', 'target_search_network', 'target_content_network']),
  ...under('campaign.network_settings', ['target_partner_search_network']),
  ...under('campaign.geo_target_type_setting', ['positive_geo_target_type', 'negative_geo_target_type']),
  ...['campaign.manual_cpc.enhanced_cpc_enabled', 'campaign.maximize_conversions.target_cpa_micros'],
  ...['campaign.maximize_conversion_value.target_roas', 'campaign.target_spend.cpc_bid_ceiling_micros'],
  ...under('campaign_budget', ['name', 'amount_micros', 'total_amount_micros', 'delivery_method', 'explicitly_shared']),
];
const adGroupFields = [
  ...under('ad_group', ['id', 'name', 'status', 'type', 'campaign', 'cpc_bid_micros', 'cpm_bid_micros', 'target_cpa_micros']),
  ...under('ad_group', addresses),
  ...['campaign.id'],
];
const criterionFields = [
  ...under('ad_group_criterion', ['criterion_id', 'ad_group', 'type', 'status', 'negative', 'cpc_bid_micros', 'final_urls']),
  ...under('ad_group_criterion', ['keyword.text', 'keyword.match_type', ...addresses]),
];
const campaignCriterionFields = under('campaign_criterion', [
  ...['criterion_id', 'type', 'negative', 'bid_modifier', 'keyword.text', 'keyword.match_type'],
  ...['location.geo_target_constant', 'language.language_constant'],
]);

const rootFields: { readonly [T in EntityType]: readonly string[] } = {
  campaign: campaignFields,
  adset: adGroupFields,
  ad: adFields,
};

const alive = (resource: string): string => `${resource}.status != 'REMOVED'`;

/** Undefined when there is none of this id that is alive. `deep`: with what is below it. */
export async function readSource(
  api: Api,
  access: Access,
  type: EntityType,
  id: string,
  deep: boolean,
): Promise<Source | undefined> {
  const { from, id: idField } = levels[type];
  const [root] = await api.search(access, select(rootFields[type], from, [idsIn(idField, [id]), alive(from)]));
  if (root === undefined) return undefined;
  const read = (
    wanted: boolean,
    fields: readonly string[],
    resource: string,
    order: string,
    conditions: readonly string[] = [],
  ) =>
    wanted
      ? api.search(access, select(fields, resource, [idsIn(scope, [id]), ...conditions], `ORDER BY ${order}`))
      : Promise.resolve([]);
  const scope = type === 'campaign' ? 'campaign.id' : 'ad_group.id';
  const isCampaign = type === 'campaign';
  const within = type === 'adset' || (isCampaign && deep);
  return {
    type,
    root,
    campaignCriteria: await read(isCampaign, campaignCriterionFields, 'campaign_criterion', 'campaign_criterion.criterion_id', [
      alive('campaign_criterion'),
    ]),
    campaignAssets: await read(
      isCampaign,
      under('campaign_asset', ['asset', 'field_type']),
      'campaign_asset',
      'campaign_asset.field_type',
      [alive('campaign_asset')],
    ),
    adGroups: isCampaign
      ? await read(deep, adGroupFields, 'ad_group', 'ad_group.id', [alive('ad_group')])
      : type === 'adset'
        ? [root]
        : [],
    criteria: await read(within, criterionFields, 'ad_group_criterion', 'ad_group_criterion.criterion_id', [
      ...[alive('ad_group_criterion'), alive('ad_group')],
    ]),
    adGroupAssets: await read(
      within,
      under('ad_group_asset', ['asset', 'field_type', 'ad_group']),
      'ad_group_asset',
      'ad_group_asset.field_type',
      [...[alive('ad_group_asset'), alive('ad_group')]],
    ),
    ads:
      type === 'ad'
        ? [root]
        : await read(deep, adFields, 'ad_group_ad', 'ad_group_ad.ad.id', [alive('ad_group_ad'), alive('ad_group')]),
  };
}

/** The objects of a type that are alive, with their names, the oldest first. */
export async function namedRows(api: Api, access: Access, type: EntityType): Promise<readonly Row[]> {
  const names = {
    campaign: ['campaign.id', 'campaign.name'],
    adset: ['ad_group.id', 'ad_group.name'],
    ad: [
      'ad_group_ad.ad.id',
      'ad_group_ad.ad.name',
      'ad_group_ad.ad.url_custom_parameters',
      'ad_group_ad.ad.responsive_search_ad.headlines',
    ],
  };
  const { from, id } = levels[type];
  const above = { campaign: [], adset: ['campaign'], ad: ['ad_group', 'campaign'] }[type];
  return api.search(access, select(names[type], from, [from, ...above].map(alive), `ORDER BY ${id}`));
}

export const adGroupOf = (row: Row): string => text(asRow(row.adGroup)?.id) ?? '';
export { idOf };
