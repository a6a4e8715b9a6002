import { mapBounded } from '../../base/map-bounded.ts';
import { tagFacet } from '../../media/find/facets.ts';
import { indexFiles } from '../../media/find/files.ts';
import { mediaKind } from '../../media/records.ts';
import type { Store } from '../../ports/store.ts';
import { allOf } from '../../records/list.ts';
import { tagKind } from './records.ts';

/** Before a file has them: a tag that no file has is not shown. */
export async function noteTags(store: Store, companyId: string, tags: readonly string[]): Promise<void> {
  await mapBounded(tags, 20, (id) => store.commit([{ kind: tagKind, companyId, id, expect: 'absent', doc: {} }]));
}

/** Every tag in use, with the number of its files, by name. */
export async function listTags(store: Store, companyId: string): Promise<{ readonly tag: string; readonly assets: number }[]> {
  await indexFiles(store, companyId);
  const known = await allOf(store, tagKind, companyId);
  const counted = await mapBounded(known, 20, async ({ id: tag }) => ({
    tag,
    assets: await store.count(mediaKind, companyId, { where: { facets: { has: tagFacet(tag) } } }),
  }));
  return counted.filter(({ assets }) => assets > 0);
}
