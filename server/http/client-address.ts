import { isIPv4, isIPv6 } from 'node:net';

/**
 * Where a request comes from: the other end of its connection, unless that is a proxy this
 * installation trusts. What such a proxy says about whom it speaks for is believed as far as the
 * last one that is trusted; what a client writes into the same headers stands before that and is
 * never reached.
 */
export function clientAddress(
  socket: string | undefined,
  headers: Headers,
  isTrustedProxy: (address: string) => boolean = () => false,
): string | undefined {
  const peer = socket === undefined ? undefined : plainAddress(socket);
  if (peer === undefined || !isTrustedProxy(peer)) return peer;
  const told = [headers.get('x-forwarded-for'), forwardedFor(headers.get('forwarded'))]
    .filter((list) => list !== null)
    .map((list) => nearest(list.split(','), peer, isTrustedProxy));
  // Where a proxy writes one of the headers, it hands a client's own version of the other through.
  return told.length > 0 && told.every((address) => address === told[0]) ? told[0] : peer;
}

/** From the last hop backwards, the first address that is not a trusted proxy's. */
function nearest(
  hops: readonly string[],
  peer: string,
  isTrusted: (address: string) => boolean,
): string {
  let address = peer;
  for (const hop of [...hops].reverse()) {
    const next = plainAddress(hop);
    if (next === undefined) return address;
    address = next;
    if (!isTrusted(address)) return address;
  }
  return address;
}

/** The `for` of each hop of a Forwarded header (RFC 7239), as the older header lists them. */
const forwardedFor = (header: string | null): string | null =>
  header === null
    ? null
    : header
        .split(',')
        .map((hop) => /(?:^|;)\s*for\s*=\s*"?([^";,]*)"?/i.exec(hop)?.[1] ?? '')
        .join(',');

/**
 * Without a port, brackets and the name of an interface; an IPv4 address that is written as IPv6 as
 * what it is.
 */
function plainAddress(text: string): string | undefined {
  const [trimmed = ''] = text.trim().toLowerCase().split('%');
  const address =
    /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^([\d.]+):\d+$/, '$1');
  const v4 = address.replace(/^::ffff:(?=[\d.]+$)/, '');
  if (isIPv4(v4)) return v4;
  return isIPv6(address) ? address : undefined;
}

/** Whom to hold to account together: an IPv6 address is one of the countless ones its owner has. */
export function neighbourhood(address: string): string {
  if (!isIPv6(address)) return address;
  // In the shortest spelling, of which every address has one only.
  const [before = [], after = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
