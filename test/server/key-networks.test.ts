import { expect, test } from 'vitest';
import { addressList } from '../../adapters/http/address-list.ts';
import { failOnDrift, startHarness } from './harness.ts';

failOnDrift();

const dashboard = { page: '<!doctype html><html lang="en">', script: 'x', style: 'y' };

async function fixture() {
  const harness = await startHarness({ settings: { dashboard, isTrustedProxy: addressList(['10.0.0.0/8']) } });
  const ask = async (key: string, address: string | undefined, headers: { [name: string]: string } = {}) => {
    const sent = { headers: { authorization: `Bearer ${key}`, ...headers } };
    const response = await harness.app.request('/v1/me', sent, { address });
    return [response.status, (await response.json()).error?.details?.[0]?.code];
  };
  return { ...harness, ask };
}

test('a key that is for some networks is refused from anywhere else, by name', async () => {
  const { call, ask } = await fixture();
  const addresses = ['203.0.113.0/24', '2001:db8::/32'];
  const { status, body } = await call('POST', '/v1/keys', { body: { name: 'CI', addresses } });
  expect([status, body.addresses]).toEqual([201, addresses]);
  expect(await ask(body.key, '203.0.113.9')).toEqual([200, undefined]);
  expect(await ask(body.key, '2001:db8:1::9')).toEqual([200, undefined]);
  expect(await ask(body.key, '203.0.114.9')).toEqual([403, 'address_not_allowed']);
  expect(await ask(body.key, undefined)).toEqual([403, 'address_not_allowed']);
});

test('a trusted proxy tells whom it speaks for, and nobody else does', async () => {
  const { call, ask } = await fixture();
  const { body } = await call('POST', '/v1/keys', { body: { name: 'CI', addresses: ['203.0.113.9'] } });
  expect(await ask(body.key, '10.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toEqual([200, undefined]);
  expect(await ask(body.key, '10.0.0.1', { 'x-forwarded-for': '203.0.113.9, 198.51.100.1' })).toEqual([
    403,
    'address_not_allowed',
  ]);
  expect(await ask(body.key, '198.51.100.1', { 'x-forwarded-for': '203.0.113.9' })).toEqual([403, 'address_not_allowed']);
});

test('an existing key is kept to networks, and let go again, from the next request on; its sessions too', async () => {
  const { app, call, ask } = await fixture();
  const { body: created } = await call('POST', '/v1/keys', { body: { name: 'Desk' } });
  const signIn = { method: 'POST', body: JSON.stringify({ key: created.key }), headers: { 'content-type': 'application/json' } };
  const cookie = (await app.request('/dashboard/session', signIn, { address: '198.51.100.1' })).headers.get('set-cookie') ?? '';
  const headers = { cookie: cookie.split(';')[0] ?? '', 'x-slipway-dashboard': '1' };
  const look = async (): Promise<number> => (await app.request('/v1/me', { headers }, { address: '198.51.100.1' })).status;
  expect([await look(), await ask(created.key, '198.51.100.1')]).toEqual([200, [200, undefined]]);
  const kept = await call('PATCH', `/v1/keys/${created.id}`, { body: { addresses: ['203.0.113.0/24'] } });
  expect([kept.status, kept.body.addresses]).toEqual([200, ['203.0.113.0/24']]);
  expect([await look(), await ask(created.key, '198.51.100.1')]).toEqual([403, [403, 'address_not_allowed']]);
  expect((await app.request('/dashboard/session', signIn, { address: '198.51.100.1' })).status).toBe(403);
  await call('PATCH', `/v1/keys/${created.id}`, { body: { addresses: null } });
  expect([await look(), await ask(created.key, '198.51.100.1')]).toEqual([200, [200, undefined]]);
});

test('what is no network is refused at its place, and a key makes none that is for other networks than it is', async () => {
  const { app, call } = await fixture();
  const wrong = await call('POST', '/v1/keys', { body: { name: 'Wrong', addresses: ['203.0.113.0/24', '10.0.0.0/33'] } });
  expect([wrong.status, wrong.body.error.details[0].path]).toEqual([422, 'addresses[1]']);
  const { body } = await call('POST', '/v1/keys', { body: { name: 'Admin', scopes: ['admin'], addresses: ['203.0.113.0/24'] } });
  const make = async (addresses?: readonly string[]) => {
    const headers = { authorization: `Bearer ${body.key}`, 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify({ name: 'Child', ...(addresses && { addresses }) }) };
    const response = await app.request('/v1/keys', sent, { address: '203.0.113.9' });
    const made = await response.json();
    return response.status === 201 ? made.addresses : made.error.details[0].code;
  };
  expect(await make()).toEqual(['203.0.113.0/24']);
  expect(await make(['203.0.113.128/25'])).toEqual(['203.0.113.128/25']);
  expect(await make(['0.0.0.0/0'])).toBe('wider_than_its_maker');
});
