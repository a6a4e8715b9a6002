import { auditWrite } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import { SlipwayError } from '../base/errors.ts';
import type { PageWindow } from '../base/schema/envelope.ts';
import type { Store, Stored } from '../ports/store.ts';
import type { Turns } from '../ports/turns.ts';
import type { ListPage } from '../records/list.ts';
import { uniqueNameKind } from '../records/unique-name.ts';
import { type MediaPorts, type UploadedFile, uploadedFile } from './accept.ts';
import { beginRemoval, endRemoval, holdContent } from './contents.ts';
import { thumbnailUrl } from './filename.ts';
import { foundMedia } from './find/search.ts';
import { type MediaRecord, mediaKind, plainNameOf } from './records.ts';
import type { MediaType } from './sniff.ts';

interface MediaItem extends UploadedFile {
  readonly type: MediaType;
  readonly contentType: string;
  readonly sha256: string;
  readonly createdAt: string;
  /**
   * WebP, smallest first. Null where none were made: a video without a cover, or a small picture.
   */
  readonly thumbnails: ShownThumbnail[] | null;
}

interface ShownThumbnail {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Newest first. */
export async function listMedia(
  ports: Pick<MediaPorts, 'store' | 'publicUrl'> & { readonly turns?: Turns },
  companyId: string,
  filter: { readonly q?: string | undefined; readonly type?: 'image' | 'video' | undefined },
  window: PageWindow,
): Promise<ListPage<MediaItem>> {
  const { items, total } = await foundMedia(ports, companyId, filter, window);
  return { items: items.map((media) => shownMedia(ports.publicUrl, companyId, media)), total };
}

export async function readMedia(
  ports: Pick<MediaPorts, 'store' | 'publicUrl'>,
  companyId: string,
  id: number,
): Promise<MediaItem> {
  return shownMedia(ports.publicUrl, companyId, await existing(ports.store, companyId, id));
}

export interface DeletionPorts extends Pick<MediaPorts, 'store' | 'clock' | 'secrets'> {
  readonly files: Pick<MediaPorts['files'], 'remove'>;
}

/** The bytes go with the last file that has them; its name is not used again. */
export async function deleteMedia(
  ports: DeletionPorts,
  caller: Pick<Caller, 'companyId' | 'keyId'>,
  id: number,
): Promise<void> {
  const { companyId } = caller;
  const { doc, version } = await existing(ports.store, companyId, id);
  const { sha256 } = doc;
  const content = await holdContent(ports, companyId, sha256);
  const { items } = await ports.store.find(mediaKind, companyId, { where: { sha256 }, limit: 2 });
  const last = items.every((item) => item.id === String(id));
  const conflict = await ports.store.commit([
    { kind: mediaKind, companyId, id: String(id), expect: version, doc: undefined },
    last ? beginRemoval(ports.clock, content) : content,
    auditWrite(ports, caller, {
      action: 'media.delete',
      subject: String(id),
      details: { filename: plainNameOf(doc) },
    }),
  ]);
  if (conflict !== undefined) return deleteMedia(ports, caller, id);
  if (!last) return;
  try {
    await ports.files.remove(companyId, sha256);
  } finally {
    await ports.store.commit([endRemoval(content)]);
  }
}

/** Harmless with any text as a name. */
export async function findMediaByName(
  store: Pick<Store, 'get'>,
  companyId: string,
  filename: string,
): Promise<MediaRecord | undefined> {
  const found = await findMediaOrTrace(store, companyId, filename);
  return found === 'deleted' ? undefined : found;
}

/** `deleted`: a file once had the name. */
export async function findMediaOrTrace(
  store: Pick<Store, 'get'>,
  companyId: string,
  filename: string,
): Promise<MediaRecord | 'deleted' | undefined> {
  const id = `media:${filename}`;
  if (id.length > 300 || /[\0]/.test(id) || !/^[\w-]{1,100}$/.test(companyId)) return undefined;
  const name = await store.get(uniqueNameKind, companyId, id);
  if (name === undefined) return undefined;
  return (await store.get(mediaKind, companyId, name.doc.owner))?.doc ?? 'deleted';
}

async function existing(store: Store, companyId: string, id: number): Promise<Stored<MediaRecord>> {
  const media = await store.get(mediaKind, companyId, String(id));
  if (media === undefined)
    throw new SlipwayError('not_found', 'There is no such file.', { hint: 'media.list' });
  return media;
}

export const shownMedia = (
  publicUrl: string,
  companyId: string,
  { id, doc }: Stored<MediaRecord>,
): MediaItem => ({
  ...uploadedFile(publicUrl, companyId, Number(id), doc),
  type: doc.type,
  contentType: doc.contentType,
  sha256: doc.sha256,
  createdAt: new Date(doc.createdAt).toISOString(),
  thumbnails: thumbnailsOf(publicUrl, companyId, doc),
});

export const thumbnailsOf = (
  publicUrl: string,
  companyId: string,
  { sha256, thumbnails = [] }: MediaRecord,
): ShownThumbnail[] | null =>
  thumbnails.length === 0
    ? null
    : thumbnails.map(({ size, width, height }) => ({
        url: thumbnailUrl(publicUrl, companyId, sha256, size),
        width,
        height,
      }));
