import { spansAfter } from '../../kit/delivery.ts';
import { fieldsOf, textOf, within } from '../../kit/json.ts';
import type { Entity, JsonObject, Table } from '../../types.ts';
import {
  campaignOf,
  checkKnown,
  defined,
  type Edge,
  find,
  type NodeType,
  newId,
  number,
  stored,
  string,
  success,
  type Turn,
  unset,
  validateOnly,
} from '../graph/graph.ts';
import { addLabels } from '../graph/label-edges.ts';
import { labelField, labelsOf } from '../graph/labels.ts';
import {
  bool,
  formatTime,
  given,
  integer,
  invalid,
  isObject,
  json,
  lacking,
  list,
  missing,
  object,
  oneOf,
  type Params,
  refuse,
  required,
  setOf,
  text,
  time,
  words,
} from '../graph/params.ts';
import {
  checkEditable,
  configured,
  listLive,
  newStatus,
  statusFields,
  statusOfEntity,
} from '../graph/status.ts';
import { applyChanges, log } from '../history/history.ts';
import { accountFor, checkActive, clockTime, money, timeFields, zoneFor } from './accounts.ts';
import {
  billingEvents,
  checkAttribution,
  checkBilling,
  checkCampaign,
  checkDestination,
  checkDsa,
  checkMoney,
  checkPacing,
  checkPromoted,
  checkRoom,
  checkSoftOptOut,
  optimizationGoals,
} from './ad-set-checks.ts';
import { bidStrategies, countChange, hasBudget, otherBudget } from './campaign-writes.ts';
import { checkLeadTerms } from './leads.ts';
import { addSchedules, checkSchedules } from './schedules.ts';
import { checkTargeting, keptTargeting } from './targeting.ts';

const adSetParams = setOf(
  `name campaign_id status daily_budget lifetime_budget billing_event optimization_goal bid_strategy bid_amount bid_constraints bid_adjustments
  destination_type promoted_object attribution_spec attribution_count_type start_time end_time pacing_type adset_schedule
  existing_customer_budget_percentage placement_soft_opt_out targeting dsa_beneficiary dsa_payor value_rule_set_id value_rules_applied
  daily_min_spend_target daily_spend_cap lifetime_min_spend_target lifetime_spend_cap budget_schedule_specs is_budget_schedule_enabled
  frequency_control_specs is_dynamic_creative daily_imps lifetime_imps multi_advertiser_ads regional_regulated_categories
  regional_regulation_identities tune_for_category is_incremental_attribution_enabled campaign_attribution adlabels source_adset_id
  optimization_sub_event instagram_user_id brand_safety_config rb_prediction_id rf_prediction_id creative_sequence contextual_bundling_spec
  topline_id time_based_ad_rotation_id_blocks time_based_ad_rotation_intervals max_budget_spend_percentage min_budget_spend_percentage`,
);

function valuesOf(turn: Turn, account: Entity, given: Params): JsonObject {
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
    throw invalid(
      'existing_customer_budget_percentage is between 0 and 100',
      'existing_customer_budget_percentage',
    );
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

const hour = 3_600_000;
const noBudget = { daily_budget: null, lifetime_budget: null };

function createAdSet(turn: Turn, account: Entity): JsonObject {
  const { params: given } = turn;
  checkActive(account);
  checkKnown(turn, adSetParams);
  const name = required(given, 'name');
  const campaign = checkCampaign(find(turn, 'campaigns', required(given, 'campaign_id')));
  if (campaign.parents[0] !== account.id) throw missing(campaign.id, 'post');
  const objective = textOf(campaign.data.objective);
  const targeting = keptTargeting(object(given, 'targeting'));
  if (targeting === undefined) throw lacking('targeting');
  const data = valuesOf(turn, account, given);
  for (const key of ['optimization_goal', 'billing_event'])
    if (data[key] === undefined) throw invalid(`The parameter ${key} is required`, key);
  const now = turn.world.now();
  const start = Math.max(number(data.start_at) ?? now, now);
  // 0 states that there is no end.
  const end = number(data.end_at) ?? 0;
  if (end !== 0 && end <= now) throw refuse(1487033, 'end_time');
  checkBilling(textOf(data.billing_event), textOf(data.optimization_goal));
  checkTargeting(turn, targeting, objective);
  checkDestination(objective, string(data.destination_type));
  checkPromoted(
    turn,
    isObject(data.promoted_object) ? data.promoted_object : undefined,
    textOf(data.optimization_goal),
  );
  checkLeadTerms(
    turn,
    textOf(data.optimization_goal),
    isObject(data.promoted_object) ? data.promoted_object : undefined,
  );
  checkMoney(turn, campaign, data, start);
  if (hasBudget(campaign) || campaign.data.is_adset_budget_sharing_enabled === true)
    checkRoom(turn, campaign);
  checkDsa(turn, account, targeting, data);
  checkPacing(data);
  checkSchedules(turn, account, number(data.daily_budget));
  if (validateOnly(turn)) return success;
  const adSet = addAdSet(turn, campaign, {
    ...data,
    name,
    targeting,
    status: newStatus(given),
    start_at: number(data.start_at) ?? now,
    frequency_control_specs: list(given, 'frequency_control_specs') ?? null,
    ...defined({
      adlabels: labelsOf(turn, account, given),
      source_adset_id: text(given, 'source_adset_id'),
    }),
  });
  addSchedules(turn, adSet);
  return { id: adSet.id, success: true };
}

export function addAdSet(
  turn: Turn,
  campaign: Entity,
  data: JsonObject,
  listedUnder: readonly string[] = [],
): Entity {
  const account = accountFor(turn, campaign);
  const labels = Array.isArray(data.adlabels) ? data.adlabels.map(String) : [];
  const kept = fieldsOf(data, (_name, value) => value !== null);
  const adSet = turn.world.add({
    id: newId(turn.world),
    kind: 'adsets',
    ...within(account, campaign.id, ...listedUnder, ...labels),
    data: {
      ...kept,
      campaign_id: campaign.id,
      spans: spansAfter([], data.status === 'ACTIVE', turn.world.now()),
    },
  });
  log(turn, 'create_ad_set', {
    object: adSet,
    extra: {
      name: data.name ?? '',
      status: data.status ?? '',
      ...defined({
        daily_budget: data.daily_budget,
        lifetime_budget: data.lifetime_budget,
        optimization_goal: data.optimization_goal,
      }),
    },
  });
  return adSet;
}

function updateAdSet(turn: Turn, adSet: Entity): JsonObject {
  const { params: values } = turn;
  const account = accountFor(turn, adSet);
  const campaign = campaignOf(turn, adSet);
  checkActive(account);
  checkKnown(turn, adSetParams);
  if (campaign === undefined) throw missing(adSet.id, 'post');
  if (given(values, 'campaign_id') && text(values, 'campaign_id') !== campaign.id)
    throw invalid('An ad set cannot move to another campaign', 'campaign_id');
  if (given(values, 'frequency_control_specs')) throw refuse(1815198);
  const targeting = keptTargeting(object(values, 'targeting'));
  const changes = defined({
    ...valuesOf(turn, account, values),
    name: text(values, 'name'),
    status: oneOf(values, 'status', configured),
    targeting,
    adlabels: labelsOf(turn, account, values),
  });
  checkEditable(adSet, changes, 1487056);
  checkPublished(turn, adSet, changes);
  const objective = textOf(campaign.data.objective);
  if (targeting !== undefined) {
    checkTargeting(turn, targeting, objective);
    checkDsa(turn, account, targeting, { ...adSet.data, ...changes });
  }
  if (changes.destination_type !== undefined)
    checkDestination(objective, string(changes.destination_type));
  const end = number(changes.end_at);
  if (end !== undefined && end !== 0 && end <= turn.world.now()) throw refuse(1487033, 'end_time');
  const budget = changes.daily_budget ?? changes.lifetime_budget;
  if (budget !== undefined || end !== undefined || changes.bid_strategy !== undefined) {
    const replaced =
      changes.daily_budget !== undefined && changes.lifetime_budget !== undefined
        ? noBudget
        : otherBudget(changes);
    const after = fieldsOf(
      { ...adSet.data, ...changes, ...replaced },
      (_name, value) => value !== null,
    );
    checkMoney(turn, campaign, after, number(adSet.data.start_at) ?? adSet.created);
  }
  if (validateOnly(turn)) return success;
  const isSignificant = changes.targeting !== undefined || changes.bid_strategy !== undefined;
  applyChanges(turn, adSet, {
    ...(isSignificant && { last_sig_edit_at: turn.world.now() }),
    ...changes,
    ...(budget !== undefined &&
      countChange(turn, adSet, 'budget_changes', { within: hour, most: 4, subcode: 1487632 })),
    ...otherBudget(changes),
  });
  return success;
}

/** Fixed once the ad set holds ads. */
function checkPublished(turn: Turn, adSet: Entity, changes: JsonObject): void {
  if (turn.world.under('ads', adSet.id).length === 0) return;
  const goal =
    changes.optimization_goal !== undefined &&
    changes.optimization_goal !== adSet.data.optimization_goal;
  const promoted =
    changes.promoted_object !== undefined &&
    JSON.stringify(changes.promoted_object) !== JSON.stringify(adSet.data.promoted_object);
  if (goal || promoted) throw refuse(3260011, goal ? 'optimization_goal' : 'promoted_object');
}

export const adSetType: NodeType = {
  kind: 'adsets',
  word: 'AdSet',
  fields: {
    ...stored(
      `name campaign_id billing_event optimization_goal optimization_sub_event destination_type promoted_object attribution_spec bid_strategy bid_amount
      bid_constraints pacing_type adset_schedule targeting dsa_beneficiary dsa_payor value_rule_set_id value_rules_applied
      existing_customer_budget_percentage placement_soft_opt_out frequency_control_specs source_adset_id issues_info
      regional_regulated_categories regional_regulation_identities is_incremental_attribution_enabled campaign_attribution`,
    ),
    ...unset(
      `asset_feed_id automatic_manual_state bid_adjustments bid_info brand_safety_config campaign_active_time creative_sequence instagram_user_id
      is_budget_schedule_enabled lifetime_imps recommendations recurring_budget_semantics review_feedback rf_prediction_id
      targeting_optimization_types use_new_app_click max_budget_spend_percentage min_budget_spend_percentage`,
    ),
    ...statusFields,
    ...timeFields,
    daily_budget: money('daily_budget'),
    lifetime_budget: money('lifetime_budget'),
    budget_remaining: (entity) =>
      String(entity.data.daily_budget ?? entity.data.lifetime_budget ?? 0),
    daily_min_spend_target: money('daily_min_spend_target'),
    daily_spend_cap: money('daily_spend_cap'),
    lifetime_min_spend_target: money('lifetime_min_spend_target'),
    lifetime_spend_cap: money('lifetime_spend_cap'),
    is_dynamic_creative: (entity) => entity.data.is_dynamic_creative ?? false,
    start_time: (entity, turn) =>
      formatTime(number(entity.data.start_at) ?? entity.created, zoneFor(turn, entity)),
    end_time: clockTime('end_at'),
    learning_stage_info: learningStage,
    adlabels: labelField,
  },
  links: {
    campaign: (entity) => string(entity.data.campaign_id),
    source_adset: (entity) => string(entity.data.source_adset_id),
  },
  edges: {
    ads: { list: (turn, node, params) => listLive(turn, 'ads', node.id, params) },
    adlabels: addLabels,
  },
  update: updateAdSet,
  remove(turn, adSet) {
    checkActive(accountFor(turn, adSet));
    if (statusOfEntity(adSet) === 'DELETED') throw missing(adSet.id, 'delete');
    applyChanges(turn, adSet, { status: 'DELETED' });
    return success;
  },
};

const week = 7 * 86_400_000;

/** A week after creation or a significant edit. Results are not counted. */
function learningStage(adSet: Entity, turn: Turn): JsonObject {
  const since = number(adSet.data.last_sig_edit_at) ?? adSet.created;
  return {
    status: turn.world.now() - since < week ? 'LEARNING' : 'SUCCESS',
    last_sig_edit_ts: Math.floor(since / 1000),
  };
}

export const adSetEdges: Table<Edge> = {
  adsets: {
    list: (turn, account, params) => listLive(turn, 'adsets', account.id, params),
    post: createAdSet,
  },
};
