import { expect, test } from 'vitest';
import { addressList } from '../../adapters/http/address-list.ts';
import { failOnDrift, startHarness } from './harness.ts';
import { signedIn } from './people-fixture.ts';

failOnDrift();

const dashboard = { page: '<!doctype html><html lang="en">', script: 'x', style: 'y' };

async function fixture() {
  const harness = await startHarness({
    settings: { dashboard, isTrustedProxy: addressList(['10.0.0.0/8']) },
  });
  const ask = async (
    key: string,
    address: string | undefined,
    headers: { [name: string]: string } = {},
  ) => {
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
  const { body } = await call('POST', '/v1/keys', {
    body: { name: 'CI', addresses: ['203.0.113.9'] },
  });
  expect(await ask(body.key, '10.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toEqual([
    200,
    undefined,
  ]);
  expect(
    await ask(body.key, '10.0.0.1', { 'x-forwarded-for': '203.0.113.9, 198.51.100.1' }),
  ).toEqual([403, 'address_not_allowed']);
  expect(await ask(body.key, '198.51.100.1', { 'x-forwarded-for': '203.0.113.9' })).toEqual([
    403,
    'address_not_allowed',
  ]);
});

test('an existing key is kept to networks, and let go again, from the next request on; its sessions too', async () => {
  const { app, call, ask } = await fixture();
  const { body: created } = await call('POST', '/v1/keys', { body: { name: 'Desk' } });
  const signIn = {
    method: 'POST',
    body: JSON.stringify({ key: created.key }),
    headers: { 'content-type': 'application/json' },
  };
  const cookie =
    (await app.request('/dashboard/session', signIn, { address: '198.51.100.1' })).headers.get(
      'set-cookie',
    ) ?? '';
  const headers = { cookie: cookie.split(';')[0] ?? '', 'x-slipway-dashboard': '1' };
  const look = async (): Promise<number> =>
    (await app.request('/v1/me', { headers }, { address: '198.51.100.1' })).status;
  expect([await look(), await ask(created.key, '198.51.100.1')]).toEqual([200, [200, undefined]]);
  const kept = await call('PATCH', `/v1/keys/${created.id}`, {
    body: { addresses: ['203.0.113.0/24'] },
  });
  expect([kept.status, kept.body.addresses]).toEqual([200, ['203.0.113.0/24']]);
  expect([await look(), await ask(created.key, '198.51.100.1')]).toEqual([
    403,
    [403, 'address_not_allowed'],
  ]);
  expect(
    (await app.request('/dashboard/session', signIn, { address: '198.51.100.1' })).status,
  ).toBe(403);
  await call('PATCH', `/v1/keys/${created.id}`, { body: { addresses: null } });
  expect([await look(), await ask(created.key, '198.51.100.1')]).toEqual([200, [200, undefined]]);
});

test('what is no network is refused at its place, and a key makes none that is for other networks than it is', async () => {
  const { app, call } = await fixture();
  const wrong = await call('POST', '/v1/keys', {
    body: { name: 'Wrong', addresses: ['203.0.113.0/24', '10.0.0.0/33'] },
  });
  expect([wrong.status, wrong.body.error.details[0].path]).toEqual([422, 'addresses[1]']);
  const { body } = await call('POST', '/v1/keys', {
    body: { name: 'Admin', scopes: ['admin'], addresses: ['203.0.113.0/24'] },
  });
  const make = async (addresses?: readonly string[]) => {
    const headers = { authorization: `Bearer ${body.key}`, 'content-type': 'application/json' };
    const sent = {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Child', ...(addresses && { addresses }) }),
    };
    const response = await app.request('/v1/keys', sent, { address: '203.0.113.9' });
    const made = await response.json();
    return response.status === 201 ? made.addresses : made.error.details[0].code;
  };
  expect(await make()).toEqual(['203.0.113.0/24']);
  expect(await make(['203.0.113.128/25'])).toEqual(['203.0.113.128/25']);
  expect(await make(['0.0.0.0/0'])).toBe('wider_than_its_maker');
});

test('a key that ends, or is for some networks, hands on nothing that goes beyond it', async () => {
  const mail = { send: async () => ({ ok: true as const }) };
  const { app, call, ports, companyId, clock } = await startHarness({ ports: { mail } });
  const end = new Date(clock.now() + 3_600_000).toISOString();
  const scopes = ['admin', 'operator'];
  const bounds = [{ expiresAt: end }, { addresses: ['203.0.113.0/24'] }];
  const { id: reading } = (
    await call('POST', '/v1/keys', { body: { name: 'Reads', scopes: ['read'] } })
  ).body;
  for (const [n, bound] of bounds.entries()) {
    const { key } = (await call('POST', '/v1/keys', { body: { name: 'Bound', scopes, ...bound } }))
      .body;
    const ask = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const response = await app.request(
        path,
        { method, headers, body: JSON.stringify(body) },
        { address: '203.0.113.9' },
      );
      const answer = await response.json();
      return { status: response.status, answer, code: answer.error?.details?.[0]?.code };
    };
    // A role has no end and is used from anywhere.
    const email = `later-${n}@example.com`;
    expect(await ask('POST', '/v1/invites', { email, role: 'admin' })).toMatchObject({
      status: 403,
      code: 'beyond_key',
    });
    expect(await ask('POST', '/v1/invites', { email, role: 'viewer' })).toMatchObject({
      status: 403,
      code: 'beyond_key',
    });
    const { id: workspaceId } = (await call('GET', '/v1/workspaces')).body.data[0];
    const part = { email, workspaces: [{ workspaceId, role: 'launcher' }] };
    expect(await ask('POST', '/v1/invites', part)).toMatchObject({
      status: 403,
      code: 'beyond_key',
    });
    const { id: invite } = (await call('POST', '/v1/invites', { body: { email, role: 'viewer' } }))
      .body;
    expect(await ask('POST', `/v1/invites/${invite}/resend`, {})).toMatchObject({
      status: 403,
      code: 'beyond_key',
    });
    const { id: person } = await signedIn(
      { ports, companyId },
      { role: 'launcher', workspaces: [] },
    );
    expect(await ask('PATCH', `/v1/people/${person}`, { role: 'admin' })).toMatchObject({
      status: 403,
      code: 'beyond_key',
    });
    // It takes them all the same.
    expect((await ask('PATCH', `/v1/people/${person}`, { role: 'viewer' })).status).toBe(200);
    expect((await ask('DELETE', `/v1/people/${person}`, {})).status).toBe(200);
    expect((await ask('DELETE', `/v1/invites/${invite}`, {})).status).toBe(200);
    // Keys that it makes or widens are bound as it is.
    const { adminKey, companyId: made } = (
      await ask('POST', '/v1/companies', { name: `Made ${n}` })
    ).answer;
    expect([adminKey, made]).toEqual([expect.any(String), expect.any(String)]);
    const first = await app.request(
      '/v1/keys',
      { headers: { authorization: `Bearer ${adminKey}` } },
      { address: '203.0.113.9' },
    );
    const [minted] = (await first.json()).data;
    expect(minted).toMatchObject(bound);
    const wider = (await ask('PATCH', `/v1/keys/${reading}`, { scopes: ['admin'] })).answer;
    expect(wider).toMatchObject(bound);
    await call('PATCH', `/v1/keys/${reading}`, {
      body: { scopes: ['read'], expiresAt: null, addresses: null },
    });
  }
});
