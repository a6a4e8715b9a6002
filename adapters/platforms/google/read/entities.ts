import { entityReader } from '../../kit/anywhere.ts';
import { asRow, at, defined, isoTime, said, text, wordsIn } from '../../kit/json.ts';
import type { Access, EntityFacts, EntityType, Row } from '../../types.ts';
import { nameOfAd } from '../names.ts';
import type { Api } from '../wire/client.ts';
import { idChunks, idsIn, lastPart, quoted, select } from '../wire/gaql.ts';
import { budgetsOf, levels, msOf, paceOf, statusOf } from '../wire/values.ts';
import { adGroupBid, campaignBid, campaignBidFields } from './bids.ts';

const under = (resource: string, fields: string) =>
  wordsIn(fields).map((field) => `${resource}.${field}`);

const campaignFields = [
  ...under(
    'campaign',
    'id name status advertising_channel_type start_date_time end_date_time resource_name campaign_budget',
  ),
  ...under('campaign_budget', 'amount_micros total_amount_micros'),
  ...campaignBidFields,
];
const inCampaign = under('campaign', 'id name advertising_channel_type');
const inEndingCampaign = [...inCampaign, 'campaign.end_date_time'];
const adGroupFields = [
  ...under('ad_group', 'id name status type resource_name cpc_bid_micros'),
  ...inEndingCampaign,
  'campaign.bidding_strategy_type',
];
export const adFields = [
  ...under(
    'ad_group_ad',
    `resource_name ad_group status primary_status ad_strength policy_summary.approval_status policy_summary.review_status
    policy_summary.policy_topic_entries`,
  ),
  ...under(
    'ad_group_ad.ad',
    'id name type final_urls final_mobile_urls tracking_url_template final_url_suffix url_custom_parameters',
  ),
  ...under('ad_group_ad.ad.responsive_search_ad', 'headlines descriptions path1 path2'),
  ...under('ad_group', 'id name'),
  ...inCampaign,
];

const fieldsOf: { readonly [T in EntityType]: readonly string[] } = {
  campaign: campaignFields,
  adset: adGroupFields,
  ad: adFields,
};

const assetGroupFields = [
  ...under('asset_group', 'id name status resource_name'),
  ...inEndingCampaign,
];
/** An asset in an asset group stands for an ad. */
export const linkFields = [
  ...under('asset_group_asset', 'resource_name status primary_status field_type asset'),
  ...under('asset', 'id name type text_asset.text image_asset.full_size.url'),
  ...under('asset.youtube_video_asset', 'youtube_video_id youtube_video_title'),
  ...under('asset_group', 'id name final_urls'),
  ...inCampaign,
];
const linksIn = ({ adAccountId }: Access, ids: readonly string[]) =>
  `asset_group_asset.resource_name IN (${ids.map((id) => quoted(`customers/${adAccountId}/assetGroupAssets/${id}`)).join(', ')})`;

export const objectOf = (type: EntityType, row: Row) => {
  if (type === 'campaign') return asRow(row.campaign) ?? {};
  return (
    asRow(
      type === 'adset' ? (row.adGroup ?? row.assetGroup) : (row.adGroupAd ?? row.assetGroupAsset),
    ) ?? {}
  );
};

export function idOf(type: EntityType, row: Row) {
  if (type !== 'ad') return said(objectOf(type, row).id);
  return (
    text(at(row, 'adGroupAd', 'ad', 'id')) ??
    lastPart(text(at(row, 'assetGroupAsset', 'resourceName')))
  );
}

export function nameOf(type: EntityType, row: Row) {
  if (type !== 'ad') return said(objectOf(type, row).name);
  return row.assetGroupAsset === undefined
    ? nameOfAd(asRow(objectOf('ad', row).ad) ?? {})
    : nameOfAsset(asRow(row.asset) ?? {});
}

const nameOfAsset = (asset: Row) =>
  text(at(asset, 'youtubeVideoAsset', 'youtubeVideoTitle')) ??
  text(asset.name) ??
  text(at(asset, 'textAsset', 'text')) ??
  text(at(asset, 'youtubeVideoAsset', 'youtubeVideoId')) ??
  `Asset ${said(asset.id)}`;

/** With removed ones; leaves out unknown ids. */
export async function readRows(api: Api, access: Access, type: EntityType, ids: readonly string[]) {
  const { from, id } = levels[type];
  const rows = new Map<string, Row>();
  const read = async (fields: readonly string[], resource: string, condition: string) => {
    for (const row of await api.search(access, select(fields, resource, [condition])))
      rows.set(idOf(type, row), row);
  };
  const links = ids.filter((each) => each.includes('~'));
  for (const some of idChunks(ids.filter((each) => !each.includes('~'))))
    await read(fieldsOf[type], from, idsIn(id, some));
  if (type === 'ad')
    for (const some of idChunks(links))
      await read(linkFields, 'asset_group_asset', linksIn(access, some));
  const others = type === 'adset' ? ids.filter((each) => !rows.has(each)) : [];
  for (const some of idChunks(others))
    await read(assetGroupFields, 'asset_group', idsIn('asset_group.id', some));
  return rows;
}

export const readEntities = entityReader(readRows, factsOf);

export function factsOf(
  { adAccountId, timezone }: Access,
  type: EntityType,
  id: string,
  row: Row,
): EntityFacts {
  const campaign = asRow(row.campaign) ?? {};
  const started = type === 'campaign' ? msOf(campaign.startDateTime, timezone) : undefined;
  return {
    type,
    id,
    name: nameOf(type, row),
    status: statusOf(objectOf(type, row).status),
    adAccountId,
    // The platform tells the start of a campaign, and no times of creation.
    createdTime: isoTime(started),
    ...(type === 'campaign' ? budgetsOf(asRow(row.campaignBudget)) : {}),
    ...(type === 'ad' ? {} : paceOf(campaign, timezone)),
    ...defined({
      bidAmount: bidOf(type, row),
      campaignId: type === 'campaign' ? undefined : text(campaign.id),
      adSetId:
        type === 'ad'
          ? (text(at(row, 'adGroup', 'id')) ?? text(at(row, 'assetGroup', 'id')))
          : undefined,
      objective: text(campaign.advertisingChannelType),
    }),
  };
}

function bidOf(type: EntityType, row: Row) {
  const campaign = asRow(row.campaign) ?? {};
  if (type === 'ad') return undefined;
  return type === 'campaign'
    ? campaignBid(campaign)
    : adGroupBid(asRow(row.adGroup) ?? {}, campaign);
}
