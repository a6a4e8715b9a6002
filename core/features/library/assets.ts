import type * as v from 'valibot';
import { auditWrite } from '../../access/audit.ts';
import { beforeAndAfter } from '../../access/before-and-after.ts';
import type { Caller } from '../../access/caller.ts';
import { findAccount, foundAccount, type Platforms } from '../../accounts/find-account.ts';
import { adAccountKind } from '../../accounts/records.ts';
import { type AccountKey, accountOfKey, adAccountIdOf } from '../../base/account-key.ts';
import { mapBounded } from '../../base/map-bounded.ts';
import type { PageWindow } from '../../base/schema/envelope.ts';
import { mediaAssetId, mediaAssetKind } from '../../launch/journal/records.ts';
import type { MediaPorts } from '../../media/accept.ts';
import { tagFacet } from '../../media/find/facets.ts';
import { changeFile, indexFiles, missing } from '../../media/find/files.ts';
import { ideaOf, ratioOf } from '../../media/find/idea.ts';
import { foundMedia } from '../../media/find/search.ts';
import { similarFiles } from '../../media/find/similar.ts';
import { shownMedia } from '../../media/library.ts';
import { type MediaRecord, mediaKind } from '../../media/records.ts';
import type { Store, Stored } from '../../ports/store.ts';
import { allOf, type ListPage, pageOf } from '../../records/list.ts';
import { readBatches } from './creatives/read-batches.ts';
import { adAssetKind } from './creatives/records.ts';
import { tagKind } from './records.ts';
import type { assetChanges, LibraryAsset, LibraryQuery, OneLibraryAsset } from './schema.ts';

type Ports = Pick<MediaPorts, 'store' | 'clock' | 'secrets' | 'publicUrl'>;

const MOST_RENDITIONS = 20;
const MOST_ADS = 100;

export async function searchAssets(
  ports: Ports & { readonly platforms: Platforms },
  companyId: string,
  query: LibraryQuery,
  window: PageWindow,
): Promise<ListPage<LibraryAsset>> {
  await readBatches(ports, companyId);
  const account =
    query.usedIn === undefined
      ? undefined
      : await findAccount(ports, companyId, query.usedIn, { path: 'usedIn' });
  if (query.usedIn !== undefined && account === undefined) return { items: [], total: 0 };
  const { items, total } = await foundMedia(
    ports,
    companyId,
    { ...query, usedIn: account?.key },
    window,
  );
  return {
    items: await Promise.all(items.map((media) => shownAsset(ports, companyId, media))),
    total,
  };
}

export async function readAsset(
  ports: Ports,
  companyId: string,
  id: number,
): Promise<OneLibraryAsset> {
  await readBatches(ports, companyId);
  const media = await ports.store.get(mediaKind, companyId, String(id));
  if (media === undefined) throw missing();
  const { boards = [], sha256 } = media.doc;
  const [copies, usedIn, similar] = await Promise.all([
    copiesOf(ports, companyId, sha256),
    adsOf(ports.store, companyId, sha256),
    similarFiles(ports, companyId, media.doc),
  ]);
  return {
    ...(await shownAsset(ports, companyId, media)),
    boards: [...boards],
    copies,
    usedIn,
    similar,
  };
}

/** An idea of null is the one that the file's name says. */
export async function changeAsset(
  ports: Ports,
  caller: Caller,
  id: number,
  changes: v.InferOutput<typeof assetChanges>,
): Promise<OneLibraryAsset> {
  const { companyId } = caller;
  await noteTags(ports.store, companyId, changes.tags ?? []);
  const changed = ({ tags: before = [], title: oldTitle, ...rest }: MediaRecord): MediaRecord => {
    const { tags = before, title = oldTitle } = changes;
    const idea = changes.idea === undefined ? rest.idea : (changes.idea ?? undefined);
    return {
      ...rest,
      idea: idea ?? ideaOf(rest.originalName),
      ...(typeof title === 'string' && { title }),
      ...(tags.length > 0 && { tags }),
    };
  };
  await changeFile(ports.store, companyId, {
    id: String(id),
    change: changed,
    also: (before) => {
      const told = beforeAndAfter(before, changed(before), ['title', 'tags', 'idea']);
      return [
        auditWrite(ports, caller, {
          action: 'media.change',
          subject: String(id),
          details: { fields: Object.keys(changes), ...told },
        }),
      ];
    },
  });
  return readAsset(ports, companyId, id);
}

async function shownAsset(
  ports: Ports,
  companyId: string,
  media: Stored<MediaRecord>,
): Promise<LibraryAsset> {
  const { title, tags = [], originalName, usedIn = [], dimensions } = media.doc;
  const idea = media.doc.idea ?? ideaOf(originalName);
  const same = await ports.store.find(mediaKind, companyId, {
    where: { idea },
    limit: MOST_RENDITIONS,
  });
  return {
    ...shownMedia(ports.publicUrl, companyId, media),
    title: title ?? null,
    tags: [...tags],
    idea,
    ratio: ratioOf(dimensions) ?? null,
    used: usedIn.length > 0,
    renditions: same.items
      .filter(({ id }) => id !== media.id)
      .map((other) => {
        const { id, url, type } = shownMedia(ports.publicUrl, companyId, other);
        return { id, url, type, ratio: ratioOf(other.doc.dimensions) ?? null };
      }),
  };
}

async function copiesOf(
  { store }: Ports,
  companyId: string,
  sha256: string,
): Promise<OneLibraryAsset['copies']> {
  const accounts = (await allOf(store, adAccountKind, companyId)).map(foundAccount);
  const held = await Promise.all(
    accounts.map(async ({ key, platform }) => {
      const copy = await store.get(mediaAssetKind, companyId, mediaAssetId(key, sha256));
      return (
        copy && { platform, accountId: adAccountIdOf(key), type: copy.doc.type, ref: copy.doc.ref }
      );
    }),
  );
  return held.filter((copy) => copy !== undefined);
}

async function adsOf(
  store: Store,
  companyId: string,
  sha256: string,
): Promise<OneLibraryAsset['usedIn']> {
  const where = { files: { has: sha256 } };
  const { items, total } = await pageOf(store, adAssetKind, {
    companyId,
    query: { where },
    offset: 0,
    limit: MOST_ADS,
  });
  return {
    total,
    ads: items.map(({ doc: { account, adId, batch } }) => {
      const { platform, adAccountId: accountId } = accountOfKey(account as AccountKey);
      return { platform, accountId, adId, adBatchId: Number(batch) };
    }),
  };
}

/** Before a file has them: a tag that no file has is not shown. */
export async function noteTags(
  store: Store,
  companyId: string,
  tags: readonly string[],
): Promise<void> {
  await mapBounded(tags, 20, (id) =>
    store.commit([{ kind: tagKind, companyId, id, expect: 'absent', doc: {} }]),
  );
}

export async function listTags(
  store: Store,
  companyId: string,
): Promise<{ readonly tag: string; readonly assets: number }[]> {
  await indexFiles(store, companyId);
  const known = await allOf(store, tagKind, companyId);
  const counted = await mapBounded(known, 20, async ({ id: tag }) => ({
    tag,
    assets: await store.count(mediaKind, companyId, { where: { facets: { has: tagFacet(tag) } } }),
  }));
  return counted.filter(({ assets }) => assets > 0);
}
