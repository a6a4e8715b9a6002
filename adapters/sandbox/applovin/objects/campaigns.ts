import { isTooNew } from '../../kit/faults.ts';
import { within } from '../../kit/json.ts';
import { choices, names } from '../../kit/names.ts';
import type { Entity, Json, JsonObject, World } from '../../types.ts';
import {
  amount,
  checkKnown,
  type Endpoints,
  formatTime,
  given,
  idsOf,
  invalid,
  isObject,
  kinds,
  list,
  missing,
  newId,
  object,
  oneOf,
  owned,
  type Params,
  paged,
  required,
  requiredOneOf,
  type Turn,
  time,
} from '../wire.ts';

export const types = ['APP', 'WEB'] as const;
export const switches = ['LIVE', 'PAUSED'] as const;
const strategies = ['TARGET_GOAL_WITH_CPI_BILLING', 'AUTO_BIDDING_WITH_CPM_BILLING'] as const;
const goalTypes = choices('CPI CPE CPP AD_ROAS CHK_ROAS BLD_ROAS');
const trackers = choices('ADJUST APPSFLYER APSALAR BRANCH KOCHAVA TENJIN');

const changeable = names('name status budget goal targeting tracking end_date');
const fixed = names(
  'type platform package_name itunes_id website_url start_date bidding_strategy audience_strategy',
);

export const campaignEndpoints: Endpoints = {
  'GET campaign/list': {
    known: ['page', 'size', 'ids', 'hashed_ids'],
    run: (turn) =>
      paged(rowsOf(turn, kinds.campaign), turn.params).map((campaign) => rowOf(turn, campaign)),
  },
  'POST campaign/create': {
    known: [...changeable, ...fixed],
    run(turn) {
      const { params } = turn;
      const type = requiredOneOf(params, 'type', types);
      const data: JsonObject = {
        name: required(params, 'name'),
        type,
        ...(type === 'APP' ? appOf(params) : webOf(params)),
        start_date: time(params, 'start_date') ?? refuse('start_date'),
        budget: budgetOf(params),
        goal: goalOf(params),
        targeting: targetingOf(params),
        ...endOf(params),
        // The requested status is ignored.
        status: 'LIVE',
      };
      oneOf(params, 'status', switches);
      return { id: addCampaign(turn.world, turn.account, data).id };
    },
  },
  'POST campaign/update': {
    known: ['id', 'type', ...changeable],
    run(turn) {
      const { params, world } = turn;
      const campaign = owned(turn, kinds.campaign, required(params, 'id'));
      if (requiredOneOf(params, 'type', types) !== campaign.data.type)
        throw invalid('type cannot be changed.');
      if (params.name !== undefined && !given(params, 'name')) throw missing('name');
      world.change(campaign.id, {
        ...(given(params, 'name') && { name: required(params, 'name') }),
        ...(given(params, 'status') && { status: requiredOneOf(params, 'status', switches) }),
        ...(given(params, 'budget') && { budget: budgetOf(params) }),
        ...(given(params, 'goal') && { goal: goalOf(params) }),
        ...(given(params, 'targeting') && { targeting: targetingOf(params) }),
        ...(given(params, 'tracking') && { tracking: trackingOf(params) }),
        ...endOf(params),
      });
      return { id: campaign.id };
    },
  },
};

export function addCampaign(
  world: World,
  account: Entity,
  data: JsonObject,
  created = world.now(),
) {
  return world.add({ id: newId(world), kind: kinds.campaign, ...within(account), created, data });
}

export function rowsOf(turn: Turn, kind: string): readonly Entity[] {
  const ids = idsOf(turn.params, 'ids');
  if (ids !== undefined && given(turn.params, 'hashed_ids'))
    throw invalid('ids and hashed_ids are mutually exclusive.');
  const hashed = idsOf(turn.params, 'hashed_ids');
  return turn.world
    .entities(kind, turn.account.id)
    .filter(
      ({ id }) =>
        (ids === undefined || ids.includes(id)) &&
        (hashed === undefined || hashed.includes(hashOf(id))),
    )
    .filter((entity) => !isTooNew(turn, entity, 'list-lag'));
}

export const hashOf = (id: string) => `h${id}`;

/** Both forms of an amount are answered, one empty. */
function rowOf({ fired }: Turn, { id, data, created }: Entity): JsonObject {
  const amounts = (part: string, forAll: string, forEach: string): JsonObject => {
    const held = isObject(data[part]) ? data[part] : {};
    const all = held[forAll];
    return {
      ...held,
      ...(all !== undefined && fired.has('amounts-as-numbers') && { [forAll]: Number(all) }),
      [forEach]: held[forEach] ?? {},
    };
  };
  return {
    id,
    hashed_id: hashOf(id),
    ...data,
    budget: amounts('budget', 'daily_budget_for_all_countries', 'country_code_to_daily_budget'),
    goal: amounts('goal', 'goal_value_for_all_countries', 'country_code_to_goal_value'),
    is_continuous_delivery: data.end_date === undefined,
    created_at: formatTime(created),
  };
}

function refuse(name: string): never {
  throw missing(name);
}

function appOf(params: Params): JsonObject {
  const platform = requiredOneOf(params, 'platform', ['IOS', 'ANDROID']);
  if (given(params, 'website_url')) throw invalid('website_url is for WEB campaigns.');
  return {
    platform,
    package_name: required(params, 'package_name'),
    ...(platform === 'IOS' && { itunes_id: required(params, 'itunes_id') }),
    bidding_strategy: requiredOneOf(params, 'bidding_strategy', strategies),
    tracking: trackingOf(params),
  };
}

function webOf(params: Params): JsonObject {
  if (requiredOneOf(params, 'bidding_strategy', strategies) !== 'AUTO_BIDDING_WITH_CPM_BILLING')
    throw invalid('bidding_strategy of a WEB campaign must be AUTO_BIDDING_WITH_CPM_BILLING.');
  return {
    website_url: required(params, 'website_url'),
    bidding_strategy: 'AUTO_BIDDING_WITH_CPM_BILLING',
  };
}

const endOf = (params: Params): JsonObject => {
  const end = time(params, 'end_date');
  return end === undefined ? {} : { end_date: end };
};

function budgetOf(params: Params): JsonObject {
  const budget = object(params, 'budget') ?? refuse('budget');
  checkKnown(budget, ['daily_budget_for_all_countries', 'country_code_to_daily_budget'], 'budget.');
  return oneAmount(budget, 'daily_budget_for_all_countries', 'country_code_to_daily_budget');
}

function goalOf(params: Params): JsonObject {
  const goal = object(params, 'goal') ?? refuse('goal');
  checkKnown(
    goal,
    [
      'goal_type',
      'goal_value_for_all_countries',
      'country_code_to_goal_value',
      'roas_day_target',
      'event_target',
    ],
    'goal.',
  );
  const type = requiredOneOf(goal, 'goal_type', goalTypes);
  const day = goal.roas_day_target;
  if (day !== undefined && !/^DAY\d{1,2}$/.test(String(day)))
    throw invalid('goal.roas_day_target is not known.');
  return {
    goal_type: type,
    ...oneAmount(goal, 'goal_value_for_all_countries', 'country_code_to_goal_value'),
    ...(day !== undefined && { roas_day_target: day }),
    ...(goal.event_target !== undefined && { event_target: goal.event_target }),
  };
}

/** For all countries or per country, never both. */
function oneAmount(amounts: JsonObject, forAll: string, forEach: string): JsonObject {
  const each = amounts[forEach];
  if (each === undefined) return { [forAll]: amount(amounts[forAll], forAll) };
  if (amounts[forAll] !== undefined)
    throw invalid(`${forAll} and ${forEach} are mutually exclusive.`);
  if (!isObject(each) || Object.keys(each).length === 0)
    throw invalid(`${forEach} names no country.`);
  for (const [country, value] of Object.entries(each)) {
    if (!/^[A-Z]{2}$/.test(country)) throw invalid(`${forEach}: ${country} is no country.`);
    amount(value, `${forEach}.${country}`);
  }
  return { [forEach]: each };
}

function targetingOf(params: Params): Json {
  const places = list(params, 'targeting') ?? refuse('targeting');
  if (places.length === 0) throw missing('targeting');
  for (const place of places) {
    if (!isObject(place)) throw invalid('targeting is a list of objects.');
    checkKnown(place, ['country_code', 'region_codes', 'metro_names'], 'targeting.');
    if (!/^[A-Z]{2}$/.test(String(place.country_code)))
      throw invalid('targeting.country_code is no country.');
  }
  return places;
}

function trackingOf(params: Params): JsonObject {
  const tracking = object(params, 'tracking') ?? refuse('tracking');
  checkKnown(tracking, ['tracking_method', 'impression_url', 'click_url'], 'tracking.');
  requiredOneOf(tracking, 'tracking_method', trackers);
  for (const name of ['impression_url', 'click_url']) required(tracking, name);
  return tracking;
}
