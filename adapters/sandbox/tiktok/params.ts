import type { Json, JsonObject } from '../world.ts';
import { invalid } from './refusals.ts';

/** Parameters as they came: text from a query, where lists and objects are JSON, and any JSON value from a body. */
export type Params = { readonly [name: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const given = (params: Params, name: string): boolean =>
  params[name] !== undefined && params[name] !== null && params[name] !== '';

/** Ids and names. A bare number where an id belongs has lost its last digits, and is refused. */
export function text(params: Params, name: string): string | undefined {
  if (!given(params, name)) return undefined;
  const value = params[name];
  if (typeof value !== 'string') throw invalid(`${name}: Not a valid string.`);
  return value;
}

export function required(params: Params, name: string): string {
  const value = text(params, name);
  if (value === undefined) throw invalid(`${name}: Missing data for required field.`);
  return value;
}

export function oneOf<T extends string>(params: Params, name: string, values: readonly T[]): T | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  const found = values.find((each) => each === value);
  if (found === undefined) throw invalid(`${name}: Must be one of: ${values.join(', ')}.`);
  return found;
}

export function numberOf(params: Params, name: string): number | undefined {
  if (!given(params, name)) return undefined;
  const value = Number(params[name]);
  if (!Number.isFinite(value)) throw invalid(`${name}: Not a valid number.`);
  return value;
}

export function flag(params: Params, name: string): boolean {
  return params[name] === true || String(params[name]).toLowerCase() === 'true';
}

/** A nested value: natural in a body, JSON text in a query. */
function json(params: Params, name: string): Json | undefined {
  if (!given(params, name)) return undefined;
  const value = params[name];
  // Bodies hold nothing but JSON values.
  if (typeof value !== 'string') return value as Json;
  try {
    return JSON.parse(value) as Json;
  } catch {
    throw invalid(`${name}: Not valid JSON.`);
  }
}

export function object(params: Params, name: string): JsonObject {
  const value = json(params, name) ?? {};
  if (!isObject(value)) throw invalid(`${name}: Not a valid object.`);
  return value;
}

export function listOf(params: Params, name: string): readonly Json[] | undefined {
  const value = json(params, name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw invalid(`${name}: Not a valid list.`);
  return value;
}

/** A list of text with bounds on its length. */
export function words(params: Params, name: string, most: number): readonly string[] | undefined {
  const list = listOf(params, name);
  if (list === undefined) return undefined;
  if (list.length === 0 || list.length > most) throw invalid(`${name}: Length must be between 1 and ${most}.`);
  return list.map((each) => {
    if (typeof each !== 'string') throw invalid(`${name}: Not a valid string.`);
    return each;
  });
}

export function requiredWords(params: Params, name: string, most: number): readonly string[] {
  const list = words(params, name, most);
  if (list === undefined) throw invalid(`${name}: Missing data for required field.`);
  return list;
}

/** Stricter than the platform, which passes over names it does not know: ours are to be right. */
export function checkKnown(params: Params, known: readonly string[], where = ''): void {
  const unknown = Object.keys(params).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(`${where}${unknown}: Unknown field.`);
}

/** What the platform counts a text as: letters of Chinese and Japanese are two each. */
export const lengthOf = (value: string): number =>
  [...value].reduce((sum, char) => sum + (/[\u3040-\u30ff\u3400-\u9fff]/.test(char) ? 2 : 1), 0);

export interface Page {
  readonly page: number;
  readonly size: number;
}

export function pageOf(params: Params, most: number, fallback = 10): Page {
  const page = numberOf(params, 'page') ?? 1;
  const size = numberOf(params, 'page_size') ?? fallback;
  if (!Number.isInteger(page) || page < 1) throw invalid('page: Must be greater than or equal to 1.');
  if (!Number.isInteger(size) || size < 1 || size > most) throw invalid(`page_size: Must be between 1 and ${most}.`);
  return { page, size };
}

/** A page of a list as the platform writes it. */
export function paged<T extends Json>(rows: readonly T[], { page, size }: Page): JsonObject {
  return {
    list: rows.slice((page - 1) * size, page * size),
    page_info: { page, page_size: size, total_page: Math.ceil(rows.length / size), total_number: rows.length },
  };
}
