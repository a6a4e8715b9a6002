import { SlipwayError } from '../../../../core/base/errors.ts';
import { asRow, defined, said, text, wordsIn } from '../../kit/json.ts';
import { callerOf } from '../../kit/requests.ts';
import type {
  Access,
  AccountsCapability,
  AdAccount,
  AdSet,
  AdSetsWanted,
  Caller,
  Campaign,
  Row,
} from '../../types.ts';
import { customerId } from '../definition.ts';
import type { AccountCaller, Api } from '../wire/client.ts';
import { idChunks, idsIn, lastPart, select } from '../wire/gaql.ts';
import { budgetsOf, paceOf, statusOf } from '../wire/values.ts';
import { adGroupBid, campaignBid, campaignBidFields } from './bids.ts';

/**
 * Ads of any status in an ad group; more than an asset group takes, of which the platform limits
 * each kind.
 */
export const capacity = { adGroup: 50, assetGroup: 100 } as const;

const clientFields = [
  'id',
  'descriptive_name',
  'currency_code',
  'time_zone',
  'manager',
  'status',
  'level',
].map((field) => `customer_client.${field}`);
const campaignFields = [
  ...wordsIn(`
    campaign.id campaign.name campaign.status campaign.primary_status campaign.advertising_channel_type
    campaign.start_date_time campaign.end_date_time campaign.campaign_budget campaign_budget.amount_micros
    campaign_budget.total_amount_micros campaign_budget.explicitly_shared
  `),
  ...campaignBidFields,
];
const adGroupFields = [
  'campaign.id',
  ...['id', 'name', 'status', 'primary_status', 'type', 'cpc_bid_micros'].map(
    (field) => `ad_group.${field}`,
  ),
];
const assetGroupFields = [
  ...['id', 'name', 'status', 'primary_status'].map((field) => `asset_group.${field}`),
  ...wordsIn(
    'id name status advertising_channel_type bidding_strategy_type start_date_time end_date_time campaign_budget',
  ).map((field) => `campaign.${field}`),
];
const living = (resource: string) => `${resource}.status != 'REMOVED'`;

/** Below a manager, or a manager. */
export interface Customer extends AdAccount {
  readonly manager: boolean;
}

export function createAccounts(api: Api): AccountsCapability {
  return {
    async list(companyId, credentials, connectionId) {
      const caller = callerOf(companyId, credentials, connectionId);
      const customers = await customersOf(api, caller);
      const above = await managersAbove(api, caller, customers);
      return customers
        .filter(({ manager }) => !manager)
        .map(({ manager: _manager, ...account }) => ({
          ...account,
          managers: above.get(account.id) ?? [],
        }))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    exchange: (companyId, credentials) => api.wire.exchange(companyId, credentials),
    renew: (connection) => api.wire.renew(connection),
    /** A search ad speaks for the account. */
    async identities(access) {
      const [row] = await api.search(
        access,
        select(['customer.id', 'customer.descriptive_name'], 'customer'),
      );
      const customer = asRow(row?.customer);
      const id = text(customer?.id) ?? access.adAccountId;
      return [{ value: id, label: text(customer?.descriptiveName) || id }];
    },
    campaigns: async (access) =>
      (await readCampaigns(api, access)).map((row) => campaignOf(row, access)),
    async adSets(access, only) {
      const groups = await adGroups(api, access, only);
      const rest = withoutFound(only, groups);
      if (rest !== undefined && 'ids' in rest && rest.ids.length === 0) return groups;
      return [...groups, ...(await assetGroups(api, access, rest, budgets(api, access)))];
    },
  };
}

/** All below the manager, or whom the user can log in as. Throws where these are managers alone. */
export async function customersOf(api: Api, caller: Caller) {
  const { loginCustomerId } = caller.credentials;
  if (loginCustomerId !== undefined)
    return clientsOf(api, { ...caller, adAccountId: customerId(loginCustomerId) });
  const { resourceNames } = await api.calls.read(caller, 'customers:listAccessibleCustomers');
  const ids = Array.isArray(resourceNames) ? resourceNames.map((name) => lastPart(text(name))) : [];
  const found: Customer[] = [];
  for (const adAccountId of ids) {
    const own = (await clientsOf(api, { ...caller, adAccountId })).find(
      ({ id }) => id === adAccountId,
    );
    if (own !== undefined) found.push(own);
  }
  const managers = found.filter(({ manager }) => manager);
  if (managers.length === 0 || managers.length < found.length) return found;
  throw new SlipwayError(
    'unprocessable_entity',
    'The credentials do not say through which manager the ad accounts are reached.',
    {
      details: [
        {
          path: 'credentials.loginCustomerId',
          code: 'missing_field',
          message: `Give one of the managers that the user can log in as: ${managers.map(({ id, name }) => `${id} ${name}`).join(', ')}.`,
        },
      ],
    },
  );
}

/** One question for each manager: a list below one does not tell the levels. */
export async function managersAbove(api: Api, caller: Caller, customers: readonly Customer[]) {
  const above = new Map<string, string[]>();
  const login = caller.credentials.loginCustomerId;
  for (const { id } of customers.filter(({ manager, status }) => manager && status === 'active')) {
    const below =
      login !== undefined && id === customerId(login)
        ? customers
        : await clientsOf(api, { ...caller, adAccountId: id });
    for (const each of below)
      if (each.id !== id) above.set(each.id, [...(above.get(each.id) ?? []), id]);
  }
  return above;
}

async function clientsOf(api: Api, caller: AccountCaller): Promise<readonly Customer[]> {
  const rows = await api.search(caller, select(clientFields, 'customer_client'));
  return rows.map(({ customerClient }) => customerOf(asRow(customerClient) ?? {}));
}

const customerOf = (row: Row): Customer => ({
  id: said(row.id),
  name: said(row.descriptiveName),
  currency: said(row.currencyCode),
  timezone: text(row.timeZone) ?? 'UTC',
  status: row.status === 'ENABLED' ? 'active' : row.status === 'SUSPENDED' ? 'disabled' : 'closed',
  manager: row.manager === true,
});

const readCampaigns = (api: Api, access: Access, conditions: readonly string[] = []) =>
  api.search(
    access,
    select(
      campaignFields,
      'campaign',
      [living('campaign'), ...conditions],
      'ORDER BY campaign.id DESC',
    ),
  );

function campaignOf(row: Row, { timezone }: Access): Campaign {
  const campaign = asRow(row.campaign) ?? {};
  return {
    id: said(campaign.id),
    name: said(campaign.name),
    objective: said(campaign.advertisingChannelType),
    status: statusOf(campaign.status),
    effectiveStatus: text(campaign.primaryStatus) ?? text(campaign.status) ?? '',
    ...budgetsOf(asRow(row.campaignBudget)),
    ...paceOf(campaign, timezone),
    ...defined({ bidAmount: campaignBid(campaign) }),
  };
}

/** Ids that no ad group has may be asset groups. */
const withoutFound = (
  only: AdSetsWanted | undefined,
  found: readonly AdSet[],
): AdSetsWanted | undefined =>
  only === undefined || !('ids' in only)
    ? only
    : { ids: only.ids.filter((id) => !found.some((each) => each.id === id)) };

function budgets(api: Api, access: Access): (campaignId: string) => Promise<Row | undefined> {
  let campaigns: Promise<readonly Row[]> | undefined;
  return async (campaignId) => {
    campaigns ??= readCampaigns(api, access);
    return asRow(
      (await campaigns).find((row) => text(asRow(row.campaign)?.id) === campaignId)?.campaignBudget,
    );
  };
}

/** Three questions: ad groups, their campaigns, their ads. */
async function adGroups(
  api: Api,
  access: Access,
  only: AdSetsWanted | undefined,
): Promise<readonly AdSet[]> {
  const rows: Row[] = [];
  const ads = new Map<string, string[]>();
  for (const condition of conditionsOf('ad_group.id', only)) {
    const alive = [living('ad_group'), living('campaign'), ...condition];
    const groups = await api.search(
      access,
      select(adGroupFields, 'ad_group', alive, 'ORDER BY ad_group.id DESC'),
    );
    if (groups.length === 0) continue;
    rows.push(...groups);
    const query = select(['ad_group.id', 'ad_group_ad.status'], 'ad_group_ad', [
      living('ad_group_ad'),
      ...alive,
    ]);
    for (const row of await api.search(access, query)) {
      const id = said(row, 'adGroup', 'id');
      ads.set(id, [...(ads.get(id) ?? []), said(row, 'adGroupAd', 'status')]);
    }
  }
  if (rows.length === 0) return [];
  const campaigns = new Map(
    (await readCampaigns(api, access)).map((row) => [said(row, 'campaign', 'id'), row]),
  );
  return rows.map((row) => {
    const parent = campaigns.get(said(row, 'campaign', 'id')) ?? {};
    return adSetOf(
      access,
      'adGroup',
      { ...parent, adGroup: row.adGroup },
      ads.get(said(row, 'adGroup', 'id')) ?? [],
    );
  });
}

function conditionsOf(idField: string, only: AdSetsWanted | undefined) {
  if (only === undefined) return [[]];
  const [field, ids] = 'ids' in only ? [idField, only.ids] : ['campaign.id', only.campaignIds];
  return idChunks(ids).map((some) => [idsIn(field, some)]);
}

/** `row` holds the group, its campaign and their budget. */
function adSetOf(
  { timezone }: Access,
  kind: 'adGroup' | 'assetGroup',
  row: Row,
  ads: readonly string[],
): AdSet {
  const [group, campaign] = [asRow(row[kind]) ?? {}, asRow(row.campaign) ?? {}];
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
      bidAmount: kind === 'adGroup' ? adGroupBid(group, campaign) : undefined,
      destinationType: kind === 'assetGroup' ? 'ASSET_GROUP' : text(group.type),
    }),
    ...paceOf(campaign, timezone),
    campaign: { status: statusOf(campaign.status), ...budgetsOf(asRow(row.campaignBudget)) },
    hasActiveAds: ads.includes('ENABLED'),
    adCount: ads.length,
    capacity: capacity[kind],
  };
}

/** Of Performance Max campaigns, whose ads are images and videos. */
async function assetGroups(
  api: Api,
  access: Access,
  only: AdSetsWanted | undefined,
  budgetOf: (campaignId: string) => Promise<Row | undefined>,
) {
  const found: AdSet[] = [];
  for (const condition of conditionsOf('asset_group.id', only)) {
    const alive = [living('asset_group'), living('campaign'), ...condition];
    const rows = await api.search(
      access,
      select(assetGroupFields, 'asset_group', alive, 'ORDER BY asset_group.id DESC'),
    );
    if (rows.length === 0) continue;
    const statuses = await assetStatuses(api, access, alive);
    for (const row of rows) {
      const campaignBudget = await budgetOf(said(row, 'campaign', 'id'));
      const assets = statuses.get(said(row, 'assetGroup', 'id')) ?? [];
      found.push(adSetOf(access, 'assetGroup', { ...row, campaignBudget }, assets));
    }
  }
  return found;
}

async function assetStatuses({ search }: Api, access: Access, alive: readonly string[]) {
  const statuses = new Map<string, string[]>();
  const conditions = [living('asset_group_asset'), ...alive];
  const query = select(
    ['asset_group.id', 'asset_group_asset.status'],
    'asset_group_asset',
    conditions,
  );
  for (const row of await search(access, query)) {
    const id = said(row, 'assetGroup', 'id');
    statuses.set(id, [...(statuses.get(id) ?? []), said(row, 'assetGroupAsset', 'status')]);
  }
  return statuses;
}
