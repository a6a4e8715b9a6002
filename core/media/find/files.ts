import { SlipwayError } from '../../base/errors.ts';
import { mapBounded } from '../../base/map-bounded.ts';
import type { Store, Write } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';
import { pagesOf } from '../../records/list.ts';
import { indexedKind, type MediaRecord, mediaKind } from '../records.ts';
import { withFacets } from './facets.ts';
import { ideaOf } from './idea.ts';

export async function changeFile(
  store: Store,
  companyId: string,
  {
    id,
    change,
    also = () => [],
  }: {
    readonly id: string;
    readonly change: (media: MediaRecord) => Omit<MediaRecord, 'facets'>;
    readonly also?: (before: MediaRecord) => readonly Write[];
  },
): Promise<void> {
  await changeDocument(store, mediaKind, {
    companyId,
    id,
    change: (current) => {
      if (current === undefined) throw missing();
      return { doc: withFacets(change(current.doc)), also: also(current.doc) };
    },
  });
}

export const missing = (): SlipwayError =>
  new SlipwayError('not_found', 'There is no such file.', { hint: 'library.assets' });

const INDEXED = 'media';
/** Raised when facets change: each company's files are then rewritten at its next search. */
const VERSION = 1;

/** Indexes files of earlier versions, once for a company; interrupted, it begins again. */
export async function indexFiles(store: Store, companyId: string): Promise<void> {
  const marker = await store.get(indexedKind, companyId, INDEXED);
  if (marker?.doc.version === VERSION) return;
  for await (const page of pagesOf(store, mediaKind, companyId, { limit: 200 })) {
    const bare = page.filter(({ doc }) => doc.facets === undefined || marker !== undefined);
    await mapBounded(bare, 20, ({ id }) =>
      changeFile(store, companyId, {
        id,
        change: (media) => ({ ...media, idea: media.idea ?? ideaOf(media.originalName) }),
      }).catch(ifMissing),
    );
  }
  const expect = marker?.version ?? 'absent';
  await store.commit([
    { kind: indexedKind, companyId, id: INDEXED, expect, doc: { version: VERSION } },
  ]);
}

/** Deleted meanwhile. */
function ifMissing(error: unknown): void {
  if (!(error instanceof SlipwayError && error.code === 'not_found')) throw error;
}
