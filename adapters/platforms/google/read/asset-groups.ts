import { defined } from '../../../../core/base/defined.ts';
import type { Access, AdSet, AdSetsWanted } from '../../../../core/ports/platform-accounts.ts';
import { asRow, type Row, said, text } from '../../kit/json.ts';
import type { Api } from '../wire/client.ts';
import { idChunks, idsIn, select } from '../wire/gaql.ts';
import { budgetsOf, paceOf, statusOf } from '../wire/values.ts';

/** More than an asset group takes; the platform limits each kind. */
const assetGroupCapacity = 100;

const fields = [
  ...['id', 'name', 'status', 'primary_status'].map((field) => `asset_group.${field}`),
  ...[
    'id',
    'name',
    'status',
    'advertising_channel_type',
    'bidding_strategy_type',
    'start_date_time',
    'end_date_time',
    'campaign_budget',
  ].map((field) => `campaign.${field}`),
];
const allLiving = (...resources: readonly string[]) => resources.map((each) => `${each}.status != 'REMOVED'`);

/** Of Performance Max campaigns, whose ads are images and videos. */
export async function assetGroups(
  api: Api,
  access: Access,
  only: AdSetsWanted | undefined,
  budgetOf: (campaignId: string) => Promise<Row | undefined>,
): Promise<readonly AdSet[]> {
  const found: AdSet[] = [];
  for (const condition of conditionsOf(only)) {
    const alive = [...allLiving('asset_group', 'campaign'), ...condition];
    const rows = await api.search(access, select(fields, 'asset_group', alive, 'ORDER BY asset_group.id DESC'));
    if (rows.length === 0) continue;
    const statuses = await assetStatuses(api, access, alive);
    for (const row of rows) {
      const budget = await budgetOf(said(row, 'campaign', 'id'));
      found.push(assetGroupOf(access, row, budget, statuses.get(said(row, 'assetGroup', 'id')) ?? []));
    }
  }
  return found;
}

function conditionsOf(only: AdSetsWanted | undefined) {
  if (only === undefined) return [[]];
  const [field, ids] = 'ids' in only ? ['asset_group.id', only.ids] : ['campaign.id', only.campaignIds];
  return ids.length === 0 ? [] : idChunks(ids).map((some) => [idsIn(field, some)]);
}

async function assetStatuses({ search }: Api, access: Access, alive: readonly string[]) {
  const statuses = new Map<string, string[]>();
  const query = select(['asset_group.id', 'asset_group_asset.status'], 'asset_group_asset', [
    ...allLiving('asset_group_asset'),
    ...alive,
  ]);
  for (const row of await search(access, query)) {
    const id = said(row, 'assetGroup', 'id');
    statuses.set(id, [...(statuses.get(id) ?? []), said(row, 'assetGroupAsset', 'status')]);
  }
  return statuses;
}

function assetGroupOf({ timezone }: Access, row: Row, budget: Row | undefined, assets: readonly string[]): AdSet {
  const [group, campaign] = [asRow(row.assetGroup) ?? {}, asRow(row.campaign) ?? {}];
  return {
    id: said(group.id),
    name: said(group.name),
    status: statusOf(group.status),
    effectiveStatus: text(group.primaryStatus) ?? text(group.status) ?? '',
    campaignId: said(campaign.id),
    campaignName: said(campaign.name),
    objective: said(campaign.advertisingChannelType),
    ...defined({
      optimizationGoal: text(campaign.biddingStrategyType),
      destinationType: 'ASSET_GROUP',
    }),
    ...paceOf(campaign, timezone),
    campaign: { status: statusOf(campaign.status), ...budgetsOf(budget) },
    hasActiveAds: assets.includes('ENABLED'),
    adCount: assets.length,
    capacity: assetGroupCapacity,
  };
}
