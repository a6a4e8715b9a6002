import { spansAfter } from '../../kit/delivery.ts';
import { below, within } from '../../kit/json.ts';
import { choices, names } from '../../kit/names.ts';
import type { Entity, JsonObject, Table, World } from '../../types.ts';
import {
  checkMicro,
  type Endpoints,
  given,
  invalid,
  iso,
  kinds,
  list,
  missing,
  newId,
  notFound,
  object,
  oneOf,
  type Params,
  required,
  requiredOneOf,
  type Turn,
  words,
} from '../wire.ts';
import { checkSchedule, levelEndpoints, living, switches } from './lists.ts';

const objectives = choices('AWARENESS_AND_ENGAGEMENT TRAFFIC APP_PROMOTION LEADS SALES');
const leastBudget = 20_000_000;

export const campaignEndpoints: Endpoints = levelEndpoints({
  plural: 'campaigns',
  singular: 'campaign',
  kind: kinds.campaign,
  what: 'Campaign',
  query: ['read_deleted_entities'],
  above: ['adaccounts'],
  parent: 'ad_account_id',
  fields: names(`
    id name ad_account_id status objective objective_v2_properties daily_budget_micro lifetime_spend_cap_micro start_time
    end_time buy_model
  `),
  fixed: ['objective', 'objective_v2_properties', 'buy_model'],
  check(turn, _account, item) {
    oneOf(item, 'status', switches);
    const properties = object(item, 'objective_v2_properties');
    if (properties !== undefined) oneOf(properties, 'objective_v2_type', objectives);
    checkMicro(item, 'daily_budget_micro', leastBudget);
    checkMicro(item, 'lifetime_spend_cap_micro', leastBudget);
    checkSchedule(turn, item);
  },
  add: ({ world }, account, data) =>
    addCampaign(world, account, {
      ...(data.objective === undefined && data.objective_v2_properties === undefined && automatic),
      start_time: iso(world.now()),
      ...data,
    }),
});

const automatic = {
  objective: 'BRAND_AWARENESS',
  objective_v2_properties: {
    objective_v2_type: 'AWARENESS_AND_ENGAGEMENT',
    is_auto_generated: true,
  },
};

function addCampaign(world: World, account: Entity, data: JsonObject): Entity {
  const status = data.status ?? 'PAUSED';
  return world.add({
    id: newId(world),
    kind: kinds.campaign,
    ...within(account),
    data: {
      buy_model: 'AUCTION',
      ...data,
      ad_account_id: account.id,
      status,
      spans: spansAfter([], status === 'ACTIVE', world.now()),
    },
  });
}

const goals = choices(`
  IMPRESSIONS SWIPES APP_INSTALLS VIDEO_VIEWS VIDEO_VIEWS_15_SEC USES STORY_OPENS LANDING_PAGE_VIEW PIXEL_PAGE_VIEW
  PIXEL_ADD_TO_CART PIXEL_PURCHASE PIXEL_SIGNUP APP_ADD_TO_CART APP_PURCHASE APP_SIGNUP
`);
const bids = choices('AUTO_BID LOWEST_COST_WITH_MAX_BID TARGET_COST');

export const adSquadEndpoints: Endpoints = levelEndpoints({
  plural: 'adsquads',
  singular: 'adsquad',
  kind: kinds.adSquad,
  what: 'AdSquad',
  query: ['read_deleted_entities', 'return_placement_v2'],
  above: ['adaccounts', 'campaigns'],
  parent: 'campaign_id',
  fields: names(`
    id name campaign_id status type placement_v2 billing_event bid_strategy bid_micro auto_bid target_bid daily_budget_micro
    lifetime_budget_micro delivery_constraint optimization_goal pixel_id targeting start_time end_time child_ad_type
    pacing_type conversion_window
  `),
  fixed: ['type', 'billing_event'],
  check(turn, _campaign, item) {
    oneOf(item, 'status', switches);
    requiredOneOf(item, 'type', ['SNAP_ADS']);
    requiredOneOf(item, 'billing_event', ['IMPRESSION']);
    requiredOneOf(item, 'optimization_goal', goals);
    checkPlacement(turn, item);
    const strategy = oneOf(item, 'bid_strategy', bids) ?? 'AUTO_BID';
    if (strategy !== 'AUTO_BID' && !given(item, 'bid_micro')) throw missing('bid_micro');
    const geos = list(object(item, 'targeting') ?? {}, 'geos') ?? [];
    if (geos.length === 0) throw missing('targeting.geos');
    const budgets = ['daily_budget_micro', 'lifetime_budget_micro'].filter((name) =>
      given(item, name),
    );
    if (budgets.length !== 1)
      throw invalid('One of daily_budget_micro and lifetime_budget_micro must be set.');
    checkMicro(item, 'daily_budget_micro', 5_000_000);
    checkMicro(item, 'lifetime_budget_micro', 1);
    checkSchedule(turn, item);
  },
  add: ({ world }, campaign, data) =>
    addAdSquad(world, campaign, { start_time: iso(world.now()), ...data }),
});

const enforced = Date.UTC(2025, 10, 27);

/** Must hold the chat feed, for goals of pixels and apps. */
function checkPlacement({ world }: Turn, item: Params) {
  const placement = object(item, 'placement_v2') ?? {};
  if (oneOf(placement, 'config', ['AUTOMATIC', 'CUSTOM']) !== 'CUSTOM') return;
  const positions = list(placement, 'snapchat_positions') ?? [];
  if (
    /^(PIXEL|APP)_/.test(String(item.optimization_goal)) &&
    world.now() >= enforced &&
    !positions.includes('CHAT_FEED')
  )
    throw invalid('placement_v2: CHAT_FEED must be included in snapchat_positions.');
}

export function addAdSquad(
  world: World,
  campaign: Entity,
  data: JsonObject,
  created = world.now(),
): Entity {
  // Off by default.
  const status = data.status ?? 'PAUSED';
  return world.add({
    id: newId(world),
    kind: kinds.adSquad,
    ...below(campaign),
    created,
    data: {
      ...data,
      campaign_id: campaign.id,
      status,
      spans: spansAfter([], status === 'ACTIVE', created),
    },
  });
}

/** Creative type by ad type. */
const creativeTypes: Table<string> = {
  SNAP_AD: 'SNAP_AD',
  REMOTE_WEBPAGE: 'WEB_VIEW',
  APP_INSTALL: 'APP_INSTALL',
  DEEP_LINK: 'DEEP_LINK',
  COLLECTION: 'COLLECTION',
  STORY: 'COMPOSITE',
  LEAD_GENERATION: 'LEAD_GENERATION',
};
const reviewMs = 5_000;

export const adEndpoints: Endpoints = levelEndpoints({
  plural: 'ads',
  singular: 'ad',
  kind: kinds.ad,
  what: 'Ad',
  query: ['read_deleted_entities'],
  above: ['adaccounts', 'campaigns', 'adsquads'],
  parent: 'ad_squad_id',
  fields: names('id name ad_squad_id creative_id status type'),
  fixed: ['type'],
  check(turn, squad, item) {
    requiredOneOf(item, 'status', switches);
    const type = requiredOneOf(item, 'type', Object.keys(creativeTypes));
    const creative = living(turn, kinds.creative, 'Creative', required(item, 'creative_id'));
    if (creative.parents[0] !== squad.parents[0]) throw notFound('Creative', creative.id);
    if (creative.data.type !== creativeTypes[type])
      throw invalid(
        `An ad of type ${type} does not show a creative of type ${words(creative.data.type)}.`,
      );
  },
  add: ({ world, fired }, squad, data) =>
    addAd(world, squad, { ...data, ...(fired.has('ad-rejected') && { rejected: true }) }),
});

export const addAd = (
  world: World,
  squad: Entity,
  data: JsonObject,
  created = world.now(),
): Entity =>
  world.add({
    id: newId(world),
    kind: kinds.ad,
    ...below(squad),
    created,
    data: {
      ...data,
      ad_squad_id: squad.id,
      campaign_id: words(squad.data.campaign_id),
      render_type: 'STATIC',
      reviewed_at: created + reviewMs,
      spans: spansAfter([], data.status === 'ACTIVE', created),
    },
  });
