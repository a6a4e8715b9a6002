import type { Entity, Json, JsonObject } from '../../entity.ts';
import { spansAfter } from '../../kit/delivery.ts';
import { below } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { World } from '../../world.ts';
import {
  type Endpoints,
  formatTime,
  given,
  invalid,
  kinds,
  list,
  missing,
  newId,
  oneOf,
  type Params,
  parseTime,
  required,
  requiredWords,
  type Turn,
  text,
  writableAccount,
} from '../wire.ts';
import { budgetModes, budgetOf, checkManual, editable, nameOf, switches } from './campaigns.ts';
import { rowOf } from './lists.ts';

const leastBudget = 20;

/** Stored as sent. */
const plain = names(`
  promotion_type placement_type placements location_ids zipcode_ids age_groups gender languages billing_event optimization_goal
  pacing bid_type bid_price conversion_bid_price deep_bid_type pixel_id optimization_event app_id interest_category_ids
  audience_ids excluded_audience_ids operating_systems comment_disabled video_download_disabled dayparting brand_safety_type
  identity_id identity_type frequency frequency_schedule schedule_type creative_material_mode
`);
const fields = ['adgroup_name', 'budget', 'budget_mode', 'schedule_start_time', 'schedule_end_time', ...plain];

export const adGroupEndpoints: Endpoints = {
  'POST adgroup/create': {
    known: ['campaign_id', 'operation_status', ...fields],
    run(turn) {
      checkManual(turn, required(turn.params, 'campaign_id'));
      return createAdGroup(turn);
    },
  },
  'POST smart_plus/adgroup/create': { known: ['campaign_id', 'operation_status', ...fields], run: createAdGroup },
  'POST adgroup/update': {
    known: ['adgroup_id', ...fields],
    run(turn) {
      const account = writableAccount(turn);
      const { params, world } = turn;
      const adGroup = editable(turn, account, kinds.adGroup, required(params, 'adgroup_id'));
      const start = Number(adGroup.data.start_at ?? 0);
      if (given(params, 'schedule_type')) required(params, 'schedule_start_time');
      const end = text(params, 'schedule_end_time');
      if (end !== undefined && parseTime(end, 'schedule_end_time') <= world.now())
        throw invalid('schedule_end_time: Must be later than the current time.');
      const changed = world.change(adGroup.id, {
        ...kept(params),
        ...(given(params, 'adgroup_name') && { adgroup_name: nameOf(params, 'adgroup_name') }),
        ...(given(params, 'budget') && { budget: budgetOf(params, leastBudget) }),
        ...(end !== undefined && schedule(params, start)),
      });
      return rowOf(turn, account, changed);
    },
  },
};

function createAdGroup(turn: Turn): JsonObject {
  const account = writableAccount(turn);
  const { params, world } = turn;
  const campaign = editable(turn, account, kinds.campaign, required(params, 'campaign_id'));
  for (const name of names('promotion_type billing_event optimization_goal pacing bid_type schedule_type'))
    required(params, name);
  if (list(params, 'placements') === undefined && !given(params, 'placement_type')) throw missing('placements');
  requiredWords(params, 'location_ids', 3_000);
  const start = parseTime(required(params, 'schedule_start_time'), 'schedule_start_time');
  // Up to twelve hours ago.
  if (start < world.now() - 12 * 3_600_000) throw invalid('schedule_start_time: Must not be earlier than the current time.');
  const adGroup = addAdGroup(world, campaign, {
    adgroup_name: nameOf(params, 'adgroup_name'),
    budget_mode: oneOf(params, 'budget_mode', budgetModes) ?? 'BUDGET_MODE_DAY',
    budget: budgetOf(params, leastBudget),
    ...kept(params),
    ...schedule(params, start),
    operation_status: oneOf(params, 'operation_status', switches) ?? 'ENABLE',
  });
  return rowOf(turn, account, adGroup);
}

export const addAdGroup = (world: World, campaign: Entity, data: JsonObject, created = world.now()): Entity =>
  world.add({
    id: newId(world),
    kind: kinds.adGroup,
    ...below(campaign),
    created,
    data: { campaign_id: campaign.id, ...data, spans: spansAfter([], data.operation_status === 'ENABLE', created) },
  });

function kept(params: Params): JsonObject {
  return Object.fromEntries(Object.entries(params).filter(([name]) => plain.includes(name))) as { [name: string]: Json };
}

function schedule(params: Params, start: number): JsonObject {
  const stated = text(params, 'schedule_end_time');
  const end = stated === undefined ? undefined : parseTime(stated, 'schedule_end_time');
  if (end !== undefined && end <= start) throw invalid('schedule_end_time: Must be later than schedule_start_time.');
  return {
    start_at: start,
    schedule_start_time: formatTime(start),
    ...(end !== undefined && { end_at: end, schedule_type: 'SCHEDULE_START_END', schedule_end_time: formatTime(end) }),
  };
}
