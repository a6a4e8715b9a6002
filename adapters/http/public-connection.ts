import { lookup as systemLookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export interface PublicConnectionOptions {
  /** All addresses of a host. Default: the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Which addresses may be reached. Default: public ones. */
  readonly allow?: (address: string) => boolean;
  /** Trusted hosts (`name` or `name:port`) that are not public. */
  readonly trustedHosts?: readonly string[];
  /**
   * Why nothing was sent. The user who named the address does not see it: it would reveal the inner
   * network.
   */
  readonly onRefused?: (refusal: { readonly host: string; readonly why: string }) => void;
  /** Certificates to trust besides the system's. */
  readonly ca?: string;
}

interface PublicRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
}

/** Why an address was not reached. */
export class NotReached extends Error {
  readonly reason: 'address' | 'not-public' | 'connection';

  constructor(reason: NotReached['reason'], message: string) {
    super(message);
    this.name = 'NotReached';
    this.reason = reason;
  }
}

/**
 * One request to a public address. The host is resolved once, all its addresses are checked, and
 * the connection goes to these: a name that answers differently later gains nothing. Redirects are
 * up to the caller.
 */
export function createPublicConnection(options: PublicConnectionOptions = {}) {
  const resolve = options.resolve ?? resolveBySystem;
  const allow = options.allow ?? isPublicAddress;
  const trusted = new Set(options.trustedHosts ?? []);

  /** Throws unless all of a host's addresses may be reached. */
  const allowed = (url: URL, addresses: readonly string[]) => {
    const isTrusted = trusted.has(url.host) || trusted.has(url.hostname);
    if (addresses.length > 0 && (isTrusted || addresses.every(allow))) return addresses;
    options.onRefused?.({
      host: url.host,
      why: addresses.length === 0 ? 'no such host' : `leads to ${addresses.join(', ')}`,
    });
    const message =
      'The address leads nowhere in the public internet. Check it for typing mistakes.';
    throw new NotReached('not-public', message);
  };

  /** Throws NotReached for a forbidden address, or a name of this machine. */
  const check = (url: URL) => {
    const host = hostOf(url);
    if (isIP(host)) allowed(url, [host]);
    else if (/(^|\.)localhost\.?$/.test(host)) allowed(url, ['127.0.0.1']);
  };

  const connect = async (
    url: URL,
    { method, headers, body }: PublicRequest,
    signal: AbortSignal,
  ): Promise<IncomingMessage> => {
    check(url);
    const host = hostOf(url);
    const addresses = isIP(host) ? [host] : allowed(url, await resolve(host).catch(() => []));
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? https : http).request(
        url.href,
        {
          method,
          // No pooled connection: it could have been made for another name.
          agent: false,
          signal,
          headers: { 'user-agent': 'Slipway', ...headers },
          lookup: (_host, _options, done) =>
            done(
              null,
              addresses.map((address) => ({ address, family: isIP(address) })),
            ),
          ...(options.ca !== undefined && { ca: options.ca }),
        },
        resolve,
      );
      request.on('error', () =>
        reject(
          new NotReached(
            'connection',
            signal.aborted
              ? 'The address took too long.'
              : 'The address could not be reached, or the connection was cut.',
          ),
        ),
      );
      request.end(body);
    });
  };
  return Object.assign(connect, { check });
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** An http(s) address without credentials. Throws NotReached. */
export function parseAddress(address: string, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    throw new NotReached('address', 'This is not an address. It starts with https:// and a host.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new NotReached('address', 'Only https:// and http:// addresses are reached.');
  if (url.username !== '' || url.password !== '')
    throw new NotReached('address', 'Addresses with a user name or a password are not reached.');
  return url;
}

const resolveBySystem = async (host: string) =>
  (await systemLookup(host, { all: true, verbatim: true })).map(({ address }) => address);
