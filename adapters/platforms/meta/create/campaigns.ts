import { toMinor } from '../../../../core/base/money.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Created, Marked, Unanswered } from '../../../../core/ports/platform-create.ts';
import { usualCurrencies } from '../../kit/currencies.ts';
import { type Params, type Row, said, text } from '../../kit/json.ts';
import type { Calls } from '../wire/calls.ts';
import { findMarked, labelled, madeFrom } from '../wire/marks.ts';
import { accountNode, isoTime } from '../wire/params.ts';

export interface NewCampaign {
  readonly name: string;
  readonly objective: string;
  readonly status: 'ACTIVE' | 'PAUSED';
  readonly buyingType?: string;
  readonly specialAdCategories?: readonly string[];
  readonly dailyBudget?: number;
  readonly lifetimeBudget?: number;
  readonly bidStrategy?: string;
  readonly spendCap?: number;
  /** Without a budget of the campaign: ad sets may lend each other a part of theirs. */
  readonly adSetBudgetSharing?: boolean;
  readonly isAppNetworkAttribution?: boolean;
  readonly promotedObject?: { readonly [field: string]: string };
  readonly startTime?: number;
  readonly endTime?: number;
}

const fields = 'id,name,objective,status,buying_type';

/** One call. */
export async function createCampaign(
  calls: Calls,
  access: Access,
  input: NewCampaign,
  mark: string,
): Promise<Created | Unanswered> {
  const params = { ...campaignParams(access, input), ...labelled(mark), fields };
  const answer = await calls.tried(access, `${accountNode(access.adAccountId)}/campaigns`, params);
  return madeFrom(answer, (row) => created(row, input));
}

export async function findCampaign(calls: Calls, access: Access, marked: Marked): Promise<Created | undefined> {
  const row = await findMarked(calls, access, { edge: 'campaigns', ...marked, fields });
  return row && created(row);
}

/** Falls back to what was asked for. */
function created(row: Row, input?: NewCampaign): Created {
  const id = said(row.id);
  return {
    id,
    record: {
      id,
      name: text(row.name) ?? input?.name ?? '',
      objective: text(row.objective) ?? input?.objective ?? '',
      status: text(row.status) ?? input?.status ?? '',
      buying_type: text(row.buying_type) ?? input?.buyingType ?? 'AUCTION',
    },
    warnings: [],
  };
}

function campaignParams(access: Access, input: NewCampaign): Params {
  const money = (amount: number | undefined) =>
    amount === undefined ? undefined : toMinor(usualCurrencies, access.currency, amount);
  const ownBudget = input.dailyBudget !== undefined || input.lifetimeBudget !== undefined;
  return {
    name: input.name,
    objective: input.objective,
    status: input.status,
    buying_type: input.buyingType ?? 'AUCTION',
    special_ad_categories: input.specialAdCategories ?? [],
    daily_budget: money(input.dailyBudget),
    lifetime_budget: money(input.lifetimeBudget),
    spend_cap: money(input.spendCap),
    // Belongs to the ad sets where the campaign has no budget.
    bid_strategy: ownBudget ? input.bidStrategy : undefined,
    // Required without a budget (4834011), refused with one (4834002).
    is_adset_budget_sharing_enabled: ownBudget ? undefined : (input.adSetBudgetSharing ?? false),
    is_skadnetwork_attribution: input.isAppNetworkAttribution,
    promoted_object: input.promotedObject,
    start_time: input.startTime === undefined ? undefined : isoTime(input.startTime),
    stop_time: input.endTime === undefined ? undefined : isoTime(input.endTime),
  };
}
