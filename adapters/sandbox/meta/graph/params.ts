import type { Json, JsonObject } from '../../world.ts';
import { invalid } from './errors.ts';
import { parseTime } from './times.ts';

/** Parameters as they came: strings from query and form, any JSON value from a JSON body. */
export type Params = { readonly [name: string]: unknown };

export const given = (params: Params, name: string): boolean =>
  params[name] !== undefined && params[name] !== null && params[name] !== '';

export function text(params: Params, name: string): string | undefined {
  if (!given(params, name)) return undefined;
  const value = params[name];
  if (typeof value === 'object') throw invalid(`Param ${name} must be a string`, name);
  return String(value);
}

export function required(params: Params, name: string): string {
  const value = text(params, name);
  if (value === undefined) throw invalid(`The parameter ${name} is required`, name);
  return value;
}

export function oneOf<T extends string>(params: Params, name: string, values: readonly T[]): T | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  const found = values.find((each) => each === value);
  if (found === undefined) throw invalid(`Param ${name} must be one of {${values.join(', ')}} - got "${value}"`, name);
  return found;
}

/** Whole numbers, as numbers or as their text. */
export function integer(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw invalid(`Param ${name} must be an integer`, name);
  return number;
}

export function bool(params: Params, name: string): boolean | undefined {
  const value = text(params, name)?.toLowerCase();
  if (value === undefined) return undefined;
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw invalid(`Param ${name} must be a boolean`, name);
}

/** A nested value: natural in a JSON body, a JSON string everywhere else. */
export function json(params: Params, name: string): Json | undefined {
  if (!given(params, name)) return undefined;
  const value = params[name];
  // Bodies and JSON strings hold nothing but JSON values.
  if (typeof value !== 'string') return value as Json;
  try {
    return JSON.parse(value) as Json;
  } catch {
    throw invalid(`Param ${name} must be valid JSON`, name);
  }
}

export function object(params: Params, name: string): JsonObject | undefined {
  const value = json(params, name);
  if (value === undefined) return undefined;
  if (!isObject(value)) throw invalid(`Param ${name} must be an object`, name);
  return value;
}

/** Lists come as JSON arrays, or as comma lists where the items are plain words. */
export function list(params: Params, name: string): readonly Json[] | undefined {
  if (!given(params, name)) return undefined;
  const value = params[name];
  if (typeof value === 'string' && !value.trim().startsWith('[')) return value.split(',').map((item) => item.trim());
  const parsed = json(params, name);
  if (!isList(parsed)) throw invalid(`Param ${name} must be an array`, name);
  return parsed;
}

export const words = (params: Params, name: string): readonly string[] | undefined => list(params, name)?.map(String);

/** Milliseconds; 0 stays 0, which some fields read as "none". */
export function time(params: Params, name: string, timeZone: string): number | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  const parsed = parseTime(value, timeZone);
  if (parsed === undefined) throw invalid(`Param ${name} must be a valid time`, name);
  return parsed;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);

/** The nested object under a key, or an empty one. */
export const part = (value: Json | undefined, key: string): JsonObject => {
  const found = isObject(value) ? value[key] : undefined;
  return isObject(found) ? found : {};
};

export const items = (value: Json | undefined, key: string): readonly Json[] => {
  const found = isObject(value) ? value[key] : undefined;
  return isList(found) ? found : [];
};

/** The platform refuses keys it does not know inside its typed specs. */
export function onlyKeys(value: JsonObject, known: ReadonlySet<string>, path: string): void {
  const unknown = Object.keys(value).find((key) => !known.has(key));
  if (unknown !== undefined) throw invalid(`Unexpected key "${unknown}" on param "${path}"`, path, unknown);
}

export const setOf = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/).filter((name) => name !== ''));
