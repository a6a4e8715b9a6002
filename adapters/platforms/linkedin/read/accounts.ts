import { unless } from '../../kit/failures.ts';
import { defined, groupedBy, said, text } from '../../kit/json.ts';
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
import { numberOf, organizationUrn } from '../urns.ts';
import { newestFirst } from '../wire/dates.ts';
import { listed, living, servingWords, statusOf } from '../wire/statuses.ts';
import {
  campaignOf,
  groupOf,
  listCreatives,
  listGroups,
  readRows,
  rowId,
  shapes,
} from './objects.ts';

/** Creatives of a campaign, and those that may be on. */
export const capacity = 100;
const activeCapacity = 15;

export function createAccounts({ calls, wire }: Api): AccountsCapability {
  return {
    async list(companyId, credentials, connectionId) {
      const caller = callerOf(companyId, credentials, connectionId);
      const rows = await calls.list(caller, 'adAccounts', { q: 'search', pageSize: 1_000 });
      return rows.map(adAccount).sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    exchange: (companyId, credentials) => wire.exchange(companyId, credentials),
    renew: (connection) => wire.renew(connection),
    identities: (access) => organizationsOf(calls, access),
    campaigns: async (access) =>
      (await listGroups(calls, access, { type: 'campaign', statuses: listed })).map(
        shapes.campaign,
      ),
    adSets: (access, only) => adSets(calls, access, only),
  };
}

function adAccount(row: Row): AdAccount {
  return {
    id: said(row.id),
    name: said(row.name),
    currency: said(row.currency),
    // Accounts have no zone: the platform counts days in UTC.
    timezone: 'UTC',
    status: accountStatus(row),
  };
}

function accountStatus(row: Row): AdAccount['status'] {
  const status = text(row.status);
  if (status === 'ACTIVE')
    return servingWords(row).includes('BILLING_HOLD') ? 'unsettled' : 'active';
  if (status === 'DRAFT') return 'pending';
  return status === 'CANCELED' || status === 'REMOVED' || status === 'PENDING_DELETION'
    ? 'closed'
    : 'disabled';
}

async function adSets(
  calls: Calls,
  access: Access,
  only: AdSetsWanted | undefined,
): Promise<readonly AdSet[]> {
  const rows = await campaignRows(calls, access, only);
  if (rows.length === 0) return [];
  const named = only === undefined ? undefined : rows.map((row) => rowId('adset', row));
  const ads = groupedBy(await listCreatives(calls, access, living, named), campaignOf);
  const groups = await readRows(calls, access, 'campaign', [...new Set(rows.map(groupOf))]);
  return rows.map((row) =>
    adSet(row, groups.get(groupOf(row)) ?? {}, ads.get(rowId('adset', row)) ?? []),
  );
}

async function campaignRows(calls: Calls, access: Access, only: AdSetsWanted | undefined) {
  if (only === undefined) return listGroups(calls, access, { type: 'adset', statuses: listed });
  if ('campaignIds' in only)
    return listGroups(calls, access, { type: 'adset', statuses: listed, below: only.campaignIds });
  const found = await readRows(calls, access, 'adset', only.ids);
  return [...new Map([...found.values()].map((row) => [rowId('adset', row), row])).values()]
    .filter((row) => statusOf(row) !== 'DELETED')
    .sort(newestFirst);
}

const adSet = (row: Row, group: Row, ads: readonly Row[]): AdSet => ({
  ...shapes.adSet(row, group, ads, capacity),
  // The objective of a group binds its campaigns; most groups have none.
  objective: text(group.objectiveType) ?? said(row.objectiveType),
  ...defined({
    optimizationGoal: text(row.optimizationTargetType),
    destinationType: text(row.format),
  }),
  active: { count: ads.filter((ad) => statusOf(ad) === 'ACTIVE').length, capacity: activeCapacity },
});

/** Those the member administers and the account's own. */
async function organizationsOf(calls: Calls, access: Access) {
  const account = await calls.read(access, `adAccounts/${access.adAccountId}`);
  const owner = said(account.reference);
  const roles = await calls.list(access, 'organizationAcls', {
    q: 'roleAssignee',
    role: 'ADMINISTRATOR',
    state: 'APPROVED',
    count: 100,
    start: 0,
  });
  const urns = [
    owner,
    ...roles.flatMap((row) => text(row.organization) ?? text(row.organizationTarget) ?? []),
  ];
  const ids = new Set(urns.filter((urn) => urn.startsWith(organizationUrn(''))).map(numberOf));
  const identities: Identity[] = [];
  for (const id of ids) identities.push(await identityOf(calls, access, id));
  return identities;
}

/** Falls back to the number where the page cannot be read. */
export async function identityOf(calls: Calls, access: Access, id: string): Promise<Identity> {
  const row = await unless(['blocked', 'missing'], () => calls.read(access, `organizations/${id}`));
  return {
    value: id,
    label: text(row?.localizedName) ?? organizationUrn(id),
    ...defined({ handle: text(row?.vanityName) }),
  };
}
