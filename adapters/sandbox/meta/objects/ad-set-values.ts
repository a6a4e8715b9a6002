import type { Entity, JsonObject } from '../../entity.ts';
import { invalid } from '../graph/errors.ts';
import type { Turn } from '../graph/graph.ts';
import { find } from '../graph/nodes.ts';
import { bool, integer, json, list, object, oneOf, type Params, setOf, text, time, words } from '../graph/params.ts';
import { defined } from '../graph/writes.ts';
import { zoneFor } from './accounts.ts';
import { billingEvents, checkAttribution, checkSoftOptOut, optimizationGoals } from './ad-set-checks.ts';
import { bidStrategies } from './campaign-writes.ts';

export const adSetParams = setOf(
  `name campaign_id status daily_budget lifetime_budget billing_event optimization_goal bid_strategy bid_amount bid_constraints bid_adjustments
  destination_type promoted_object attribution_spec attribution_count_type start_time end_time pacing_type adset_schedule
  existing_customer_budget_percentage placement_soft_opt_out targeting dsa_beneficiary dsa_payor value_rule_set_id value_rules_applied
  daily_min_spend_target daily_spend_cap lifetime_min_spend_target lifetime_spend_cap budget_schedule_specs is_budget_schedule_enabled
  frequency_control_specs is_dynamic_creative daily_imps lifetime_imps multi_advertiser_ads regional_regulated_categories
  regional_regulation_identities tune_for_category is_incremental_attribution_enabled campaign_attribution adlabels source_adset_id
  optimization_sub_event instagram_user_id brand_safety_config rb_prediction_id rf_prediction_id creative_sequence contextual_bundling_spec
  topline_id time_based_ad_rotation_id_blocks time_based_ad_rotation_intervals max_budget_spend_percentage min_budget_spend_percentage`,
);

export function valuesOf(turn: Turn, account: Entity, given: Params): JsonObject {
  const zone = zoneFor(turn, account);
  const goal = text(given, 'optimization_goal');
  if (goal !== undefined && !optimizationGoals.has(goal))
    throw invalid(`Param optimization_goal holds the unknown value ${goal}`, 'optimization_goal');
  const billing = text(given, 'billing_event');
  if (billing !== undefined && !billingEvents.has(billing))
    throw invalid(`Param billing_event holds the unknown value ${billing}`, 'billing_event');
  const attribution = json(given, 'attribution_spec');
  checkAttribution(attribution);
  const softOptOut = object(given, 'placement_soft_opt_out');
  checkSoftOptOut(softOptOut);
  const share = integer(given, 'existing_customer_budget_percentage');
  if (share !== undefined && (share < 0 || share > 100))
    throw invalid('existing_customer_budget_percentage is between 0 and 100', 'existing_customer_budget_percentage');
  const ruleSet = text(given, 'value_rule_set_id');
  if (ruleSet !== undefined && find(turn, 'value_rule_sets', ruleSet) === undefined)
    throw invalid('The value rule set does not exist', 'value_rule_set_id');
  return defined({
    daily_budget: integer(given, 'daily_budget'),
    lifetime_budget: integer(given, 'lifetime_budget'),
    bid_amount: integer(given, 'bid_amount'),
    bid_strategy: oneOf(given, 'bid_strategy', bidStrategies),
    bid_constraints: object(given, 'bid_constraints'),
    billing_event: billing,
    optimization_goal: goal,
    optimization_sub_event: text(given, 'optimization_sub_event'),
    destination_type: text(given, 'destination_type'),
    promoted_object: object(given, 'promoted_object'),
    attribution_spec: attribution,
    start_at: time(given, 'start_time', zone),
    end_at: time(given, 'end_time', zone),
    pacing_type: words(given, 'pacing_type'),
    adset_schedule: list(given, 'adset_schedule'),
    existing_customer_budget_percentage: share,
    placement_soft_opt_out: softOptOut,
    dsa_beneficiary: text(given, 'dsa_beneficiary'),
    dsa_payor: text(given, 'dsa_payor'),
    value_rule_set_id: ruleSet,
    value_rules_applied: bool(given, 'value_rules_applied'),
    daily_min_spend_target: integer(given, 'daily_min_spend_target'),
    daily_spend_cap: integer(given, 'daily_spend_cap'),
    lifetime_min_spend_target: integer(given, 'lifetime_min_spend_target'),
    lifetime_spend_cap: integer(given, 'lifetime_spend_cap'),
    is_dynamic_creative: bool(given, 'is_dynamic_creative'),
    multi_advertiser_ads: json(given, 'multi_advertiser_ads'),
    regional_regulated_categories: words(given, 'regional_regulated_categories'),
    regional_regulation_identities: object(given, 'regional_regulation_identities'),
    is_incremental_attribution_enabled: bool(given, 'is_incremental_attribution_enabled'),
    campaign_attribution: text(given, 'campaign_attribution'),
  });
}
