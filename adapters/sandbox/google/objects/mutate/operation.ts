import type { Entity, JsonObject } from '../../../entity.ts';
import { notFound, type Turn, words } from '../../wire/call.ts';
import { type PathPart, refusal } from '../../wire/refusals.ts';
import type { Service } from '../services/service.ts';
import { worldIdOf } from '../services/services.ts';

/** An operation that was found good. */
export interface Planned {
  readonly service: Service;
  /** Carries it out. Answers the name of the object. */
  apply(names: Map<string, string>): string;
}

export interface Asked {
  readonly service: Service;
  readonly operation: JsonObject;
  readonly path: readonly PathPart[];
}

/** Where an operation stands in its request. */
export type Placed = Pick<Asked, 'service' | 'path'>;

export const pathText = (path: readonly PathPart[]): string =>
  path.map(({ name, index }) => (index === undefined ? name : `${name}[${index}]`)).join('.');

/** The object that an operation names. Throws where there is none. */
export function held({ world, customer }: Turn, { kind, collection }: Service, name: string, path: readonly PathPart[]): Entity {
  const [customers, id, named, last = ''] = name.split('/');
  if (customers !== 'customers' || named !== collection || last === '')
    throw refusal('requestError', 'RESOURCE_NAME_MALFORMED', 'Resource name provided is malformed.', { path, trigger: name });
  const entity = world.get(worldIdOf(name));
  const isIts = entity?.kind === kind && entity.parents[0] === customer.id && id === customer.id;
  if (!isIts || (collection !== 'ads' && words(entity.data.resourceName) !== name)) throw notFound(name, path);
  return entity;
}
