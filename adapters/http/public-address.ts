import { isIP } from 'node:net';
import { addressList } from './address-list.ts';

/**
 * Whether an IP address is in the public internet: not reserved, private, shared, local,
 * documentation, multicast or a tunnel into one of those (IANA's special-purpose registries), not
 * the public address under which a large cloud answers its own machines, and without a zone
 * (`%eth0`), which names an interface of this machine.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  const family = isIP(address);
  return family === 4
    ? !isSpecialV4(address)
    : family === 6 && isAssignedV6(address) && !isSpecialV6(address);
}

const isSpecialV4 = addressList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);

/** Mapped, translated (NAT64) and local addresses lie outside. */
const isAssignedV6 = addressList(['2000::/3']);

const isSpecialV6 = addressList([
  // Protocol assignments, Teredo, benchmarking, ORCHID.
  '2001::/23',
  // Documentation.
  '2001:db8::/32',
  '3fff::/20',
  // 6to4, which carries an IPv4 address.
  '2002::/16',
  // AS112.
  '2620:4f:8000::/48',
]);
