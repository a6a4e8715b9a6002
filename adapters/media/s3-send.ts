import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { SlipwayError } from '../../core/base/errors.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { systemClock } from '../runtime/system-clock.ts';

interface S3Access {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** The time of signatures; stores refuse one that is minutes off. Default: the machine's. */
  readonly clock?: Clock;
}

export interface S3Options extends S3Access {
  /**
   * With its scheme; the bucket is part of the path, which every S3-compatible store understands.
   */
  readonly endpoint: string;
  readonly bucket: string;
  /** Before every key, for several installations in one bucket. */
  readonly prefix?: string;
}

interface S3Request {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  readonly url: URL;
  readonly headers?: { readonly [name: string]: string };
  /** Of the body, hex; of nothing when there is none. */
  readonly payloadHash?: string;
}

const EMPTY_HASH = createHash('sha256').update('').digest('hex');

/** Escapes plus signs: stores disagree on whether one is a space. */
export const toObjectUrl = ({ endpoint, bucket, prefix = '' }: S3Options, key: string): URL =>
  new URL(`${endpoint.replace(/\/$/, '')}/${`${bucket}/${prefix}${key}`.replaceAll('+', '%2B')}`);

/** Signature Version 4 over every header and the hash of the body. */
export function createS3Signer({
  clock = systemClock,
  ...access
}: S3Access): (request: S3Request) => Promise<Headers> {
  // Keys derived from the secret, one for each day.
  const cache = new Map<string, ArrayBuffer>();
  return async ({ method, url, headers, payloadHash = EMPTY_HASH }) => {
    const signer = new AwsV4Signer({
      ...access,
      service: 's3',
      cache,
      allHeaders: true,
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': payloadHash },
      datetime: new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    });
    return (await signer.sign()).headers;
  };
}

/**
 * Sends signed requests. Throws `unavailable`, about `what`, except for success and "not found".
 */
export function createS3Send(
  access: S3Access,
  what = 'The media store',
): (request: S3Request, body?: Blob) => Promise<Response> {
  const sign = createS3Signer(access);
  return async (request, body) => {
    const response = await fetch(request.url, {
      method: request.method,
      headers: await sign(request),
      redirect: 'error',
      ...(body && { body }),
    }).catch((cause: unknown) => {
      throw new SlipwayError('unavailable', `${what} cannot be reached. Try again in a moment.`, {
        cause,
      });
    });
    if (response.ok || response.status === 404) return response;
    const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
    throw new SlipwayError(
      'unavailable',
      `${what} refused a request. Its administrator finds the reason in the log.`,
      {
        cause: `S3 answered ${response.status} ${code ?? ''} to ${request.method}`,
      },
    );
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
