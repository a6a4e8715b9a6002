import { defined } from '../../../../core/base/defined.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { EntityFacts, InspectCapability } from '../../../../core/ports/platform-reads.ts';
import { entitiesOf } from '../../kit/anywhere.ts';
import { asRow, at, type Row, said, text } from '../../kit/json.ts';
import { nameOfAd } from '../names.ts';
import type { Api } from '../wire/client.ts';
import { idChunks, idsIn, lastPart, quoted, select } from '../wire/gaql.ts';
import { budgetsOf, levels, msOf, paceOf, statusOf } from '../wire/values.ts';

const campaignFields = [
  ...['id', 'name', 'status', 'advertising_channel_type', 'start_date_time', 'end_date_time', 'resource_name'].map(
    (each) => `campaign.${each}`,
  ),
  'campaign.campaign_budget',
  'campaign_budget.amount_micros',
  'campaign_budget.total_amount_micros',
];
const adGroupFields = [
  ...['id', 'name', 'status', 'type', 'resource_name'].map((each) => `ad_group.${each}`),
  'campaign.id',
  'campaign.name',
  'campaign.advertising_channel_type',
  'campaign.end_date_time',
];
export const adFields = [
  ...['resource_name', 'ad_group', 'status', 'primary_status', 'ad_strength', 'policy_summary.approval_status'].map(
    (each) => `ad_group_ad.${each}`,
  ),
  ...['policy_summary.review_status', 'policy_summary.policy_topic_entries'].map((each) => `ad_group_ad.${each}`),
  ...[
    'id',
    'name',
    'type',
    'final_urls',
    'final_mobile_urls',
    'tracking_url_template',
    'final_url_suffix',
    'url_custom_parameters',
  ].map((each) => `ad_group_ad.ad.${each}`),
  ...['headlines', 'descriptions', 'path1', 'path2'].map((each) => `ad_group_ad.ad.responsive_search_ad.${each}`),
  'ad_group.id',
  'ad_group.name',
  'campaign.id',
  'campaign.name',
  'campaign.advertising_channel_type',
];

const fieldsOf: { readonly [T in EntityType]: readonly string[] } = {
  campaign: campaignFields,
  adset: adGroupFields,
  ad: adFields,
};

const assetGroupFields = [
  ...['id', 'name', 'status', 'resource_name'].map((each) => `asset_group.${each}`),
  'campaign.id',
  'campaign.name',
  'campaign.advertising_channel_type',
  'campaign.end_date_time',
];
/** An asset in an asset group stands for an ad. */
export const linkFields = [
  ...['resource_name', 'status', 'primary_status', 'field_type', 'asset'].map((each) => `asset_group_asset.${each}`),
  'asset.id',
  'asset.name',
  'asset.type',
  'asset.text_asset.text',
  'asset.image_asset.full_size.url',
  'asset.youtube_video_asset.youtube_video_id',
  'asset.youtube_video_asset.youtube_video_title',
  'asset_group.id',
  'asset_group.name',
  'asset_group.final_urls',
  'campaign.id',
  'campaign.name',
  'campaign.advertising_channel_type',
];
const linksIn = ({ adAccountId }: Access, ids: readonly string[]) =>
  `asset_group_asset.resource_name IN (${ids.map((id) => quoted(`customers/${adAccountId}/assetGroupAssets/${id}`)).join(', ')})`;

export const objectOf = (type: EntityType, row: Row): Row => {
  if (type === 'campaign') return asRow(row.campaign) ?? {};
  return asRow(type === 'adset' ? (row.adGroup ?? row.assetGroup) : (row.adGroupAd ?? row.assetGroupAsset)) ?? {};
};

export function idOf(type: EntityType, row: Row): string {
  if (type !== 'ad') return said(objectOf(type, row).id);
  return text(at(row, 'adGroupAd', 'ad', 'id')) ?? lastPart(text(at(row, 'assetGroupAsset', 'resourceName')));
}

export function nameOf(type: EntityType, row: Row): string {
  if (type !== 'ad') return said(objectOf(type, row).name);
  return row.assetGroupAsset === undefined ? nameOfAd(asRow(objectOf('ad', row).ad) ?? {}) : nameOfAsset(asRow(row.asset) ?? {});
}

const nameOfAsset = (asset: Row) =>
  text(at(asset, 'youtubeVideoAsset', 'youtubeVideoTitle')) ??
  text(asset.name) ??
  text(at(asset, 'textAsset', 'text')) ??
  text(at(asset, 'youtubeVideoAsset', 'youtubeVideoId')) ??
  `Asset ${said(asset.id)}`;

/** With removed ones; leaves out unknown ids. */
export async function readRows(
  api: Api,
  access: Access,
  type: EntityType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const { from, id } = levels[type];
  const rows = new Map<string, Row>();
  const read = async (fields: readonly string[], resource: string, condition: string) => {
    for (const row of await api.search(access, select(fields, resource, [condition]))) rows.set(idOf(type, row), row);
  };
  const links = ids.filter((each) => each.includes('~'));
  for (const some of idChunks(ids.filter((each) => !each.includes('~')))) await read(fieldsOf[type], from, idsIn(id, some));
  if (type === 'ad') for (const some of idChunks(links)) await read(linkFields, 'asset_group_asset', linksIn(access, some));
  const others = type === 'adset' ? ids.filter((each) => !rows.has(each)) : [];
  for (const some of idChunks(others)) await read(assetGroupFields, 'asset_group', idsIn('asset_group.id', some));
  return rows;
}

export const readEntities = (
  api: Api,
  access: Access,
  objects: Parameters<InspectCapability['entities']>[1],
): ReturnType<InspectCapability['entities']> =>
  entitiesOf(
    api.wire,
    objects,
    (type, ids) => readRows(api, access, type, ids),
    (type, id, row) => factsOf(access, type, id, row),
  );

function factsOf({ adAccountId, timezone }: Access, type: EntityType, id: string, row: Row): EntityFacts {
  const campaign = asRow(row.campaign) ?? {};
  const started = type === 'campaign' ? msOf(campaign.startDateTime, timezone) : undefined;
  return {
    type,
    id,
    name: nameOf(type, row),
    status: statusOf(objectOf(type, row).status),
    adAccountId,
    // The platform tells the start of a campaign, and no times of creation.
    createdTime: started === undefined ? '' : new Date(started).toISOString(),
    ...(type === 'campaign' ? budgetsOf(asRow(row.campaignBudget)) : {}),
    ...(type === 'ad' ? {} : paceOf(campaign, timezone)),
    ...defined({
      campaignId: type === 'campaign' ? undefined : text(campaign.id),
      adSetId: type === 'ad' ? (text(at(row, 'adGroup', 'id')) ?? text(at(row, 'assetGroup', 'id'))) : undefined,
      objective: text(campaign.advertisingChannelType),
    }),
  };
}
