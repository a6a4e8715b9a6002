import type { Entity, JsonObject, Table } from '../../entity.ts';
import { type Edge, type NodeType, number, stored, string, success, type Turn, unset } from '../graph/graph.ts';
import { addLabels } from '../graph/label-edges.ts';
import { labelField } from '../graph/labels.ts';
import { formatTime, missing } from '../graph/params.ts';
import { listLive, statusFields, statusOfEntity } from '../graph/status.ts';
import { applyChanges } from '../history/changes.ts';
import { accountFor, checkActive, clockTime, money, timeFields, zoneFor } from './accounts.ts';
import { createAdSet, updateAdSet } from './ad-set-writes.ts';

export const adSetType: NodeType = {
  kind: 'adsets',
  word: 'AdSet',
  defaults: ['id'],
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
    budget_remaining: (entity) => String(entity.data.daily_budget ?? entity.data.lifetime_budget ?? 0),
    daily_min_spend_target: money('daily_min_spend_target'),
    daily_spend_cap: money('daily_spend_cap'),
    lifetime_min_spend_target: money('lifetime_min_spend_target'),
    lifetime_spend_cap: money('lifetime_spend_cap'),
    is_dynamic_creative: (entity) => entity.data.is_dynamic_creative ?? false,
    start_time: (entity, turn) => formatTime(number(entity.data.start_at) ?? entity.created, zoneFor(turn, entity)),
    end_time: clockTime('end_at'),
    learning_stage_info: learningStage,
    adlabels: labelField,
  },
  links: { campaign: (entity) => string(entity.data.campaign_id), source_adset: (entity) => string(entity.data.source_adset_id) },
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

/** For a week after creation or a significant edit. Results are not counted. */
function learningStage(adSet: Entity, turn: Turn): JsonObject {
  const since = number(adSet.data.last_sig_edit_at) ?? adSet.created;
  return { status: turn.world.now() - since < week ? 'LEARNING' : 'SUCCESS', last_sig_edit_ts: Math.floor(since / 1000) };
}

export const adSetEdges: Table<Edge> = {
  adsets: {
    list: (turn, account, params) => listLive(turn, 'adsets', account.id, params),
    post: createAdSet,
  },
};
