import type { IncomingMessage } from 'node:http';
import { SlipwayError } from '../../core/base/errors.ts';
import type { FetchedFile, PublicFetch } from '../../core/ports/media-files.ts';
import {
  createPublicConnection,
  NotReached,
  type PublicConnectionOptions,
  parseAddress,
} from '../http/public-connection.ts';

export interface PublicFetchOptions extends PublicConnectionOptions {
  /** From the first request to the last byte. Default 120,000. */
  readonly timeoutMs?: number;
}

const MAX_HOPS = 5;

const REQUEST = {
  method: 'GET',
  headers: { accept: 'image/*, video/*, */*;q=0.1', 'accept-encoding': 'identity' },
} as const;

/** From public addresses only; every redirect is checked. */
export function createPublicFetch(options: PublicFetchOptions = {}): PublicFetch {
  const connect = createPublicConnection(options);

  return {
    async get(address, ask) {
      const signal = AbortSignal.timeout(options.timeoutMs ?? 120_000);
      try {
        let url = parseAddress(address);
        for (let hops = 0; hops <= MAX_HOPS; hops++) {
          await ask?.(url.host);
          const response = await connect(url, REQUEST, signal);
          const status = response.statusCode ?? 0;
          const location = response.headers.location;
          if (status === 200) return fetched(url, response, signal);
          response.destroy();
          if (![301, 302, 303, 307, 308].includes(status) || location === undefined)
            throw unreachable(`The address answered with status ${status} instead of a file.`);
          url = parseAddress(location, url);
        }
      } catch (error) {
        if (!(error instanceof NotReached)) throw error;
        throw unreachable(
          error.reason === 'not-public'
            ? `${error.message} Or upload the file itself.`
            : error.message,
          error,
        );
      }
      throw unreachable(`The address redirects more than ${MAX_HOPS} times.`);
    },
  };
}

function fetched(url: URL, response: IncomingMessage, signal: AbortSignal): FetchedFile {
  const length = Number(response.headers['content-length']);
  return {
    chunks: chunksOf(response, signal),
    filename: filenameOf(response.headers['content-disposition'], url),
    ...(response.headers['content-length'] !== undefined &&
      Number.isSafeInteger(length) && { bytes: length }),
  };
}

async function* chunksOf(
  response: IncomingMessage,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) yield chunk as Uint8Array;
    if (!response.complete) throw new Error('cut off');
  } catch (cause) {
    throw unreachable(wordsFor(cause, signal), cause);
  } finally {
    response.destroy();
  }
}

function filenameOf(disposition: string | undefined, url: URL) {
  const suggested = /filename="?([^";]+)/i.exec(disposition ?? '')?.[1];
  const last = url.pathname.split('/').pop() ?? '';
  try {
    return suggested ?? decodeURIComponent(last);
  } catch {
    return last;
  }
}

const wordsFor = (_cause: unknown, signal: AbortSignal) =>
  signal.aborted
    ? 'The address took too long to send the file.'
    : 'The address could not be reached, or the connection was cut.';

const unreachable = (message: string, cause?: unknown) =>
  new SlipwayError('media_unreachable', message, { cause });
