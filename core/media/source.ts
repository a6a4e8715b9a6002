import { SlipwayError } from '../base/errors.ts';
import type { LoadedMedia, MediaFacts, MediaSource } from '../ports/media.ts';
import type { IncomingFile, MediaFiles, PublicFetch } from '../ports/media-files.ts';
import type { Store } from '../ports/store.ts';
import { MAX_FILE } from './accept.ts';
import { parseMediaUrl } from './filename.ts';
import { findMediaByName } from './library.ts';
import { type MediaRecord, plainNameOf } from './records.ts';
import { formats, isLinkable, sniff } from './sniff.ts';

interface SourcePorts {
  readonly store: Store;
  readonly files: MediaFiles;
  readonly publicFetch: PublicFetch;
  readonly publicUrl: string;
}

/** Media by address: our own from the media store, others from public addresses. */
export function createMediaSource(ports: SourcePorts): MediaSource {
  /** `missing`: the address is ours, but the company has no file there. */
  const own = async (
    companyId: string,
    url: string,
    store: Pick<Store, 'get'> = ports.store,
  ): Promise<MediaRecord | 'missing' | undefined> => {
    const place = parseMediaUrl(ports.publicUrl, url);
    if (place === undefined) return undefined;
    if (place.companyId !== companyId) return 'missing';
    return (await findMediaByName(store, companyId, place.filename)) ?? 'missing';
  };

  return {
    async describe(companyId, url, store): Promise<MediaFacts | 'missing' | undefined> {
      const file = await own(companyId, url, store);
      return file === undefined || file === 'missing' ? file : mediaFactsOf(file);
    },

    async load(companyId, url, { pages = false } = {}): Promise<LoadedMedia> {
      const file = await own(companyId, url);
      if (file === 'missing')
        throw new SlipwayError(
          'media_unreachable',
          'This file is not in your media. It may have been deleted: upload it again.',
        );
      if (file !== undefined) return loadOwn(ports.files, companyId, file);
      const fetched = await ports.publicFetch.get(url);
      const incoming = await ports.files.receive(fetched.chunks, MAX_FILE);
      return loadFetched(incoming, fetched.filename, pages).finally(() => incoming.discard());
    },
  };
}

export function mediaFactsOf(file: MediaRecord): MediaFacts {
  const { sha256, contentType, bytes, dimensions } = file;
  const { width, height, duration } = dimensions;
  return {
    sha256,
    contentType,
    bytes,
    width,
    height,
    filename: plainNameOf(file),
    ...(duration !== undefined && { durationSeconds: duration }),
  };
}

async function loadOwn(
  files: MediaFiles,
  companyId: string,
  file: MediaRecord,
): Promise<LoadedMedia> {
  const chunks = await files.read(companyId, file.sha256);
  if (chunks === undefined) {
    const message = `The bytes of ${plainNameOf(file)} are not in the media place of this process.`;
    throw new SlipwayError('media_unreachable', message, {
      details: [{ path: '', code: 'media_lost', message }],
    });
  }
  const bytes = new Uint8Array(file.bytes);
  let offset = 0;
  for await (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return { bytes, sha256: file.sha256, contentType: file.contentType, filename: plainNameOf(file) };
}

async function loadFetched(
  incoming: IncomingFile,
  filename: string,
  pages: boolean,
): Promise<LoadedMedia> {
  const format = sniff(incoming.head);
  if (pages && format === 'html')
    return {
      bytes: await incoming.load(),
      sha256: incoming.sha256,
      contentType: 'text/html',
      filename,
    };
  if (!isLinkable(format))
    throw new SlipwayError(
      'media_invalid',
      `The address leads to a ${format} file. Ads take images and videos: PNG, JPEG, GIF, WebP, MP4, MOV, AVI.`,
    );
  return {
    bytes: await incoming.load(),
    sha256: incoming.sha256,
    contentType: formats[format].contentType,
    filename,
  };
}
