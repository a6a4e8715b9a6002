import { asRow, defined, rowsOf, said, text } from '../../kit/json.ts';
import type { Access, Likeness, Row } from '../../types.ts';
import { writableTargeting } from '../create/targeting.ts';
import type { Calls } from '../wire/calls.ts';
import { amountOf } from '../wire/params.ts';
import { sourceFields } from './recreate.ts';

/**
 * What a new campaign or ad set takes over: read as copies are, in the words of requests. Times are
 * those of the source alone.
 */

export async function campaignLike(calls: Calls, access: Access, id: string): Promise<Likeness> {
  const row = await calls.read(access, id, { fields: sourceFields.campaign });
  const amount = amountIn(access, row);
  const [dailyBudget, lifetimeBudget] = [amount('daily_budget'), amount('lifetime_budget')];
  const hasBudget = dailyBudget !== undefined || lifetimeBudget !== undefined;
  const settings = defined({
    objective: text(row.objective),
    buyingType: text(row.buying_type),
    specialAdCategories: row.special_ad_categories,
    dailyBudget,
    lifetimeBudget,
    bidStrategy: hasBudget ? text(row.bid_strategy) : undefined,
    campaignSpendCap: amount('spend_cap'),
    adSetBudgetSharing: hasBudget ? undefined : row.is_adset_budget_sharing_enabled,
    promotedObject: promoted(row),
  });
  return { name: said(row.name), settings, left: leftIn(row, { stop_time: 'endTime' }) };
}

export async function adSetLike(
  calls: Calls,
  access: Access,
  id: string,
  given: object,
): Promise<Likeness> {
  const row = await calls.read(access, id, { fields: sourceFields.adset });
  const amount = amountIn(access, row);
  const { geo_locations: places, ...targeting } = writableTargeting(asRow(row.targeting) ?? {});
  const isUndefined = row.destination_type === 'UNDEFINED';
  const settings = defined({
    dailyBudget: amount('daily_budget'),
    lifetimeBudget: amount('lifetime_budget'),
    billingEvent: text(row.billing_event),
    optimizationGoal: text(row.optimization_goal),
    bidStrategy: text(row.bid_strategy),
    bidAmount: amount('bid_amount'),
    destinationType: isUndefined ? undefined : text(row.destination_type),
    promotedObject: promoted(row),
    attributionSpec: row.attribution_spec,
    pacingType: row.pacing_type,
    adsetSchedule: Array.isArray(row.adset_schedule) ? rowsOf(row.adset_schedule) : undefined,
    existingCustomerBudgetPercentage: row.existing_customer_budget_percentage,
    placementSoftOptOut: row.placement_soft_opt_out,
    dsaBeneficiary: text(row.dsa_beneficiary),
    dsaPayor: text(row.dsa_payor),
    valueRuleSetId: text(row.value_rule_set_id),
    valueRulesApplied: row.value_rules_applied,
    dailyMinSpendTarget: amount('daily_min_spend_target'),
    dailySpendCap: amount('daily_spend_cap'),
    lifetimeMinSpendTarget: amount('lifetime_min_spend_target'),
    lifetimeSpendCap: amount('lifetime_spend_cap'),
    // Places that the request names itself stand in their place.
    targeting:
      'location' in given
        ? targeting
        : { ...targeting, ...(places !== undefined && { geo_locations: places }) },
  });
  const left = {
    end_time: 'endTime',
    optimization_sub_event: '',
    bid_constraints: '',
    frequency_control_specs: '',
    is_dynamic_creative: '',
  };
  return { name: said(row.name), settings, left: leftIn(row, left) };
}

const amountIn =
  (access: Access, row: Row) =>
  (field: string): number | undefined =>
    amountOf(access, row[field]) || undefined;

/** The platform adds switches of its own. */
function promoted(row: Row): Row | undefined {
  const own = Object.entries(asRow(row.promoted_object) ?? {}).filter(
    ([, value]) => typeof value === 'string',
  );
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

/** Of these fields those that say something, by the names of requests where there are such. */
const leftIn = (row: Row, fields: { readonly [wire: string]: string }): readonly string[] =>
  Object.entries(fields).flatMap(([wire, name]) => (isNothing(row[wire]) ? [] : [name || wire]));

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  value === 'NONE' ||
  (Array.isArray(value) && value.length === 0);
