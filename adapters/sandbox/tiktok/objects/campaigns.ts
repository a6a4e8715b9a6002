import type { Entity, JsonObject } from '../../entity.ts';
import { spansAfter } from '../../kit/delivery.ts';
import { within } from '../../kit/json.ts';
import { choices } from '../../kit/names.ts';
import type { World } from '../../world.ts';
import {
  type Endpoints,
  given,
  invalid,
  kinds,
  lengthOf,
  missing,
  newId,
  numberOf,
  oneOf,
  ownedBy,
  type Params,
  required,
  requiredOneOf,
  type Turn,
  writableAccount,
} from '../wire.ts';
import { isDeleted, rowOf } from './lists.ts';

const objectives = choices('REACH TRAFFIC VIDEO_VIEWS ENGAGEMENT APP_PROMOTION LEAD_GENERATION WEB_CONVERSIONS PRODUCT_SALES');
export const budgetModes = choices('BUDGET_MODE_DAY BUDGET_MODE_TOTAL BUDGET_MODE_DYNAMIC_DAILY_BUDGET BUDGET_MODE_INFINITE');
export const switches = ['ENABLE', 'DISABLE'] as const;

const leastBudget = 50;

const fields = ['campaign_name', 'objective_type', 'budget_mode', 'budget', 'operation_status'];

export const campaignEndpoints: Endpoints = {
  'POST campaign/create': { known: fields, run: (turn) => createCampaign(turn, 'MANUAL') },
  'POST smart_plus/campaign/create': { known: fields, run: (turn) => createCampaign(turn, 'UPGRADED_SMART_PLUS') },
  'POST campaign/update': {
    known: ['campaign_id', 'campaign_name', 'budget_mode', 'budget'],
    run(turn) {
      const account = writableAccount(turn);
      const { params } = turn;
      const campaign = editable(turn, account, kinds.campaign, required(params, 'campaign_id'));
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

function createCampaign(turn: Turn, automation: string): JsonObject {
  const account = writableAccount(turn);
  const { params } = turn;
  const mode = oneOf(params, 'budget_mode', budgetModes) ?? 'BUDGET_MODE_INFINITE';
  const campaign = addCampaign(turn.world, account, {
    campaign_name: nameOf(params, 'campaign_name'),
    objective_type: requiredOneOf(params, 'objective_type', objectives),
    budget_mode: mode,
    budget: mode === 'BUDGET_MODE_INFINITE' ? 0 : budgetOf(params, leastBudget),
    campaign_automation_type: automation,
    // On by default.
    operation_status: oneOf(params, 'operation_status', switches) ?? 'ENABLE',
  });
  return rowOf(turn, account, campaign);
}

export const addCampaign = (world: World, account: Entity, data: JsonObject): Entity =>
  world.add({
    id: newId(world),
    kind: kinds.campaign,
    ...within(account),
    data: {
      campaign_automation_type: 'MANUAL',
      is_smart_performance_campaign: false,
      ...data,
      spans: spansAfter([], data.operation_status === 'ENABLE', world.now()),
    },
  });

/** Smart+ has endpoints of its own for what is below. */
export function checkManual({ world }: Turn, campaignId: string): void {
  if (/SMART_PLUS/.test(String(world.get(campaignId)?.data.campaign_automation_type)))
    throw invalid('campaign_id: The campaign is an Upgraded Smart+ Campaign and is not supported by this endpoint.');
}

export function editable(turn: Turn, account: Entity, kind: string, id: string): Entity {
  const entity = ownedBy(turn, account, kind, id);
  if (entity === undefined) throw invalid(`The object ${id} does not exist.`);
  if (isDeleted(entity)) throw invalid(`The object ${id} has been deleted and cannot be modified.`);
  return entity;
}

export function nameOf(params: Params, field: string): string {
  const name = required(params, field);
  if (lengthOf(name) > 512) throw invalid(`${field}: Length must be between 1 and 512.`);
  return name;
}

export function budgetOf(params: Params, least: number): number {
  const budget = numberOf(params, 'budget');
  if (budget === undefined) throw missing('budget');
  if (budget < least) throw invalid(`budget: Must be at least ${least}.`);
  return budget;
}
