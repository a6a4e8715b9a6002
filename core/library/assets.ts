import type * as v from 'valibot';
import { auditWrite } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import { adAccountIdOf } from '../accounts/account-key.ts';
import { foundAccount } from '../accounts/find-account.ts';
import { adAccountKind } from '../accounts/records.ts';
import { readBatches } from '../creatives/read-batches.ts';
import { usedFileKind } from '../creatives/records.ts';
import { SlipwayError } from '../errors.ts';
import { mediaAssetId, mediaAssetKind } from '../launch/journal/records.ts';
import type { MediaPorts } from '../media/accept.ts';
import { shownMedia } from '../media/library.ts';
import { type MediaRecord, mediaKind } from '../media/records.ts';
import type { Stored } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';
import { allOf, type ListPage } from '../records/list.ts';
import type { PageWindow } from '../schema/envelope.ts';
import type { assetChanges, LibraryAsset, LibraryQuery, OneLibraryAsset } from '../schema/library.ts';
import { ideaOf, ratioOf } from './idea.ts';
import { tagShelf } from './records.ts';
import { foundMedia } from './search.ts';
import { shelvedWrite, shelvesOf, unshelvedWrite } from './shelves.ts';

type Ports = Pick<MediaPorts, 'store' | 'clock' | 'secrets' | 'publicUrl'>;

/** Renditions of one idea that an answer shows. */
const MOST_RENDITIONS = 20;

/** Media that match, the newest first, each with its renditions. */
export async function searchAssets(
  ports: Ports,
  companyId: string,
  query: LibraryQuery,
  window: PageWindow,
): Promise<ListPage<LibraryAsset>> {
  await readBatches(ports, companyId);
  const { items, total } = await foundMedia(ports.store, companyId, query, window);
  return { items: await Promise.all(items.map((media) => shownAsset(ports, companyId, media))), total };
}

export async function readAsset(ports: Ports, companyId: string, id: number): Promise<OneLibraryAsset> {
  await readBatches(ports, companyId);
  const media = await existing(ports, companyId, String(id));
  const shelves = await shelvesOf(ports.store, companyId, String(id));
  const prefix = 'board:';
  const boards = shelves.flatMap((shelf) => (shelf.startsWith(prefix) ? [shelf.slice(prefix.length)] : []));
  const copies = await copiesOf(ports, companyId, media.doc.sha256);
  return { ...(await shownAsset(ports, companyId, media)), boards, copies };
}

/** Changes title, tags or idea. An idea of null is the one that the file's name says. */
export async function changeAsset(
  ports: Ports,
  caller: Caller,
  id: number,
  changes: v.InferOutput<typeof assetChanges>,
): Promise<OneLibraryAsset> {
  const { companyId } = caller;
  const media = String(id);
  await changeDocument(ports.store, mediaKind, companyId, media, (current) => {
    if (current === undefined) throw missing();
    const { tags: before = [], title: oldTitle, ...rest } = current.doc;
    const { tags = before, title = oldTitle } = changes;
    const idea = changes.idea === undefined ? rest.idea : (changes.idea ?? undefined);
    const doc: MediaRecord = {
      ...rest,
      idea: idea ?? ideaOf(rest.originalName),
      ...(typeof title === 'string' && { title }),
      ...(tags.length > 0 && { tags }),
    };
    const { createdAt } = doc;
    const added = tags.filter((tag) => !before.includes(tag)).map(tagShelf);
    const removed = before.filter((tag) => !tags.includes(tag)).map(tagShelf);
    return {
      doc,
      also: [
        ...added.map((shelf) => shelvedWrite(companyId, { shelf, media, createdAt })),
        ...removed.map((shelf) => unshelvedWrite(companyId, { shelf, media })),
        auditWrite(ports, caller, 'media.change', media, { fields: Object.keys(changes) }),
      ],
    };
  });
  return readAsset(ports, companyId, id);
}

async function shownAsset(ports: Ports, companyId: string, media: Stored<MediaRecord>): Promise<LibraryAsset> {
  const { title, tags = [], originalName, sha256, dimensions } = media.doc;
  const idea = media.doc.idea ?? ideaOf(originalName);
  const [used, same] = await Promise.all([
    ports.store.get(usedFileKind, companyId, sha256),
    ports.store.find(mediaKind, companyId, { where: { idea }, limit: MOST_RENDITIONS }),
  ]);
  return {
    ...shownMedia(ports.publicUrl, companyId, media),
    ...{ title: title ?? null, tags: [...tags], idea, ratio: ratioOf(dimensions) ?? null, used: used !== undefined },
    renditions: same.items
      .filter(({ id }) => id !== media.id)
      .map((other) => {
        const { id, url, type } = shownMedia(ports.publicUrl, companyId, other);
        return { id, url, type, ratio: ratioOf(other.doc.dimensions) ?? null };
      }),
  };
}

/** What the ad accounts hold of this content. */
async function copiesOf({ store }: Ports, companyId: string, sha256: string): Promise<OneLibraryAsset['copies']> {
  const accounts = (await allOf(store, adAccountKind, companyId)).map(foundAccount);
  const held = await Promise.all(
    accounts.map(async ({ key, platform }) => {
      const copy = await store.get(mediaAssetKind, companyId, mediaAssetId(key, sha256));
      return copy && { platform, accountId: adAccountIdOf(key), type: copy.doc.type, ref: copy.doc.ref };
    }),
  );
  return held.filter((copy) => copy !== undefined);
}

async function existing({ store }: Ports, companyId: string, id: string): Promise<Stored<MediaRecord>> {
  const media = await store.get(mediaKind, companyId, id);
  if (media === undefined) throw missing();
  return media;
}

const missing = (): SlipwayError => new SlipwayError('not_found', 'There is no such file. GET /v1/library/assets lists yours.');
