import { isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPublicAddress } from '../../../core/media/public-address.ts';

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.1.1',
  '100.63.255.255',
  '223.255.255.255',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

test.each(['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450:4001:81b::200e', '2620:4f:8001::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '4000::1',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  '',
  '1.1.1',
  '1.1.1.256',
  '01.1.1.1.1',
  '0x7f.1',
  '2130706433',
  'localhost',
  '1::2::3',
  ':::',
  '12345::',
  '2606:4700',
  'fe80::1%eth0',
])('%j is no address at all', (text) => expect(isPublicAddress(text)).toBe(false));

test('what the runtime does not take for an address is never public', () => {
  const piece = fc.constantFrom('1', '255', '256', 'ffff', '2606', '::', ':', '.', '1.2.3.4', 'g', '0x1', '');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      if (isIP(text) === 0) expect(isPublicAddress(text)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});
