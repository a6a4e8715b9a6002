import { SlipwayError } from '../errors.ts';
import { mediaKind } from '../media/records.ts';
import type { Range, Store, Write } from '../ports/store.ts';
import { allOf, eachOf } from '../records/list.ts';
import { type ShelvedRecord, shelvedId, shelvedKind, tagShelf } from './records.ts';

/** Writes of one commit. */
const AT_ONCE = 200;

/** A file that stands there already stays as it is. */
export async function shelve(store: Store, companyId: string, shelf: string, media: string): Promise<void> {
  const file = await store.get(mediaKind, companyId, media);
  if (file === undefined) throw new SlipwayError('not_found', 'There is no such file. GET /v1/media lists yours.');
  await store.commit([shelvedWrite(companyId, { shelf, media, createdAt: file.doc.createdAt })]);
}

export async function takeOff(store: Store, companyId: string, shelf: string, media: string): Promise<void> {
  await store.commit([unshelvedWrite(companyId, { shelf, media })]);
}

export const shelvedWrite = (companyId: string, doc: ShelvedRecord): Write => ({
  ...{ kind: shelvedKind, companyId, id: shelvedId(doc), expect: 'absent', doc },
});

/** Such documents are never rewritten, so they are at their first version. */
export const unshelvedWrite = (companyId: string, place: Pick<ShelvedRecord, 'shelf' | 'media'>): Write => ({
  ...{ kind: shelvedKind, companyId, id: shelvedId(place), expect: 1, doc: undefined },
});

export const clearShelf = (store: Store, companyId: string, shelf: string): Promise<void> => clear(store, companyId, { shelf });

/** Takes a file off every shelf. */
export const takeOffAll = (store: Store, companyId: string, media: string): Promise<void> => clear(store, companyId, { media });

async function clear(
  store: Store,
  companyId: string,
  where: { readonly shelf?: string; readonly media?: string },
): Promise<void> {
  for (;;) {
    const { items } = await store.find(shelvedKind, companyId, { where, limit: AT_ONCE });
    if (items.length === 0) return;
    await store.commit(items.map(({ doc }) => unshelvedWrite(companyId, doc)));
  }
}

/** The shelves that a file stands on. */
export async function shelvesOf(store: Store, companyId: string, media: string): Promise<readonly string[]> {
  return (await allOf(store, shelvedKind, companyId, { where: { media } })).map(({ doc }) => doc.shelf);
}

/** Every tag in use, with the number of its files, by name. */
export async function listTags(store: Store, companyId: string): Promise<{ readonly tag: string; readonly assets: number }[]> {
  const counts = new Map<string, number>();
  const start = tagShelf('');
  // Everything that begins so: `;` follows `:`.
  const shelf: Range = { from: start, before: 'tag;' };
  await eachOf(store, shelvedKind, companyId, { where: { shelf } }, ({ doc }) => {
    const tag = doc.shelf.slice(start.length);
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  });
  return [...counts].map(([tag, assets]) => ({ tag, assets })).sort((a, b) => (a.tag < b.tag ? -1 : 1));
}
