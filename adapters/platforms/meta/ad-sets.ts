import { PlatformError } from '../../../core/errors.ts';
import { toMinor } from '../../../core/money.ts';
import type { Access } from '../../../core/ports/ad-platform.ts';
import type { BudgetSchedule, CreatedAdSet, NewAdSet, Targeting } from '../../../core/ports/platform-changes.ts';
import { type Row, text } from '../json.ts';
import type { Params } from '../params.ts';
import type { Calls } from './calls.ts';
import { goalFor } from './optimization-goal.ts';
import { accountNode, isoTime } from './params.ts';
import { targetingFallback, withAudienceFlag } from './targeting.ts';

/** How many refused targetings are replaced before the refusal stands. */
const fallbacks = 3;

export async function createAdSet(calls: Calls, version: string, access: Access, input: NewAdSet): Promise<CreatedAdSet> {
  const params = (targeting: Targeting) => adSetParams(access, input, targeting);
  const { row, warnings } = await postAdSet(calls, version, access, withAudienceFlag(input.targeting), params);
  const id = text(row.id) ?? '';
  for (const schedule of input.budgetSchedules ?? []) {
    const refused = await addSchedule(calls, access, id, schedule);
    if (refused !== undefined) warnings.push(refused);
  }
  return {
    id,
    name: text(row.name) ?? input.name,
    campaignId: text(row.campaign_id) ?? input.campaignId,
    status: text(row.status) ?? input.status,
    optimizationGoal: text(row.optimization_goal) ?? goalFor(input, input.campaign.objective),
    warnings,
  };
}

/** Creates an ad set, replacing a targeting the platform refuses where there is a safe replacement. */
export async function postAdSet(
  calls: Calls,
  version: string,
  access: Access,
  wanted: Targeting,
  paramsFor: (targeting: Targeting) => Params,
): Promise<{ row: Row; warnings: string[] }> {
  const warnings: string[] = [];
  let targeting = wanted;
  for (let attempt = 0; ; attempt += 1) {
    const params = paramsFor(targeting);
    try {
      const lookFor = `an ad set named "${text(params.name)}"`;
      return { row: await calls.write(access, `${accountNode(access.adAccountId)}/adsets`, params, { lookFor }), warnings };
    } catch (error) {
      const fallback = error instanceof PlatformError ? targetingFallback(targeting, error.failure, version) : undefined;
      if (fallback === undefined || attempt === fallbacks) throw error;
      targeting = fallback.targeting;
      if (!warnings.includes(fallback.warning)) warnings.push(fallback.warning);
    }
  }
}

/** The interface names these destinations by the neutral word for the sister network. */
const destinations: { readonly [neutral: string]: string } = {
  MESSAGING_SECONDARY_DIRECT_MESSENGER: 'MESSAGING_INSTAGRAM_DIRECT_MESSENGER',
  MESSAGING_SECONDARY_DIRECT_MESSENGER_WHATSAPP: 'MESSAGING_INSTAGRAM_DIRECT_MESSENGER_WHATSAPP',
  MESSAGING_SECONDARY_DIRECT_WHATSAPP: 'MESSAGING_INSTAGRAM_DIRECT_WHATSAPP',
};

export function adSetParams(access: Access, input: NewAdSet, targeting: Targeting): Params {
  const money = (amount: number | undefined) => (amount === undefined ? undefined : toMinor('primary', access.currency, amount));
  const destination =
    input.destinationType === undefined ? undefined : (destinations[input.destinationType] ?? input.destinationType);
  return {
    campaign_id: input.campaignId,
    name: input.name,
    status: input.status,
    daily_budget: money(input.dailyBudget),
    lifetime_budget: money(input.lifetimeBudget),
    billing_event: input.billingEvent ?? 'IMPRESSIONS',
    optimization_goal: goalFor(input, input.campaign.objective),
    ...bid(access, input),
    destination_type: destination,
    promoted_object: input.promotedObject,
    attribution_spec: input.attributionSpec,
    start_time: input.startTime === undefined ? undefined : isoTime(input.startTime),
    end_time: input.endTime === undefined ? undefined : isoTime(input.endTime),
    pacing_type: input.pacingType,
    existing_customer_budget_percentage: input.existingCustomerBudgetPercentage,
    placement_soft_opt_out: input.placementSoftOptOut,
    targeting,
    dsa_beneficiary: input.dsaBeneficiary,
    dsa_payor: input.dsaPayor,
    value_rule_set_id: input.valueRuleSetId,
    value_rules_applied: input.valueRulesApplied,
    daily_min_spend_target: money(input.dailyMinSpendTarget),
    daily_spend_cap: money(input.dailySpendCap),
    lifetime_min_spend_target: money(input.lifetimeMinSpendTarget),
    lifetime_spend_cap: money(input.lifetimeSpendCap),
    fields: 'id,name,campaign_id,status,optimization_goal',
  };
}

/** A floor on the return is no amount of money: it travels as ten-thousandths in a field of its own. */
function bid(access: Access, input: NewAdSet): Params {
  const { bidStrategy, bidAmount } = input;
  const { hasBudget } = input.campaign;
  if (bidStrategy === 'LOWEST_COST_WITH_MIN_ROAS') {
    const floor = bidAmount === undefined ? undefined : { roas_average_floor: Math.round(bidAmount * 10_000) };
    return { bid_strategy: hasBudget ? undefined : bidStrategy, bid_constraints: floor };
  }
  const implied = bidAmount === undefined ? 'LOWEST_COST_WITHOUT_CAP' : 'LOWEST_COST_WITH_BID_CAP';
  return {
    bid_strategy: hasBudget ? undefined : (bidStrategy ?? implied),
    bid_amount: bidAmount === undefined ? undefined : toMinor('primary', access.currency, bidAmount),
  };
}

/** A refused schedule does not undo the ad set: it becomes a warning. */
async function addSchedule(calls: Calls, access: Access, adSetId: string, schedule: BudgetSchedule): Promise<string | undefined> {
  const absolute = schedule.budgetValueType === 'ABSOLUTE';
  try {
    await calls.write(access, `${adSetId}/budget_schedules`, {
      budget_value: absolute ? toMinor('primary', access.currency, schedule.budgetValue) : schedule.budgetValue,
      budget_value_type: schedule.budgetValueType,
      time_start: Math.floor(schedule.startTime / 1000),
      time_end: Math.floor(schedule.endTime / 1000),
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return `A budget schedule was refused: ${error.failure.message} ${error.failure.fix}`;
  }
}
