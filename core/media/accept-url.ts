import type { Actor, Caller } from '../access/caller.ts';
import { SlipwayError } from '../base/errors.ts';
import { withoutQuery } from '../base/schema/trimmed.ts';
import type { FetchedFile, PublicFetch } from '../ports/media-files.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { keepFile, type MediaPorts, receiveFile, type UploadedFile } from './accept.ts';
import { filenameOf, parseMediaUrl } from './filename.ts';
import { fetchFor } from './hosts.ts';
import { findMediaByName } from './library.ts';
import { type MediaRecord, mediaKind } from './records.ts';
import { UploadError } from './upload-error.ts';

type UrlPorts = MediaPorts & { readonly publicFetch: PublicFetch };

/**
 * Takes in the file behind an address: our own from the media store, others from public addresses.
 */
export async function acceptUrl(
  ports: UrlPorts,
  caller: Caller,
  request: { readonly url: string; readonly name?: string | undefined },
  once: Once = unkeyed(ports.store),
): Promise<UploadedFile> {
  try {
    return await once.inOneCommit(async (conclude) => {
      const found = await openUrl(ports, caller, request.url);
      const file = await receiveFile(ports, found.chunks, found.bytes);
      try {
        return await keepFile(
          ports,
          caller,
          { incoming: file, originalName: request.name ?? found.filename },
          conclude,
        );
      } finally {
        await file.discard();
      }
    });
  } catch (error) {
    const message = isWebPage(error)
      ? PAGE
      : error instanceof SlipwayError && error.code === 'media_unreachable' && error.message;
    if (message)
      throw new UploadError('URL_NOT_ACCESSIBLE', message, { url: withoutSecrets(request.url) });
    throw error;
  }
}

export const openUrl = async (ports: UrlPorts, caller: Actor, url: string): Promise<FetchedFile> =>
  (await ownFile(ports, caller.companyId, url)) ?? (await fetchFor(ports, caller, url));

/**
 * Keeps the file behind an address, in any format a launch takes, unless its content is among the
 * media.
 */
export async function keepLinked(
  ports: UrlPorts,
  caller: Actor,
  url: string,
): Promise<MediaRecord> {
  const found = await openUrl(ports, caller, url);
  const incoming = await receiveFile(ports, found.chunks, found.bytes);
  try {
    const where = { sha256: incoming.sha256 };
    const [same] = (await ports.store.find(mediaKind, caller.companyId, { where, limit: 1 })).items;
    if (same !== undefined) return same.doc;
    const file = { incoming, originalName: filenameOf(url), isLinked: true };
    const { id } = await keepFile(ports, caller, file, (writes) => ports.store.commit(writes));
    return (
      (await ports.store.get(mediaKind, caller.companyId, String(id)))?.doc ??
      keepLinked(ports, caller, url)
    );
  } finally {
    await incoming.discard();
  }
}

/** Undefined where the failure is not a web page. */
export const notAFile = (error: unknown): UploadError | undefined =>
  isWebPage(error) ? new UploadError('URL_NOT_ACCESSIBLE', PAGE, {}) : undefined;

const PAGE =
  'This address leads to a web page and to no file. Sign-in pages and share links do: give the address of the file itself.';

const isWebPage = (error: unknown): boolean =>
  error instanceof UploadError && error.uploadDetails.detectedFormat === 'html';

/** The file behind an address of ours, which is never fetched; undefined for other addresses. */
async function ownFile(
  ports: UrlPorts,
  companyId: string,
  url: string,
): Promise<FetchedFile | undefined> {
  const place = parseMediaUrl(ports.publicUrl, url);
  if (place === undefined) return undefined;
  const record =
    place.companyId === companyId
      ? await findMediaByName(ports.store, companyId, place.filename)
      : undefined;
  const chunks = record && (await ports.files.read(companyId, record.sha256));
  if (record === undefined || chunks === undefined)
    throw new SlipwayError('media_unreachable', 'This file is not in your media.', {
      hint: 'media.list',
    });
  return { chunks, bytes: record.bytes, filename: record.originalName };
}

/** Without the query, which may hold a signature, and without a password. */
const withoutSecrets = (url: string): string =>
  withoutQuery(url)
    .replace(/\/\/[^/]*@/, '//')
    .slice(0, 500);
