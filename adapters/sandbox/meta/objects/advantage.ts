import type { Entity, JsonObject } from '../../entity.ts';
import { string, type Turn } from '../graph/graph.ts';
import { part } from '../graph/params.ts';
import { live } from '../graph/status.ts';

const names: { readonly [objective: string]: string } = {
  OUTCOME_SALES: 'ADVANTAGE_PLUS_SALES',
  OUTCOME_APP_PROMOTION: 'ADVANTAGE_PLUS_APP',
  OUTCOME_LEADS: 'ADVANTAGE_PLUS_LEADS',
};

/** "Advantage+" follows from campaign budget, open audience and open placements. */
export function advantageState(turn: Turn, campaign: Entity): JsonObject {
  const adSets = turn.world
    .under('adsets', campaign.id)
    .map((id) => turn.world.get(id))
    .filter((each): each is Entity => each !== undefined && live(each));
  const budget = campaign.data.daily_budget !== undefined || campaign.data.lifetime_budget !== undefined;
  const audience = adSets.every((each) => part(part(each.data, 'targeting'), 'targeting_automation').advantage_audience === 1);
  const placement = adSets.every((each) => !('publisher_platforms' in part(each.data, 'targeting')));
  const on = (lever: boolean): string => (lever ? 'ENABLED' : 'DISABLED');
  return {
    advantage_state: (budget && audience && placement && names[string(campaign.data.objective) ?? '']) || 'DISABLED',
    advantage_budget_state: on(budget),
    advantage_audience_state: on(audience),
    advantage_placement_state: on(placement),
  };
}

export const isAutomated = (turn: Turn, campaign: Entity): boolean =>
  advantageState(turn, campaign).advantage_state !== 'DISABLED';
