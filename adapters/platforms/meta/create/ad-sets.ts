import { asRow, said, text } from '../../kit/json.ts';
import type {
  Access,
  Answer,
  Created,
  Marked,
  Params,
  Row,
  Targeting,
  Unanswered,
} from '../../types.ts';
import type { Calls } from '../wire/calls.ts';
import { findMarked, labelled, madeFrom } from '../wire/marks.ts';
import { edgeOf, minorIn, minorOf, timeOf } from '../wire/params.ts';
import { goalFor, type NewAdSet } from './optimization-goal.ts';
import {
  audienceSwitchedOff,
  namedPositions,
  servedTargeting,
  targetingFallback,
  withAudienceFlag,
} from './targeting.ts';

const fallbacks = 3;
const fields = 'id,name,campaign_id,status,optimization_goal';

/** One call, one more for each refused targeting. */
export async function createAdSet(
  calls: Calls,
  version: string,
  {
    access,
    input,
    mark,
  }: { readonly access: Access; readonly input: NewAdSet; readonly mark: string },
): Promise<Created | Unanswered> {
  const params = (targeting: Targeting) => ({
    ...adSetParams(access, input, targeting),
    ...labelled(mark),
    fields,
  });
  const { answer, warnings } = await postAdSet(calls, version, {
    access,
    wanted: withAudienceFlag(input.targeting),
    paramsFor: params,
  });
  return madeFrom(answer, (row) => created(row, warnings, input));
}

/** Warns where the audience shows that the targeting was replaced. */
export async function findAdSet(
  calls: Calls,
  access: Access,
  marked: Marked & { readonly targeting: Targeting },
): Promise<Created | undefined> {
  const row = await findMarked(calls, access, {
    edge: 'adsets',
    ...marked,
    fields: `${fields},targeting`,
  });
  if (row === undefined) return undefined;
  const audience = (targeting: unknown): unknown =>
    asRow(asRow(targeting)?.targeting_automation)?.advantage_audience;
  const wanted = Number(audience(withAudienceFlag(marked.targeting)));
  return created(
    row,
    wanted === 1 && Number(audience(row.targeting) ?? 1) === 0 ? [audienceSwitchedOff] : [],
  );
}

function created(row: Row, warnings: readonly string[], input?: NewAdSet): Created {
  const id = said(row.id);
  return {
    id,
    record: {
      id,
      name: text(row.name) ?? input?.name ?? '',
      campaign_id: text(row.campaign_id) ?? input?.campaignId ?? '',
      status: text(row.status) ?? input?.status ?? '',
      optimization_goal:
        text(row.optimization_goal) ??
        (input === undefined ? '' : goalFor(input, input.campaign.objective)),
    },
    warnings: warnings.map((message) => ({ path: 'targeting', message })),
  };
}

/** Leaves out of a refused targeting what the platform no longer has, and says so. */
export async function postAdSet(
  calls: Calls,
  version: string,
  {
    access,
    wanted,
    paramsFor,
  }: {
    readonly access: Access;
    readonly wanted: Targeting;
    readonly paramsFor: (targeting: Targeting) => Params;
  },
): Promise<{ readonly answer: Answer; readonly warnings: string[] }> {
  const { warnings, ...served } = servedTargeting(wanted, version);
  let { targeting } = served;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await calls.tried(access, edgeOf(access, 'adsets'), paramsFor(targeting));
    const fallback = answer.ok ? undefined : targetingFallback(targeting, answer.failure);
    if (fallback === undefined || attempt === fallbacks) return { answer, warnings };
    targeting = fallback.targeting;
    if (!warnings.includes(fallback.warning)) warnings.push(fallback.warning);
  }
}

/** The interface uses a neutral word for the sister network. */
const destinations: { readonly [neutral: string]: string } = {
  MESSAGING_SECONDARY_DIRECT_MESSENGER: 'MESSAGING_INSTAGRAM_DIRECT_MESSENGER',
  MESSAGING_SECONDARY_DIRECT_MESSENGER_WHATSAPP: 'MESSAGING_INSTAGRAM_DIRECT_MESSENGER_WHATSAPP',
  MESSAGING_SECONDARY_DIRECT_WHATSAPP: 'MESSAGING_INSTAGRAM_DIRECT_WHATSAPP',
};

export const destinationWord = (destination: string) => destinations[destination] ?? destination;

function adSetParams(access: Access, input: NewAdSet, targeting: Targeting) {
  const money = minorIn(access);
  return {
    campaign_id: input.campaignId,
    name: input.name,
    status: input.status,
    daily_budget: money(input.dailyBudget),
    lifetime_budget: money(input.lifetimeBudget),
    billing_event: input.billingEvent ?? 'IMPRESSIONS',
    optimization_goal: goalFor(input, input.campaign.objective),
    ...bid(access, input),
    destination_type: input.destinationType && destinationWord(input.destinationType),
    promoted_object: input.promotedObject,
    attribution_spec: input.attributionSpec,
    start_time: timeOf(input.startTime),
    end_time: timeOf(input.endTime),
    pacing_type: input.pacingType ?? (input.adsetSchedule && ['day_parting']),
    adset_schedule: input.adsetSchedule?.map(
      ({ startMinute, endMinute, days, timezoneType = 'USER' }) => ({
        start_minute: startMinute,
        end_minute: endMinute,
        days,
        timezone_type: timezoneType,
      }),
    ),
    existing_customer_budget_percentage: input.existingCustomerBudgetPercentage,
    placement_soft_opt_out: input.placementSoftOptOut && namedPositions(input.placementSoftOptOut),
    targeting,
    dsa_beneficiary: input.dsaBeneficiary,
    dsa_payor: input.dsaPayor,
    value_rule_set_id: input.valueRuleSetId,
    value_rules_applied: input.valueRulesApplied,
    daily_min_spend_target: money(input.dailyMinSpendTarget),
    daily_spend_cap: money(input.dailySpendCap),
    lifetime_min_spend_target: money(input.lifetimeMinSpendTarget),
    lifetime_spend_cap: money(input.lifetimeSpendCap),
  };
}

/** A floor on the return travels as ten-thousandths in its own field. */
function bid(access: Access, input: NewAdSet) {
  const { bidStrategy, bidAmount } = input;
  const { hasBudget } = input.campaign;
  if (bidStrategy === 'LOWEST_COST_WITH_MIN_ROAS') {
    const floor =
      bidAmount === undefined ? undefined : { roas_average_floor: Math.round(bidAmount * 10_000) };
    return { bid_strategy: hasBudget ? undefined : bidStrategy, bid_constraints: floor };
  }
  const implied = bidAmount === undefined ? 'LOWEST_COST_WITHOUT_CAP' : 'LOWEST_COST_WITH_BID_CAP';
  return {
    bid_strategy: hasBudget ? undefined : (bidStrategy ?? implied),
    bid_amount: bidAmount === undefined ? undefined : minorOf(access, bidAmount),
  };
}
