import { adSetFilters } from '../../kit/anywhere.ts';
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
  Identity,
  Row,
} from '../../types.ts';
import { livingStatuses } from '../wire/values.ts';
import { idsPerFilter, listRows, readRows, shapes } from './entities.ts';

export const capacity = 500;

export function createAccounts({ calls, wire }: Api): AccountsCapability {
  return {
    exchange: wire.exchange,
    renew: wire.renew,
    async list(companyId, credentials, connectionId) {
      const caller = callerOf(companyId, credentials, connectionId);
      const rows = await calls.list(caller, 'ad_accounts', { include_shared_accounts: true });
      return rows.map(adAccount).sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    identities: (access) => boardsOf(calls, access),
    async campaigns(access) {
      return (await listRows(calls, access, 'campaign', { entity_statuses: livingStatuses })).map(
        shapes.campaign,
      );
    },
    adSets: (access, only) => adGroups(calls, access, only),
  };
}

/** The platform tells no status and lists open accounts. */
const adAccount = (row: Row): AdAccount => ({
  id: said(row.id),
  name: said(row.name),
  currency: said(row.currency),
  timezone: zoneOf(row),
  status: 'active',
});

/** Newer answers name the zone; its form is not documented. */
function zoneOf({ time_zone }: Row) {
  const zone = said(time_zone);
  return /^[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+)+$/.test(zone) ? zone : 'UTC';
}

export const boardsOf = async (calls: Calls, access: Access): Promise<readonly Identity[]> =>
  (await calls.list(access, 'boards', { ad_account_id: access.adAccountId })).map(board);

function board(row: Row): Identity {
  return {
    value: said(row.id),
    label: said(row.name),
    ...defined({
      handle: text(at(row, 'owner', 'username')),
      imageUrl: text(at(row, 'media', 'image_cover_url')),
    }),
  };
}

/** Newest first, as the platform lists them. */
async function adGroups(
  calls: Calls,
  access: Access,
  only: AdSetsWanted | undefined,
): Promise<readonly AdSet[]> {
  const rows: Row[] = [];
  const found: Row[] = [];
  for (const filter of adSetFilters(only, idsPerFilter, ['ad_group_ids', 'campaign_ids'])) {
    const living = { ...filter, entity_statuses: livingStatuses };
    rows.push(...(await listRows(calls, access, 'adset', living)));
    found.push(...(await listRows(calls, access, 'ad', living)));
  }
  const ads = groupedBy(found, (ad) => said(ad.ad_group_id));
  const campaigns = await readRows(
    calls,
    access,
    'campaign',
    rows.flatMap((row) => text(row.campaign_id) ?? []),
  );
  return rows.map((row) =>
    adGroup(row, campaigns.get(said(row.campaign_id)) ?? {}, ads.get(said(row.id)) ?? []),
  );
}

const adGroup = (row: Row, parent: Row, ads: readonly Row[]): AdSet => ({
  ...shapes.adSet(row, parent, ads, capacity),
  ...defined({ optimizationGoal: text(row.billable_event) }),
});
