import type { Store, Stored } from '../../ports/store.ts';
import { mediaUrl } from '../filename.ts';
import { type MediaRecord, mediaKind } from '../records.ts';
import type { MediaType } from '../sniff.ts';
import { lookFacet } from './facets.ts';
import { lookBands, lookDistance, MOST_DIFFERENT } from './look.ts';

/** Files in an answer. */
const MOST_SIMILAR = 20;
/** Candidates of one band. */
const MOST_OF_BAND = 200;

interface SimilarFile {
  readonly id: number;
  readonly url: string;
  readonly sha256: string;
  readonly type: MediaType;
  /** Of 64 bits. */
  readonly distance: number;
}

/** Files of other content that look almost the same, the most alike first. */
export async function similarFiles(
  { store, publicUrl }: { readonly store: Store; readonly publicUrl: string },
  companyId: string,
  { look, sha256 }: Pick<MediaRecord, 'look' | 'sha256'>,
): Promise<SimilarFile[]> {
  if (look === undefined) return [];
  const near = new Map<string, Stored<MediaRecord>>();
  await Promise.all(
    lookBands(look).map(async (band) => {
      const where = { facets: { has: lookFacet(band) } };
      for (const found of (await store.find(mediaKind, companyId, { where, limit: MOST_OF_BAND }))
        .items)
        if (found.doc.sha256 !== sha256) near.set(found.id, found);
    }),
  );
  return [...near.values()]
    .map(({ id, doc }) => ({
      id: Number(id),
      url: mediaUrl(publicUrl, companyId, doc.filename),
      sha256: doc.sha256,
      type: doc.type,
      distance: doc.look === undefined ? 64 : lookDistance(look, doc.look),
    }))
    .filter(({ distance }) => distance <= MOST_DIFFERENT)
    .sort((a, b) => a.distance - b.distance || a.id - b.id)
    .slice(0, MOST_SIMILAR);
}
