import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressList } from '../../adapters/http/address-list.ts';
import { isNetwork } from '../../core/access/networks.ts';
import type { Log } from '../../core/ports/log.ts';
import { silent } from '../../core/ports/log.ts';
import { clientAddress } from '../../server/http/client-address.ts';
import { failOnDrift, startHarness } from './harness.ts';

failOnDrift();

const trusted = addressList(['10.0.0.0/8', 'fd00::/8', '192.0.2.7']);
const from = (socket: string, headers: { [name: string]: string }, isTrusted = trusted) =>
  clientAddress(socket, new Headers(headers), isTrusted);

describe('where a request comes from', () => {
  test.each<[string, string, { [name: string]: string }, string]>([
    ['is the other end of its connection', '203.0.113.9', {}, '203.0.113.9'],
    [
      'is not what the client says',
      '203.0.113.9',
      { 'x-forwarded-for': '1.2.3.4', forwarded: 'for=1.2.3.4' },
      '203.0.113.9',
    ],
    [
      'is what a trusted proxy says',
      '10.0.0.1',
      { 'x-forwarded-for': '203.0.113.9' },
      '203.0.113.9',
    ],
    [
      'in the newer header too',
      '10.0.0.1',
      { forwarded: 'for="[2001:db8::9]:4711";proto=https' },
      '2001:db8::9',
    ],
    [
      'behind several of them',
      '10.0.0.1',
      { 'x-forwarded-for': '203.0.113.9, 10.0.0.3, 192.0.2.7' },
      '203.0.113.9',
    ],
    [
      'never what stands before',
      '10.0.0.1',
      { 'x-forwarded-for': '1.2.3.4, 203.0.113.9' },
      '203.0.113.9',
    ],
    ['the proxy where it says nothing', '10.0.0.1', {}, '10.0.0.1'],
    [
      'the proxy where it says nonsense',
      '10.0.0.1',
      { 'x-forwarded-for': '1.2.3.4, unknown' },
      '10.0.0.1',
    ],
    [
      'the proxy where two headers differ',
      '10.0.0.1',
      { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=1.2.3.4' },
      '10.0.0.1',
    ],
    [
      'the proxy where it says a number with leading zeros',
      '10.0.0.1',
      { 'x-forwarded-for': '010.0.0.9' },
      '10.0.0.1',
    ],
    ['with a port', '10.0.0.1', { 'x-forwarded-for': '203.0.113.9:4711' }, '203.0.113.9'],
    [
      'as what it is, not as IPv6',
      '::ffff:10.0.0.1',
      { 'x-forwarded-for': '::ffff:203.0.113.9' },
      '203.0.113.9',
    ],
    ['over IPv6', 'fd00::1', { 'x-forwarded-for': '2001:db8::9' }, '2001:db8::9'],
  ])('%s', (_, socket, headers, address) => expect(from(socket, headers)).toBe(address));

  test('is never what a client writes, whatever it writes', () => {
    const spoofed = fc.string({
      unit: fc.constantFrom('1.2.3.4', '10.0.0.9', ',', ' ', ';', 'for=', '"', '[::1]', 'unknown'),
    });
    fc.assert(
      fc.property(spoofed, spoofed, (older, newer) => {
        const printable = { 'x-forwarded-for': older, forwarded: newer };
        expect(from('203.0.113.9', printable)).toBe('203.0.113.9');
        // A proxy adds whom it speaks for to one of them, and hands the other through.
        const behind = from('10.0.0.1', {
          ...printable,
          'x-forwarded-for': `${older}, 203.0.113.9`,
        });
        expect(['203.0.113.9', '10.0.0.1']).toContain(behind);
      }),
    );
  });

  test.each([
    ['10.0.0.0/8', true],
    ['::1', true],
    ['10.0.0.0/33', false],
    ['example.com', false],
    ['10.0.0.0/8/8', false],
  ])('%s names addresses: %s', (text, is) => expect(isNetwork(text)).toBe(is));
});

async function fixture() {
  const lines: object[] = [];
  const log: Log = { ...silent, info: (event, fields) => void lines.push({ event, ...fields }) };
  const dashboard = { page: '<!doctype html><html lang="en">', script: 'x', style: 'y' };
  const harness = await startHarness({ log, settings: { dashboard, isTrustedProxy: trusted } });
  const ask = (
    address: string,
    path: string,
    key: string | null,
    init: { method?: string; body?: object } = {},
  ) =>
    harness.app.request(
      path,
      {
        method: init.method ?? 'GET',
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          'content-type': 'application/json',
        },
        ...(init.body && { body: JSON.stringify(init.body) }),
      },
      { address },
    );
  const audit = async () => (await harness.call('GET', '/v1/audit?limit=200')).body.data;
  return { ...harness, lines, ask, audit };
}

test('log and audit say where a request came from', async () => {
  const { ask, lines, audit, key } = await fixture();
  await ask('203.0.113.9', '/v1/drafts', key, { method: 'POST', body: { ads: [] } });
  expect(lines).toContainEqual(
    expect.objectContaining({ event: 'request', route: '/v1/drafts', address: '203.0.113.9' }),
  );
  expect(await audit()).toContainEqual(
    expect.objectContaining({ action: 'draft.create', address: '203.0.113.9' }),
  );
  await ask('203.0.113.9', '/v1/me', null);
  expect(lines).toContainEqual(
    expect.objectContaining({ route: '/v1/me', status: 401, address: '203.0.113.9' }),
  );
});

describe('requests without a valid key', () => {
  const wrong = `ak_${'0'.repeat(64)}`;

  test('are told to wait when too many come from one address; valid keys and other addresses are not', async () => {
    const { ask, key, clock } = await fixture();
    const statuses: number[] = [];
    for (let i = 0; i < 32; i++)
      statuses.push((await ask('203.0.113.9', '/v1/me', i % 2 === 0 ? wrong : null)).status);
    expect(statuses).toEqual([...Array(30).fill(401), 429, 429]);
    const limited = await ask('203.0.113.9', '/v1/me', wrong);
    expect(limited.headers.get('retry-after')).toBe('60');
    expect((await ask('203.0.113.9', '/v1/me', key)).status).toBe(200);
    expect((await ask('203.0.113.10', '/v1/me', wrong)).status).toBe(401);
    await clock.advance(60_000);
    expect((await ask('203.0.113.9', '/v1/me', wrong)).status).toBe(401);
  });

  test('count together for one network of IPv6, and not at all where nobody knows the address', async () => {
    const { ask, call } = await fixture();
    for (let i = 0; i < 30; i++) await ask(`2001:db8:1:2::${i.toString(16)}`, '/v1/me', wrong);
    expect((await ask('2001:db8:1:2:ffff::1', '/v1/me', wrong)).status).toBe(429);
    expect((await ask('2001:0DB8:0001:0002:0:0:0:1', '/v1/me', wrong)).status).toBe(429);
    expect((await ask('2001:db8:1:3::1', '/v1/me', wrong)).status).toBe(401);
    for (let i = 0; i < 30; i++) await ask(`::${i.toString(16)}:1`, '/v1/me', wrong);
    expect((await ask('0:0:0:0:8000::', '/v1/me', wrong)).status).toBe(429);
    expect((await ask('0:0:0:1::', '/v1/me', wrong)).status).toBe(401);
    for (let i = 0; i < 40; i++)
      expect((await call('GET', '/v1/me', { key: wrong })).status).toBe(401);
  });

  test('to sign in leave a trace with the operator’s company, some of them, and signing in leaves one', async () => {
    const { ask, audit, key } = await fixture();
    const signIn = (address: string, given: string) =>
      ask(address, '/dashboard/session', null, { method: 'POST', body: { key: given } });
    for (let i = 0; i < 10; i++) expect((await signIn('203.0.113.9', wrong)).status).toBe(401);
    expect((await signIn('203.0.113.10', key)).status).toBe(200);
    const traces = (await audit()).filter(({ action }: { action: string }) =>
      action.startsWith('session.'),
    );
    expect(
      traces
        .map(({ action, address }: { action: string; address: string }) => `${action} ${address}`)
        .sort(),
    ).toEqual(['session.begin 203.0.113.10', ...Array(3).fill('session.refused 203.0.113.9')]);
  });
});
