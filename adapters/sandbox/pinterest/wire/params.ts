import type { Json, JsonObject } from '../../entity.ts';
import { type Params, paramReaders } from '../../kit/params.ts';
import type { Turn } from './call.ts';
import { invalid, missing } from './refusals.ts';

export { isList, isObject } from '../../kit/json.ts';
export { given, type Params } from '../../kit/params.ts';

/** A bare number is refused as an id. */
export const { text, required, oneOf, numberOf, integer, bool, object, list } = paramReaders({
  missing,
  wrong: (name, expected) => invalid(`'${name}' is not of type ${expected}`),
  choice: (name, values, value) => invalid(`'${name}': '${value}' is not one of ${values.join(', ')}`),
});

/** Stricter than the platform: undocumented names are refused. */
export function checkKnown(params: Params, known: readonly string[], where = ''): void {
  const unknown = Object.keys(params).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(`${where}additional property '${unknown}' is not allowed`);
}

export function requiredOneOf<T extends string>(params: Params, name: string, values: readonly T[]): T {
  const value = oneOf(params, name, values);
  if (value === undefined) throw missing(name);
  return value;
}

export function bounded(params: Params, name: string, most: number): string | undefined {
  const value = text(params, name);
  if (value !== undefined && [...value].length > most) throw invalid(`'${name}' is longer than ${most} characters`);
  return value;
}

export function linkIn(params: Params, name: string): string | undefined {
  const link = bounded(params, name, 2_048);
  if (link !== undefined && !/^https?:\/\/[^\s/]+/.test(link)) throw invalid(`'${name}' is not a valid URL`);
  return link;
}

/** A repeatable query parameter. */
export function many({ query }: Pick<Turn, 'query'>, name: string, most: number): readonly string[] | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  const values = typeof value === 'string' ? [value] : value;
  if (values.length > most) throw invalid(`'${name}' holds more than ${most} items`);
  return values;
}

export const kept = (params: Params, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(params).filter(([name, value]) => names.includes(name) && value !== undefined)) as {
    [name: string]: Json;
  };
