import type { Json, JsonObject } from '../../entity.ts';
import type { Turn } from './call.ts';
import { integer } from './params.ts';
import { invalid } from './refusals.ts';

export const pageParams = ['bookmark', 'page_size'] as const;

const most = 250;
const mark = 'Y2JVSG81V2s';

/** The bookmark of the last page is null. */
export function paged({ query }: Pick<Turn, 'query'>, rows: readonly Json[]): JsonObject {
  const size = integer(query, 'page_size') ?? 25;
  if (size < 1 || size > most) throw invalid(`'page_size' must be between 1 and ${most}`);
  const start = placeOf(query.bookmark);
  const end = start + size;
  return { items: rows.slice(start, end), bookmark: end < rows.length ? `${mark}${btoa(String(end))}` : null };
}

function placeOf(bookmark: string | readonly string[] | undefined): number {
  if (bookmark === undefined) return 0;
  const place =
    typeof bookmark === 'string' && bookmark.startsWith(mark) ? Number(decoded(bookmark.slice(mark.length))) : Number.NaN;
  if (!Number.isInteger(place)) throw invalid("'bookmark' is not a valid bookmark");
  return place;
}

function decoded(value: string): string {
  try {
    return atob(value);
  } catch {
    return '';
  }
}
