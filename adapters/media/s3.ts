import { openAsBlob } from 'node:fs';
import { SlipwayError } from '../../core/errors.ts';
import type { ByteRange } from '../../core/ports/media-files.ts';
import { assertKey, type Blobs } from './blobs.ts';
import { type S3Access, type S3Request, signS3 } from './sigv4.ts';

export interface S3Options extends S3Access {
  /** With its scheme; the bucket is addressed by path, which every S3-compatible store understands. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Before every key, for several installations in one bucket. */
  readonly prefix?: string;
}

/** Contents as objects of an S3-compatible bucket. */
export function createS3Blobs(options: S3Options): Blobs {
  const urlOf = (key: string): URL => {
    assertKey(key);
    return new URL(`${options.endpoint.replace(/\/$/, '')}/${options.bucket}/${options.prefix ?? ''}${key}`);
  };

  const send = async (request: S3Request, body?: Blob): Promise<Response> => {
    const response = await fetch(request.url, {
      method: request.method,
      headers: signS3(request, options, new Date()),
      redirect: 'error',
      ...(body && { body }),
    }).catch((cause: unknown) => {
      throw new SlipwayError('unavailable', 'The media store cannot be reached. Try again in a moment.', { cause });
    });
    if (response.ok || response.status === 404) return response;
    const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
    throw new SlipwayError('unavailable', 'The media store refused a request. Its administrator finds the reason in the log.', {
      cause: `S3 answered ${response.status} ${code ?? ''} to ${request.method}`,
    });
  };

  return {
    async put(key, file) {
      const url = urlOf(key);
      if ((await send({ method: 'HEAD', url })).ok) return;
      const stored = await send({ method: 'PUT', url, payloadHash: file.sha256 }, await openAsBlob(file.path));
      if (!stored.ok)
        throw new SlipwayError('unavailable', 'The bucket of the media store does not exist. Create it and try again.');
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
      return range === undefined ? chunks : cut(chunks, range, response.status === 206 ? range.from : 0);
    },

    async remove(key) {
      await send({ method: 'DELETE', url: urlOf(key) });
    },
  };
}

/** A reader that stops early closes the connection. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Of chunks that begin at `start`, the bytes of the range. */
async function* cut(chunks: AsyncIterable<Uint8Array>, { from, to }: ByteRange, start: number): AsyncGenerator<Uint8Array> {
  let position = start;
  for await (const chunk of chunks) {
    const piece = chunk.subarray(Math.max(0, from - position), Math.max(0, to + 1 - position));
    if (piece.length > 0) yield piece;
    position += chunk.length;
    if (position > to) return;
  }
}
