import { companyKind } from '../../access/records.ts';
import type { SealedPlace } from '../../operations/feature.ts';
import { type Store, type Stored, SYSTEM } from '../../ports/store.ts';
import { allOf, pagesOf } from '../../records/list.ts';

export interface SealedText {
  readonly place: SealedPlace;
  readonly companyId: string;
  readonly found: Stored;
  readonly text: string;
}

/** Company by company, some documents at a time. */
export async function* sealedTexts(
  store: Store,
  places: readonly SealedPlace[],
): AsyncGenerator<SealedText> {
  const companies = (await allOf(store, companyKind, SYSTEM)).map(({ id }) => id);
  for (const companyId of [...companies, SYSTEM])
    for (const place of places)
      for await (const items of pagesOf(store, place.kind, companyId, { limit: 100 }))
        for (const found of items) {
          const text = place.textOf(found.doc);
          if (text !== undefined) yield { place, companyId, found, text };
        }
}
