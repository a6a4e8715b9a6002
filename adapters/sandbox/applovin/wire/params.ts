import type { Json } from '../../entity.ts';
import { type Params, paramReaders } from '../../kit/params.ts';
import { invalid, missing } from './refusals.ts';

export { isObject } from '../../kit/json.ts';
export { given, type Params } from '../../kit/params.ts';

/** Requests take ids as text; lists have answered both forms. */
export const { text, required, oneOf, integer, object, list } = paramReaders({
  missing,
  wrong: (name, expected) => invalid(`${name} is not a valid ${expected}.`),
  choice: (name, values) => invalid(`${name} must be one of ${values.join(', ')}.`),
});

export function requiredOneOf<T extends string>(params: Params, name: string, values: readonly T[]): T {
  const value = oneOf(params, name, values);
  if (value === undefined) throw missing(name);
  return value;
}

/** Stricter than the platform: our requests must be right. */
export function checkKnown(params: Params, known: readonly string[], where = ''): void {
  const unknown = Object.keys(params).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(`${where}${unknown} is not a known field.`);
}

const mostAtOnce = 100;

export function idsOf(params: Params, name: string): readonly string[] | undefined {
  const joined = text(params, name);
  if (joined === undefined) return undefined;
  const ids = joined.split(',');
  if (ids.length > mostAtOnce) throw invalid(`${name} takes at most ${mostAtOnce} values.`);
  return ids;
}

/** The page after the last is empty; nothing else marks the end. */
export function paged<T>(rows: readonly T[], params: Params): readonly T[] {
  const page = integer(params, 'page') ?? 1;
  const size = integer(params, 'size') ?? mostAtOnce;
  if (page < 1) throw invalid('page starts at 1.');
  if (size < 1 || size > mostAtOnce) throw invalid(`size is at most ${mostAtOnce}.`);
  return rows.slice((page - 1) * size, page * size);
}

/** Dollars, as decimal text. */
export function amount(value: Json | undefined, name: string): string {
  if (typeof value !== 'string' || !/^\d+(\.\d{1,6})?$/.test(value) || Number(value) <= 0)
    throw invalid(`${name} must be a positive decimal in quotes.`);
  return value;
}

export const formatTime = (at: number): string => new Date(at).toISOString().slice(0, 19);

export function time(params: Params, name: string): string | undefined {
  const value = text(params, name);
  if (value !== undefined && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(value))
    throw invalid(`${name} must look like 2026-05-04T00:00:00.`);
  return value;
}
