import { describe, expect, test } from 'vitest';
import { failOnDrift, type Harness, startHarness } from './harness.ts';

failOnDrift();

const settings = { readLimit: 3, writeLimit: 2 };

test('uploads take nothing from what a key may write', async () => {
  const { call } = await startHarness({ settings: { readLimit: 60, writeLimit: 10 } });
  const left = async (path: string) => {
    const { headers } = await call('POST', path, { body: {} });
    return `${headers.get('x-ratelimit-remaining')} of ${headers.get('x-ratelimit-limit')}`;
  };
  expect(await left('/v1/media/upload/url')).toBe('59 of 60');
  expect(await left('/v1/drafts')).toBe('9 of 10');
});

test('reads and writes have windows of their own, told on every answer to a valid key', async () => {
  const { call } = await startHarness({ settings });
  const remaining = async (method: string, path: string, body?: unknown) => {
    const { headers } = await call(method, path, { body });
    return [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
  };
  expect(await remaining('GET', '/v1/me')).toEqual(['3', '2']);
  expect(await remaining('GET', '/v1/nowhere')).toEqual(['3', '1']);
  expect(await remaining('POST', '/v1/keys', '{')).toEqual(['2', '1']);
  expect(await remaining('PUT', '/v1/launch-defaults', {})).toEqual(['2', '0']);
  expect(await remaining('GET', '/v1/keys')).toEqual(['3', '0']);
});

test('a refused request costs nothing and says when to come back', async () => {
  const { call, clock } = await startHarness({ settings });
  for (let i = 0; i < 3; i++) {
    expect((await call('GET', '/v1/me')).status).toBe(200);
    await clock.advance(10_000);
  }
  const refused = await call('GET', '/v1/me');
  expect(refused.status).toBe(429);
  expect(refused.body.error.code).toBe('rate_limit_exceeded');
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
  await clock.advance(29_999);
  expect((await call('GET', '/v1/me')).status).toBe(429);
  await clock.advance(1);
  const accepted = await call('GET', '/v1/me');
  expect(accepted.status).toBe(200);
  expect(accepted.headers.get('retry-after')).toBeNull();
});

test('each key has its own budget', async () => {
  const { call, keyWith } = await startHarness({ settings: { readLimit: 1 } });
  const other = await keyWith('read');
  expect((await call('GET', '/v1/me')).status).toBe(200);
  expect((await call('GET', '/v1/me')).status).toBe(429);
  expect((await call('GET', '/v1/me', { key: other })).status).toBe(200);
});

test('what is open tells a valid key its window too, counts, and refuses nobody', async () => {
  const { call } = await startHarness({ settings });
  for (const [path, remaining] of [
    ['/v1/health', '2'],
    ['/openapi.json', '1'],
    ['/llms.txt', '0'],
    ['/docs', '0'],
  ] as const) {
    const { status, headers } = await call('GET', path);
    expect([path, status, headers.get('x-ratelimit-remaining')]).toEqual([path, 200, remaining]);
    expect(headers.get('retry-after')).toBeNull();
  }
  const wrong = await call('GET', '/v1/health', { key: `ak_${'0'.repeat(64)}` });
  expect([wrong.status, wrong.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
});

test('no window is told to who has no key', async () => {
  const { call } = await startHarness();
  const { headers } = await call('GET', '/v1/me', { key: null });
  expect(headers.get('x-ratelimit-limit')).toBeNull();
});

describe('all keys and sessions of a company together', () => {
  test('have a ceiling over the limits of each, and a refused request counts nowhere', async () => {
    const { call, keyWith, clock, foreignKey } = await startHarness({
      settings: { readLimit: 3, companyReadLimit: 4 },
    });
    const other = await keyWith('read');
    for (let i = 0; i < 3; i++) expect((await call('GET', '/v1/me')).status).toBe(200);
    const own = await call('GET', '/v1/me');
    expect([own.status, own.body.error.details[0].code]).toEqual([429, 'key_limit']);
    await clock.advance(20_000);
    const last = await call('GET', '/v1/me', { key: other });
    expect([
      last.status,
      last.headers.get('x-ratelimit-limit'),
      last.headers.get('x-ratelimit-remaining'),
    ]).toEqual([200, '4', '0']);
    const refused = await call('GET', '/v1/me', { key: other });
    expect([refused.status, refused.body.error.details[0].code]).toEqual([429, 'company_limit']);
    expect(refused.body.error.message).toContain('of your company together may send 4');
    expect(refused.headers.get('retry-after')).toBe('40');
    // Another company is not concerned, and what was refused took nothing from the key.
    expect((await call('GET', '/v1/me', { key: foreignKey })).status).toBe(200);
    await clock.advance(40_000);
    const again = await call('GET', '/v1/me', { key: other });
    expect([again.status, again.headers.get('x-ratelimit-remaining')]).toEqual([200, '1']);
  });

  test('may send as much as fifty keys unless told', async () => {
    const { call, keyWith } = await startHarness({ settings: { writeLimit: 1 } });
    const keys = await Promise.all(Array.from({ length: 51 }, () => keyWith('launch')));
    const answers = [];
    for (const key of keys) answers.push((await call('DELETE', '/v1/drafts/1', { key })).status);
    expect(answers).toEqual([...Array(50).fill(404), 429]);
  });
});

describe('a session of the dashboard', () => {
  const dashboard = { page: '<!doctype html><html lang="en">', script: 'x', style: 'y' };
  const signedIn = async (fixture: Harness) => {
    const answer = await fixture.call('POST', '/dashboard/session', {
      key: null,
      body: { key: fixture.key },
    });
    const headers = {
      cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
      'x-slipway-dashboard': '1',
    };
    return async (method: string, path: string, body?: unknown) => {
      const {
        status,
        headers: sent,
        body: answered,
      } = await fixture.call(method, path, { key: null, body, headers });
      const code: unknown = answered.error?.details?.[0]?.code;
      return {
        status,
        left: `${sent.get('x-ratelimit-remaining')} of ${sent.get('x-ratelimit-limit')}`,
        code,
      };
    };
  };

  test('has an allowance of its own for reading, writing and uploading; a plan counts as reading', async () => {
    const fixture = await startHarness({ settings: { dashboard, readLimit: 60, writeLimit: 10 } });
    const session = await signedIn(fixture);
    expect((await session('GET', '/v1/me')).left).toBe('599 of 600');
    expect((await session('POST', '/v1/launch/plan', { ads: [{}] })).left).toBe('598 of 600');
    expect((await session('POST', '/v1/guardrails/check', {})).left).toBe('597 of 600');
    expect((await session('POST', '/v1/launch', { ads: [{}] })).left).toBe('119 of 120');
    expect((await session('POST', '/v1/media/upload/url', {})).left).toBe('119 of 120');
    expect((await session('PUT', '/v1/launch-defaults', {})).left).toBe('118 of 120');
    // The key it began with, and another session of it, have used nothing.
    expect((await fixture.call('GET', '/v1/me')).headers.get('x-ratelimit-remaining')).toBe('59');
    expect((await (await signedIn(fixture))('GET', '/v1/me')).left).toBe('599 of 600');
    // With a key the same plan is a request that writes.
    const planned = await fixture.call('POST', '/v1/launch/plan', { body: { ads: [{}] } });
    expect(planned.headers.get('x-ratelimit-limit')).toBe('10');
  });

  test('is told when its allowance is used up, and that it is its own', async () => {
    const fixture = await startHarness({ settings: { dashboard, readLimit: 60, writeLimit: 10 } });
    const session = await signedIn(fixture);
    for (let i = 0; i < 120; i++)
      expect((await session('DELETE', '/v1/drafts/1')).status).toBe(404);
    expect(await session('DELETE', '/v1/drafts/1')).toEqual({
      status: 429,
      left: '0 of 120',
      code: 'session_limit',
    });
  });

  test('counts against the ceiling of its company, and signing in again and again is counted too', async () => {
    const fixture = await startHarness({ settings: { dashboard, companyReadLimit: 2 } });
    const session = await signedIn(fixture);
    expect(
      [await session('GET', '/v1/me'), await session('GET', '/v1/me')].map(({ status }) => status),
    ).toEqual([200, 200]);
    expect((await session('GET', '/v1/me')).code).toBe('company_limit');
    const tries = [];
    for (let i = 0; i < 20; i++)
      tries.push(
        (
          await fixture.call('POST', '/dashboard/session', {
            key: null,
            body: { key: fixture.key },
          })
        ).status,
      );
    expect(tries).toEqual([...Array(19).fill(200), 429]);
  });

  test('nobody is listened to for long before he has signed in', async () => {
    const fixture = await startHarness({ settings: { dashboard } });
    const { status } = await fixture.call('POST', '/dashboard/session', {
      key: null,
      body: { key: 'x'.repeat(5_000) },
    });
    expect(status).toBe(413);
  });
});
