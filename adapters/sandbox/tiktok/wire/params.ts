import type { Json, JsonObject } from '../../entity.ts';
import { type Params, paramReaders } from '../../kit/params.ts';
import { invalid, missing } from './refusals.ts';

export { isObject } from '../../kit/json.ts';
export { flag, given, type Params } from '../../kit/params.ts';

/** A bare number has lost digits: refused as an id. */
export const { text, required, oneOf, numberOf, object, list } = paramReaders({
  missing,
  wrong: (name, expected) => invalid(`${name}: Not ${expected === 'JSON' ? 'valid JSON' : `a valid ${expected}`}.`),
  choice: (name, values) => invalid(`${name}: Must be one of: ${values.join(', ')}.`),
});

export function requiredOneOf<T extends string>(params: Params, name: string, values: readonly T[]): T {
  const value = oneOf(params, name, values);
  if (value === undefined) throw missing(name);
  return value;
}

export function words(params: Params, name: string, most: number): readonly string[] | undefined {
  const found = list(params, name);
  if (found === undefined) return undefined;
  checkLength(found.length, name, most);
  return found.map((each) => {
    if (typeof each !== 'string') throw invalid(`${name}: Not a valid string.`);
    return each;
  });
}

export function requiredWords(params: Params, name: string, most: number): readonly string[] {
  const found = words(params, name, most);
  if (found === undefined) throw missing(name);
  return found;
}

export function checkLength(length: number, name: string, most: number): void {
  if (length === 0 || length > most) throw invalid(`${name}: Length must be between 1 and ${most}.`);
}

/** Stricter than TikTok, which ignores unknown names. */
export function checkKnown(params: Params, known: readonly string[], where = ''): void {
  const unknown = Object.keys(params).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(`${where}${unknown}: Unknown field.`);
}

/** Chinese and Japanese characters count twice. */
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

export const paged = (rows: readonly Json[], { page, size }: Page, name = 'list'): JsonObject => ({
  [name]: rows.slice((page - 1) * size, page * size),
  page_info: { page, page_size: size, total_page: Math.ceil(rows.length / size), total_number: rows.length },
});

/** UTC without a zone: `2026-05-26 00:00:00`. */
export const formatTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** Of files. */
export const formatFileTime = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** The documented form, or with T and Z. */
export function parseTime(value: string, name: string): number {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)Z?$/.exec(value);
  const at = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}Z`);
  if (Number.isNaN(at)) throw invalid(`${name}: Must be in the format YYYY-MM-DD HH:MM:SS.`);
  return at;
}
