import type { Entity, JsonObject } from '../../entity.ts';
import { isTooNew } from '../../kit/faults.ts';
import type { World } from '../../world.ts';
import { kinds, type Turn, words } from '../wire/call.ts';
import { isServing, review, servingHolds, servingStatuses } from './states.ts';

/** Fields of the simulator. */
const hidden = ['spans', 'reviewed_at', 'rejected', 'campaign_id', 'group_id'];

const shown = ({ data }: Entity): JsonObject =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !hidden.includes(name)));

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
