import type { DuplicateStatusResponse } from '../../core/schema/manage-duplicate.ts';
import type { Counted } from './count.ts';

/** An object as the platform itself holds it. */
export interface PlatformObject {
  readonly id: string;
  readonly status?: string;
  readonly [field: string]: unknown;
}

/**
 * Holds what the platform has against what was reported, in ads: a copy that is reported as made must hold
 * every ad of its source once; what stands without being reported, or twice, is a duplicate; what is
 * neither there nor reported as failed is lost.
 */
export function countCopies(
  adSets: readonly PlatformObject[],
  ads: readonly PlatformObject[],
  reported: readonly DuplicateStatusResponse[],
  adsInSource: number,
  copies: number,
): Counted {
  const sources = new Set(reported.map(({ sourceId }) => sourceId));
  const standing = adSets.filter((each) => each.status !== 'DELETED' && sources.has(String(each.source_adset_id)));
  const results = reported.flatMap((each) => each.results);
  const made = new Set(results.flatMap(({ newId }) => newId ?? []));
  let created = 0;
  let whole = 0;
  // An ad set that nobody reports counts as one, however many ads it holds.
  let duplicates = standing.filter(({ id }) => !made.has(id)).length;
  for (const { id } of standing) {
    const own = ads.filter((ad) => ad.status !== 'DELETED' && ad.adset_id === id).map((ad) => String(ad.source_ad_id));
    created += own.length;
    const distinct = new Set(own).size;
    duplicates += made.has(id) ? own.length - distinct : own.length;
    if (made.has(id)) whole += distinct;
  }
  const expected = reported.length * copies * adsInSource;
  const failed = results.filter(({ success, pending }) => !success && !pending).length * adsInSource;
  return { expected, created, duplicates, lost: expected - failed - whole, failed };
}
