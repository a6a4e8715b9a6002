import type { Entity, JsonObject } from '../../entity.ts';
import { spansAfter } from '../../kit/delivery.ts';
import { below } from '../../kit/json.ts';
import { choices, names } from '../../kit/names.ts';
import type { World } from '../../world.ts';
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
  object,
  oneOf,
  type Params,
  requiredOneOf,
  type Turn,
} from '../wire.ts';
import { checkSchedule, levelEndpoints, switches } from './lists.ts';

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
    const budgets = ['daily_budget_micro', 'lifetime_budget_micro'].filter((name) => given(item, name));
    if (budgets.length !== 1) throw invalid('One of daily_budget_micro and lifetime_budget_micro must be set.');
    checkMicro(item, 'daily_budget_micro', 5_000_000);
    checkMicro(item, 'lifetime_budget_micro', 1);
    checkSchedule(turn, item);
  },
  add: ({ world }, campaign, data) => addAdSquad(world, campaign, { start_time: iso(world.now()), ...data }),
});

const enforced = Date.UTC(2025, 10, 27);

/** Chosen positions hold the chat feed, for goals of pixels and apps. */
function checkPlacement({ world }: Turn, item: Params): void {
  const placement = object(item, 'placement_v2') ?? {};
  if (oneOf(placement, 'config', ['AUTOMATIC', 'CUSTOM']) !== 'CUSTOM') return;
  const positions = list(placement, 'snapchat_positions') ?? [];
  if (/^(PIXEL|APP)_/.test(String(item.optimization_goal)) && world.now() >= enforced && !positions.includes('CHAT_FEED'))
    throw invalid('placement_v2: CHAT_FEED must be included in snapchat_positions.');
}

export function addAdSquad(world: World, campaign: Entity, data: JsonObject, created = world.now()): Entity {
  // Off by default.
  const status = data.status ?? 'PAUSED';
  return world.add({
    id: newId(world),
    kind: kinds.adSquad,
    ...below(campaign),
    created,
    data: { ...data, campaign_id: campaign.id, status, spans: spansAfter([], status === 'ACTIVE', created) },
  });
}
