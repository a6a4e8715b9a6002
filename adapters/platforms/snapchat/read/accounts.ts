import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { fromMicro } from '../../kit/currencies.ts';
import { at, defined, said, text } from '../../kit/json.ts';
import { callerOf } from '../../kit/requests.ts';
import { shapesOf } from '../../kit/shapes.ts';
import type {
  Access,
  AccountsCapability,
  AdAccount,
  AdSet,
  AdSetsWanted,
  Api,
  Identity,
  Row,
} from '../../types.ts';
import { budgetsOf, msOf, paceOf, statusOf } from '../wire/values.ts';
import { effectiveOf } from './reasons.ts';
import { listRows, newestFirst, readOne } from './rows.ts';

/** No limit of ads in an ad squad is known. */
export const capacity = 1_000_000;
/** Up to this many are read one by one. */
const fewAdSquads = 10;
/** A day, in any currency. */
const leastDaily = 5;

export function createAccounts(api: Api): AccountsCapability {
  const { calls, wire } = api;
  return {
    async list(companyId, credentials, connectionId) {
      const caller = callerOf(companyId, credentials, connectionId);
      const organizations = await calls.list(caller, 'me/organizations');
      const accounts: Row[] = [];
      for (const { id } of organizations)
        accounts.push(...(await calls.list(caller, `organizations/${said(id)}/adaccounts`)));
      const all = new Map(accounts.map((row) => [said(row.id), adAccount(row)]));
      return [...all.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    exchange: (companyId, credentials) => wire.exchange(companyId, credentials),
    renew: (connection) => wire.renew(connection),
    identities: (access) => profiles(api, access),
    campaigns: async (access) => (await listRows(api, access, 'campaign')).map(shapes.campaign),
    adSets: (access, only) => adSquads(api, access, only),
  };
}

function adAccount(row: Row): AdAccount {
  return {
    id: said(row.id),
    name: said(row.name),
    currency: said(row.currency),
    timezone: text(row.timezone) ?? 'UTC',
    status: accountStatus(text(row.status)?.toUpperCase() ?? ''),
    minDailyBudget: leastDaily,
  };
}

/** Only ACTIVE was seen. */
function accountStatus(status: string): AdAccount['status'] {
  if (status === 'ACTIVE') return 'active';
  return /PENDING/.test(status) ? 'pending' : 'disabled';
}

/**
 * The platform has no list of public profiles: these are the ones of the account's creatives,
 * newest first.
 */
async function profiles({ calls }: Api, access: Access) {
  const found = new Map<string, Identity>();
  for (const row of newestFirst(
    await calls.list(access, `adaccounts/${access.adAccountId}/creatives`),
  )) {
    const value = text(at(row, 'profile_properties', 'profile_id'));
    if (value === undefined || value === '' || found.has(value)) continue;
    found.set(value, { value, label: text(row.brand_name) || value });
  }
  return [...found.values()];
}

/** The present name, else the old one. */
export const objectiveOf = (row: Row) =>
  text(at(row, 'objective_v2_properties', 'objective_v2_type')) ?? text(row.objective) ?? '';

/** Where the platform bids by itself, an old amount means nothing. */
export const bidOf = ({ bid_strategy, bid_micro }: Row) =>
  bid_strategy === 'AUTO_BID' ? undefined : fromMicro(bid_micro);

export const shapes = shapesOf({
  statusOf,
  effectiveOf,
  objectiveOf,
  budgetsOf: (row, type) => budgetsOf(type, row),
  paceOf,
  bidOf: (row, type) => (type === 'adset' ? bidOf(row) : undefined),
  createdAt: (row) => msOf(row.created_at),
  updatedAt: (row) => msOf(row.updated_at),
  campaignOf: (row) => text(row.campaign_id),
  adSetOf: (row) => text(row.ad_squad_id),
});

async function adSquads(
  api: Api,
  access: Access,
  only: AdSetsWanted | undefined,
): Promise<readonly AdSet[]> {
  const { rows, ads, campaigns } = await (only !== undefined &&
  'ids' in only &&
  only.ids.length <= fewAdSquads
    ? readFew(api, access, [...new Set(only.ids)])
    : readAll(api, access, only));
  const byId = new Map(campaigns.map((row) => [said(row.id), row]));
  return rows.flatMap((row) => {
    const parent = byId.get(said(row.campaign_id));
    // Of another account, or below a campaign that is gone.
    if (
      parent === undefined ||
      parent.ad_account_id !== access.adAccountId ||
      statusOf(parent) === 'DELETED'
    )
      return [];
    return [
      adSquad(
        row,
        parent,
        ads.filter((ad) => ad.ad_squad_id === row.id),
      ),
    ];
  });
}

interface Squads {
  readonly rows: readonly Row[];
  readonly ads: readonly Row[];
  readonly campaigns: readonly Row[];
}

async function readFew(api: Api, access: Access, ids: readonly string[]): Promise<Squads> {
  const squads = await mapBounded(ids, 4, async (id) => {
    const row = await readOne(api, access, 'adset', id);
    return row === undefined || statusOf(row) === 'DELETED' ? [] : [row];
  });
  const rows = newestFirst(squads.flat());
  const ads = await mapBounded(rows, 4, ({ id }) =>
    listRows(api, access, 'ad', { under: `adsquads/${said(id)}` }),
  );
  const parents = [...new Set(rows.flatMap((row) => text(row.campaign_id) ?? []))];
  const campaigns = await mapBounded(parents, 4, (id) => readOne(api, access, 'campaign', id));
  return { rows, ads: ads.flat(), campaigns: campaigns.filter((row) => row !== undefined) };
}

async function readAll(api: Api, access: Access, only: AdSetsWanted | undefined): Promise<Squads> {
  const wanted =
    only === undefined ? undefined : new Set('ids' in only ? only.ids : only.campaignIds);
  const keyOf = (row: Row): string =>
    said(only !== undefined && 'ids' in only ? row.id : row.campaign_id);
  const rows = (await listRows(api, access, 'adset')).filter(
    (row) => wanted === undefined || wanted.has(keyOf(row)),
  );
  if (rows.length === 0) return { rows, ads: [], campaigns: [] };
  return {
    rows,
    ads: await listRows(api, access, 'ad'),
    campaigns: await listRows(api, access, 'campaign'),
  };
}

const adSquad = (row: Row, parent: Row, ads: readonly Row[]): AdSet => ({
  ...shapes.adSet(row, parent, ads, capacity),
  ...defined({
    optimizationGoal: text(row.optimization_goal),
    destinationType: text(row.child_ad_type),
  }),
});
