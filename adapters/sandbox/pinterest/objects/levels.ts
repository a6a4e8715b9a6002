import { choices, names } from '../../kit/names.ts';
import type { Entity, JsonObject } from '../../types.ts';
import {
  bool,
  bounded,
  type Endpoints,
  integer,
  invalid,
  isList,
  isObject,
  kinds,
  linkIn,
  notFound,
  oneOf,
  ownedBy,
  type Params,
  Refusal,
  required,
  type Turn,
  text,
  words,
} from '../wire.ts';
import { type Level, levelEndpoints, listed } from './batches.ts';

const objectives = [
  'AWARENESS',
  'CONSIDERATION',
  'WEB_CONVERSION',
  'CATALOG_SALES',
  'VIDEO_COMPLETION',
] as const;

const campaignLevel: Level = {
  noun: 'campaigns',
  kind: kinds.campaign,
  filters: { campaign_ids: ({ id }) => id },
  fields: names(`
    ad_account_id name objective_type daily_spend_cap lifetime_spend_cap start_time end_time is_campaign_budget_optimization
    is_performance_plus tracking_urls order_line_id
  `),
  required: ['ad_account_id', 'name', 'objective_type'],
  named: ['ad_account_id', 'id'],
  // Without a fault the list is there, and empty.
  exceptions: (fault) => (fault === undefined ? { exceptions: [] } : listed(fault)),
  checkForm(params) {
    bounded(params, 'name', 255);
    oneOf(params, 'objective_type', objectives);
    for (const name of ['daily_spend_cap', 'lifetime_spend_cap', 'start_time', 'end_time'])
      whole(params, name);
    for (const name of ['is_campaign_budget_optimization', 'is_performance_plus'])
      if (params[name] !== undefined) flag(params, name);
  },
  check({ world }, account, data, before) {
    if (data.ad_account_id !== undefined && data.ad_account_id !== account.id)
      throw invalid("'ad_account_id' is another account");
    const all = { ...before?.data, ...data };
    if (all.daily_spend_cap && all.lifetime_spend_cap)
      throw invalid('a campaign has a daily or a lifetime spend cap, not both');
    for (const name of ['daily_spend_cap', 'lifetime_spend_cap']) checkAmount(data, name);
    checkEnd(world.now(), data, all.start_time);
    return data;
  },
  parents: () => [],
};

export const campaignEndpoints: Endpoints = levelEndpoints(campaignLevel);

function whole(params: Params, name: string) {
  if (params[name] !== undefined && params[name] !== null && typeof params[name] !== 'number')
    throw invalid(`'${name}' is not of type integer`);
  if (typeof params[name] === 'number') integer({ [name]: String(params[name]) }, name);
}

function flag(params: Params, name: string) {
  if (typeof params[name] !== 'boolean') bool({ [name]: 'no boolean' }, name);
}

/** No least amount is known. */
function checkAmount(params: Params, name: string) {
  const amount = params[name];
  if (typeof amount === 'number' && amount < 0) throw invalid(`'${name}' is negative`);
}

/** Seconds. */
function checkEnd(now: number, { end_time }: Params, start: unknown) {
  if (typeof end_time !== 'number') return;
  if (end_time * 1_000 <= now) throw invalid("'end_time' has passed");
  if (typeof start === 'number' && end_time <= start)
    throw invalid("'end_time' is before 'start_time'");
}

function checkFixed(data: JsonObject, before: Entity, name: string) {
  if (data[name] !== undefined && data[name] !== before.data[name])
    throw invalid(`'${name}' cannot be changed`);
}

export const adGroupLevel: Level = {
  noun: 'ad_groups',
  kind: kinds.adGroup,
  filters: { campaign_ids: ({ data }) => words(data.campaign_id), ad_group_ids: ({ id }) => id },
  fields: names(`
    name campaign_id billable_event budget_in_micro_currency budget_type bid_in_micro_currency bid_strategy_type targeting_spec
    auto_targeting_enabled start_time end_time pacing_delivery_type placement_group tracking_urls lifetime_frequency_cap
    bid_multiplier optimization_goal_metadata targeting_template_ids is_creative_optimization conversion_learning_mode_type
  `),
  required: ['name', 'campaign_id', 'billable_event'],
  named: ['id'],
  exceptions: listed,
  checkForm(params) {
    text(params, 'campaign_id');
    bounded(params, 'name', 255);
    oneOf(params, 'billable_event', ['CLICKTHROUGH', 'IMPRESSION', 'VIDEO_V_50_MRC']);
    oneOf(params, 'budget_type', ['DAILY', 'LIFETIME', 'CBO_ADGROUP']);
    oneOf(params, 'bid_strategy_type', ['AUTOMATIC_BID', 'MAX_BID', 'TARGET_AVG']);
    oneOf(params, 'placement_group', ['ALL', 'SEARCH', 'BROWSE', 'OTHER']);
    for (const name of [
      'budget_in_micro_currency',
      'bid_in_micro_currency',
      'start_time',
      'end_time',
    ])
      whole(params, name);
    if (params.auto_targeting_enabled !== undefined) flag(params, 'auto_targeting_enabled');
    const { targeting_spec } = params;
    if (targeting_spec !== undefined && !isObject(targeting_spec))
      throw invalid("'targeting_spec' is not of type object");
  },
  check(turn, account, data, before) {
    if (before === undefined) {
      const campaign = ownedBy(turn, kinds.campaign, required(data, 'campaign_id'));
      if (campaign?.parents[0] !== account.id) throw notFound('campaign_id');
    } else checkFixed(data, before, 'campaign_id');
    checkAmount(data, 'budget_in_micro_currency');
    const all: JsonObject = { budget_type: 'DAILY', ...before?.data, ...data };
    if (all.budget_type === 'LIFETIME' && all.end_time === undefined)
      throw invalid("a lifetime budget needs an 'end_time'");
    checkEnd(turn.world.now(), data, all.start_time);
    return before === undefined ? { auto_targeting_enabled: true, ...all } : data;
  },
  parents: (_turn, data) => [required(data, 'campaign_id')],
};

export const adGroupEndpoints: Endpoints = levelEndpoints(adGroupLevel);

export function countriesOf(targeting: unknown) {
  const geo = isObject(targeting) ? targeting.GEO : undefined;
  const countries = isList(geo) ? geo.map(String).filter((each) => /^[A-Z]{2}$/.test(each)) : [];
  return countries.length === 0 ? ['US'] : countries;
}

const reviewMs = 5_000;

const creativeTypes = choices(`
  REGULAR VIDEO SHOPPING CAROUSEL MAX_VIDEO SHOP_THE_PIN COLLECTION IDEA SHOWCASE QUIZ COLLAGE MAX_WIDTH_REGULAR_COLLECTION
  MAX_WIDTH_VIDEO_COLLECTION
`);
const buttons = choices(`
  GET_OFFER LEARN_MORE ORDER_NOW SHOP_NOW SIGN_UP SUBSCRIBE BUY_NOW CONTACT_US GET_QUOTE VISIT_SITE APPLY_NOW BOOK_NOW
  REQUEST_DEMO REGISTER_NOW FIND_A_DEALER ADD_TO_CART WATCH_NOW READ_MORE BUY_TICKETS DONATE_NOW DOWNLOAD EXPLORE_MORE
  FIND_A_LOCATION GET_DEAL GET_RECIPE GET_SHOWTIMES ON_SALE PLAY_GAME TRY_IT
`);

const links = ['destination_url', 'click_tracking_url', 'ios_deep_link', 'android_deep_link'];

export const adLevel: Level = {
  noun: 'ads',
  kind: kinds.ad,
  filters: {
    campaign_ids: ({ data }) => words(data.campaign_id),
    ad_group_ids: ({ data }) => words(data.ad_group_id),
    ad_ids: ({ id }) => id,
  },
  fields: names(`
    ad_group_id creative_type pin_id name customizable_cta_type tracking_urls carousel_destination_urls is_pin_deleted
    grid_click_type lead_form_id ${links.join(' ')}
  `),
  required: ['ad_group_id', 'creative_type', 'pin_id'],
  named: ['id'],
  exceptions: (fault) =>
    fault === undefined ? {} : { exceptions: { code: fault.code, message: fault.message } },
  checkForm(params) {
    for (const id of ['ad_group_id', 'pin_id']) text(params, id);
    bounded(params, 'name', 255);
    oneOf(params, 'creative_type', creativeTypes);
    oneOf(params, 'customizable_cta_type', buttons);
    oneOf(params, 'grid_click_type', ['CLOSEUP', 'DIRECT_TO_DESTINATION']);
    for (const name of links) linkIn(params, name);
    const { carousel_destination_urls: cards } = params;
    if (cards !== undefined && !isList(cards))
      throw invalid("'carousel_destination_urls' is not of type array");
  },
  check(turn, account, data, before) {
    if (before !== undefined) {
      checkFixed(data, before, 'ad_group_id');
      return data;
    }
    const adGroup = adGroupOf(turn, account, data);
    checkPin(turn, data);
    return {
      ...data,
      campaign_id: words(adGroup.data.campaign_id),
      reviewed_at: turn.world.now() + reviewMs,
      ...(turn.fired.has('ad-rejected') && { rejected: true }),
    };
  },
  parents: ({ world }, data) => {
    const id = required(data, 'ad_group_id');
    return [words(world.get(id)?.data.campaign_id), id];
  },
};

export const adEndpoints: Endpoints = levelEndpoints(adLevel);

function adGroupOf(turn: Turn, account: Entity, params: Params) {
  const adGroup = ownedBy(turn, kinds.adGroup, required(params, 'ad_group_id'));
  if (
    adGroup === undefined ||
    adGroup.parents[0] !== account.id ||
    adGroup.data.status === 'ARCHIVED'
  )
    throw notFound('Ad group');
  return adGroup;
}

function checkPin(turn: Turn, params: Params) {
  const pin = ownedBy(turn, kinds.pin, required(params, 'pin_id'));
  if (pin === undefined) throw notFound('Pin');
  if (turn.fired.has('pin-sandboxed'))
    throw new Refusal(400, 'Sandboxed Pins may not be promoted.', 2781);
  if (pin.data.creative_type !== params.creative_type)
    throw invalid(`'creative_type' ${String(params.creative_type)} is not that of the Pin`);
}
