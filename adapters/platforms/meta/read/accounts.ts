import { fromMinor } from '../../../../core/base/money.ts';
import { orThrow } from '../../kit/calls.ts';
import { usualCurrencies } from '../../kit/currencies.ts';
import {
  asRow,
  at,
  chunks,
  defined,
  numeric,
  rowsOf,
  said,
  text,
  wordsIn,
} from '../../kit/json.ts';
import type {
  Access,
  AccountsCapability,
  AdAccount,
  AdSet,
  Campaign,
  EntityStatus,
  Identity,
  Row,
} from '../../types.ts';
import type { Calls } from '../wire/calls.ts';
import { accountNode, amountOf, edgeOf, msOf } from '../wire/params.ts';
import { pacedBudgets, paceFields } from './pace.ts';

/** Ads of an ad set, also of an automated campaign. */
export const capacity = 50;
const automatedCapacity = 150;

/** Without refused ads, which do not deliver. */
const switchedOn = wordsIn(`
  ACTIVE CAMPAIGN_PAUSED ADSET_PAUSED PENDING_REVIEW PREAPPROVED PENDING_BILLING_INFO IN_PROCESS WITH_ISSUES
`);

const adSetFields = [
  'id,name,status,effective_status,updated_time,campaign_id,optimization_goal,destination_type,promoted_object,bid_amount',
  ...paceFields.adset,
  `campaign{id,name,objective,status,smart_promotion_type,advantage_state_info,${paceFields.campaign.join()}}`,
  'ads.limit(1).summary(total_count){id}',
  `ads.effective_status(${JSON.stringify(switchedOn)}).limit(1).as(active_ads){id}`,
].join(',');

export function createAccounts(calls: Calls): AccountsCapability {
  return {
    async list(companyId, credentials) {
      const fields = 'id,name,account_status,currency,timezone_name,min_daily_budget';
      const rows = await calls.list({ companyId, credentials }, 'me/adaccounts', { fields });
      return rows.map(adAccount).sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    async identities(access) {
      const account = accountNode(access.adAccountId);
      const pageFields = 'id,name,picture{url},instagram_business_account{id,username}';
      const [pages, instagram] = await Promise.all([
        calls.list(access, `${account}/promote_pages`, { fields: pageFields }),
        calls.list(access, `${account}/instagram_accounts`, { fields: 'id,username' }),
      ]);
      // A page without a profile can borrow the account's only one.
      const shared = instagram.length === 1 ? instagram[0] : undefined;
      return pages.map((page) => identityOf(page, shared));
    },
    async campaigns(access) {
      const fields =
        'id,name,objective,status,effective_status,updated_time,daily_budget,lifetime_budget,start_time,stop_time';
      const rows = await calls.list(access, edgeOf(access, 'campaigns'), { fields });
      return rows.map((row) => campaign(access, row));
    },
    async adSets(access, only) {
      const path = edgeOf(access, 'adsets');
      if (only === undefined || 'campaignIds' in only) {
        const filtering = only && {
          filtering: [
            { field: 'campaign.id', operator: 'IN', value: [...new Set(only.campaignIds)] },
          ],
        };
        const rows = await calls.list(access, path, {
          fields: adSetFields,
          limit: 100,
          ...filtering,
        });
        return rows.map((row) => adSet(access, row));
      }
      const reads = chunks([...new Set(only.ids)], 50).map((some) => ({
        path,
        params: {
          fields: adSetFields,
          limit: some.length,
          filtering: [{ field: 'adset.id', operator: 'IN', value: some }],
        },
      }));
      const answers = await calls.readMany(access, reads);
      const rows = answers.flatMap((answer) => rowsOf(orThrow(answer).body));
      return rows.map((row) => adSet(access, row));
    },
  };
}

const accountStatuses: { readonly [status: number]: AdAccount['status'] } = {
  1: 'active',
  2: 'disabled',
  3: 'unsettled',
  7: 'pending',
  8: 'pending',
  // Ads run on in the grace period.
  9: 'active',
  100: 'closed',
  101: 'closed',
};

function adAccount(row: Row): AdAccount {
  const currency = said(row.currency);
  const minDailyBudget = minimumOf(currency, row.min_daily_budget);
  return {
    id: said(row.id),
    name: said(row.name),
    currency,
    timezone: text(row.timezone_name) ?? 'UTC',
    status: accountStatuses[numeric(row.account_status) ?? 0] ?? 'pending',
    ...defined({ minDailyBudget }),
  };
}

/** An unknown currency does not hide the account; amounts in it are refused. */
function minimumOf(currency: string, minor: unknown) {
  try {
    return fromMinor(usualCurrencies, currency, minor);
  } catch {
    return undefined;
  }
}

function identityOf(page: Row, shared: Row | undefined): Identity {
  const own =
    at(page, 'instagram_business_account', 'id') === undefined
      ? shared
      : page.instagram_business_account;
  const profile = text(at(own, 'id'));
  return {
    value: said(page.id),
    label: said(page.name),
    ...defined({ imageUrl: text(at(page, 'picture', 'data', 'url')) }),
    ...(profile !== undefined && { linked: { value: profile, label: said(own, 'username') } }),
  };
}

function campaign(access: Access, row: Row): Campaign {
  return {
    id: said(row.id),
    name: said(row.name),
    objective: said(row.objective),
    status: entityStatus(row.status),
    effectiveStatus: said(row.effective_status),
    ...pacedBudgets(access, row),
    ...defined({ updatedAt: msOf(row.updated_time) }),
  };
}

function adSet(access: Access, row: Row): AdSet {
  const automated =
    text(at(row, 'campaign', 'smart_promotion_type')) === 'AUTOMATED_SHOPPING_ADS' ||
    said(row, 'campaign', 'advantage_state_info', 'advantage_state').startsWith('ADVANTAGE_PLUS');
  return {
    id: said(row.id),
    name: said(row.name),
    status: entityStatus(row.status),
    effectiveStatus: said(row.effective_status),
    campaignId: text(row.campaign_id) ?? text(at(row, 'campaign', 'id')) ?? '',
    campaignName: said(row, 'campaign', 'name'),
    objective: said(row, 'campaign', 'objective'),
    ...defined({
      optimizationGoal: text(row.optimization_goal),
      destinationType: text(row.destination_type),
      promotedPage: text(at(row, 'promoted_object', 'page_id')),
      updatedAt: msOf(row.updated_time),
      bidAmount: amountOf(access, row.bid_amount) || undefined,
    }),
    ...pacedBudgets(access, row),
    campaign: {
      status: entityStatus(at(row, 'campaign', 'status')),
      ...pacedBudgets(access, asRow(row.campaign) ?? {}),
    },
    hasActiveAds: rowsOf(row.active_ads).length > 0,
    adCount: numeric(at(row, 'ads', 'summary', 'total_count')) ?? 0,
    capacity: automated ? automatedCapacity : capacity,
  };
}

const statuses: readonly EntityStatus[] = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED'];

export const entityStatus = (value: unknown): EntityStatus =>
  statuses.find((status) => status === value) ?? 'PAUSED';
