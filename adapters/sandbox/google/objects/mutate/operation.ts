import type { Entity, JsonObject } from '../../../entity.ts';
import { notFound, type Turn, words } from '../../wire/call.ts';
import { type PathPart, refusal } from '../../wire/refusals.ts';
import type { Service } from '../services/service.ts';
import { worldIdOf } from '../services/services.ts';

/** A valid operation. */
export interface Planned {
  readonly service: Service;
  /** Answers the object's name. */
  apply(names: Map<string, string>): string;
}

export interface Asked {
  readonly service: Service;
  readonly operation: JsonObject;
  readonly path: readonly PathPart[];
}

export type Placed = Pick<Asked, 'service' | 'path'>;

export const pathText = (path: readonly PathPart[]): string =>
  path.map(({ name, index }) => (index === undefined ? name : `${name}[${index}]`)).join('.');

/** Throws where no such object exists. */
export function held({ world, customer }: Turn, { kind, collection }: Service, name: string, path: readonly PathPart[]): Entity {
  const [customers, id, named, last = ''] = name.split('/');
  if (customers !== 'customers' || named !== collection || last === '')
    throw refusal('requestError', 'RESOURCE_NAME_MALFORMED', 'Resource name provided is malformed.', { path, trigger: name });
  const entity = world.get(worldIdOf(name));
  const isIts = entity?.kind === kind && entity.parents[0] === customer.id && id === customer.id;
  if (!isIts || (collection !== 'ads' && words(entity.data.resourceName) !== name)) throw notFound(name, path);
  return entity;
}
