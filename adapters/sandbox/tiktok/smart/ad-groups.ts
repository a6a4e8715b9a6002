import { fieldsOf, isObject } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject, Table, World } from '../../types.ts';
import {
  addAdGroup,
  editable,
  leastAdGroupBudget,
  plainName,
  scheduleOf,
  switches,
} from '../objects/campaigns.ts';
import { isDeleted } from '../objects/rows.ts';
import { isBelowSpend } from '../report/delivered.ts';
import {
  type Endpoints,
  given,
  invalid,
  kinds,
  list,
  missing,
  type Params,
  parseTime,
  required,
  type Turn,
  words,
} from '../wire.ts';
import { checkedBudget } from './campaigns.ts';
import { requestId, sameRequest, smartAccount, smartObject } from './gates.ts';
import { smartRow } from './rows.ts';
import { all, checkShape, type Fields, listOf } from './shape.ts';

const dynamic = 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET';
const total = 'BUDGET_MODE_TOTAL';
export const mostAdGroups = 30;

const ids = listOf('text', 3_000);
const days = names('OFF ONE_DAY SEVEN_DAYS FOURTEEN_DAYS TWENTY_EIGHT_DAYS');
const customActions = listOf(
  { code: names('VIEW_PRODUCT ADD_TO_CART PURCHASE'), days: 'number' },
  100,
);

export const targeting: Fields = {
  ...all(
    ids,
    `audience_ids excluded_audience_ids blocked_pangle_app_ids carrier_ids device_model_ids interest_category_ids isp_ids
    excluded_pangle_audience_package_ids included_pangle_audience_package_ids interest_keyword_ids languages location_ids
    purchase_intention_keyword_ids zipcode_ids`,
  ),
  ...all('text', 'min_android_version min_ios_version saved_audience_id'),
  ...all('flag', 'smart_audience_enabled smart_interest_behavior_enabled'),
  ...all(customActions, 'excluded_custom_actions included_custom_actions'),
  actions: listOf(
    {
      action_category_ids: ids,
      action_period: 'number',
      action_scene: names('VIDEO_RELATED CREATOR_RELATED HASHTAG_RELATED'),
      video_user_actions: listOf(
        names('COMMENTED FOLLOWING LIKED SHARED VIEW_HASHTAG VIEW_HOMEPAGE WATCHED_TO_END'),
        7,
      ),
    },
    100,
  ),
  age_groups: listOf(names('AGE_13_17 AGE_18_24 AGE_25_34 AGE_35_44 AGE_45_54 AGE_55_100'), 6),
  app_targeting_type: ['PROSPECT', 'RETARGETING'],
  device_price_ranges: listOf('number', 2),
  gender: names('GENDER_FEMALE GENDER_MALE GENDER_UNLIMITED'),
  household_income: listOf(names('TOP5 TOP10 TOP10_25 TOP25_50'), 4),
  network_types: listOf(names('WIFI 2G 3G 4G 5G'), 5),
  operating_systems: listOf(['ANDROID', 'IOS'], 1),
  shopping_ads_retargeting_actions_days: 'number',
  shopping_ads_retargeting_custom_audience_relation: ['OR', 'AND'],
  shopping_ads_retargeting_type: names('LAB1 LAB2 LAB3 OFF'),
  spc_audience_age: names('ALL OVER_EIGHTEEN OVER_TWENTY_FIVE'),
  spending_power: ['ALL', 'HIGH'],
};

/** What each mode takes; the rest of a targeting is dropped without an error. */
const taken = {
  AUTOMATIC: names(
    'location_ids zipcode_ids spc_audience_age languages operating_systems excluded_audience_ids app_targeting_type',
  ),
  hints: names(
    'age_groups gender audience_ids interest_category_ids interest_keyword_ids purchase_intention_keyword_ids actions',
  ),
  MANUAL: Object.keys(targeting).filter((name) => name !== 'spc_audience_age'),
} as const;

const both: Fields = {
  ...all('text', 'adgroup_name dayparting schedule_start_time schedule_end_time'),
  ...all('number', 'bid_price conversion_bid_price roas_bid budget min_budget'),
  ...all(
    'flag',
    'comment_disabled share_disabled suggestion_audience_enabled is_hfss is_lhf_compliance',
  ),
  budget_auto_adjust_strategy: ['AUTO_BUDGET_INCREASE', 'UNSET'],
  schedule_type: ['SCHEDULE_FROM_NOW', 'SCHEDULE_START_END'],
  targeting_optimization_mode: ['AUTOMATIC', 'MANUAL'],
  targeting_spec: targeting,
};

const created: Fields = {
  ...both,
  ...all(
    'text',
    `request_id campaign_id app_id catalog_id catalog_authorized_bc_id custom_conversion_id deep_funnel_event_source_id
    deep_funnel_optimization_event identity_id identity_authorized_bc_id message_event_set_id messaging_app_account_id minis_id
    movie_premiere_date native_series_id optimization_event pixel_id open_api_partner`,
  ),
  app_config: listOf({ app_id: 'text' }, 2),
  attribution_event_count: names('UNSET EVERY ONCE'),
  bid_type: ['BID_TYPE_NO_BID', 'BID_TYPE_CUSTOM'],
  billing_event: ['OCPM', 'CPC'],
  budget_mode: [total, dynamic],
  click_attribution_window: [...days, 'THIRTY_DAYS', 'THIRTY_TWO_DAYS', 'ONE_HUNDRED_EIGHTY_DAYS'],
  deep_bid_type: names('DEFAULT AEO VO_MIN_ROAS VO_HIGHEST_VALUE'),
  deep_cpabid: 'number',
  deep_funnel_event_source: names('PIXEL OFFLINE CRM'),
  deep_funnel_optimization_status: ['ON', 'OFF'],
  engaged_view_attribution_window: days,
  gaming_ad_compliance_agreement: ['ON', 'OFF'],
  identity_type: ['TT_USER', 'BC_AUTH_TT'],
  messaging_app_type: names('MESSENGER WHATSAPP ZALO LINE IM_URL'),
  operation_status: switches,
  optimization_goal: names(
    'CLICK INSTALL IN_APP_EVENT VALUE CONVERT TRAFFIC_LANDING_PAGE_VIEW CONVERSATION LEAD_GENERATION',
  ),
  phone_info: all('text', 'phone_number phone_region_calling_code phone_region_code'),
  placement_type: ['PLACEMENT_TYPE_AUTOMATIC', 'PLACEMENT_TYPE_NORMAL'],
  placements: listOf(names('PLACEMENT_TIKTOK PLACEMENT_PANGLE PLACEMENT_GLOBAL_APP_BUNDLE'), 3, 1),
  product_source: names('CATALOG SHOWCASE STORE UNSET'),
  promotion_target_type: ['INSTANT_PAGE', 'EXTERNAL_WEBSITE'],
  promotion_type: names(
    `APP_ANDROID APP_IOS WEBSITE MINI_APP MINI_GAME NATIVE_SERIES LEAD_GENERATION LEAD_GEN_CLICK_TO_TT_DIRECT_MESSAGE
    LEAD_GEN_CLICK_TO_SOCIAL_MEDIA_APP_MESSAGE LEAD_GEN_CLICK_TO_CALL`,
  ),
  promotion_website_type: ['TIKTOK_NATIVE_PAGE', 'UNSET'],
  tiktok_subplacements: listOf(['LEMON8', 'PINE_DRAMA'], 2),
  vbo_window: ['SEVEN_DAYS', 'ZERO_DAY'],
  video_download_disabled: 'flag',
  view_attribution_window: days.slice(0, 3),
  zalo_id_type: ['ZALO_OFFICIAL_ACCOUNT', 'ZALO_PHONE_ACCOUNT'],
};

const updated: Fields = {
  ...both,
  adgroup_id: 'text',
  movie_premiere_date: 'text',
  pacing: ['PACING_MODE_SMOOTH', 'PACING_MODE_FAST'],
};

const mostBudgets = 20;
const changedBudgets = listOf({ adgroup_id: 'text', budget: 'number' }, mostBudgets, 1);

export const smartAdGroupEndpoints: Endpoints = {
  'POST smart_plus/adgroup/create': {
    known: Object.keys(created),
    run(turn) {
      const { params, world } = turn;
      const account = smartAccount(turn);
      checkShape(created, params, '', true);
      const before = sameRequest(turn, account, kinds.adGroup);
      if (before !== undefined) return smartRow(turn, account, before);
      const campaign = smartObject(turn, account, kinds.campaign, required(params, 'campaign_id'));
      editable(turn, account, kinds.campaign, campaign.id);
      if (living(world, campaign).length >= mostAdGroups)
        throw invalid(`A campaign can have at most ${mostAdGroups} ad groups.`);
      const data = adGroupData(turn, campaign);
      checkSiblings(world, campaign, data);
      return smartRow(turn, account, addAdGroup(world, campaign, data));
    },
  },
  'POST smart_plus/adgroup/update': {
    known: Object.keys(updated),
    run(turn) {
      const { params, world } = turn;
      const account = smartAccount(turn);
      checkShape(updated, params, '', true);
      const adGroup = smartObject(turn, account, kinds.adGroup, required(params, 'adgroup_id'));
      editable(turn, account, kinds.adGroup, adGroup.id);
      const campaign = campaignOf(world, adGroup);
      const {
        budget: _budget,
        min_budget: _least,
        ...plain
      } = fieldsOf(params as JsonObject, (name) => plainFields.includes(name));
      const data = {
        ...plain,
        ...(given(params, 'adgroup_name') && { adgroup_name: plainName(params, 'adgroup_name') }),
        ...changedBids(params, campaign, adGroup),
        ...changedSchedule(turn, campaign, adGroup),
        ...changedTargeting(params, campaign, adGroup),
        ...(params.min_budget !== undefined && { min_budget: params.min_budget as number }),
      };
      world.change(adGroup.id, {
        ...data,
        ...(params.budget !== undefined && budgetChange(turn, account, adGroup, params)),
      });
      spreadBids(world, campaign, params);
      return smartRow(turn, account, world.get(adGroup.id) ?? adGroup);
    },
  },
  'POST smart_plus/adgroup/budget/update': {
    known: ['budget', 'scheduled_budget'],
    run(turn) {
      const { params, world } = turn;
      const account = smartAccount(turn);
      checkShape({ budget: changedBudgets, scheduled_budget: changedBudgets }, params, '', true);
      if (given(params, 'scheduled_budget'))
        throw invalid('scheduled_budget: The advertiser is not on the allowlist.');
      const changes = (list(params, 'budget') ?? []).map((each) => {
        const change: Params = isObject(each) ? each : {};
        const adGroup = smartObject(turn, account, kinds.adGroup, required(change, 'adgroup_id'));
        editable(turn, account, kinds.adGroup, adGroup.id);
        return { adGroup, data: budgetChange(turn, account, adGroup, change) };
      });
      if (changes.length === 0) throw missing('budget');
      for (const { adGroup, data } of changes) world.change(adGroup.id, data);
      return {};
    },
  },
};

const campaignOf = (world: World, adGroup: Entity): Entity =>
  world.get(words(adGroup.data.campaign_id)) ?? adGroup;

const living = (world: World, campaign: Entity): readonly Entity[] =>
  world.entities(kinds.adGroup, campaign.id).filter((adGroup) => !isDeleted(adGroup));

const goals: Table<readonly string[]> = {
  WEB_CONVERSIONS: names('CLICK CONVERT TRAFFIC_LANDING_PAGE_VIEW VALUE'),
  APP_PROMOTION: names('CLICK INSTALL IN_APP_EVENT VALUE'),
  LEAD_GENERATION: names('LEAD_GENERATION CONVERSATION CONVERT CLICK'),
};

function promotionsOf({
  objective_type,
  app_promotion_type,
  sales_destination,
}: JsonObject): readonly string[] {
  const apps = ['APP_ANDROID', 'APP_IOS'];
  if (objective_type === 'APP_PROMOTION')
    return app_promotion_type === 'MINIS' ? names('MINI_APP MINI_GAME NATIVE_SERIES') : apps;
  if (objective_type === 'LEAD_GENERATION')
    return names(
      `LEAD_GENERATION LEAD_GEN_CLICK_TO_TT_DIRECT_MESSAGE LEAD_GEN_CLICK_TO_SOCIAL_MEDIA_APP_MESSAGE LEAD_GEN_CLICK_TO_CALL`,
    );
  return sales_destination === 'WEBSITE'
    ? ['WEBSITE']
    : sales_destination === 'APP'
      ? apps
      : ['WEBSITE', ...apps];
}

/** Stored as sent. */
const plainFields = Object.keys(created)
  .concat('pacing')
  .filter(
    (name) =>
      !names('request_id campaign_id open_api_partner budget budget_mode targeting_spec').includes(
        name,
      ),
  )
  .filter(
    (name) =>
      !/^schedule_|^targeting_|^suggestion_|^is_hfss$|^bid_price$|^conversion_bid_price$|^roas_bid$/.test(
        name,
      ),
  );

function adGroupData(turn: Turn, campaign: Entity): JsonObject {
  const { params } = turn;
  const of = campaign.data;
  for (const name of names(
    'promotion_type optimization_goal bid_type billing_event schedule_type schedule_start_time',
  ))
    required(params, name);
  if (params.targeting_spec === undefined) throw missing('targeting_spec');
  const goal = required(params, 'optimization_goal');
  const objective = words(of.objective_type);
  if (!promotionsOf(of).includes(required(params, 'promotion_type')))
    throw invalid(`promotion_type: Must be one of: ${promotionsOf(of).join(', ')}.`);
  if (goals[objective]?.includes(goal) !== true)
    throw invalid(`optimization_goal: Must be one of: ${goals[objective]?.join(', ')}.`);
  if (params.billing_event !== (goal === 'CLICK' ? 'CPC' : 'OCPM'))
    throw invalid(
      `billing_event: Must be ${goal === 'CLICK' ? 'CPC' : 'OCPM'} with this optimization_goal.`,
    );
  checkSource(params, of);
  const budget = of.budget_optimize_on === true ? {} : ownBudget(params);
  const mode = words(of.budget_optimize_on === true ? of.budget_mode : budget.budget_mode);
  const money = Number(of.budget_optimize_on === true ? of.budget : budget.budget);
  checkBids(turn, of, mode, money);
  checkWindows(params);
  const start = startOf(turn);
  if (params.schedule_type === 'SCHEDULE_START_END') required(params, 'schedule_end_time');
  else if (mode !== dynamic)
    throw invalid('schedule_type: SCHEDULE_FROM_NOW needs a dynamic daily budget.');
  return {
    ...fieldsOf(params as JsonObject, (name) => plainFields.includes(name)),
    ...fieldsOf(params as JsonObject, (name) => bids.includes(name)),
    adgroup_name: plainName(params, 'adgroup_name'),
    ...budget,
    ...placementsOf(params),
    ...targetingOf(params, campaign),
    schedule_type: required(params, 'schedule_type'),
    ...scheduleOf(params.schedule_type === 'SCHEDULE_START_END' ? params : {}, start),
    pacing: 'PACING_MODE_SMOOTH',
    comment_disabled: params.comment_disabled === true,
    operation_status: words((params as JsonObject).operation_status) || 'ENABLE',
    request_id: requestId(turn),
  };
}

function startOf({ params, world }: Turn): number {
  const start = parseTime(required(params, 'schedule_start_time'), 'schedule_start_time');
  if (start < world.now() - 12 * 3_600_000)
    throw invalid('schedule_start_time: Must not be earlier than 12 hours ago.');
  if (start > Date.UTC(2028, 0, 1))
    throw invalid('schedule_start_time: Must not be later than 2028-01-01 00:00:00.');
  return start;
}

/** Where conversions are counted. */
function checkSource(
  params: Params,
  {
    objective_type,
    app_promotion_type,
    campaign_type,
    sales_destination,
    catalog_enabled,
  }: JsonObject,
) {
  const goal = required(params, 'optimization_goal');
  const isApp = objective_type === 'APP_PROMOTION';
  if (!isApp && ['CONVERT', 'VALUE'].includes(goal)) {
    if (sales_destination !== 'APP') required(params, 'pixel_id');
    required(params, 'optimization_event');
  } else if (given(params, 'pixel_id'))
    throw invalid('pixel_id: Not supported by this optimization_goal.');
  if (isApp && ['IN_APP_EVENT', 'VALUE'].includes(goal)) required(params, 'optimization_event');
  if (
    ((isApp && app_promotion_type !== 'MINIS') || sales_destination === 'APP') &&
    campaign_type !== 'IOS14_CAMPAIGN'
  )
    required(params, 'app_id');
  if (app_promotion_type === 'MINIS')
    required(params, params.promotion_type === 'NATIVE_SERIES' ? 'native_series_id' : 'minis_id');
  if (params.promotion_type === 'LEAD_GENERATION') required(params, 'promotion_target_type');
  if (catalog_enabled === true)
    for (const name of ['catalog_id', 'catalog_authorized_bc_id']) required(params, name);
  if (params.deep_funnel_optimization_status === 'ON')
    for (const name of names(
      'deep_funnel_event_source deep_funnel_event_source_id deep_funnel_optimization_event',
    ))
      required(params, name);
}

/** Where the campaign has no budget of its own. */
function ownBudget(params: Params): JsonObject {
  const mode = required(params, 'budget_mode');
  if (mode === total && params.schedule_type !== 'SCHEDULE_START_END')
    throw invalid('schedule_type: BUDGET_MODE_TOTAL needs SCHEDULE_START_END.');
  return { budget_mode: mode, budget: checkedBudget(params, leastAdGroupBudget) };
}

const bids = ['bid_price', 'conversion_bid_price', 'roas_bid'];

/** From the end of September 2026 value-optimised app ad groups need a budget of the campaign. */
const valueNeedsCampaignBudget = Date.UTC(2026, 9, 1);

function checkBids(
  { params, world, fired }: Turn,
  of: JsonObject,
  mode: string,
  budget: number,
): void {
  const {
    bid_type,
    deep_bid_type,
    vbo_window,
    roas_bid,
    optimization_goal: goal,
  } = params as JsonObject;
  if (bid_type === 'BID_TYPE_CUSTOM') {
    if (mode !== dynamic) throw invalid('bid_type: BID_TYPE_CUSTOM needs a dynamic daily budget.');
    if (goal === 'VALUE')
      throw invalid('bid_type: Must be BID_TYPE_NO_BID with the optimization_goal VALUE.');
    const name = goal === 'CLICK' ? 'bid_price' : 'conversion_bid_price';
    checkBid(params, name, budget);
    if (params[name] === undefined) throw missing(name);
  }
  if (goal === 'VALUE') {
    if (deep_bid_type !== 'VO_MIN_ROAS' && deep_bid_type !== 'VO_HIGHEST_VALUE')
      throw invalid('deep_bid_type: Must be one of: VO_MIN_ROAS, VO_HIGHEST_VALUE.');
    if (of.objective_type === 'APP_PROMOTION') {
      if (deep_bid_type === 'VO_MIN_ROAS' && vbo_window !== 'ZERO_DAY')
        throw invalid('vbo_window: Day 7 target ROAS is not supported.');
      if (of.budget_optimize_on !== true && world.now() >= valueNeedsCampaignBudget)
        throw invalid('optimization_goal: VALUE needs a budget of the campaign.');
    }
  }
  if (deep_bid_type === 'VO_MIN_ROAS') {
    if (mode !== dynamic) throw invalid('deep_bid_type: VO_MIN_ROAS needs a dynamic daily budget.');
    if (roas_bid === undefined) throw missing('roas_bid');
    checkBid(params, 'roas_bid', budget);
  }
  // Two readings.
  const takesLeast = fired.has('min-budget-total')
    ? mode === total
    : mode === dynamic && bid_type === 'BID_TYPE_NO_BID';
  if (params.min_budget !== undefined && (of.budget_optimize_on !== true || !takesLeast))
    throw invalid('min_budget: Not supported with this budget_mode and bid_type.');
}

function checkBid(params: Params, name: string, budget: number): void {
  const bid = params[name];
  if (typeof bid !== 'number') return;
  if (name === 'roas_bid' && (bid < 0.01 || bid > 1_000))
    throw invalid('roas_bid: Must be between 0.01 and 1000.');
  if (name !== 'roas_bid' && (bid <= 0 || bid >= budget))
    throw invalid(`${name}: Must be lower than the budget.`);
}

function checkWindows(params: Params): void {
  const [click, view, engaged] = names(
    'click_attribution_window view_attribution_window engaged_view_attribution_window',
  ).map((name) => given(params, name));
  if (click !== view || (engaged && !click))
    throw invalid('click_attribution_window: Must be given together with view_attribution_window.');
  if (
    params.promotion_target_type === 'INSTANT_PAGE' &&
    params.click_attribution_window === 'ONE_DAY' &&
    params.view_attribution_window === 'ONE_DAY'
  )
    throw invalid('Attribution window combination is invalid in this ad scenario');
}

function placementsOf(params: Params): JsonObject {
  if (params.placement_type !== 'PLACEMENT_TYPE_NORMAL')
    return {
      placement_type: 'PLACEMENT_TYPE_AUTOMATIC',
      placements: ['PLACEMENT_TIKTOK', 'PLACEMENT_PANGLE'],
    };
  const placements = params.placements as readonly string[] | undefined;
  if (placements === undefined) throw missing('placements');
  return { placement_type: 'PLACEMENT_TYPE_NORMAL', placements };
}

export const isOnTiktok = ({ data }: Entity): boolean =>
  Array.isArray(data.placements) && data.placements.includes('PLACEMENT_TIKTOK');

/** What the mode does not take is dropped. */
export function targetingOf(params: Params, campaign: Entity, before: JsonObject = {}): JsonObject {
  const mode =
    words((params as JsonObject).targeting_optimization_mode) ||
    words(before.targeting_optimization_mode) ||
    'AUTOMATIC';
  const isManual = mode === 'MANUAL';
  const hasHints =
    !isManual &&
    (params.suggestion_audience_enabled ?? before.suggestion_audience_enabled) === true;
  const spec = (params.targeting_spec ?? before.targeting_spec ?? {}) as JsonObject;
  const allowed = isManual ? taken.MANUAL : [...taken.AUTOMATIC, ...(hasHints ? taken.hints : [])];
  const isTravel = campaign.data.catalog_type === 'TRAVEL_ENTERTAINMENT';
  if (!given(spec, 'location_ids') && !(isTravel && given(spec, 'zipcode_ids')))
    throw missing('targeting_spec.location_ids');
  if (Array.isArray(spec.location_ids) && spec.location_ids.length === 0)
    throw missing('targeting_spec.location_ids');
  const isApp = campaign.data.objective_type === 'APP_PROMOTION';
  const ages = spec.age_groups;
  if (!isApp && Array.isArray(ages) && ages.includes('AGE_13_17') && allowed.includes('age_groups'))
    throw invalid('targeting_spec.age_groups: AGE_13_17 is not supported by this objective_type.');
  const system = { APP_ANDROID: 'ANDROID', APP_IOS: 'IOS' }[
    String(params.promotion_type ?? before.promotion_type)
  ];
  const hfss = isManual ? (params.is_hfss ?? before.is_hfss) : undefined;
  return {
    targeting_optimization_mode: mode,
    ...(!isManual && { suggestion_audience_enabled: hasHints }),
    ...(hfss !== undefined && { is_hfss: hfss === true }),
    targeting_spec: {
      ...(!isManual && { spc_audience_age: 'OVER_EIGHTEEN' }),
      ...fieldsOf(spec, (name) => allowed.includes(name) && (name !== 'zipcode_ids' || isTravel)),
      ...(system !== undefined && { operating_systems: [system] }),
    },
  };
}

/** Equal in all ad groups of a campaign, with its own budget and without. */
const equal = {
  on: names(
    `promotion_type promotion_target_type optimization_goal optimization_event billing_event bid_type bid_price conversion_bid_price
    roas_bid deep_bid_type vbo_window`,
  ),
  off: names('bid_type deep_bid_type vbo_window budget_mode'),
};

function checkSiblings(world: World, campaign: Entity, data: JsonObject): void {
  const [sibling] = living(world, campaign);
  if (sibling === undefined) return;
  const names = equal[campaign.data.budget_optimize_on === true ? 'on' : 'off'];
  const other = names.find((name) => data[name] !== sibling.data[name]);
  if (other !== undefined)
    throw invalid(`${other}: Must be the same in all ad groups of the campaign.`);
}

function changedBids(params: Params, campaign: Entity, adGroup: Entity): JsonObject {
  const budget = Number(
    (campaign.data.budget_optimize_on === true ? campaign : adGroup).data.budget,
  );
  for (const name of bids) {
    if (params[name] === undefined) continue;
    if (adGroup.data[name] === undefined) throw invalid(`${name}: The ad group has no such bid.`);
    checkBid(params, name, budget);
  }
  return fieldsOf(params as JsonObject, (name) => bids.includes(name));
}

/** A bid of one ad group is that of all. */
function spreadBids(world: World, campaign: Entity, params: Params): void {
  const changed = fieldsOf(params as JsonObject, (name) => bids.includes(name));
  if (Object.keys(changed).length > 0)
    for (const { id } of living(world, campaign)) world.change(id, changed);
}

/** Below what was spent the budget stays as it is, without an error. */
function budgetChange(
  { world }: Turn,
  account: Entity,
  adGroup: Entity,
  params: Params,
): JsonObject {
  if (campaignOf(world, adGroup).data.budget_optimize_on === true)
    throw invalid('budget: The budget is that of the campaign.');
  const budget = checkedBudget(params, leastAdGroupBudget);
  return isBelowSpend(world, account, adGroup, budget) ? {} : { budget };
}

function changedSchedule(turn: Turn, campaign: Entity, adGroup: Entity): JsonObject {
  const { params, world, fired } = turn;
  if (
    !['schedule_type', 'schedule_start_time', 'schedule_end_time'].some((name) =>
      given(params, name),
    )
  )
    return {};
  const type = given(params, 'schedule_type')
    ? required(params, 'schedule_type')
    : words(adGroup.data.schedule_type);
  const mode = (campaign.data.budget_optimize_on === true ? campaign : adGroup).data.budget_mode;
  const wasEnding = adGroup.data.schedule_type === 'SCHEDULE_START_END';
  // Two readings.
  if (
    type === 'SCHEDULE_START_END' &&
    !wasEnding &&
    mode !== total &&
    !fired.has('end-with-any-budget')
  )
    throw invalid('schedule_type: SCHEDULE_START_END needs BUDGET_MODE_TOTAL.');
  if (type === 'SCHEDULE_FROM_NOW') {
    if (given(params, 'schedule_end_time'))
      throw invalid('schedule_end_time: Needs SCHEDULE_START_END.');
    if (mode !== dynamic)
      throw invalid('schedule_type: SCHEDULE_FROM_NOW needs a dynamic daily budget.');
  }
  const start = given(params, 'schedule_start_time')
    ? startOf(turn)
    : Number(adGroup.data.start_at);
  const end = params.schedule_end_time ?? adGroup.data.schedule_end_time;
  if (type === 'SCHEDULE_FROM_NOW')
    return { ...scheduleOf({}, start), schedule_type: type, end_at: null, schedule_end_time: null };
  const times = scheduleOf({ schedule_end_time: end }, start);
  if (Number(times.end_at) <= world.now())
    throw invalid('schedule_end_time: Must be later than the current time.');
  return { schedule_type: type, ...times };
}

function changedTargeting(params: Params, campaign: Entity, adGroup: Entity): JsonObject {
  const isMeant = [
    'targeting_spec',
    'targeting_optimization_mode',
    'suggestion_audience_enabled',
    'is_hfss',
  ].some((name) => params[name] !== undefined);
  if (!isMeant) return {};
  const changed = targetingOf(params, campaign, adGroup.data);
  return { suggestion_audience_enabled: null, is_hfss: null, ...changed };
}
