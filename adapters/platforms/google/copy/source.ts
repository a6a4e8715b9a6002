import { asRow, at, said } from '../../kit/json.ts';
import type { Access, EntityType, Row } from '../../types.ts';
import { adFields, idOf } from '../read/entities.ts';
import type { Api } from '../wire/client.ts';
import { idsIn, select } from '../wire/gaql.ts';
import { levels } from '../wire/values.ts';
import { biddingFields } from './bidding.ts';
import { adGroupCriterionFields, campaignCriterionFields } from './criteria.ts';

/** With what belongs to it and is below it, as rows of queries, oldest first. */
export interface Source {
  readonly type: EntityType;
  readonly root: Row;
  /** Places, languages, times, devices, audiences, exclusions. */
  readonly campaignCriteria: readonly Row[];
  /** Shared lists of negative keywords or placements. */
  readonly sharedSets: readonly Row[];
  readonly campaignAssets: readonly Row[];
  readonly adGroups: readonly Row[];
  /** Keywords, negative ones too, and other targets of ad groups. */
  readonly criteria: readonly Row[];
  readonly bidModifiers: readonly Row[];
  readonly adGroupAssets: readonly Row[];
  readonly ads: readonly Row[];
  /** Performance Max campaigns have them instead of ad groups. */
  readonly assetGroups: readonly Row[];
  readonly assetGroupAssets: readonly Row[];
  readonly signals: readonly Row[];
  /** The products of a feed that an asset group shows. */
  readonly listingGroups: readonly Row[];
}

const under = (resource: string, fields: readonly string[]) =>
  fields.map((field) => `${resource}.${field}`);
const addresses = ['tracking_url_template', 'final_url_suffix', 'url_custom_parameters'];

const campaignFields = [
  ...under('campaign', [
    'id',
    'name',
    'status',
    'advertising_channel_type',
    'advertising_channel_sub_type',
    'start_date_time',
  ]),
  ...under('campaign', [
    'end_date_time',
    'contains_eu_political_advertising',
    'campaign_budget',
    'campaign_group',
    ...addresses,
  ]),
  ...under('campaign.network_settings', [
    'target_google_search',
    'target_search_network',
    'target_content_network',
  ]),
  ...under('campaign.network_settings', ['target_partner_search_network']),
  ...under('campaign.geo_target_type_setting', [
    'positive_geo_target_type',
    'negative_geo_target_type',
  ]),
  ...under('campaign', [
    'targeting_setting.target_restrictions',
    'ai_max_setting.enable_ai_max',
    'keyword_match_type',
  ]),
  ...under('campaign.dynamic_search_ads_setting', [
    'domain_name',
    'language_code',
    'use_supplied_urls_only',
  ]),
  ...under('campaign', [
    'ad_serving_optimization_status',
    'excluded_parent_asset_field_types',
    'asset_automation_settings',
  ]),
  ...under('campaign', ['brand_guidelines_enabled', 'shopping_setting.merchant_id']),
  ...biddingFields,
  ...under('campaign_budget', [
    'name',
    'amount_micros',
    'total_amount_micros',
    'delivery_method',
    'explicitly_shared',
  ]),
];
const adGroupFields = [
  ...under('ad_group', [
    'id',
    'name',
    'status',
    'type',
    'campaign',
    'cpc_bid_micros',
    'cpm_bid_micros',
    'target_cpa_micros',
  ]),
  ...under('ad_group', [
    'cpv_bid_micros',
    'target_roas',
    'percent_cpc_bid_micros',
    'optimized_targeting_enabled',
  ]),
  ...under('ad_group', [
    'targeting_setting.target_restrictions',
    'excluded_parent_asset_field_types',
  ]),
  ...under('ad_group', ['ai_max_ad_group_setting.disable_search_term_matching', ...addresses]),
  'campaign.id',
  'campaign.advertising_channel_type',
];
const assetGroupFields = [
  ...under('asset_group', [
    'id',
    'name',
    'status',
    'campaign',
    'final_urls',
    'final_mobile_urls',
    'path1',
    'path2',
  ]),
  'campaign.id',
  'campaign.advertising_channel_type',
];

const alive = (resource: string) => `${resource}.status != 'REMOVED'`;

/** Undefined where no living object has the id. `deep`: with what is below it. */
export async function readSource(
  api: Api,
  access: Access,
  { type, id, deep }: { readonly type: EntityType; readonly id: string; readonly deep: boolean },
): Promise<Source | undefined> {
  const root = await readRoot(api, access, type, id);
  if (root === undefined) return undefined;
  const ofAssets =
    root.assetGroup !== undefined ||
    at(root, 'campaign', 'advertisingChannelType') === 'PERFORMANCE_MAX';
  const [isCampaign, isAdSet] = [type === 'campaign', type === 'adset'];
  const scope = isCampaign ? 'campaign.id' : ofAssets ? 'asset_group.id' : 'ad_group.id';
  /** Rows in the source; none where not wanted. */
  const read = (
    wanted: boolean,
    resource: string,
    order: string,
    {
      fields,
      living = [resource],
    }: { readonly fields: readonly string[]; readonly living?: readonly string[] },
  ) => {
    const conditions = [idsIn(scope, [id]), ...living.map(alive)];
    const query = select(fields, resource, conditions, `ORDER BY ${resource}.${order}`);
    return wanted ? api.search(access, query) : Promise.resolve([]);
  };
  const inGroups = isAdSet || (isCampaign && deep);
  const [inAdGroups, inAssetGroups] = [!ofAssets && inGroups, ofAssets && inGroups];
  const links = (wanted: boolean, above: string) => {
    const resource = `${above}_asset`;
    const fields = under(resource, ['asset', 'field_type', 'status', above]);
    return read(wanted, resource, 'field_type', {
      fields,
      living: above === 'campaign' ? [resource] : [resource, above],
    });
  };
  return {
    type,
    root,
    campaignCriteria: await read(isCampaign, 'campaign_criterion', 'criterion_id', {
      fields: campaignCriterionFields,
    }),
    sharedSets: await read(isCampaign, 'campaign_shared_set', 'resource_name', {
      fields: under('campaign_shared_set', ['shared_set', 'resource_name']),
    }),
    campaignAssets: await links(isCampaign, 'campaign'),
    adGroups:
      isAdSet && !ofAssets
        ? [root]
        : await read(isCampaign && inAdGroups, 'ad_group', 'id', { fields: adGroupFields }),
    criteria: await read(inAdGroups, 'ad_group_criterion', 'criterion_id', {
      fields: adGroupCriterionFields,
      living: ['ad_group_criterion', 'ad_group'],
    }),
    bidModifiers: await read(inAdGroups, 'ad_group_bid_modifier', 'criterion_id', {
      fields: under('ad_group_bid_modifier', [
        'ad_group',
        'criterion_id',
        'bid_modifier',
        'device.type',
      ]),
      living: ['ad_group'],
    }),
    adGroupAssets: await links(inAdGroups, 'ad_group'),
    ads:
      type === 'ad'
        ? [root]
        : await read(deep && inAdGroups, 'ad_group_ad', 'ad.id', {
            fields: adFields,
            living: ['ad_group_ad', 'ad_group'],
          }),
    assetGroups:
      isAdSet && ofAssets
        ? [root]
        : await read(isCampaign && inAssetGroups, 'asset_group', 'id', {
            fields: assetGroupFields,
          }),
    assetGroupAssets: await links(inAssetGroups, 'asset_group'),
    signals: await read(inAssetGroups, 'asset_group_signal', 'resource_name', {
      fields: under('asset_group_signal', [
        'asset_group',
        'resource_name',
        'audience.audience',
        'search_theme.text',
      ]),
      living: ['asset_group'],
    }),
    listingGroups: await read(inAssetGroups, 'asset_group_listing_group_filter', 'id', {
      fields: under('asset_group_listing_group_filter', ['id', 'asset_group']),
      living: ['asset_group'],
    }),
  };
}

/** An ad set is an ad group, or an asset group where no ad group has the id. */
async function readRoot(api: Api, access: Access, type: EntityType, id: string) {
  const one = async (
    from: string,
    idField: string,
    fields: readonly string[],
  ): Promise<Row | undefined> =>
    (await api.search(access, select(fields, from, [idsIn(idField, [id]), alive(from)])))[0];
  const { from, id: idField } = levels[type];
  if (type === 'campaign') return one(from, idField, campaignFields);
  if (type === 'ad') return one(from, idField, adFields);
  return (
    (await one(from, idField, adGroupFields)) ??
    one('asset_group', 'asset_group.id', assetGroupFields)
  );
}

/** Living ones, oldest first. */
export async function namedRows(api: Api, access: Access, type: EntityType) {
  const names = {
    campaign: ['campaign.id', 'campaign.name'],
    adset: ['ad_group.id', 'ad_group.name'],
    ad: under('ad_group_ad.ad', [
      'id',
      'name',
      'url_custom_parameters',
      'responsive_search_ad.headlines',
    ]),
  };
  const { from, id } = levels[type];
  const above = { campaign: [], adset: ['campaign'], ad: ['ad_group', 'campaign'] }[type];
  const rows = await api.search(
    access,
    select(names[type], from, [from, ...above].map(alive), `ORDER BY ${id}`),
  );
  if (type !== 'adset') return rows;
  const groups = ['asset_group.id', 'asset_group.name'];
  const others = await api.search(
    access,
    select(
      groups,
      'asset_group',
      ['asset_group', 'campaign'].map(alive),
      'ORDER BY asset_group.id',
    ),
  );
  return [...rows, ...others];
}

export const adGroupOf = (row: Row) => said(asRow(row.adGroup)?.id);
export { idOf };
