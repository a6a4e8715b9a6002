import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SlipwayError } from '../../core/base/errors.ts';
import { optionalPart } from '../../core/base/optional-part.ts';
import { HEAD_BYTES } from '../../core/media/sniff.ts';
import {
  type IncomingFile,
  type MediaFiles,
  thumbnailSizes,
} from '../../core/ports/media-files.ts';
import { diskTrouble } from '../runtime/disk-trouble.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../runtime/private-files.ts';
import type { Blobs } from './blobs.ts';
import type { Measure } from './measure.ts';
import type { KeepThumbnails } from './thumbnails.ts';

/** Loads the large libraries of `measure.ts` with the first file. */
function createLazyMeasure(): Measure {
  let measure: Promise<Measure> | undefined;
  return async (...args) => {
    measure ??= optionalPart('Reading pictures and videos', () => import('./measure.ts')).then(
      ({ createMeasure }) => createMeasure(),
    );
    return (await measure)(...args);
  };
}

/** The same of `thumbnails.ts`. */
function createLazyThumbnails(): KeepThumbnails {
  let keep: Promise<KeepThumbnails> | undefined;
  return async (...args) => {
    keep ??= optionalPart('Making small pictures', () => import('./thumbnails.ts')).then(
      ({ createKeepThumbnails }) => createKeepThumbnails(),
    );
    return (await keep)(...args);
  };
}

const DAY = 86_400_000;

/**
 * Files arrive in a folder of this machine, are counted, hashed and measured there, and go to the
 * blobs to be kept. Several processes may share the folder; at start, files older than a day are
 * removed as left by a crash.
 *
 * @param incoming the folder for waiting files, best on the file system of the blobs
 */
export async function createMediaFiles(
  blobs: Blobs,
  incoming: string,
  options: { readonly measure?: Measure } = {},
): Promise<MediaFiles> {
  const measure = options.measure ?? createLazyMeasure();
  const keepThumbnails = createLazyThumbnails();
  await mkdir(incoming, { recursive: true, mode: PRIVATE_FOLDER });
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - DAY) await rm(path, { force: true });
  }

  return {
    async receive(chunks, maxBytes) {
      const path = join(incoming, crypto.randomUUID());
      try {
        return waiting(
          blobs,
          { measure, keepThumbnails },
          path,
          await writeDown(chunks, path, maxBytes),
        );
      } catch (error) {
        await rm(path, { force: true });
        throw diskTrouble(error, 'The file');
      }
    },
    read: (companyId, sha256, range) => blobs.read(`${companyId}/${sha256}`, range),
    readThumbnail: (companyId, sha256, size, range) =>
      blobs.read(`${companyId}/${sha256}-${size}`, range),
    async remove(companyId, sha256) {
      for (const size of thumbnailSizes) await blobs.remove(`${companyId}/${sha256}-${size}`);
      await blobs.remove(`${companyId}/${sha256}`);
    },
  };
}

type Written = Pick<IncomingFile, 'sha256' | 'bytes' | 'head'>;

async function writeDown(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
  maxBytes: number,
): Promise<Written> {
  const hash = createHash('sha256');
  const head: number[] = [];
  let bytes = 0;
  const file = await open(path, 'wx', PRIVATE_FILE);
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes)
        throw new SlipwayError('media_too_large', `A file may hold at most ${maxBytes} bytes.`);
      if (head.length < HEAD_BYTES) head.push(...chunk.subarray(0, HEAD_BYTES - head.length));
      hash.update(chunk);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), bytes, head: Uint8Array.from(head) };
}

interface Libraries {
  readonly measure: Measure;
  readonly keepThumbnails: KeepThumbnails;
}

const waiting = (
  blobs: Blobs,
  { measure, keepThumbnails }: Libraries,
  path: string,
  written: Written,
): IncomingFile => ({
  ...written,
  measure: (format) => measure(path, format, written.bytes),
  keep: (companyId) =>
    blobs.put(`${companyId}/${written.sha256}`, {
      path,
      sha256: written.sha256,
      bytes: written.bytes,
    }),
  keepThumbnails: (companyId, format, of = written.sha256) =>
    keepThumbnails(blobs, { path, key: `${companyId}/${of}`, bytes: written.bytes }, format),
  load: () => readFile(path),
  discard: () => rm(path, { force: true }),
});
