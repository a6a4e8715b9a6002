import { expect, test } from 'vitest';
import { forgetSessions, sessionKind } from '../../core/access/sessions.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { createApp } from '../../server/app.ts';
import { type Harness, startHarness } from './harness.ts';

const dashboard = { page: '<!doctype html><html lang="en">', script: 'x', style: 'y' };
const open = (options: Parameters<typeof startHarness>[0] = {}): Promise<Harness> =>
  startHarness({ ...options, settings: { dashboard, ...options.settings } });

async function signIn(fixture: Harness, key = fixture.key): Promise<string> {
  const answer = await fixture.call('POST', '/dashboard/session', { key: null, body: { key } });
  expect(answer.status).toBe(200);
  return answer.headers.get('set-cookie') ?? '';
}
const pair = (cookie: string): string => cookie.split(';')[0] ?? '';
const ours = (cookie: string) => ({ cookie: pair(cookie), 'x-slipway-dashboard': '1' });

test('a session is a cookie that no script reads and no other site sends, and holds no readable key', async () => {
  const fixture = await open();
  const cookie = await signIn(fixture);
  for (const word of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age='])
    expect(cookie).toContain(word);
  expect(cookie).not.toContain('Secure'.repeat(2));
  expect(cookie).toContain('Secure');
  expect(cookie).not.toContain(fixture.key.slice(3));
  expect(
    (await fixture.call('GET', '/v1/me', { key: null, headers: ours(cookie) })).body.company.name,
  ).toBe('Own');
});

test('over plain http, on this machine, the cookie comes back', async () => {
  const fixture = await open({ publicUrl: 'http://127.0.0.1:4000' });
  expect(await signIn(fixture)).not.toContain('Secure');
});

test.each([
  ['without the header of the dashboard', (cookie: string) => ({ cookie: pair(cookie) })],
  ['from another site', (cookie: string) => ({ ...ours(cookie), 'sec-fetch-site': 'cross-site' })],
  [
    'from another site, of a browser that says no more',
    (cookie: string) => ({ ...ours(cookie), origin: 'https://evil.example' }),
  ],
  ['from a page without a place', (cookie: string) => ({ ...ours(cookie), origin: 'null' })],
  [
    'from a sibling of our site',
    (cookie: string) => ({ ...ours(cookie), 'sec-fetch-site': 'same-site' }),
  ],
  [
    'that was changed',
    (cookie: string) => ({ ...ours(cookie), cookie: `${pair(cookie).slice(0, -2)}xx` }),
  ],
  [
    'that is something else we sealed',
    () => ({ cookie: 'slipway_session=v1.x.y', 'x-slipway-dashboard': '1' }),
  ],
])('a session %s is no session', async (_name, headers) => {
  const fixture = await open();
  const cookie = await signIn(fixture);
  const answer = await fixture.call('POST', '/v1/keys', {
    key: null,
    body: { name: 'stolen' },
    headers: headers(cookie),
  });
  expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
});

test('signing in from another site is refused, and a wrong key says what is wrong', async () => {
  const fixture = await open();
  const foreign = await fixture.call('POST', '/dashboard/session', {
    key: null,
    body: { key: fixture.key },
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect([foreign.status, foreign.headers.get('set-cookie')]).toEqual([403, null]);
  const wrong = await fixture.call('POST', '/dashboard/session', {
    key: null,
    body: { key: 'ak_short' },
  });
  expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([401, null]);
  expect(wrong.body.error.message).toContain('Was it cut off?');
});

test('signing out ends a session everywhere, and that one alone', async () => {
  const fixture = await open();
  const other = createApp(fixture.ports, { dashboard, readLimit: 10, writeLimit: 10 });
  const [cookie, elsewhere] = [await signIn(fixture), await signIn(fixture)];
  const look = async (sent: string): Promise<number[]> => [
    (await fixture.call('GET', '/v1/me', { key: null, headers: ours(sent) })).status,
    (await other.request('/v1/me', { headers: ours(sent) })).status,
  ];
  expect(await look(cookie)).toEqual([200, 200]);
  const foreign = await fixture.call('DELETE', '/dashboard/session', {
    key: null,
    headers: { cookie: pair(cookie) },
  });
  expect([foreign.status, await look(cookie)]).toEqual([200, [200, 200]]);
  const out = await fixture.call('DELETE', '/dashboard/session', {
    key: null,
    headers: ours(cookie),
  });
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
  expect([await look(cookie), await look(elsewhere)]).toEqual([
    [401, 401],
    [200, 200],
  ]);
  expect(
    (await fixture.call('DELETE', '/dashboard/session', { key: null, headers: ours(cookie) }))
      .status,
  ).toBe(200);
  const trace = (await fixture.call('GET', '/v1/audit')).body.data.map(
    ({ action }: { action: string }) => action,
  );
  expect(trace.filter((action: string) => action.startsWith('session.')).sort()).toEqual([
    'session.begin',
    'session.begin',
    'session.end',
  ]);
});

test('a session ends with its key, and with the day', async () => {
  const fixture = await open();
  const key = await fixture.keyWith('read');
  const cookie = await signIn(fixture, key);
  const look = async (): Promise<number> =>
    (await fixture.call('GET', '/v1/me', { key: null, headers: ours(cookie) })).status;
  expect(await look()).toBe(200);
  const { data } = (await fixture.call('GET', '/v1/keys')).body;
  await fixture.call(
    'DELETE',
    `/v1/keys/${data.find(({ name }: { name: string }) => name === 'read').id}`,
  );
  expect(await look()).toBe(401);

  const other = await signIn(fixture);
  fixture.clock.advance(13 * 3_600_000);
  expect((await fixture.call('GET', '/v1/me', { key: null, headers: ours(other) })).status).toBe(
    401,
  );
  expect(await fixture.ports.store.count(sessionKind, SYSTEM)).toBe(2);
  await forgetSessions(fixture.ports);
  expect(await fixture.ports.store.count(sessionKind, SYSTEM)).toBe(0);
});

test('the pages may load nothing from elsewhere, and are not sent twice', async () => {
  const fixture = await open();
  const page = await fixture.call('GET', '/', { key: null });
  expect(page.headers.get('content-security-policy')).toContain(
    "default-src 'none'; script-src 'self'",
  );
  expect(page.body).toContain('data-sandbox="no"');
  const etag = page.headers.get('etag') ?? '';
  expect(
    (await fixture.call('GET', '/', { key: null, headers: { 'if-none-match': etag } })).status,
  ).toBe(304);
  expect((await (await startHarness()).call('GET', '/', { key: null })).status).toBe(404);
});

test('a page of another site lets no program in, whatever its browser says of itself', async () => {
  const fixture = await open();
  const cookie = await signIn(fixture);
  const post = (headers: { readonly [name: string]: string }) =>
    fixture.call('POST', '/v1/grants', {
      key: null,
      body: { request: 'x', decision: 'allow' },
      headers: { ...ours(cookie), ...headers },
    });
  expect((await post({ origin: 'https://evil.example' })).status).toBe(401);
  for (const headers of [
    {},
    { origin: 'http://localhost' },
    { host: 'slipway.test', origin: 'https://slipway.test' },
  ])
    expect((await post(headers)).body.error.details[0].code).toBe('unknown_request');
  const behind = {
    host: '10.0.0.7:4000',
    'x-forwarded-host': 'slipway.test',
    origin: 'https://slipway.test',
  };
  expect((await post(behind)).body.error.details[0].code).toBe('unknown_request');
});
