import type { Json, JsonObject } from '../entity.ts';

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);

export const string = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** Empty where the value is no text. */
export const textOf = (value: Json | undefined): string => string(value) ?? '';

export const number = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined);

export const part = (value: Json | undefined, key: string): JsonObject => {
  const found = isObject(value) ? value[key] : undefined;
  return isObject(found) ? found : {};
};

export const items = (value: Json | undefined, key: string): readonly Json[] => {
  const found = isObject(value) ? value[key] : undefined;
  return isList(found) ? found : [];
};
