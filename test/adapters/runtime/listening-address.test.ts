import { expect, test } from 'vitest';
import { listeningAddress } from '../../../adapters/runtime/listening-address.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4000'],
  ['0.0.0.0', 'http://127.0.0.1:4000'],
  ['::', 'http://[::1]:4000'],
  ['[::]', 'http://[::1]:4000'],
  ['0:0:0:0:0:0:0:0', 'http://[::1]:4000'],
  ['::1', 'http://[::1]:4000'],
  ['fd00::7', 'http://[fd00::7]:4000'],
  ['[fd00::7]', 'http://[fd00::7]:4000'],
  ['ads.internal', 'http://ads.internal:4000'],
])('a listener on %s is reached at %s', (host, address) => {
  expect(listeningAddress(host, 4000)).toBe(address);
  expect(new URL(address).port).toBe('4000');
});
