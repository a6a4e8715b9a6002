import type { HeldObject } from '../../adapters/sandbox/stage.ts';
import type { DuplicateStatusResponse } from '../../core/manage/schema/duplicate.ts';
import type { Counted } from './count.ts';

/** What the platforms held before anything was copied, and what was to be copied. */
export interface Copied {
  /** Ids of the ad sets there were. */
  readonly before: ReadonlySet<string>;
  /** Ads in each source. */
  readonly adsIn: ReadonlyMap<string, number>;
  readonly copies: number;
}

/**
 * Holds what the platforms have against what was reported, in ads: a copy that is reported as made
 * must hold every ad of its source once, but for those it is reported without; what stands without
 * being reported, or twice, is a duplicate; what is neither there nor reported as failed is lost.
 */
export function countCopies(
  adSets: readonly HeldObject[],
  ads: readonly HeldObject[],
  reported: readonly DuplicateStatusResponse[],
  { before, adsIn, copies }: Copied,
): Counted {
  const standing = adSets.filter(({ id }) => !before.has(id));
  const made = new Set(
    reported.flatMap(({ results }) => results.flatMap(({ newId }) => newId ?? [])),
  );
  let created = 0;
  let whole = 0;
  // An ad set that nobody reports counts as one, however many ads it holds.
  let duplicates = standing.filter(({ id }) => !made.has(id)).length;
  for (const { id } of standing) {
    const names = ads.filter(({ parentId }) => parentId === id).map(({ name }) => name);
    created += names.length;
    const distinct = new Set(names).size;
    duplicates += made.has(id) ? names.length - distinct : names.length;
    if (made.has(id)) whole += distinct;
  }
  let expected = 0;
  let failed = 0;
  for (const { sourceId, results } of reported) {
    const each = adsIn.get(sourceId) ?? 0;
    expected += copies * each;
    for (const { success, pending, skipped } of results)
      failed += success ? (skipped?.length ?? 0) : pending ? 0 : each;
  }
  return { expected, created, duplicates, lost: expected - failed - whole, failed };
}
