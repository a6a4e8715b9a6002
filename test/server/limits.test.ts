import { expect, test } from 'vitest';
import { failOnDrift, startHarness } from './harness.ts';

failOnDrift();

const settings = { readLimit: 3, writeLimit: 2 };

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
