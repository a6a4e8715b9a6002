import type { Json, JsonObject } from '../../entity.ts';
import { invalid } from './refusals.ts';
import { type Query, text } from './restli.ts';

const numberIn = (query: Query, name: string, fallback: number): number => {
  const given = text(query, name);
  const value = given === undefined ? fallback : Number(given);
  if (!Number.isInteger(value) || value < 0) throw invalid(`${name} must be a whole number.`, name);
  return value;
};

/** Collections of ads page by token. */
export function byToken(query: Query, rows: readonly Json[], most: number): JsonObject {
  const size = numberIn(query, 'pageSize', Math.min(100, most));
  if (size < 1 || size > most) throw invalid(`pageSize must be between 1 and ${most}.`, 'pageSize');
  const token = text(query, 'pageToken');
  const start = token === undefined ? 0 : Number(/^DgG(\d+)$/.exec(token)?.[1] ?? Number.NaN);
  if (Number.isNaN(start)) throw invalid('pageToken is not valid.', 'pageToken');
  const end = start + size;
  return {
    elements: rows.slice(start, end),
    metadata: end < rows.length ? { nextPageToken: `DgG${end}` } : {},
    paging: { start: 0, count: size, links: [] },
  };
}

/** Posts and files page by position. */
export function byPlace(query: Query, rows: readonly Json[], most: number): JsonObject {
  const [start, count] = [numberIn(query, 'start', 0), numberIn(query, 'count', 10)];
  if (count < 1 || count > most) throw invalid(`count must be between 1 and ${most}.`, 'count');
  const hasMore = start + count < rows.length;
  return {
    elements: rows.slice(start, start + count),
    paging: { start, count, total: rows.length, links: hasMore ? [{ rel: 'next', type: 'application/json', href: '' }] : [] },
  };
}

/** Found rows, and errors for other keys. */
export function byKeys(keys: readonly string[], rowOf: (key: string) => JsonObject | undefined): JsonObject {
  const rows = keys.map((key) => [key, rowOf(key)] as const);
  return {
    results: Object.fromEntries(rows.flatMap(([key, row]) => (row === undefined ? [] : [[key, row]]))),
    statuses: Object.fromEntries(rows.map(([key, row]) => [key, row === undefined ? 404 : 200])),
    errors: Object.fromEntries(
      rows.flatMap(([key, row]) => (row === undefined ? [[key, { status: 404, message: `${key} was not found.` }]] : [])),
    ),
  };
}
