import type { Entity, JsonObject } from '../../entity.ts';
import { isObject } from '../../kit/json.ts';
import type { World } from '../../world.ts';
import { kinds, words } from '../wire/call.ts';

const isOn = (entity: Entity | undefined): boolean => entity?.data.status === 'ACTIVE';

export const groupAbove = (world: World, { data }: Entity): Entity | undefined => world.get(words(data.group_id));
export const campaignAbove = (world: World, { data }: Entity): Entity | undefined => world.get(words(data.campaign_id));

export const endOf = ({ data }: Entity): number => {
  const { runSchedule } = data;
  return isObject(runSchedule) && typeof runSchedule.end === 'number' ? runSchedule.end : Number.POSITIVE_INFINITY;
};

export const startOf = ({ data }: Entity): number => {
  const { runSchedule } = data;
  return isObject(runSchedule) && typeof runSchedule.start === 'number' ? runSchedule.start : 0;
};

export function servingStatuses(world: World, entity: Entity): readonly string[] {
  if (!isOn(entity)) return ['STOPPED'];
  const holds = [
    ...(endOf(entity) <= world.now() ? ['CAMPAIGN_END_DATE_HOLD'] : []),
    ...(entity.kind === kinds.campaign && !isOn(groupAbove(world, entity)) ? ['CAMPAIGN_GROUP_STATUS_HOLD'] : []),
  ];
  return holds.length === 0 ? ['RUNNABLE'] : holds;
}

/** A draft is not reviewed. */
export function review(world: World, { data }: Entity): JsonObject {
  const at = data.reviewed_at;
  if (typeof at !== 'number') return {};
  if (at > world.now()) return { review: { status: 'PENDING' } };
  return { review: { status: data.rejected === true ? 'REJECTED' : 'APPROVED' } };
}

export function servingHolds(world: World, creative: Entity): readonly string[] {
  const { data } = creative;
  const campaign = campaignAbove(world, creative);
  const at = typeof data.reviewed_at === 'number' ? data.reviewed_at : Number.POSITIVE_INFINITY;
  return [
    ...(data.intendedStatus === 'ACTIVE' ? [] : ['STOPPED']),
    ...(at > world.now() ? ['UNDER_REVIEW'] : data.rejected === true ? ['REJECTED'] : []),
    ...(campaign !== undefined && servingStatuses(world, campaign)[0] === 'RUNNABLE' ? [] : ['CAMPAIGN_STOPPED']),
  ];
}

export const isServing = (world: World, creative: Entity): boolean => servingHolds(world, creative).length === 0;
