import type { Entity } from '../../entity.ts';
import { isTooNew } from '../../kit/faults.ts';
import { missing } from './errors.ts';
import type { NodeType, Turn } from './graph.ts';

export function nodeOf(turn: Turn, id: string): Entity {
  const entity = turn.world.get(id);
  if (entity === undefined || entity.company !== turn.company || hiddenAsNew(turn, entity)) throw missing(id, turn.call.method);
  return entity;
}

/** Undefined where no such object exists. */
export function find(turn: Turn, kind: string, id: string | undefined): Entity | undefined {
  const entity = id === undefined ? undefined : turn.world.get(id);
  return entity?.kind === kind && entity.company === turn.company ? entity : undefined;
}

/** The fault `not-yet-visible`. */
export const hiddenAsNew = (turn: Turn, entity: Entity): boolean => isTooNew(turn, entity, 'not-yet-visible');

export function typeOf(turn: Turn, entity: Entity): NodeType {
  const type = turn.types.get(entity.kind);
  if (type === undefined) throw missing(entity.id, turn.call.method);
  return type;
}
