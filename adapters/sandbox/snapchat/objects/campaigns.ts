import type { Entity, JsonObject } from '../../entity.ts';
import { spansAfter } from '../../kit/delivery.ts';
import { within } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { World } from '../../world.ts';
import {
  checkKnown,
  checkLength,
  checkMicro,
  type Endpoints,
  invalid,
  isDeleted,
  iso,
  kinds,
  newId,
  notFound,
  object,
  oneOf,
  owned,
  type Params,
  required,
  type Turn,
  text,
  timeOf,
  writableAccount,
} from '../wire.ts';
import { dataOf, deleting, eachItem, type Listing, listing, reading, replace, switches } from './lists.ts';

const campaignList: Listing = {
  plural: 'campaigns',
  singular: 'campaign',
  kinds: [kinds.campaign],
  query: ['read_deleted_entities'],
};

const objectives = ['AWARENESS_AND_ENGAGEMENT', 'TRAFFIC', 'APP_PROMOTION', 'LEADS', 'SALES'] as const;
const fields = names(`
  id name ad_account_id status objective objective_v2_properties daily_budget_micro lifetime_spend_cap_micro start_time end_time
  buy_model
`);
const leastCampaignBudget = 20_000_000;

export const campaignEndpoints: Endpoints = {
  'GET adaccounts/{id}/campaigns': listing(campaignList, { path: 'adaccounts', kind: kinds.account, what: 'AdAccount' }),
  'GET campaigns/{id}': reading(campaignList, 'Campaign'),
  'DELETE campaigns/{id}': deleting(kinds.campaign, campaignList, 'Campaign'),
  'POST adaccounts/{id}/campaigns': {
    takes: 'json',
    run(turn) {
      const account = writableAccount(turn, turn.ids.id ?? '');
      return eachItem(turn, campaignList, (item) => {
        check(turn, account, item);
        if (text(item, 'id') !== undefined) throw invalid('id is not a supported field.');
        const auto = item.objective === undefined && item.objective_v2_properties === undefined;
        return addCampaign(turn.world, account, {
          ...(auto && {
            objective: 'BRAND_AWARENESS',
            objective_v2_properties: { objective_v2_type: 'AWARENESS_AND_ENGAGEMENT', is_auto_generated: true },
          }),
          start_time: iso(turn.world.now()),
          ...dataOf(item),
        });
      });
    },
  },
  'PUT adaccounts/{id}/campaigns': {
    takes: 'json',
    run(turn) {
      const account = writableAccount(turn, turn.ids.id ?? '');
      return eachItem(turn, campaignList, (item) => {
        check(turn, account, item);
        const campaign = living(turn, kinds.campaign, 'Campaign', required(item, 'id'));
        if (campaign.parents[0] !== account.id) throw notFound('Campaign', campaign.id);
        return replace(turn, campaign, item, ['objective', 'objective_v2_properties', 'buy_model']);
      });
    },
  },
};

export function living(turn: Turn, kind: string, what: string, id: string): Entity {
  const entity = owned(turn, kind, what, id);
  if (isDeleted(entity)) throw notFound(what, id);
  return entity;
}

function addCampaign(world: World, account: Entity, data: JsonObject, created = world.now()): Entity {
  const status = data.status ?? 'PAUSED';
  return world.add({
    id: newId(world),
    kind: kinds.campaign,
    ...within(account),
    created,
    data: {
      buy_model: 'AUCTION',
      ...data,
      ad_account_id: account.id,
      status,
      spans: spansAfter([], status === 'ACTIVE', created),
    },
  });
}

function check(turn: Turn, account: Entity, item: Params): void {
  checkKnown(item, fields);
  required(item, 'name');
  checkLength(item, 'name', 375);
  if ((text(item, 'ad_account_id') ?? account.id) !== account.id)
    throw invalid('ad_account_id is another than that of the address.');
  oneOf(item, 'status', switches);
  const properties = object(item, 'objective_v2_properties');
  if (properties !== undefined) oneOf(properties, 'objective_v2_type', objectives);
  checkMicro(item, 'daily_budget_micro', leastCampaignBudget);
  checkMicro(item, 'lifetime_spend_cap_micro', leastCampaignBudget);
  checkSchedule(turn, item);
}

export function checkSchedule({ world }: Turn, item: Params): void {
  const [start, end] = [timeOf(item, 'start_time'), timeOf(item, 'end_time')];
  if (end !== undefined && (end <= world.now() || end <= (start ?? 0)))
    throw invalid('end_time must be in the future and after start_time.');
}
