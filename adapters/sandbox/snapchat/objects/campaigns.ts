import type { Entity, JsonObject } from '../../entity.ts';
import { spansAfter } from '../../kit/delivery.ts';
import { within } from '../../kit/json.ts';
import { choices, names } from '../../kit/names.ts';
import type { World } from '../../world.ts';
import { checkMicro, type Endpoints, iso, kinds, newId, object, oneOf } from '../wire.ts';
import { checkSchedule, levelEndpoints, switches } from './lists.ts';

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
  objective_v2_properties: { objective_v2_type: 'AWARENESS_AND_ENGAGEMENT', is_auto_generated: true },
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
