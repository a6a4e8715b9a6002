import type { Entity, JsonObject } from '../../entity.ts';
import { isTooNew } from '../../kit/faults.ts';
import { fieldsOf, isObject } from '../../kit/json.ts';
import type { World } from '../../world.ts';
import { kinds, type Turn, words } from '../wire.ts';

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

function servingStatuses(world: World, entity: Entity): readonly string[] {
  if (!isOn(entity)) return ['STOPPED'];
  const holds = [
    ...(endOf(entity) <= world.now() ? ['CAMPAIGN_END_DATE_HOLD'] : []),
    ...(entity.kind === kinds.campaign && !isOn(groupAbove(world, entity)) ? ['CAMPAIGN_GROUP_STATUS_HOLD'] : []),
  ];
  return holds.length === 0 ? ['RUNNABLE'] : holds;
}

/** A draft is not reviewed. */
function review(world: World, { data }: Entity): JsonObject {
  const at = data.reviewed_at;
  if (typeof at !== 'number') return {};
  if (at > world.now()) return { review: { status: 'PENDING' } };
  return { review: { status: data.rejected === true ? 'REJECTED' : 'APPROVED' } };
}

function servingHolds(world: World, creative: Entity): readonly string[] {
  const { data } = creative;
  const campaign = campaignAbove(world, creative);
  const at = typeof data.reviewed_at === 'number' ? data.reviewed_at : Number.POSITIVE_INFINITY;
  return [
    ...(data.intendedStatus === 'ACTIVE' ? [] : ['STOPPED']),
    ...(at > world.now() ? ['UNDER_REVIEW'] : data.rejected === true ? ['REJECTED'] : []),
    ...(campaign !== undefined && servingStatuses(world, campaign)[0] === 'RUNNABLE' ? [] : ['CAMPAIGN_STOPPED']),
  ];
}

const isServing = (world: World, creative: Entity): boolean => servingHolds(world, creative).length === 0;

/** Fields of the simulator. */
const hidden = ['spans', 'reviewed_at', 'rejected', 'campaign_id', 'group_id'];

const shown = ({ data }: Entity): JsonObject => fieldsOf(data, (name) => !hidden.includes(name));

/** Its id is a number, its times stand in stamps. */
export const groupRow = (world: World, entity: Entity): JsonObject => ({
  id: Number(entity.id),
  ...shown(entity),
  servingStatuses: servingStatuses(world, entity),
  changeAuditStamps: { created: { time: entity.created }, lastModified: { time: entity.updated } },
  version: { versionTag: '1' },
  test: false,
});

/** Its id is a URN. */
export const creativeRow = (world: World, entity: Entity): JsonObject => ({
  id: entity.id,
  ...shown(entity),
  ...review(world, entity),
  isServing: isServing(world, entity),
  servingHoldReasons: servingHolds(world, entity),
  createdAt: entity.created,
  lastModifiedAt: entity.updated,
  isTest: false,
});

export const rowOf = (world: World, entity: Entity): JsonObject =>
  entity.kind === kinds.creative ? creativeRow(world, entity) : groupRow(world, entity);

export const listable = (turn: Turn, kind: string, parent: string): readonly Entity[] =>
  turn.world.entities(kind, parent).filter((entity) => !isTooNew(turn, entity, 'list-lag'));

export const statusWord = ({ data }: Entity): string => words(data.intendedStatus) || words(data.status);

export const isGone = (entity: Entity): boolean => ['PENDING_DELETION', 'REMOVED'].includes(statusWord(entity));
