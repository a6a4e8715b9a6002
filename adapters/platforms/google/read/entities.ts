import { defined } from '../../../../core/defined.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { EntityFacts, InspectCapability } from '../../../../core/ports/platform-reads.ts';
import { missing } from '../../kit/failures.ts';
import { asRow, at, type Row, text } from '../../kit/json.ts';
import { nameOfAd } from '../names.ts';
import type { Api } from '../wire/client.ts';
import { idChunks, idsIn, select } from '../wire/gaql.ts';
import { levels, statusOf } from '../wire/statuses.ts';
import { msOf } from '../wire/times.ts';
import { budgetsOf } from './micros.ts';

const campaignFields = [
  ...['id', 'name', 'status', 'advertising_channel_type', 'start_date_time', 'end_date_time', 'resource_name'].map(
    (each) => `campaign.${each}`,
  ),
  ...['campaign.campaign_budget', 'campaign_budget.amount_micros', 'campaign_budget.total_amount_micros'],
];
const adGroupFields = [
  ...['id', 'name', 'status', 'type', 'resource_name'].map((each) => `ad_group.${each}`),
  ...['campaign.id', 'campaign.name', 'campaign.advertising_channel_type', 'campaign.end_date_time'],
];
/** All that is known of an ad. */
export const adFields = [
  ...['resource_name', 'status', 'primary_status', 'ad_strength', 'policy_summary.approval_status'].map(
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
  ...['ad_group.id', 'ad_group.name', 'campaign.id', 'campaign.name', 'campaign.advertising_channel_type'],
];

const fieldsOf: { readonly [T in EntityType]: readonly string[] } = {
  campaign: campaignFields,
  adset: adGroupFields,
  ad: adFields,
};

/** The object of a row, by its level. */
export const objectOf = (type: EntityType, row: Row): Row => {
  if (type === 'campaign') return asRow(row.campaign) ?? {};
  return asRow(type === 'adset' ? (row.adGroup ?? row.assetGroup) : row.adGroupAd) ?? {};
};

export const idOf = (type: EntityType, row: Row): string =>
  text(type === 'ad' ? at(row, 'adGroupAd', 'ad', 'id') : objectOf(type, row).id) ?? '';

export const nameOf = (type: EntityType, row: Row): string =>
  type === 'ad' ? nameOfAd(asRow(objectOf('ad', row).ad) ?? {}) : (text(objectOf(type, row).name) ?? '');

/** Objects of a type by their ids, removed ones too; those that do not exist in the account are left out. */
export async function readRows(
  api: Api,
  access: Access,
  type: EntityType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const { from, id } = levels[type];
  const rows = new Map<string, Row>();
  for (const some of idChunks(ids))
    for (const row of await api.search(access, select(fieldsOf[type], from, [idsIn(id, some)]))) rows.set(idOf(type, row), row);
  return rows;
}

/** An id does not tell what it stands for: one of unknown type is looked for among ads, ad groups and campaigns. */
export async function readEntities(
  api: Api,
  access: Access,
  objects: Parameters<InspectCapability['entities']>[1],
): ReturnType<InspectCapability['entities']> {
  const found = new Map<string, EntityFacts>();
  for (const type of ['ad', 'adset', 'campaign'] as const) {
    const ids = objects.filter((each) => (each.type ?? type) === type && !found.has(each.id)).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const [id, row] of await readRows(api, access, type, ids)) found.set(id, factsOf(access, type, id, row));
  }
  return objects.map(({ id }) => found.get(id) ?? { id, failure: missing(id, api.wire.fail) });
}

function factsOf({ adAccountId, timezone }: Access, type: EntityType, id: string, row: Row): EntityFacts {
  const campaign = asRow(row.campaign) ?? {};
  const started = type === 'campaign' ? msOf(campaign.startDateTime, timezone) : undefined;
  return {
    type,
    id,
    name: nameOf(type, row),
    status: statusOf(objectOf(type, row).status),
    adAccountId,
    // The platform tells when a campaign starts, and of nothing when it was made.
    createdTime: started === undefined ? '' : new Date(started).toISOString(),
    ...(type === 'campaign' ? budgetsOf(asRow(row.campaignBudget)) : {}),
    ...defined({
      campaignId: type === 'campaign' ? undefined : text(campaign.id),
      adSetId: type === 'ad' ? text(at(row, 'adGroup', 'id')) : undefined,
      objective: text(campaign.advertisingChannelType),
      endTime: type === 'ad' ? undefined : msOf(campaign.endDateTime, timezone),
    }),
  };
}
