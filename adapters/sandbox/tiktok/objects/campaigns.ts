import { spansAfter } from '../../kit/delivery.ts';
import { below, fieldsOf, within } from '../../kit/json.ts';
import { choices, names } from '../../kit/names.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import { checkManual, checkManualEnd } from '../smart/gates.ts';
import {
  type Endpoints,
  formatTime,
  given,
  invalid,
  kinds,
  lengthOf,
  list,
  missing,
  newId,
  numberOf,
  oneOf,
  ownedBy,
  type Params,
  parseTime,
  required,
  requiredOneOf,
  requiredWords,
  type Turn,
  text,
  words,
  writableAccount,
} from '../wire.ts';
import { isDeleted, rowOf } from './rows.ts';

const objectives = choices(
  'REACH TRAFFIC VIDEO_VIEWS ENGAGEMENT APP_PROMOTION LEAD_GENERATION WEB_CONVERSIONS PRODUCT_SALES',
);
const budgetModes = choices(
  'BUDGET_MODE_DAY BUDGET_MODE_TOTAL BUDGET_MODE_DYNAMIC_DAILY_BUDGET BUDGET_MODE_INFINITE',
);
export const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u;
export const switches = ['ENABLE', 'DISABLE'] as const;

export const leastBudget = 50;

const fields = ['campaign_name', 'objective_type', 'budget_mode', 'budget', 'operation_status'];
/** Of a new campaign, stored as sent. */
const settings = names(`
  budget_optimize_on app_promotion_type app_id special_industries campaign_type sales_destination disable_skan_campaign
  is_advanced_dedicated_campaign virtual_objective_type postback_window_mode po_number
`);

export const campaignEndpoints: Endpoints = {
  // The type is ignored: a manual campaign results.
  'POST campaign/create': {
    known: [...fields, ...settings, 'request_id', 'campaign_automation_type'],
    run: createCampaign,
  },
  'POST campaign/update': {
    known: ['campaign_id', 'campaign_name', 'budget_mode', 'budget'],
    run(turn) {
      const account = writableAccount(turn);
      const { params } = turn;
      const campaign = editable(turn, account, kinds.campaign, required(params, 'campaign_id'));
      checkManual(turn, campaign.id);
      const limited = campaign.data.budget_mode !== 'BUDGET_MODE_INFINITE';
      if (params.budget !== undefined && !limited && params.budget_mode === undefined)
        throw invalid('budget: The campaign has no budget of its own.');
      const changed = turn.world.change(campaign.id, {
        ...(given(params, 'campaign_name') && { campaign_name: nameOf(params, 'campaign_name') }),
        ...(params.budget !== undefined && { budget: budgetOf(params, leastBudget) }),
        ...(params.budget_mode !== undefined && { budget_mode: required(params, 'budget_mode') }),
      });
      return rowOf(turn, account, changed);
    },
  },
};

function createCampaign(turn: Turn): JsonObject {
  const account = writableAccount(turn);
  const { params } = turn;
  const objective = requiredOneOf(params, 'objective_type', objectives);
  checkManualEnd(turn, account, 'campaign', objective);
  const mode = oneOf(params, 'budget_mode', budgetModes) ?? 'BUDGET_MODE_INFINITE';
  const campaign = addCampaign(turn.world, account, {
    campaign_name: nameOf(params, 'campaign_name'),
    objective_type: objective,
    budget_mode: mode,
    budget: mode === 'BUDGET_MODE_INFINITE' ? 0 : budgetOf(params, leastBudget),
    ...fieldsOf(params as JsonObject, (name) => settings.includes(name)),
    // On by default.
    operation_status: oneOf(params, 'operation_status', switches) ?? 'ENABLE',
  });
  return rowOf(turn, account, campaign);
}

export const addCampaign = (
  world: World,
  account: Entity,
  data: JsonObject,
  created = world.now(),
): Entity =>
  world.add({
    id: newId(world),
    kind: kinds.campaign,
    ...within(account),
    created,
    data: {
      campaign_automation_type: 'MANUAL',
      is_smart_performance_campaign: false,
      ...data,
      spans: spansAfter([], data.operation_status === 'ENABLE', created),
    },
  });

export function editable(turn: Turn, account: Entity, kind: string, id: string) {
  const entity = ownedBy(turn, account, kind, id);
  if (entity === undefined) throw invalid(`The object ${id} does not exist.`);
  if (isDeleted(entity)) throw invalid(`The object ${id} has been deleted and cannot be modified.`);
  return entity;
}

export function nameOf(params: Params, field: string) {
  const name = required(params, field);
  if (lengthOf(name) > 512) throw invalid(`${field}: Length must be between 1 and 512.`);
  return name;
}

/** Without emoji. */
export function plainName(params: Params, field: string) {
  const name = nameOf(params, field);
  if (emoji.test(name)) throw invalid(`${field}: Emoji are not supported.`);
  return name;
}

function budgetOf(params: Params, least: number): number {
  const budget = numberOf(params, 'budget');
  if (budget === undefined) throw missing('budget');
  if (budget < least) throw invalid(`budget: Must be at least ${least}.`);
  return budget;
}

export const leastAdGroupBudget = 20;

/** Stored as sent. */
const plain = names(`
  promotion_type placement_type placements location_ids zipcode_ids age_groups gender languages billing_event optimization_goal
  pacing bid_type bid_price conversion_bid_price deep_bid_type pixel_id optimization_event app_id interest_category_ids
  audience_ids excluded_audience_ids operating_systems comment_disabled video_download_disabled dayparting brand_safety_type
  identity_id identity_type frequency frequency_schedule schedule_type creative_material_mode spending_power household_income
  interest_keyword_ids purchase_intention_keyword_ids actions min_android_version min_ios_version device_model_ids
  device_price_ranges network_types carrier_ids isp_ids saved_audience_id contextual_tag_ids category_exclusion_ids roas_bid
  vbo_window deep_cpa_bid share_disabled
`);
/** Given once: what is counted, and where people are led. */
const made = names(`
  promotion_target_type promotion_website_type click_attribution_window view_attribution_window engaged_view_attribution_window
  attribution_event_count
`);
const adGroupFields = [
  'adgroup_name',
  'budget',
  'budget_mode',
  'schedule_start_time',
  'schedule_end_time',
  ...plain,
];

export const adGroupEndpoints: Endpoints = {
  'POST adgroup/create': {
    known: ['campaign_id', 'operation_status', 'request_id', ...adGroupFields, ...made],
    run: createAdGroup,
  },
  'POST adgroup/update': {
    known: ['adgroup_id', ...adGroupFields],
    run(turn) {
      const account = writableAccount(turn);
      const { params, world } = turn;
      const adGroup = editable(turn, account, kinds.adGroup, required(params, 'adgroup_id'));
      checkManual(turn, words(adGroup.data.campaign_id));
      if (given(params, 'schedule_type')) required(params, 'schedule_start_time');
      const stated = text(params, 'schedule_start_time');
      const start =
        stated === undefined
          ? Number(adGroup.data.start_at ?? 0)
          : parseTime(stated, 'schedule_start_time');
      const end = text(params, 'schedule_end_time');
      if (end !== undefined && parseTime(end, 'schedule_end_time') <= world.now())
        throw invalid('schedule_end_time: Must be later than the current time.');
      const changed = world.change(adGroup.id, {
        ...kept(params),
        ...(given(params, 'adgroup_name') && { adgroup_name: nameOf(params, 'adgroup_name') }),
        ...(given(params, 'budget') && { budget: budgetOf(params, leastAdGroupBudget) }),
        ...((end !== undefined || stated !== undefined) && scheduleOf(params, start)),
        ...(params.schedule_type === 'SCHEDULE_FROM_NOW' && {
          end_at: null,
          schedule_end_time: null,
        }),
      });
      return rowOf(turn, account, changed);
    },
  },
};

function createAdGroup(turn: Turn): JsonObject {
  const account = writableAccount(turn);
  const { params, world } = turn;
  const campaign = editable(turn, account, kinds.campaign, required(params, 'campaign_id'));
  checkManual(turn, campaign.id);
  checkManualEnd(turn, account, 'adgroup', words(campaign.data.objective_type));
  for (const name of names(
    'promotion_type billing_event optimization_goal pacing bid_type schedule_type',
  ))
    required(params, name);
  if (list(params, 'placements') === undefined && !given(params, 'placement_type'))
    throw missing('placements');
  requiredWords(params, 'location_ids', 3_000);
  const start = parseTime(required(params, 'schedule_start_time'), 'schedule_start_time');
  // Up to twelve hours ago.
  if (start < world.now() - 12 * 3_600_000)
    throw invalid('schedule_start_time: Must not be earlier than the current time.');
  const adGroup = addAdGroup(world, campaign, {
    adgroup_name: nameOf(params, 'adgroup_name'),
    ...(campaign.data.budget_optimize_on === true
      ? { budget_mode: 'BUDGET_MODE_INFINITE', budget: 0 }
      : {
          budget_mode: oneOf(params, 'budget_mode', budgetModes) ?? 'BUDGET_MODE_DAY',
          budget: budgetOf(params, leastAdGroupBudget),
        }),
    ...kept(params),
    ...scheduleOf(params, start),
    operation_status: oneOf(params, 'operation_status', switches) ?? 'ENABLE',
  });
  return rowOf(turn, account, adGroup);
}

export const addAdGroup = (
  world: World,
  campaign: Entity,
  data: JsonObject,
  created = world.now(),
): Entity =>
  world.add({
    id: newId(world),
    kind: kinds.adGroup,
    ...below(campaign),
    created,
    data: {
      campaign_id: campaign.id,
      ...data,
      spans: spansAfter([], data.operation_status === 'ENABLE', created),
    },
  });

const kept = (params: Params) =>
  fieldsOf(params as JsonObject, (name) => plain.includes(name) || made.includes(name));

export function scheduleOf(params: Params, start: number): JsonObject {
  const stated = text(params, 'schedule_end_time');
  const end = stated === undefined ? undefined : parseTime(stated, 'schedule_end_time');
  if (end !== undefined && end <= start)
    throw invalid('schedule_end_time: Must be later than schedule_start_time.');
  return {
    start_at: start,
    schedule_start_time: formatTime(start),
    ...(end !== undefined && {
      end_at: end,
      schedule_type: 'SCHEDULE_START_END',
      schedule_end_time: formatTime(end),
    }),
  };
}
