import { textOf } from '../../kit/json.ts';
import type { Entity, JsonObject, Table } from '../../types.ts';
import {
  type Edge,
  type NodeType,
  number,
  stored,
  string,
  success,
  type Turn,
  unset,
} from '../graph/graph.ts';
import { addLabels } from '../graph/label-edges.ts';
import { labelField } from '../graph/labels.ts';
import { formatTime, integer, lacking, missing, oneOf, part } from '../graph/params.ts';
import { listLive, live, statusFields, statusOfEntity } from '../graph/status.ts';
import { applyChanges } from '../history/history.ts';
import { accountFor, checkActive, clockTime, money, timeFields, zoneFor } from './accounts.ts';
import { createCampaign, updateCampaign } from './campaign-writes.ts';

const names: Table<string> = {
  OUTCOME_SALES: 'ADVANTAGE_PLUS_SALES',
  OUTCOME_APP_PROMOTION: 'ADVANTAGE_PLUS_APP',
  OUTCOME_LEADS: 'ADVANTAGE_PLUS_LEADS',
};

/** "Advantage+" follows from campaign budget, open audience and open placements. */
function advantageState(turn: Turn, campaign: Entity): JsonObject {
  const adSets = turn.world
    .under('adsets', campaign.id)
    .map((id) => turn.world.get(id))
    .filter((each): each is Entity => each !== undefined && live(each));
  const budget =
    campaign.data.daily_budget !== undefined || campaign.data.lifetime_budget !== undefined;
  const audience = adSets.every(
    (each) => part(part(each.data, 'targeting'), 'targeting_automation').advantage_audience === 1,
  );
  const placement = adSets.every(
    (each) => !('publisher_platforms' in part(each.data, 'targeting')),
  );
  const on = (lever: boolean) => (lever ? 'ENABLED' : 'DISABLED');
  return {
    advantage_state:
      (budget && audience && placement && names[textOf(campaign.data.objective)]) || 'DISABLED',
    advantage_budget_state: on(budget),
    advantage_audience_state: on(audience),
    advantage_placement_state: on(placement),
  };
}

export const isAutomated = (turn: Turn, campaign: Entity): boolean =>
  advantageState(turn, campaign).advantage_state !== 'DISABLED';

export const campaignType: NodeType = {
  kind: 'campaigns',
  word: 'Campaign',
  fields: {
    ...stored(
      'name objective buying_type special_ad_categories special_ad_category_country bid_strategy is_adset_budget_sharing_enabled is_skadnetwork_attribution promoted_object pacing_type topline_id source_campaign_id smart_promotion_type issues_info',
    ),
    ...unset(
      'boosted_object_id brand_lift_studies budget_rebalance_flag campaign_group_active_time has_secondary_skadnetwork_reporting is_message_campaign last_budget_toggling_time primary_attribution recommendations source_recommendation_type is_budget_schedule_enabled',
    ),
    ...statusFields,
    ...timeFields,
    special_ad_category: (entity) =>
      Array.isArray(entity.data.special_ad_categories)
        ? (entity.data.special_ad_categories[0] ?? 'NONE')
        : 'NONE',
    daily_budget: money('daily_budget'),
    lifetime_budget: money('lifetime_budget'),
    budget_remaining: (entity) =>
      String(entity.data.daily_budget ?? entity.data.lifetime_budget ?? 0),
    spend_cap: money('spend_cap'),
    can_use_spend_cap: () => true,
    can_create_brand_lift_study: () => false,
    start_time: (entity, turn) =>
      formatTime(number(entity.data.start_at) ?? entity.created, zoneFor(turn, entity)),
    stop_time: clockTime('stop_at'),
    adlabels: labelField,
    advantage_state_info: (entity, turn) => advantageState(turn, entity),
  },
  links: { source_campaign: (entity) => string(entity.data.source_campaign_id) },
  edges: {
    adsets: { list: (turn, node, params) => listLive(turn, 'adsets', node.id, params) },
    ads: { list: (turn, node, params) => listLive(turn, 'ads', node.id, params) },
    adlabels: addLabels,
  },
  update: updateCampaign,
  remove: deleteCampaign,
};

function deleteCampaign(turn: Turn, campaign: Entity): JsonObject {
  checkActive(accountFor(turn, campaign));
  if (statusOfEntity(campaign) === 'DELETED') throw missing(campaign.id, 'delete');
  applyChanges(turn, campaign, { status: 'DELETED' });
  return success;
}

export const campaignEdges: Table<Edge> = {
  campaigns: {
    list: (turn, account, params) => listLive(turn, 'campaigns', account.id, params),
    post: createCampaign,
    remove: deleteMany,
  },
};

/** Many at once, oldest first. */
function deleteMany(turn: Turn, account: Entity): JsonObject {
  const { params } = turn;
  const strategy = oneOf(params, 'delete_strategy', [
    'DELETE_ANY',
    'DELETE_OLDEST',
    'DELETE_ARCHIVED_BEFORE',
  ]);
  if (strategy === undefined) throw lacking('delete_strategy');
  const campaigns = turn.world.entities('campaigns', account.id);
  const fitting = campaigns.filter((campaign) =>
    strategy === 'DELETE_ARCHIVED_BEFORE'
      ? statusOfEntity(campaign) === 'ARCHIVED'
      : statusOfEntity(campaign) !== 'DELETED',
  );
  const chosen = fitting.slice(0, integer(params, 'object_count') ?? fitting.length);
  for (const campaign of chosen) applyChanges(turn, campaign, { status: 'DELETED' });
  return {
    objects_deleted_count: chosen.length,
    objects_left_to_delete_count: fitting.length - chosen.length,
  };
}
