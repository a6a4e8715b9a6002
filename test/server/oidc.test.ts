import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOidc } from '../../adapters/identity/oidc.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { IdentityProvider } from '../../core/ports/identity-provider.ts';
import { silent } from '../../core/ports/log.ts';
import type { Mailer, MailMessage } from '../../core/ports/mailer.ts';
import { machineClock } from '../machine-time.ts';
import { type OpenIdProvider, openProvider, signInAt } from '../openid-provider.ts';
import { failOnDrift, startHarness } from './harness.ts';
import { signedIn } from './people-fixture.ts';

failOnDrift();

const dashboard = { page: '<!doctype html><html lang="en">', script: 'x', style: 'y' };
const publicUrl = 'http://127.0.0.1:4000';
const callback = `${publicUrl}/dashboard/oidc/callback`;

let provider: OpenIdProvider;
let identities: IdentityProvider;
beforeAll(async () => {
  provider = await openProvider();
  provider.serve(callback);
  const { issuer, clientId, clientSecret } = provider;
  identities = createOidc({
    issuer,
    clientId,
    clientSecret,
    name: 'Works',
    clock: machineClock,
    log: silent,
  });
});
afterAll(() => provider.stop());

async function open(ports: Pick<ServicePorts, 'mail' | 'identities'> = {}) {
  const harness = await startHarness({
    publicUrl,
    ports: { identities, ...ports },
    settings: { dashboard },
  });
  const get = async (path: string, cookie = '') => {
    const response = await harness.app.request(path, { headers: { cookie } });
    const cookies = response.headers.getSetCookie();
    const pick = (name: string) =>
      cookies.find((each) => each.startsWith(`${name}=`))?.split(';')[0] ?? '';
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      cookies,
      pick,
    };
  };
  const begin = () => get('/dashboard/oidc/start');
  /** From the page to the provider and back, as one browser. */
  const walk = async (login: string) => {
    const begun = await begin();
    const back = new URL(await signInAt(begun.location, login));
    return {
      ...(await get(back.pathname + back.search, begun.pick('slipway_sign_in'))),
      back,
      begun,
    };
  };
  const me = (session: string) =>
    harness.call('GET', '/v1/me', {
      key: null,
      headers: { cookie: session, 'x-slipway-dashboard': '1' },
    });
  return { ...harness, get, begin, walk, me };
}

const account = (login: string, more: object = {}) =>
  provider.accounts.set(login, {
    email: `${login}@example.com`,
    email_verified: true,
    name: login,
    ...more,
  });

test('the browser is sent with PKCE, state and nonce, and what it began lies sealed in a cookie of its own', async () => {
  const { begin } = await open();
  const { status, location, cookies } = await begin();
  const asked = new URL(location).searchParams;
  expect(status).toBe(302);
  expect([
    asked.get('response_type'),
    asked.get('code_challenge_method'),
    asked.get('redirect_uri'),
  ]).toEqual(['code', 'S256', callback]);
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(asked.get(name)?.length).toBeGreaterThan(20);
  expect(cookies).toEqual([
    expect.stringMatching(
      /^slipway_sign_in=v2\.\S+; Path=\/dashboard\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/,
    ),
  ]);
  expect(cookies[0]).not.toContain(asked.get('state') ?? '');
});

test('whoever is invited signs in with the provider, and is known there by more than the address from then on', async () => {
  const { call, walk, me } = await open();
  account('ann');
  const { body } = await call('POST', '/v1/invites', {
    body: { email: 'ann@example.com', role: 'manager' },
  });
  expect(body.sentAt).toBeNull();
  const { status, location, pick, cookies } = await walk('ann');
  expect([status, location]).toEqual([302, `${publicUrl}/`]);
  expect(cookies.find((each) => each.startsWith('slipway_session='))).toMatch(
    /HttpOnly; SameSite=Strict$/,
  );
  expect(cookies.find((each) => each.startsWith('slipway_sign_in='))).toContain('Max-Age=0');
  expect((await me(pick('slipway_session'))).body.person).toMatchObject({
    email: 'ann@example.com',
    name: 'ann',
    role: 'manager',
  });

  account('ann', { email: 'married@example.com' });
  expect((await me((await walk('ann')).pick('slipway_session'))).body.person.email).toBe(
    'ann@example.com',
  );
  account('impostor', { email: 'ann@example.com' });
  expect((await walk('impostor')).location).toBe(`${publicUrl}/#/sign-in-failed/another_identity`);
});

test.each([
  ['stranger', {}, 'not_invited'],
  ['unverified', { email_verified: false }, 'email_not_verified'],
  ['silent', { email: undefined }, 'email_not_verified'],
])('%s is let in nowhere, and told why', async (login, claims, code) => {
  const fixture = await open();
  if (login !== 'stranger')
    await signedIn(fixture, { role: 'viewer', workspaces: [] }, `${login}@example.com`);
  account(login, claims);
  const { location, pick } = await fixture.walk(login);
  expect([location, pick('slipway_session')]).toEqual([
    `${publicUrl}/#/sign-in-failed/${code}`,
    '',
  ]);
});

test('an invitation that has expired is told, and lets nobody in', async () => {
  const { call, walk, clock } = await open();
  account('late');
  await call('POST', '/v1/invites', { body: { email: 'late@example.com', role: 'viewer' } });
  await clock.advance(8 * 86_400_000);
  expect((await walk('late')).location).toBe(`${publicUrl}/#/sign-in-failed/invite_expired`);
});

const kept = (sent: MailMessage[]): Mailer => ({
  async send(message) {
    sent.push(message);
    return { ok: true };
  },
});

test('a mailed link does not go past the provider, unless the setting allows it', async () => {
  const sent: MailMessage[] = [];
  const mail = kept(sent);
  const mailed = async (n: number) => {
    await expect.poll(() => sent.length).toBe(n);
    return sent[n - 1]?.text ?? '';
  };
  const { call, walk } = await open({ mail });
  const post = (path: string, body: object) =>
    call('POST', `/dashboard/${path}`, { key: null, body });
  const tokenIn = (text: string): string =>
    text.match(/#\/(?:sign-in|invite)\/(\w{43})/)?.[1] ?? '';
  account('kim');
  const email = 'kim@example.com';
  await call('POST', '/v1/invites', { body: { email, role: 'admin' } });
  const invited = tokenIn(await mailed(1));
  // Who has not signed in with the provider yet may use a link.
  await post('sign-in/email', { email });
  const early = tokenIn(await mailed(2));
  expect(early).not.toBe('');
  expect((await walk('kim')).pick('slipway_session')).not.toBe('');

  const late = await post('sign-in/link', { token: early });
  expect([late.status, late.body.error.details[0].code, late.headers.get('set-cookie')]).toEqual([
    403,
    'use_provider',
    null,
  ]);
  expect(
    (await post('invite', { token: invited, accept: true })).headers.get('set-cookie'),
  ).toBeNull();
  expect((await post('sign-in/email', { email })).body).toEqual({ success: true });
  const told = await mailed(3);
  expect([told.includes('Works'), tokenIn(told)]).toEqual([true, '']);
});

test('links beside the provider are a setting', async () => {
  const sent: MailMessage[] = [];
  const mail = kept(sent);
  const { call, walk } = await open({ mail, identities: { ...identities, allowsLinks: true } });
  account('lee');
  await call('POST', '/v1/invites', { body: { email: 'lee@example.com', role: 'viewer' } });
  await walk('lee');
  await call('POST', '/dashboard/sign-in/email', { key: null, body: { email: 'lee@example.com' } });
  await expect.poll(() => sent.at(-1)?.text).toMatch(/#\/sign-in\/\w{43}/);
});

test('an answer of the provider is worth nothing in another browser, a second time, later, or changed', async () => {
  const fixture = await open();
  const { begin, get, clock } = fixture;
  await signedIn(fixture, { role: 'viewer', workspaces: [] }, 'bob@example.com');
  account('bob');
  const failure = `${publicUrl}/#/sign-in-failed/`;
  const begun = await begin();
  const other = await begin();
  const back = new URL(await signInAt(begun.location, 'bob'));
  const path = back.pathname + back.search;
  const own = begun.pick('slipway_sign_in');
  expect((await get(path)).location).toBe(`${failure}sign_in_expired`);
  expect((await get(path, other.pick('slipway_sign_in'))).location).toBe(
    `${failure}provider_refused`,
  );
  expect((await get(path, `${own.slice(0, -3)}xxx`)).location).toBe(`${failure}sign_in_expired`);
  const otherState = path.replace(/state=[^&]+/, 'state=mine');
  expect((await get(otherState, own)).location).toBe(`${failure}provider_refused`);
  expect((await get(path, own)).location).toBe(`${publicUrl}/`);
  expect((await get(path, own)).location).toBe(`${failure}provider_refused`);
  const slow = await begin();
  const late = new URL(await signInAt(slow.location, 'bob'));
  await clock.advance(11 * 60_000);
  expect((await get(late.pathname + late.search, slow.pick('slipway_sign_in'))).location).toBe(
    `${failure}sign_in_expired`,
  );
});

test('whoever declines at the provider is told so; a provider that is away is tried again', async () => {
  const { begin, get } = await open();
  const begun = await begin();
  const state = new URL(begun.location).searchParams.get('state');
  const declined = `/dashboard/oidc/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
  expect((await get(declined, begun.pick('slipway_sign_in'))).location).toContain(
    'sign-in-failed/provider_refused',
  );

  const later = await openProvider();
  const { issuer, clientId, clientSecret } = later;
  await later.stop();
  const away = createOidc({
    issuer,
    clientId,
    clientSecret,
    name: 'Away',
    clock: machineClock,
    log: silent,
  });
  const harness = await startHarness({
    publicUrl,
    ports: { identities: away },
    settings: { dashboard },
  });
  const response = await harness.app.request('/dashboard/oidc/start');
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    `${publicUrl}/#/sign-in-failed/unavailable`,
  ]);
});
