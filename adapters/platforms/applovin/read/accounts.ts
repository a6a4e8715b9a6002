import { SlipwayError } from '../../../../core/base/errors.ts';
import { defined, groupedBy, said } from '../../kit/json.ts';
import type {
  Access,
  AccountsCapability,
  AdAccount,
  AdSet,
  AdSetsWanted,
  Campaign,
  Row,
} from '../../types.ts';
import type { Api } from '../wire/client.ts';
import { statusOf } from '../wire/values.ts';
import {
  allCampaigns,
  budgetsOf,
  campaignsById,
  goalAmount,
  idOf,
  newestFirst,
  typeOf,
} from './campaigns.ts';
import { isLive, type PlacedSet, setsOf } from './creative-sets.ts';

/** The platform tells no limit of creative sets in a campaign. */
const capacity = 10_000;

export function createAccounts({ calls }: Api): AccountsCapability {
  return {
    async list(companyId, credentials) {
      const accounts: AdAccount[] = [];
      for (const id of accountIds(credentials.accountIds)) {
        // The platform tells neither accounts nor names: only whether the key opens an account.
        await calls.answer({ companyId, credentials, adAccountId: id }, 'campaign/list', {
          page: 1,
          size: 1,
        });
        accounts.push({
          id,
          name: `AppLovin ${id}`,
          currency: 'USD',
          timezone: 'UTC',
          status: 'active',
        });
      }
      return accounts;
    },
    // Ads name no identity; the call checks access.
    async identities(access) {
      await calls.answer(access, 'campaign/list', { page: 1, size: 1 });
      return [];
    },
    campaigns: async (access) => (await allCampaigns(calls, access)).map(campaign),
    async adSets(access, only) {
      const rows = await wanted(access, only);
      const sets = groupedBy(
        await setsOf(calls, access, rows.map(idOf)),
        ({ campaignId }) => campaignId,
      );
      return rows.map((row) => adSet(row, sets.get(idOf(row)) ?? []));
    },
  };

  async function wanted(access: Access, only: AdSetsWanted | undefined) {
    if (only === undefined) return allCampaigns(calls, access);
    const ids = 'ids' in only ? only.ids : only.campaignIds;
    return newestFirst([...(await campaignsById(calls, access, ids)).values()]);
  }
}

function accountIds(joined: string | undefined) {
  const ids = (joined ?? '').split(/[\s,]+/).filter((id) => id !== '');
  const wrong = ids.find((id) => !/^\d{1,20}$/.test(id));
  if (ids.length > 0 && wrong === undefined) return [...new Set(ids)].sort();
  const message =
    wrong === undefined
      ? 'The credentials do not say which ad accounts are meant.'
      : `${wrong.slice(0, 40)} is not an account ID.`;
  throw new SlipwayError('unprocessable_entity', message, {
    details: [
      {
        path: 'credentials.accountIds',
        code: 'missing_field',
        message: 'Give the digits of the ad accounts, joined by commas.',
      },
    ],
  });
}

export const goalOf = (row: Row) => said(row, 'goal', 'goal_type');

const campaign = (row: Row): Campaign => ({
  id: idOf(row),
  name: said(row.name),
  objective: goalOf(row),
  status: statusOf(row),
  effectiveStatus: said(row.status),
  ...budgetsOf(row),
  ...defined({ bidAmount: goalAmount(row) }),
});

/** Without ends: the platform writes them without a zone. */
const adSet = (row: Row, sets: readonly PlacedSet[]): AdSet => ({
  ...campaign(row),
  campaignId: idOf(row),
  campaignName: said(row.name),
  optimizationGoal: goalOf(row),
  destinationType: typeOf(row),
  // The ad set has the budget.
  campaign: { status: statusOf(row) },
  hasActiveAds: sets.some((set) => isLive(set.row)),
  adCount: sets.length,
  capacity,
});
