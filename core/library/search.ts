import { usedFileKind } from '../creatives/records.ts';
import { mapBounded } from '../map-bounded.ts';
import { type MediaRecord, mediaKind } from '../media/records.ts';
import type { Store, Stored } from '../ports/store.ts';
import { eachOf, type ListPage, pageOf, pageOfMatching } from '../records/list.ts';
import type { PageWindow } from '../schema/envelope.ts';
import type { LibraryQuery } from '../schema/library.ts';
import { ratioOf } from './idea.ts';
import { boardShelf, shelvedKind, tagShelf } from './records.ts';

type Matches = (media: MediaRecord) => boolean;

/** Media by all that is asked, the newest first. Indexes find what they can; the rest is looked at one by one. */
export async function foundMedia(
  store: Store,
  companyId: string,
  query: LibraryQuery,
  window: PageWindow,
): Promise<ListPage<Stored<MediaRecord>>> {
  const matches = await matcherOf(store, companyId, query);
  const shelves = [...(query.tag ?? []).map(tagShelf), ...(query.board === undefined ? [] : [boardShelf(query.board)])];
  if (shelves.length > 0) return onShelves(store, companyId, shelves, withFields(query, matches), window);
  const { type, idea } = query;
  const where = { ...(type !== undefined && { type }), ...(idea !== undefined && { idea }) };
  const asked = { where, order: { by: 'createdAt', direction: 'desc' } } as const;
  return matches === undefined
    ? pageOf(store, mediaKind, companyId, asked, window)
    : pageOfMatching(store, mediaKind, companyId, asked, window, matches);
}

/** What no index knows; undefined where indexes are enough. */
async function matcherOf(store: Store, companyId: string, { q, ratio, used }: LibraryQuery): Promise<Matches | undefined> {
  const words = q?.toLowerCase() ?? '';
  if (words === '' && ratio === undefined && used === undefined) return undefined;
  const shown = new Set<string>();
  if (used !== undefined) await eachOf(store, usedFileKind, companyId, {}, ({ id }) => shown.add(id));
  return ({ filename, originalName, title = '', tags = [], dimensions, sha256 }) =>
    (words === '' || [filename, originalName, title, ...tags].join('\n').toLowerCase().includes(words)) &&
    (ratio === undefined || ratioOf(dimensions) === ratio) &&
    (used === undefined || shown.has(sha256) === used);
}

function withFields({ type, idea }: LibraryQuery, matches: Matches | undefined): Matches | undefined {
  if (type === undefined && idea === undefined) return matches;
  return (media) =>
    (type === undefined || media.type === type) && (idea === undefined || media.idea === idea) && (matches?.(media) ?? true);
}

/** Files that stand on all of these shelves. */
async function onShelves(
  store: Store,
  companyId: string,
  [first = '', ...others]: readonly string[],
  matches: Matches | undefined,
  { offset, limit }: PageWindow,
): Promise<ListPage<Stored<MediaRecord>>> {
  const ids: string[] = [];
  const newest = { where: { shelf: first }, order: { by: 'createdAt', direction: 'desc' } } as const;
  await eachOf(store, shelvedKind, companyId, newest, ({ doc }) => ids.push(doc.media));
  let wanted = ids;
  for (const shelf of others) {
    const there = new Set<string>();
    await eachOf(store, shelvedKind, companyId, { where: { shelf } }, ({ doc }) => there.add(doc.media));
    wanted = wanted.filter((id) => there.has(id));
  }
  const read = (some: readonly string[]) => mapBounded(some, 20, (id) => store.get(mediaKind, companyId, id));
  const existing = (found: readonly (Stored<MediaRecord> | undefined)[]) => found.filter((media) => media !== undefined);
  if (matches === undefined) return { items: existing(await read(wanted.slice(offset, offset + limit))), total: wanted.length };
  const items = existing(await read(wanted)).filter(({ doc }) => matches(doc));
  return { items: items.slice(offset, offset + limit), total: items.length };
}
