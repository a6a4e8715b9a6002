import type { Entity, Json, JsonObject } from '../entity.ts';

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);

export const string = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Empty where the value is no text. */
export const textOf = (value: Json | undefined): string => string(value) ?? '';

export const number = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;

export const part = (value: Json | undefined, key: string): JsonObject => {
  const found = isObject(value) ? value[key] : undefined;
  return isObject(found) ? found : {};
};

export const items = (value: Json | undefined, key: string): readonly Json[] => {
  const found = isObject(value) ? value[key] : undefined;
  return isList(found) ? found : [];
};

/** The company, and the parents of a new object below. */
export const within = (
  owner: Entity,
  ...below: readonly string[]
): Pick<Entity, 'company' | 'parents'> => ({
  company: owner.company,
  parents: [owner.id, ...below],
});

/** Below an object whose first parent is its ad account. */
export const below = (parent: Entity): Pick<Entity, 'company' | 'parents'> => ({
  company: parent.company,
  parents: [...parent.parents, parent.id],
});

/** The fields whose names and values are to be kept. */
export const fieldsOf = (
  data: JsonObject,
  keep: (name: string, value: Json) => boolean,
): JsonObject =>
  Object.fromEntries(Object.entries(data).filter(([name, value]) => keep(name, value)));
