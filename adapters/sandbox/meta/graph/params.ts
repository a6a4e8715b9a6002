import type { JsonObject } from '../../entity.ts';
import { type Expected, type Params, paramReaders } from '../../kit/params.ts';
import { invalid } from './errors.ts';
import { parseTime } from './times.ts';

export { isList, isObject, items, part } from '../../kit/json.ts';
export { given, type Params } from '../../kit/params.ts';

const expectations: { readonly [expected in Expected]: string } = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  JSON: 'valid JSON',
  object: 'an object',
  list: 'an array',
};

export const { text, required, oneOf, integer, bool, json, object, list } = paramReaders({
  missing: (name) => invalid(`The parameter ${name} is required`, name),
  wrong: (name, expected) => invalid(`Param ${name} must be ${expectations[expected]}`, name),
  choice: (name, values, value) => invalid(`Param ${name} must be one of {${values.join(', ')}} - got "${value}"`, name),
  coerces: true,
  commaLists: true,
});

export const words = (params: Params, name: string): readonly string[] | undefined => list(params, name)?.map(String);

/** 0 stays 0: some fields read it as none. */
export function time(params: Params, name: string, timeZone: string): number | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  const parsed = parseTime(value, timeZone);
  if (parsed === undefined) throw invalid(`Param ${name} must be a valid time`, name);
  return parsed;
}

/** Typed specs take no unknown keys. */
export function onlyKeys(value: JsonObject, known: ReadonlySet<string>, path: string): void {
  const unknown = Object.keys(value).find((key) => !known.has(key));
  if (unknown !== undefined) throw invalid(`Unexpected key "${unknown}" on param "${path}"`, path, unknown);
}

export const setOf = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/).filter((name) => name !== ''));
