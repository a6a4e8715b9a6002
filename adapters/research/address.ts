import { withoutTrailing } from '../../core/base/schema/trimmed.ts';

/** Where the source answers unless the operator says otherwise. */
export const DEFAULT_BASE = 'https://adscan.ai/api/v1';

/** An address below the base. Throws when the parts would lead elsewhere. */
export type AddressOf = (parts: readonly string[], query?: string) => string;

/** Throws where the base is no plain http(s) address. */
export function addressBelow(base: string): {
  readonly host: string;
  readonly addressOf: AddressOf;
} {
  const root = new URL(withoutTrailing(base, '/'));
  const isPlain =
    /^https?:$/.test(root.protocol) &&
    root.username + root.password + root.search + root.hash === '';
  if (!isPlain)
    throw new Error(
      'The address of the research source is http(s)://host/path, without anything else.',
    );
  const path = withoutTrailing(root.pathname, '/');
  return {
    host: root.host,
    addressOf(parts, query) {
      const wanted = `${path}/${parts.map(encodeURIComponent).join('/')}`;
      const url = new URL(`${root.origin}${wanted}`);
      if (url.origin !== root.origin || url.pathname !== wanted)
        throw new Error('This address leads elsewhere.');
      return query === undefined ? url.href : `${url.href}?${query}`;
    },
  };
}

/** Pages of the ad library that the source reads. */
export const LIBRARY_EXAMPLE = 'https://www.facebook.com/ads/library/?id=123456789';

const LIBRARY_HOSTS = ['facebook.com', 'www.facebook.com', 'web.facebook.com', 'm.facebook.com'];

export function isLibraryAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password, pathname } = new URL(address);
  const isThere = protocol === 'https:' && port === '' && LIBRARY_HOSTS.includes(hostname);
  return isThere && username + password === '' && /^\/ads\/library\/?$/.test(pathname);
}
