import { lookup as systemLookup } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { SlipwayError } from '../../core/errors.ts';
import { isPublicAddress } from '../../core/media/public-address.ts';
import type { FetchedFile, PublicFetch } from '../../core/ports/media-files.ts';

export interface PublicFetchOptions {
  /** All addresses of a host. Default: the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Which addresses may be reached. Default: public ones. */
  readonly allow?: (address: string) => boolean;
  /** Hosts (`name` or `name:port`) an installation trusts although they are not public. */
  readonly trustedHosts?: readonly string[];
  /** From the first request to the last byte. Default 120,000. */
  readonly timeoutMs?: number;
  /** Certificates to trust besides the system's. */
  readonly ca?: string;
}

const MAX_HOPS = 5;

/**
 * Fetches from public addresses only. Each hop's host is resolved once, every address it has is checked,
 * and the connection is made to the addresses that were checked: a name that answers differently a
 * moment later gains nothing.
 */
export function createPublicFetch(options: PublicFetchOptions = {}): PublicFetch {
  const resolve = options.resolve ?? resolveBySystem;
  const allow = options.allow ?? isPublicAddress;
  const trusted = new Set(options.trustedHosts ?? []);

  const addressesOf = async (url: URL): Promise<readonly string[]> => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
    if (addresses.length === 0) throw unreachable('There is no such host. Check the address for typing mistakes.');
    if (!trusted.has(url.host) && !trusted.has(url.hostname) && !addresses.every(allow))
      throw unreachable('The address does not lead into the public internet. Upload the file itself instead.');
    return addresses;
  };

  const hop = async (url: URL, signal: AbortSignal): Promise<IncomingMessage> => {
    const addresses = await addressesOf(url);
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? https : http).get(
        url,
        {
          // No pooled connection: it could have been made for another name.
          agent: false,
          signal,
          headers: { accept: 'image/*, video/*, */*;q=0.1', 'accept-encoding': 'identity', 'user-agent': 'Slipway' },
          lookup: (_host, _options, done) =>
            done(
              null,
              addresses.map((address) => ({ address, family: isIP(address) })),
            ),
          ...(options.ca !== undefined && { ca: options.ca }),
        },
        resolve,
      );
      request.on('error', (cause: unknown) => reject(unreachable(wordsFor(cause, signal), cause)));
    });
  };

  return {
    async get(address) {
      const signal = AbortSignal.timeout(options.timeoutMs ?? 120_000);
      let url = parse(address);
      for (let hops = 0; hops <= MAX_HOPS; hops++) {
        const response = await hop(url, signal);
        const status = response.statusCode ?? 0;
        const location = response.headers.location;
        if (status === 200) return fetched(url, response, signal);
        response.destroy();
        if (![301, 302, 303, 307, 308].includes(status) || location === undefined)
          throw unreachable(`The address answered with status ${status} instead of a file.`);
        url = parse(location, url);
      }
      throw unreachable(`The address redirects more than ${MAX_HOPS} times.`);
    },
  };
}

function parse(address: string, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    throw unreachable('This is not an address. It starts with https:// and a host.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw unreachable('Only https:// and http:// addresses can be fetched.');
  if (url.username !== '' || url.password !== '') throw unreachable('Addresses with a user name or a password are not fetched.');
  return url;
}

function fetched(url: URL, response: IncomingMessage, signal: AbortSignal): FetchedFile {
  const length = Number(response.headers['content-length']);
  return {
    chunks: chunksOf(response, signal),
    filename: filenameOf(response.headers['content-disposition'], url),
    ...(response.headers['content-length'] !== undefined && Number.isSafeInteger(length) && { bytes: length }),
  };
}

async function* chunksOf(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) yield chunk as Uint8Array;
    if (!response.complete) throw new Error('cut off');
  } catch (cause) {
    throw unreachable(wordsFor(cause, signal), cause);
  } finally {
    response.destroy();
  }
}

function filenameOf(disposition: string | undefined, url: URL): string {
  const suggested = /filename="?([^";]+)/i.exec(disposition ?? '')?.[1];
  const last = url.pathname.split('/').pop() ?? '';
  try {
    return suggested ?? decodeURIComponent(last);
  } catch {
    return last;
  }
}

const resolveBySystem = async (host: string): Promise<readonly string[]> =>
  (await systemLookup(host, { all: true, verbatim: true })).map(({ address }) => address);

const wordsFor = (_cause: unknown, signal: AbortSignal): string =>
  signal.aborted ? 'The address took too long to send the file.' : 'The address could not be reached, or the connection was cut.';

const unreachable = (message: string, cause?: unknown): SlipwayError => new SlipwayError('media_unreachable', message, { cause });
