import { SlipwayError } from '../../core/errors.ts';
import { type S3Access, type S3Request, signS3 } from './sigv4.ts';

export interface S3Options extends S3Access {
  /** With its scheme; the bucket is addressed by path, which every S3-compatible store understands. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Before every key, for several installations in one bucket. */
  readonly prefix?: string;
}

/** Sends signed requests. Whatever is neither a success nor "there is none" throws `unavailable`. */
export function createS3Send(access: S3Access): (request: S3Request, body?: Blob) => Promise<Response> {
  return async (request, body) => {
    const response = await fetch(request.url, {
      method: request.method,
      headers: signS3(request, access, new Date()),
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
}

/** A reader that stops early closes the connection. */
export async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
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
