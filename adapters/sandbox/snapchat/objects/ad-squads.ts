import type { Entity, JsonObject } from '../../entity.ts';
import { spansAfter } from '../../kit/delivery.ts';
import { choices, names } from '../../kit/names.ts';
import type { World } from '../../world.ts';
import {
  checkKnown,
  checkLength,
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
  text,
  words,
  writableAccount,
} from '../wire.ts';
import { checkSchedule, living } from './campaigns.ts';
import { dataOf, deleting, eachItem, type Listing, listing, reading, replace, switches } from './lists.ts';

const adSquadList: Listing = {
  plural: 'adsquads',
  singular: 'adsquad',
  kinds: [kinds.adSquad],
  query: ['read_deleted_entities', 'return_placement_v2'],
};

const goals = choices(`
  IMPRESSIONS SWIPES APP_INSTALLS VIDEO_VIEWS VIDEO_VIEWS_15_SEC USES STORY_OPENS LANDING_PAGE_VIEW PIXEL_PAGE_VIEW
  PIXEL_ADD_TO_CART PIXEL_PURCHASE PIXEL_SIGNUP APP_ADD_TO_CART APP_PURCHASE APP_SIGNUP
`);
const bids = ['AUTO_BID', 'LOWEST_COST_WITH_MAX_BID', 'TARGET_COST'] as const;
const fields = names(`
  id name campaign_id status type placement_v2 billing_event bid_strategy bid_micro auto_bid target_bid daily_budget_micro
  lifetime_budget_micro delivery_constraint optimization_goal pixel_id targeting start_time end_time child_ad_type pacing_type
  conversion_window
`);
const leastSquadBudget = 5_000_000;

export const adSquadEndpoints: Endpoints = {
  'GET adaccounts/{id}/adsquads': listing(adSquadList, { path: 'adaccounts', kind: kinds.account, what: 'AdAccount' }),
  'GET campaigns/{id}/adsquads': listing(adSquadList, { path: 'campaigns', kind: kinds.campaign, what: 'Campaign' }),
  'GET adsquads/{id}': reading(adSquadList, 'AdSquad'),
  'DELETE adsquads/{id}': deleting(kinds.adSquad, adSquadList, 'AdSquad'),
  'POST campaigns/{id}/adsquads': {
    takes: 'json',
    run(turn) {
      const campaign = openCampaign(turn);
      return eachItem(turn, adSquadList, (item) => {
        check(turn, campaign, item);
        if (text(item, 'id') !== undefined) throw invalid('id is not a supported field.');
        return addAdSquad(turn.world, campaign, { start_time: iso(turn.world.now()), ...dataOf(item) });
      });
    },
  },
  'PUT campaigns/{id}/adsquads': {
    takes: 'json',
    run(turn) {
      const campaign = openCampaign(turn);
      return eachItem(turn, adSquadList, (item) => {
        check(turn, campaign, item);
        const squad = living(turn, kinds.adSquad, 'AdSquad', required(item, 'id'));
        if (squad.data.campaign_id !== campaign.id) throw notFound('AdSquad', squad.id);
        return replace(turn, squad, item, ['type', 'billing_event']);
      });
    },
  },
};

function openCampaign(turn: Turn): Entity {
  const campaign = living(turn, kinds.campaign, 'Campaign', turn.ids.id ?? '');
  writableAccount(turn, words(campaign.data.ad_account_id));
  return campaign;
}

export function addAdSquad(world: World, campaign: Entity, data: JsonObject, created = world.now()): Entity {
  // Off by default.
  const status = data.status ?? 'PAUSED';
  return world.add({
    id: newId(world),
    kind: kinds.adSquad,
    company: campaign.company,
    created,
    parents: [campaign.parents[0] ?? '', campaign.id],
    data: { ...data, campaign_id: campaign.id, status, spans: spansAfter([], status === 'ACTIVE', created) },
  });
}

function check(turn: Turn, campaign: Entity, item: Params): void {
  checkKnown(item, fields);
  required(item, 'name');
  checkLength(item, 'name', 375);
  if ((text(item, 'campaign_id') ?? campaign.id) !== campaign.id)
    throw invalid('campaign_id is another than that of the address.');
  oneOf(item, 'status', switches);
  requiredOneOf(item, 'type', ['SNAP_ADS'] as const);
  requiredOneOf(item, 'billing_event', ['IMPRESSION'] as const);
  requiredOneOf(item, 'optimization_goal', goals);
  const strategy = oneOf(item, 'bid_strategy', bids) ?? 'AUTO_BID';
  if (strategy !== 'AUTO_BID' && !given(item, 'bid_micro')) throw missing('bid_micro');
  const geos = list(object(item, 'targeting') ?? {}, 'geos') ?? [];
  if (geos.length === 0) throw missing('targeting.geos');
  const budgets = ['daily_budget_micro', 'lifetime_budget_micro'].filter((name) => given(item, name));
  if (budgets.length !== 1) throw invalid('One of daily_budget_micro and lifetime_budget_micro must be set.');
  checkMicro(item, 'daily_budget_micro', leastSquadBudget);
  checkMicro(item, 'lifetime_budget_micro', 1);
  checkSchedule(turn, item);
}
