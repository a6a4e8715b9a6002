import { openAsBlob } from 'node:fs';
import { SlipwayError } from '../../core/base/errors.ts';
import type { ByteRange } from '../../core/ports/media-files.ts';
import { assertKey, type Blobs } from './blobs.ts';
import { chunksOf, createS3Send, type S3Options, toObjectUrl } from './s3-send.ts';

export type { S3Options } from './s3-send.ts';

/** Contents as objects of an S3-compatible bucket. */
export function createS3Blobs(options: S3Options): Blobs {
  const urlOf = (key: string) => {
    assertKey(key);
    return toObjectUrl(options, key);
  };

  const send = createS3Send(options);

  return {
    async put(key, file) {
      const url = urlOf(key);
      if ((await send({ method: 'HEAD', url })).ok) return;
      const stored = await send(
        { method: 'PUT', url, payloadHash: file.sha256 },
        await openAsBlob(file.path),
      );
      if (!stored.ok)
        throw new SlipwayError(
          'unavailable',
          'The bucket of the media store does not exist. Create it and try again.',
        );
    },

    async read(key, range) {
      const headers = range && { range: `bytes=${range.from}-${range.to}` };
      const response = await send({ method: 'GET', url: urlOf(key), ...(headers && { headers }) });
      if (!response.ok || response.body === null) {
        await response.body?.cancel();
        return undefined;
      }
      const chunks = chunksOf(response.body);
      // Some stores ignore a range, or where it ends.
      return range === undefined
        ? chunks
        : cut(chunks, range, response.status === 206 ? range.from : 0);
    },

    async remove(key) {
      await send({ method: 'DELETE', url: urlOf(key) });
    },
  };
}

/** Of chunks that begin at `start`, the bytes of the range. */
async function* cut(
  chunks: AsyncIterable<Uint8Array>,
  { from, to }: ByteRange,
  start: number,
): AsyncGenerator<Uint8Array> {
  let position = start;
  for await (const chunk of chunks) {
    const piece = chunk.subarray(Math.max(0, from - position), Math.max(0, to + 1 - position));
    if (piece.length > 0) yield piece;
    position += chunk.length;
    if (position > to) return;
  }
}
