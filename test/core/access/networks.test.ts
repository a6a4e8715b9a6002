import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressList } from '../../../adapters/http/address-list.ts';
import { isNetwork, isPartOf, isWithin } from '../../../core/access/networks.ts';

const four = fc
  .tuple(...Array.from({ length: 4 }, () => fc.constantFrom(0, 10, 127, 128, 255)))
  .map((parts) => parts.join('.'));
// No group of ones alone: an IPv4 address in the form of IPv6 is looked at below.
const group = fc.constantFrom('0', '1', 'fd00', 'FFFE', '8000', '0db8');
const six = fc
  .tuple(
    fc.array(group, { minLength: 8, maxLength: 8 }),
    fc.integer({ min: 0, max: 7 }),
    fc.integer({ min: 0, max: 4 }),
  )
  .map(([groups, at, cut]) =>
    cut < 2
      ? groups.join(':')
      : `${groups.slice(0, at).join(':')}::${groups.slice(at + cut, 8).join(':')}`,
  );

describe('networks', () => {
  test('hold the addresses that the list of the runtime says they hold', () => {
    const bits = (most: number) => fc.integer({ min: 0, max: most });
    const cases = fc.oneof(fc.tuple(four, bits(32), four), fc.tuple(six, bits(128), six));
    fc.assert(
      fc.property(cases, ([base, length, address]) => {
        const network = `${base}/${length}`;
        expect([network, address, isWithin(address, [network])]).toEqual([
          network,
          address,
          addressList([network])(address),
        ]);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['203.0.113.7', ['203.0.113.7'], true],
    ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
    ['203.0.113.7', ['::ffff:203.0.113.0/120'], true],
    ['203.0.114.7', ['::ffff:203.0.113.0/120'], false],
    ['203.0.113.7', ['::/0'], false],
    ['2001:db8::9', ['0.0.0.0/0'], false],
    ['2001:DB8::9', ['2001:db8::/32'], true],
    ['::1.2.3.4', ['::102:304'], true],
    ['unknown', ['0.0.0.0/0', '::/0'], false],
    ['', ['0.0.0.0/0', '::/0'], false],
  ])('%s in %s: %s', (address, networks, is) => expect(isWithin(address, networks)).toBe(is));

  test.each([
    '010.0.0.1',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    'g::',
    '::/129',
    '1.2.3.4/',
    '/8',
  ])('%s is none', (text) => expect(isNetwork(text)).toBe(false));

  test('are parts of larger ones, not of smaller ones or those of another length', () => {
    expect(isPartOf('10.1.0.0/16', ['10.0.0.0/8'])).toBe(true);
    expect(isPartOf('10.0.0.0/8', ['10.1.0.0/16'])).toBe(false);
    expect(isPartOf('10.1.0.1', ['fd00::/8', '10.1.0.0/31'])).toBe(true);
    expect(isPartOf('::/0', ['0.0.0.0/0'])).toBe(false);
  });
});
