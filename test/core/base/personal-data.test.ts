import { describe, expect, test } from 'vitest';
import * as normal from '../../../core/base/personal-data.ts';
import { createTestSecrets } from '../../test-secrets.ts';

const { sha256 } = createTestSecrets();
const hashed = (by: normal.Normalise, text: string) => normal.hashedBy(sha256, by, text);

describe('hashes', () => {
  test('are those of FIPS 180-2', async () => {
    expect(await sha256('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(await sha256('')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  test('are those that the public connector of photo-messaging expects', async () => {
    expect(await hashed(normal.email, '   Test123@gmail.com    ')).toBe(
      'cc779c04191c2e736d89e45c11339c8382832bcaf70383f7df94e3d08ba7a6d9',
    );
    expect(await hashed(normal.phoneDigits, '+44 844 412 4653')).toBe(
      'dc008fda46e2e64002cf2f82a4906236282d431c4f75e5b60bfe79fc48546383',
    );
  });

  test('pass what is hashed already, and nothing that is empty', async () => {
    const hash = await sha256('x');
    expect(await hashed(normal.email, ` ${hash.toUpperCase()} `)).toBe(hash);
    expect(await hashed(normal.place, ' -.12 ')).toBeUndefined();
    expect(await hashed(normal.phoneDigits, '12')).toBeUndefined();
  });
});

test.each([
  [normal.email, ' John.Doe@Example.COM ', 'john.doe@example.com'],
  [normal.emailWithoutDots, 'Jane.Doe+shop@GoogleMail.com', 'janedoe@googlemail.com'],
  [normal.emailWithoutDots, 'Jane.Doe+shop@example.com', 'jane.doe+shop@example.com'],
  [normal.phoneDigits, '+1 (650) 555-1212', '16505551212'],
  [normal.phoneDigits, '0049 151 1234567', '491511234567'],
  [normal.phoneE164, '+49 151 1234567', '+491511234567'],
  [normal.name, ' Élodie ', 'élodie'],
  [normal.plainName, "O'Neil-Smith", 'oneilsmith'],
  [normal.place, 'New York (NY) 1.', 'newyorkny'],
  [normal.postalCode, ' 94025-1234 ', '94025'],
  [normal.postalCode, 'SW1A 1AA', 'sw1a1aa'],
  [normal.country, 'DE', 'de'],
  [normal.country, 'Germany', undefined],
] as const)('%o of %s', (by, text, expected) => {
  expect(by(text)).toBe(expected);
});
