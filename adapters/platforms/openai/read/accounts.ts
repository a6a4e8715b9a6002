import { at, defined, groupedBy, said, text } from '../../kit/json.ts';
import { callerOf } from '../../kit/requests.ts';
import type {
  Access,
  AccountsCapability,
  AdAccount,
  AdSet,
  AdSetsWanted,
  Api,
  Calls,
  Row,
} from '../../types.ts';
import { isLiving, paceOf } from '../wire/values.ts';
import { listAll, listRows, readRows, shapes } from './rows.ts';

/** Active and paused ads of the whole account. */
export const capacity = 5_000;

export function createAccounts({ calls }: Api): AccountsCapability {
  return {
    // A key opens one account.
    async list(companyId, credentials, connectionId) {
      return [
        adAccount(await calls.read(callerOf(companyId, credentials, connectionId), 'ad_account')),
      ];
    },
    // Ads speak for the account; asking tells a dead key.
    async identities(access) {
      await calls.read(access, 'ad_account');
      return [];
    },
    async campaigns(access) {
      return (await listRows(calls, access, 'campaign')).filter(isLiving).map(shapes.campaign);
    },
    adSets: (access, only) => adGroups(calls, access, only),
  };
}

const adAccount = (row: Row): AdAccount => ({
  id: said(row.id),
  name: text(row.account_name) ?? said(row.name),
  currency: said(row.currency_code),
  timezone: said(row.timezone),
  status: said(row.status) === 'active' ? 'active' : 'disabled',
});

async function adGroups(
  calls: Calls,
  access: Access,
  only: AdSetsWanted | undefined,
): Promise<readonly AdSet[]> {
  const all = only === undefined ? await listAll(calls, access) : undefined;
  const rows = (all?.adSets ?? (await wantedRows(calls, access, only))).filter(isLiving);
  const campaigns =
    all === undefined
      ? await readRows(calls, access, 'campaign', rows.map(campaignOf))
      : new Map(all.campaigns.map((row) => [said(row.id), row] as const));
  const living = all?.ads.filter(isLiving) ?? (await adsIn(calls, access, rows));
  const ads = groupedBy(living, ({ ad_group_id }) => said(ad_group_id));
  return rows.flatMap((row) => {
    const parent = campaigns.get(campaignOf(row));
    return parent === undefined ? [] : [adGroup(row, parent, ads.get(said(row.id)) ?? [])];
  });
}

const campaignOf = ({ campaign_id }: Row) => said(campaign_id);

async function wantedRows(calls: Calls, access: Access, only: AdSetsWanted = { ids: [] }) {
  if ('ids' in only) return [...(await readRows(calls, access, 'adset', only.ids)).values()];
  const rows: Row[] = [];
  // An unknown campaign has none.
  for (const [id] of await readRows(calls, access, 'campaign', only.campaignIds))
    rows.push(...(await listRows(calls, access, 'adset', { type: 'campaign', id })));
  return rows;
}

async function adsIn(calls: Calls, access: Access, groups: readonly Row[]) {
  const rows: Row[] = [];
  for (const { id } of groups)
    rows.push(...(await listRows(calls, access, 'ad', { type: 'adset', id: said(id) })));
  return rows.filter(isLiving);
}

const adGroup = (row: Row, parent: Row, ads: readonly Row[]): AdSet => ({
  ...shapes.adSet(row, parent, ads, capacity),
  ...defined({ optimizationGoal: text(at(row, 'bidding_config', 'billing_event_type')) }),
  // The campaign's: an ad group has no schedule.
  ...paceOf(parent),
});
