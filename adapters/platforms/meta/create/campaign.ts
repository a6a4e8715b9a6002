import { defined } from '../../../../core/base/defined.ts';
import { toMinor } from '../../../../core/base/money.ts';
import { sentName } from '../../../../core/base/schema/aliases.ts';
import type { Warning } from '../../../../core/base/schema/unknown-fields.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Created, Creation, Marked, NewBudget, Unanswered } from '../../../../core/ports/platform-create.ts';
import { usualCurrencies } from '../../kit/currencies.ts';
import { type Row, said, text } from '../../kit/json.ts';
import type { Calls } from '../wire/calls.ts';
import { findMarked, labelled, madeFrom } from '../wire/marks.ts';
import { accountNode, isoTime } from '../wire/params.ts';
import { checkCampaign } from './check-campaign.ts';
import type { CampaignSettings } from './optimization-goal.ts';
import type { CampaignRequest } from './schema.ts';

export const campaignCreation = (calls: Calls): Creation => ({
  check: (request, account, now) => checkCampaign(request as CampaignRequest, account, now),
  budgets: (request) => budgetsOf(request),
  notes(request) {
    const { warnings, settings } = split(request as CampaignRequest);
    return { warnings, keep: { ...settings } };
  },
  async prepare(access, request) {
    const { input } = split(request as CampaignRequest);
    return { faults: [], send: (mark) => createCampaign(calls, access, input, mark) };
  },
  find: (access, { name }, mark) => findCampaign(calls, access, { mark, name }),
});

export const budgetsOf = (request: {
  readonly dailyBudget?: number | undefined;
  readonly lifetimeBudget?: number | undefined;
}): NewBudget[] =>
  (['daily', 'lifetime'] as const).flatMap((kind) => {
    const amount = request[`${kind}Budget`];
    return amount === undefined ? [] : [{ kind, amount, path: sentName(request, `${kind}Budget`) }];
  });

/** `settings` wait for the campaign's ad sets. */
function split(request: CampaignRequest): { input: NewCampaign; settings: CampaignSettings; warnings: Warning[] } {
  const { promotedObject, campaignBidAmount: bidAmount, isAutomatedCampaign: automated, bidStrategy } = request;
  const warnings: Warning[] = [];
  const onAdSets = (field: string, what: string): number =>
    warnings.push({
      path: sentName(request, field),
      code: 'kept_for_ad_sets',
      message: `The platform keeps ${what} on ad sets. It is remembered for the ad sets you create here in this campaign.`,
    });
  const conversion = promotedObject?.pixel_id !== undefined || promotedObject?.custom_conversion_id !== undefined;
  if (conversion) onAdSets('promotedObject', 'the conversion to optimise for');
  if (bidAmount !== undefined) onAdSets('campaignBidAmount', 'the bid');
  const hasBudget = request.dailyBudget !== undefined || request.lifetimeBudget !== undefined;
  if (bidStrategy !== undefined && !hasBudget)
    warnings.push({
      path: sentName(request, 'bidStrategy'),
      code: 'ignored',
      message: 'A campaign without a budget has no bid strategy: give it with each ad set.',
    });
  const categories = (request.specialAdCategories ?? []).filter((category) => category !== 'NONE');
  return {
    warnings,
    settings: {
      ...defined({ bidAmount }),
      ...(conversion && { promotedObject }),
      ...(automated && { automated }),
    },
    input: {
      name: request.name,
      objective: request.objective,
      status: request.status ?? 'PAUSED',
      specialAdCategories: categories,
      ...defined({
        buyingType: request.buyingType,
        dailyBudget: request.dailyBudget,
        lifetimeBudget: request.lifetimeBudget,
        bidStrategy: hasBudget ? bidStrategy : undefined,
        spendCap: request.campaignSpendCap,
        adSetBudgetSharing: request.adSetBudgetSharing,
        isAppNetworkAttribution: request.isAppNetworkAttribution,
        promotedObject: conversion ? undefined : promotedObject,
        startTime: request.startTime,
        endTime: request.endTime,
      }),
    },
  };
}

interface NewCampaign {
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
async function createCampaign(calls: Calls, access: Access, input: NewCampaign, mark: string): Promise<Created | Unanswered> {
  const params = { ...campaignParams(access, input), ...labelled(mark), fields };
  const answer = await calls.tried(access, `${accountNode(access.adAccountId)}/campaigns`, params);
  return madeFrom(answer, (row) => created(row, input));
}

async function findCampaign(calls: Calls, access: Access, marked: Marked): Promise<Created | undefined> {
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

function campaignParams(access: Access, input: NewCampaign) {
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
