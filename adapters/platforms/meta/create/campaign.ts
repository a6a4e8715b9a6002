import { sentName } from '../../../../core/base/schema/aliases.ts';
import type { Warning } from '../../../../core/base/schema/unknown-fields.ts';
import { defined, said, text } from '../../kit/json.ts';
import type { Access, Created, Creation, Marked, NewBudget, Row, Unanswered } from '../../types.ts';
import { campaignLike } from '../copy/like.ts';
import type { Calls } from '../wire/calls.ts';
import { findMarked, labelled, madeFrom } from '../wire/marks.ts';
import { edgeOf, minorIn, timeOf } from '../wire/params.ts';
import { checkCampaign } from './check-campaign.ts';
import type { CampaignSettings } from './optimization-goal.ts';
import type { CampaignRequest } from './schema.ts';

export const campaignCreation = (calls: Calls): Creation => ({
  check: (request, account, now) => checkCampaign(request as CampaignRequest, account, now),
  budgets: (request) => [
    ...budgetsOf(request),
    ...amountsOf(request as CampaignRequest, { campaignSpendCap: 'lifetime' }),
    ...bidsOf(request as CampaignRequest, 'campaignBidAmount'),
  ],
  notes(request) {
    const { warnings, settings } = split(request as CampaignRequest);
    return { warnings, keep: { ...settings } };
  },
  asParent(request) {
    const { objective, dailyBudget, lifetimeBudget, endTime } = request as CampaignRequest;
    return {
      objective,
      ...defined({ dailyBudget, lifetimeBudget, endTime }),
      kept: { ...split(request as CampaignRequest).settings },
    };
  },
  like: (access, id) => campaignLike(calls, access, id),
  calls: () => ({ make: 1, finish: 0 }),
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

/** Caps and least amounts, which the limits judge as budgets of their kind. */
export const amountsOf = <F extends string>(
  request: { readonly [field in NoInfer<F>]?: number | undefined },
  kinds: { readonly [field in F]: 'daily' | 'lifetime' },
): NewBudget[] =>
  (Object.keys(kinds) as F[]).flatMap((what) => {
    const amount = request[what];
    return amount === undefined
      ? []
      : [{ kind: kinds[what], what, amount, path: sentName(request, what) }];
  });

/** The bid of a least return is a ratio, not an amount. */
export const bidsOf = <F extends string>(
  request: { readonly bidStrategy?: string | undefined } & {
    readonly [field in F]?: number | undefined;
  },
  field: F,
): NewBudget[] => {
  const amount = request[field];
  if (amount === undefined || request.bidStrategy === 'LOWEST_COST_WITH_MIN_ROAS') return [];
  return [{ kind: 'bid', amount, path: sentName(request, field) }];
};

/** `settings` wait for the campaign's ad sets. */
function split(request: CampaignRequest): {
  input: CampaignRequest;
  settings: CampaignSettings;
  warnings: Warning[];
} {
  const {
    promotedObject,
    campaignBidAmount: bidAmount,
    isAutomatedCampaign: automated,
    bidStrategy,
  } = request;
  const warnings: Warning[] = [];
  const onAdSets = (field: string, what: string): number =>
    warnings.push({
      path: sentName(request, field),
      code: 'kept_for_ad_sets',
      message: `The platform keeps ${what} on ad sets. It is remembered for the ad sets you create here in this campaign.`,
    });
  const conversion =
    promotedObject?.pixel_id !== undefined || promotedObject?.custom_conversion_id !== undefined;
  if (conversion) onAdSets('promotedObject', 'the conversion to optimise for');
  if (bidAmount !== undefined) onAdSets('campaignBidAmount', 'the bid');
  const hasBudget = request.dailyBudget !== undefined || request.lifetimeBudget !== undefined;
  if (bidStrategy !== undefined && !hasBudget)
    warnings.push({
      path: sentName(request, 'bidStrategy'),
      code: 'ignored',
      message: 'A campaign without a budget has no bid strategy: give it with each ad set.',
    });
  return {
    warnings,
    settings: {
      ...defined({ bidAmount }),
      ...(conversion && { promotedObject }),
      ...(automated && { automated }),
    },
    /** What waits for the ad sets is not the campaign's. */
    input: { ...request, promotedObject: conversion ? undefined : promotedObject },
  };
}

const fields = 'id,name,objective,status,buying_type';

const statusOf = ({ status = 'PAUSED' }: CampaignRequest) => status;

async function createCampaign(
  calls: Calls,
  access: Access,
  input: CampaignRequest,
  mark: string,
): Promise<Created | Unanswered> {
  const params = { ...campaignParams(access, input), ...labelled(mark), fields };
  const answer = await calls.tried(access, edgeOf(access, 'campaigns'), params);
  return madeFrom(answer, (row) => created(row, input));
}

async function findCampaign(
  calls: Calls,
  access: Access,
  marked: Marked,
): Promise<Created | undefined> {
  const row = await findMarked(calls, access, { edge: 'campaigns', ...marked, fields });
  return row && created(row);
}

function created(row: Row, input?: CampaignRequest): Created {
  const id = said(row.id);
  return {
    id,
    record: {
      id,
      name: text(row.name) ?? input?.name ?? '',
      objective: text(row.objective) ?? input?.objective ?? '',
      status: text(row.status) ?? (input && statusOf(input)) ?? '',
      buying_type: text(row.buying_type) ?? input?.buyingType ?? 'AUCTION',
    },
    warnings: [],
  };
}

function campaignParams(access: Access, input: CampaignRequest) {
  const money = minorIn(access);
  const ownBudget = input.dailyBudget !== undefined || input.lifetimeBudget !== undefined;
  return {
    name: input.name,
    objective: input.objective,
    status: statusOf(input),
    buying_type: input.buyingType ?? 'AUCTION',
    special_ad_categories: (input.specialAdCategories ?? []).filter(
      (category) => category !== 'NONE',
    ),
    daily_budget: money(input.dailyBudget),
    lifetime_budget: money(input.lifetimeBudget),
    spend_cap: money(input.campaignSpendCap),
    // Belongs to the ad sets where the campaign has no budget.
    bid_strategy: ownBudget ? input.bidStrategy : undefined,
    // Required without a budget (4834011), refused with one (4834002).
    is_adset_budget_sharing_enabled: ownBudget ? undefined : (input.adSetBudgetSharing ?? false),
    is_skadnetwork_attribution: input.isAppNetworkAttribution,
    promoted_object: input.promotedObject,
    start_time: timeOf(input.startTime),
    stop_time: timeOf(input.endTime),
  };
}
