import { createHash } from 'node:crypto';
import { UnauthorizedError as FormerUnauthorized } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { createAuthenticator } from '../../core/access/authenticate.ts';
import { type CompanyRecord, companyKind } from '../../core/access/records.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { createApp } from '../../server/app.ts';
import { operationsOf } from '../../server/invoke.ts';
import { failOnDrift } from './harness.ts';
import { call, connectOver } from './mcp-client.ts';
import {
  type Asks,
  connectProgram,
  dashboard,
  decideAt,
  memoryProvider,
  REDIRECT,
} from './mcp-oauth.ts';
import { asks, type SignedIn, signedIn } from './people-fixture.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const [, adSet = ''] = seed.emptyAdSets(eur, 'traffic');
const rename = (name: string) => ({
  changes: [{ action: 'rename', kind: 'ad_set', accountId: eur, ids: [adSet], name }],
});

let fixture: ServiceFixture;
let manager: SignedIn;
let asManager: Asks;
beforeAll(async () => {
  fixture = await startServiceFixture({ settings: { dashboard } });
  manager = await signedIn(fixture, { role: 'manager', workspaces: [] });
  asManager = asks(fixture, manager);
});
afterAll(() => fixture.worker.stop());

const resource = () => `${fixture.ports.publicUrl}/mcp`;
const get = async (path: string) => (await fixture.app.request(path)).json();
const post = async (path: string, form: { readonly [name: string]: string }) => {
  const response = await fixture.app.request(path, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: await response.json() };
};
const register = async (
  metadata: object = { client_name: 'Claude', redirect_uris: [REDIRECT] },
) => {
  const response = await fixture.app.request('/oauth/register', {
    method: 'POST',
    body: JSON.stringify(metadata),
  });
  return { status: response.status, body: await response.json() };
};
const sent = async (token: string, path = '/mcp') =>
  fixture.app.request(path, {
    method: path === '/mcp' ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    ...(path === '/mcp' && { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) }),
  });

/** The company of the fixture cannot suspend itself. */
async function suspension(isSuspended: boolean) {
  const found = await fixture.ports.store.get(companyKind, SYSTEM, fixture.companyId);
  const { suspendedAt: _, ...doc } = (found?.doc ?? {}) as CompanyRecord;
  const next = { ...doc, ...(isSuspended && { suspendedAt: fixture.clock.now() }) };
  return {
    kind: companyKind,
    companyId: SYSTEM,
    id: fixture.companyId,
    expect: found?.version ?? 'absent',
    doc: next,
  } as const;
}

/** A request for consent by hand, and what redeems its code. */
async function asked(more: { readonly [name: string]: string } = {}) {
  const clientId = (await register()).body.client_id;
  const verifier = 'v'.repeat(50);
  const url = new URL(`${fixture.ports.publicUrl}/oauth/authorize`);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const given = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: challenge,
  };
  const all = {
    ...given,
    code_challenge_method: 'S256',
    resource: resource(),
    state: 's',
    scope: 'read plan apply',
    ...more,
  };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return { url, clientId, verifier };
}

/** A code that a person has allowed, with the form that redeems it. */
async function allowed(as: Asks = asManager) {
  const { url, clientId, verifier } = await asked();
  const { back } = await decideAt(fixture, as, url);
  const code = back.searchParams.get('code') ?? '';
  const form = {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
  };
  return { form, clientId };
}

const tokens = async (as?: Asks) => {
  const { form, clientId } = await allowed(as);
  const { body } = await post('/oauth/token', form);
  return {
    access: body.access_token as string,
    refresh: body.refresh_token as string,
    clientId,
    form,
  };
};
const renewed = (refresh_token: string, client_id: string, more: object = {}) =>
  post('/oauth/token', { grant_type: 'refresh_token', refresh_token, client_id, ...more });

describe('a program is connected', () => {
  test('by the official client, from the refusal over the consent of a person to a plan', async () => {
    const { client, kept } = await connectProgram(fixture, asManager);
    expect(kept.tokens).toMatchObject({
      token_type: 'Bearer',
      scope: 'read plan apply',
      expires_in: 900,
    });
    expect((await client.listTools()).tools).toHaveLength(11);
    const plan = await call(client, 'plan', rename('By a program'));
    expect(plan.status).toBe('awaiting_approval');
    const { planner, createdBy } = (await fixture.call('GET', `/v1/approvals/${plan.planDigest}`))
      .body;
    expect([planner, createdBy]).toEqual([
      expect.stringContaining('with the program “Claude”'),
      manager.id,
    ]);
  });

  test('by the official client of the protocol before', async () => {
    const { provider, sent: browser } = memoryProvider({ client_name: 'Former' });
    const transport = () =>
      new FormerTransport(new URL(resource()), {
        authProvider: provider as never,
        fetch: async (url, init) => fixture.app.request(String(url), init),
      });
    const first = transport();
    const client = new FormerClient({ name: 'former', version: '1' });
    await expect(client.connect(first as never)).rejects.toThrow(FormerUnauthorized);
    const { asked: page, back } = await decideAt(fixture, asManager, browser[0] as URL);
    expect(page.body).toMatchObject({
      client: 'Former',
      host: 'claude.ai',
      holder: expect.stringContaining(manager.email),
    });
    await first.finishAuth(back.searchParams.get('code') ?? '');
    const again = new FormerClient({ name: 'former', version: '1' });
    await again.connect(transport() as never);
    expect((await again.listTools()).tools).toHaveLength(11);
  });

  test('with what the person leaves it, and never with more than the person may do', async () => {
    const reader = await connectProgram(fixture, asManager, { may: ['read'] });
    const names = async ({ client }: typeof reader) =>
      (await client.listTools()).tools.map(({ name }) => name);
    expect(await names(reader)).not.toContain('plan');
    expect(await names(reader)).toContain('query_report');
    const planner = await connectProgram(fixture, asManager, { may: ['read', 'plan'] });
    expect(await names(planner)).toContain('plan');
    expect(await names(planner)).not.toContain('apply_plan');
    const viewer = asks(fixture, await signedIn(fixture, { role: 'viewer', workspaces: [] }));
    expect(await names(await connectProgram(fixture, viewer))).toEqual(await names(reader));
  });

  test('for a key, within the rights and the life of the key', async () => {
    const key = await fixture.keyWith('plan');
    const as: Asks = (method, path, options) => fixture.call(method, path, { ...options, key });
    const { client } = await connectProgram(fixture, as);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('apply_plan');
    const { id } = (await fixture.call('GET', '/v1/keys?limit=200')).body.data.find(
      (each: { name: string }) => each.name === 'plan',
    );
    await fixture.call('DELETE', `/v1/keys/${id}`);
    await expect(call(client, 'list_accounts')).rejects.toThrow();
  });

  test('for longer than a token lasts: the client renews it by itself', async () => {
    const { client, kept } = await connectProgram(fixture, asManager);
    const before = kept.tokens as { readonly access_token: string };
    fixture.clock.step(16 * 60_000);
    expect((await call(client, 'list_accounts')).rows.length).toBeGreaterThan(0);
    expect(kept.tokens).toMatchObject({
      scope: 'read plan apply',
      access_token: expect.not.stringContaining(before.access_token),
    });
  });

  test('beside keys, which go on as they did', async () => {
    const client = await connectOver(
      async (url, init) => fixture.app.request(url, init),
      fixture.key,
    );
    expect((await client.listTools()).tools).toHaveLength(11);
  });

  test('as its metadata say, which pages of others may read', async () => {
    const refused = await fixture.app.request('/mcp', { method: 'POST', body: '{}' });
    const metadata = `${fixture.ports.publicUrl}/.well-known/oauth-protected-resource/mcp`;
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${metadata}", scope="read plan apply"`,
    );
    expect(await get(metadata)).toMatchObject({
      resource: resource(),
      authorization_servers: [fixture.ports.publicUrl],
    });
    const server = await fixture.app.request('/.well-known/oauth-authorization-server');
    expect(server.headers.get('access-control-allow-origin')).toBe('*');
    expect(await server.json()).toMatchObject({
      issuer: fixture.ports.publicUrl,
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      client_id_metadata_document_supported: true,
    });
    expect((await fixture.app.request('/oauth/token', { method: 'OPTIONS' })).status).toBe(204);
  });
});

describe('a person', () => {
  test('is shown the program, the company and what it may do, and can refuse', async () => {
    const { url } = await asked();
    const { asked: page, back } = await decideAt(fixture, asManager, url, { decision: 'refuse' });
    expect(page.body).toMatchObject({
      client: 'Claude',
      host: 'claude.ai',
      may: ['read', 'plan', 'apply'],
    });
    expect(page.body.company).toEqual(expect.any(String));
    expect(back.href).toBe(
      `${REDIRECT}?error=access_denied&state=s&iss=${encodeURIComponent(fixture.ports.publicUrl)}`,
    );
  });

  test('approves what a program planned: it cannot itself, whatever its form says', async () => {
    const person = () => ({ action: 'accept', content: { approve: true } }) as const;
    const { client } = await connectProgram(fixture, asManager, { person });
    const { planDigest } = await call(client, 'plan', rename('Approved by a person'));
    expect(await call(client, 'apply_plan', { planDigest })).toMatchObject({
      status: 'needs_person',
    });
    await asManager('POST', `/v1/approvals/${planDigest}`, { body: { decision: 'approve' } });
    expect((await call(client, 'apply_plan', { planDigest })).status).toBe('applied');
    const { data } = (await fixture.call('GET', '/v1/audit?limit=50')).body;
    const applied = data.find(({ action }: { action: string }) => action === 'plan.apply');
    expect(applied).toMatchObject({
      keyId: manager.id,
      details: { program: 'Claude', grant: expect.stringMatching(/^grant_/) },
    });
  });

  test('sees the programs and ends one, which is refused at once', async () => {
    const own = await signedIn(fixture, { role: 'manager', workspaces: [] });
    const as = asks(fixture, own);
    const { access, refresh, clientId } = await tokens(as);
    expect((await sent(access)).status).toBe(200);
    const [grant, ...more] = (await as('GET', '/v1/grants')).body.data;
    expect([grant, more]).toMatchObject([
      {
        client: 'Claude',
        host: 'claude.ai',
        holder: { id: own.id },
        may: ['read', 'plan', 'apply'],
      },
      [],
    ]);
    expect((await asManager('DELETE', `/v1/grants/${grant.id}`, { body: {} })).status).toBe(404);
    const everyone = (await fixture.call('GET', '/v1/grants?everyone=true&limit=200')).body.data;
    expect(everyone.map(({ id }: { id: string }) => id)).toContain(grant.id);
    expect((await as('DELETE', `/v1/grants/${grant.id}`)).status).toBe(200);
    expect((await sent(access)).status).toBe(401);
    expect((await renewed(refresh, clientId)).body.error).toBe('invalid_grant');
  });

  test('who is removed, or loses a right, takes the program along', async () => {
    const { id, ...own } = await signedIn(fixture, { role: 'manager', workspaces: [] });
    const { client } = await connectProgram(fixture, asks(fixture, own));
    await fixture.call('PATCH', `/v1/people/${id}`, { body: { role: 'viewer' } });
    expect(
      (await client.callTool({ name: 'plan', arguments: rename('x') }).catch((error) => error))
        .content,
    ).toBeUndefined();
    await fixture.call('DELETE', `/v1/people/${id}`);
    await expect(call(client, 'list_accounts')).rejects.toThrow();
  });
});

describe('what is refused', () => {
  test('a token elsewhere than at /mcp, and in another company', async () => {
    const { access } = await tokens();
    for (const path of ['/v1/me', '/v1/batches', '/v1/keys', '/v1/grants'])
      expect([path, (await sent(access, path)).status]).toEqual([path, 401]);
    const client = await connectOver(async (url, init) => fixture.app.request(url, init), access);
    expect((await call(client, 'call_action', { action: 'me' })).answer.company.id).toBe(
      fixture.companyId,
    );
  });

  test('a wrong audience, in the request, in the exchange and in the token', async () => {
    const { url } = await asked({ resource: 'https://other.example/mcp' });
    const page = await fixture.app.request(url.href);
    expect(page.headers.get('location')).toBe(`${fixture.ports.publicUrl}/#/connect/other-address`);
    const { form } = await allowed();
    expect(
      (await post('/oauth/token', { ...form, resource: 'https://other.example/mcp' })).body.error,
    ).toBe('invalid_target');
    const settings = { readLimit: 100, writeLimit: 100, dashboard };
    const moved = createApp({ ...fixture.ports, publicUrl: 'https://elsewhere.test' }, settings);
    const { access } = await tokens();
    const at = await moved.request('/mcp', {
      method: 'POST',
      headers: { authorization: `Bearer ${access}` },
      body: '{}',
    });
    expect(at.status).toBe(401);
  });

  test('a stolen code: without its verifier, of another client, to another address, or used before', async () => {
    const { form } = await allowed();
    const other = (await register({ client_name: 'Thief', redirect_uris: [REDIRECT] })).body
      .client_id;
    for (const changed of [
      { code_verifier: 'x'.repeat(50) },
      { client_id: other },
      { redirect_uri: 'https://claude.ai/other' },
      { code: 'gc_x' },
    ])
      expect((await post('/oauth/token', { ...form, ...changed })).body.error).toBe(
        'invalid_grant',
      );
    const { body } = await post('/oauth/token', form);
    expect((await sent(body.access_token)).status).toBe(200);
    expect((await post('/oauth/token', form)).body.error).toBe('invalid_grant');
    // One of the two who had the code is not the program: neither goes on.
    expect((await sent(body.access_token)).status).toBe(401);
  });

  test('a code after a minute, and an access token after a quarter of an hour', async () => {
    const { form } = await allowed();
    fixture.clock.step(61_000);
    expect((await post('/oauth/token', form)).body.error).toBe('invalid_grant');
    const { access, refresh, clientId } = await tokens();
    fixture.clock.step(15 * 60_000);
    expect((await sent(access)).status).toBe(401);
    const next = await renewed(refresh, clientId);
    expect((await sent(next.body.access_token)).status).toBe(200);
  });

  test('a refresh token that comes twice, which ends the grant', async () => {
    const { refresh, clientId } = await tokens();
    const first = await renewed(refresh, clientId, { resource: resource() });
    const second = await renewed(first.body.refresh_token, clientId);
    expect((await sent(second.body.access_token)).status).toBe(200);
    expect((await renewed(refresh, clientId)).body.error).toBe('invalid_grant');
    expect((await sent(second.body.access_token)).status).toBe(401);
    expect((await renewed(second.body.refresh_token, clientId)).body.error).toBe('invalid_grant');
    const { data } = (await fixture.call('GET', '/v1/audit?limit=20')).body;
    expect(data.map(({ action }: { action: string }) => action)).toContain('grant.end');
  });

  test('a refresh token that comes again within seconds is answered, and the connection goes on', async () => {
    const { refresh, clientId } = await tokens();
    const answers = await Promise.all([1, 2, 3, 4].map(() => renewed(refresh, clientId)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { body } of answers) expect((await sent(body.access_token)).status).toBe(200);
    const other = (await register()).body.client_id;
    expect((await renewed(refresh, other)).body.error).toBe('invalid_grant');
    const next = await renewed(answers[2]?.body.refresh_token, clientId);
    expect((await sent(next.body.access_token)).status).toBe(200);
    // Later it is a stolen one.
    fixture.clock.step(11_000);
    expect((await renewed(answers[1]?.body.refresh_token, clientId)).body.error).toBe(
      'invalid_grant',
    );
    expect((await sent(next.body.access_token)).status).toBe(401);
  });

  test('programs of a person who is removed or signed out, of a key that is revoked, and of a suspended company', async () => {
    const listed = async () =>
      (await fixture.call('GET', '/v1/grants?everyone=true&limit=200')).body.data;
    const isListed = async (holder: string) =>
      (await listed()).some((each: { holder: { id: string } }) => each.holder.id === holder);
    const person = await signedIn(fixture, { role: 'manager', workspaces: [] });
    const first = await tokens(asks(fixture, person));
    expect(await isListed(person.id)).toBe(true);
    const out = await fixture.call('POST', `/v1/people/${person.id}/sign-out`);
    expect(out.body).toMatchObject({ ended: 1, programs: 1 });
    expect([
      (await sent(first.access)).status,
      (await renewed(first.refresh, first.clientId)).status,
    ]).toEqual([401, 400]);
    expect(await isListed(person.id)).toBe(false);

    const again = await signedIn(fixture, { role: 'manager', workspaces: [] });
    const second = await tokens(asks(fixture, again));
    await fixture.call('DELETE', `/v1/people/${again.id}`);
    expect([
      (await sent(second.access)).status,
      (await renewed(second.refresh, second.clientId)).status,
    ]).toEqual([401, 400]);
    expect(await isListed(again.id)).toBe(false);

    const { key, id } = (
      await fixture.call('POST', '/v1/keys', { body: { name: 'Of a program', scopes: ['manage'] } })
    ).body;
    const third = await tokens((method, path, options) =>
      fixture.call(method, path, { ...options, key }),
    );
    await fixture.call('DELETE', `/v1/keys/${id}`);
    expect((await renewed(third.refresh, third.clientId)).status).toBe(400);
    expect(await isListed(id)).toBe(false);

    const fourth = await tokens();
    await fixture.ports.store.commit([await suspension(true)]);
    expect((await renewed(fourth.refresh, fourth.clientId)).status).toBe(400);
    await fixture.ports.store.commit([await suspension(false)]);
    expect((await renewed(fourth.refresh, fourth.clientId)).status).toBe(200);
  });

  test('a refresh token of another client, and one that was given back', async () => {
    const { access, refresh, clientId } = await tokens();
    const other = (await register()).body.client_id;
    expect((await renewed(refresh, other)).body.error).toBe('invalid_grant');
    expect((await post('/oauth/revoke', { token: refresh, client_id: other })).status).toBe(200);
    expect((await sent(access)).status).toBe(200);
    await post('/oauth/revoke', { token: refresh, client_id: clientId });
    expect((await sent(access)).status).toBe(401);
  });

  test('a request without PKCE, of an unknown client, or to an address that the client did not name', async () => {
    const where = async (more: { readonly [name: string]: string }) =>
      (await fixture.app.request((await asked(more)).url.href)).headers.get('location') ?? '';
    // Nobody is sent to the address of a program before a person has decided.
    const page = `${fixture.ports.publicUrl}/#/connect`;
    expect(await where({ code_challenge_method: 'plain' })).toBe(`${page}/no-challenge`);
    expect(await where({ response_type: 'token' })).toBe(`${page}/no-code`);
    expect(await where({ state: 's'.repeat(2_001) })).toBe(`${page}/long-state`);
    const told = await asManager('POST', '/v1/grants/asked', { body: { request: 'no-code' } });
    expect(told.body.error.message).toContain('asks for something else than a code');
    for (const more of [
      { client_id: 'client_x' },
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: 'javascript:alert(1)' },
    ])
      expect(await where(more)).toBe(`${fixture.ports.publicUrl}/#/connect/unknown`);
    const { status, body } = await asManager('POST', '/v1/grants/asked', {
      body: { request: 'unknown' },
    });
    expect([status, body.error.details[0].code]).toEqual([422, 'unknown_request']);
  });

  test.each([
    'http://evil.example/cb',
    'javascript:alert(1)',
    'https://a.example/#x',
    'data:text/html,x',
    'no address',
    'search-ms://query=x',
    'ms-msdt://x',
    'chrome://settings',
    'cursor://app/cb',
    'https:evil.example',
    'HTTPS://Evil.example/CB',
  ])('a client that wants to be answered at %s', async (uri) => {
    expect(await register({ client_name: 'x', redirect_uris: [uri] })).toMatchObject({
      status: 400,
      body: { error: 'invalid_redirect_uri' },
    });
  });

  test('what a program was not granted, and every approval, whatever operation it calls', async () => {
    const callerOf = async (may: readonly string[]) => {
      const { kept } = await connectProgram(fixture, asManager, { may });
      const { access_token } = kept.tokens as { readonly access_token: string };
      const presented = { authorization: `Bearer ${access_token}`, resource: resource() };
      return createAuthenticator(fixture.ports).identify(presented, { address: () => undefined });
    };
    const reader = operationsOf(fixture.ports, await callerOf(['read']));
    const renaming = {
      businessId: eur,
      entityType: 'adset',
      entityId: adSet,
      name: 'Never',
    } as const;
    const lacking = { code: 'forbidden', details: [{ code: 'scope_lacking' }] };
    await expect(reader.manage.rename(renaming)).rejects.toMatchObject(lacking);
    await expect(
      reader.approvals.request({ operations: [{ operation: 'manage.rename', input: renaming }] }),
    ).rejects.toMatchObject(lacking);
    const applier = operationsOf(fixture.ports, await callerOf(['read', 'plan', 'apply']));
    const { digest } = await applier.approvals.request({
      operations: [{ operation: 'manage.rename', input: renaming }],
    });
    const person = { code: 'forbidden', details: [{ code: 'person_needed' }] };
    await expect(applier.approvals.decide({ digest, decision: 'approve' })).rejects.toMatchObject(
      person,
    );
    await expect(applier.keys.create({ name: 'x' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('a model that would let another program in', async () => {
    const { client } = await connectProgram(fixture, asManager);
    for (const action of ['grants.allow', 'grants.end', 'grants.list', 'keys.create'])
      expect(
        await call(client, 'call_action', { action, input: { request: 'x', decision: 'allow' } }),
      ).toMatchObject({
        isError: true,
      });
  });
});

test('an app on the machine of the person may listen at any port', async () => {
  const { body } = await register({
    redirect_uris: ['http://127.0.0.1:1/cb', 'com.example.app:/cb'],
  });
  const { url } = await asked({
    client_id: body.client_id,
    redirect_uri: 'http://127.0.0.1:50123/cb',
  });
  expect((await fixture.app.request(url.href)).headers.get('location')).toContain('/#/connect/v2.');
});

test('a client id that is an address is read there', async () => {
  const address = 'https://client.example/oauth/metadata.json';
  const document = {
    client_id: address,
    client_name: 'By document',
    redirect_uris: ['https://client.example/cb'],
  };
  const bytes = (text: string) =>
    (async function* () {
      yield new TextEncoder().encode(text);
    })();
  let text = JSON.stringify(document);
  const publicFetch = { get: async () => ({ chunks: bytes(text), filename: 'metadata.json' }) };
  const own = await startServiceFixture({ settings: { dashboard }, publicFetch });
  const { url } = await asked({ client_id: address, redirect_uri: 'https://client.example/cb' });
  const as: Asks = (method, path, options) => own.call(method, path, options);
  expect((await decideAt(own, as, url)).asked.body).toMatchObject({
    client: 'By document',
    host: 'client.example',
  });
  text = JSON.stringify({ ...document, client_id: 'https://client.example/another.json' });
  expect((await own.app.request(url.href)).headers.get('location')).toContain('/#/connect/unknown');
  await own.worker.stop();
});

test('below a path its metadata are also where clients look for them at the root of the host', async () => {
  const publicUrl = 'https://app.example.com/ads';
  const app = createApp(
    { ...fixture.ports, publicUrl },
    { readLimit: 100, writeLimit: 100, dashboard },
  );
  const read = async (path: string) => (await app.request(path)).json();
  expect(await read('/.well-known/oauth-protected-resource/ads/mcp')).toMatchObject({
    resource: `${publicUrl}/mcp`,
  });
  expect(await read('/.well-known/oauth-authorization-server/ads')).toMatchObject({
    issuer: publicUrl,
  });
});

test('without a dashboard there is no page where a person decides, and nothing of this is offered', async () => {
  const bare = await startServiceFixture();
  const refused = await bare.app.request('/mcp', { method: 'POST', body: '{}' });
  expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  expect((await bare.app.request('/.well-known/oauth-protected-resource/mcp')).status).toBe(404);
  await bare.worker.stop();
});
