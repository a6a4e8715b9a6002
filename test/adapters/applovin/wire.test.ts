import { describe, expect, test } from 'vitest';
import { readEnvelope } from '../../../adapters/platforms/applovin/wire/client.ts';
import { applovinAtSandbox, appNetwork } from './applovin-at-sandbox.ts';

const answer = (status: number, headers: { readonly [name: string]: string } = {}, text = '') => ({
  ok: true as const,
  status,
  headers,
  text,
});

describe('refusals', () => {
  test.each([
    [400, {}, 'invalid', false, false],
    [401, {}, 'auth', false, false],
    [403, {}, 'blocked', false, false],
    [404, {}, 'invalid', false, false],
    [408, {}, 'transient', true, true],
    [413, {}, 'rule', false, false],
    [415, {}, 'rule', false, false],
    [429, {}, 'throttled', true, false],
    [429, { 'x-al-error-code': '100007' }, 'throttled', true, false],
    [500, {}, 'transient', true, true],
    [502, {}, 'transient', true, true],
    [418, { 'x-al-error-code': '5' }, 'invalid', false, false],
  ] as const)('%i %j is %s', (status, headers, kind, retryable, maybeDone) => {
    const envelope = readEnvelope(
      answer(status, { ...headers, 'x-trace-id': 'axon-1', 'x-al-error-message': 'Its words' }),
      'ours',
    );
    if (!('failure' in envelope)) throw new Error('it was taken');
    expect(envelope).toMatchObject({
      failure: { platform: 'app-network', class: kind, retryable, traceId: 'axon-1' },
      maybeDone,
    });
    expect(envelope.failure.fix.length).toBeGreaterThan(10);
    expect(envelope.failure.code).toBe(Object.values(headers)[0] ?? String(status));
  });

  test('what went wrong stands in the headers, and is told', () => {
    const envelope = readEnvelope(
      answer(400, { 'x-al-error-message': 'name is required.' }),
      'ours',
    );
    expect(envelope).toMatchObject({
      failure: { message: expect.stringContaining('name is required.'), traceId: 'ours' },
    });
  });

  test('a lock lasts a day, too many calls ten minutes', () => {
    const waits = [answer(429), answer(429, { 'x-al-error-code': '100007' })].map((each) => {
      const envelope = readEnvelope(each, 'ours');
      return 'failure' in envelope ? envelope.failure.retryAfterMs : undefined;
    });
    expect(waits).toEqual([600_000, 86_400_000]);
  });

  test('a page in place of an answer is no answer', () => {
    expect(readEnvelope(answer(200, {}, '<html>'), 'ours')).toMatchObject({
      failure: { class: 'transient' },
    });
  });
});

describe('lists', () => {
  test('are read page by page until an empty one, and by ids at once', async () => {
    const at = await applovinAtSandbox();
    await at.control('POST', 'ad-sets', { platform: 'applovin', count: 120 });
    at.sent.length = 0;
    const all = await at.platform.accounts.campaigns(at.access);
    expect(all.length).toBeGreaterThan(120);
    const pages = at
      .sentTo('campaign/list')
      .map(({ url }) => new URL(url).searchParams.get('page'));
    expect(pages).toEqual(['1', '2', '3']);
    at.sent.length = 0;
    await at.platform.accounts.adSets(at.access, { ids: [at.campaign()] });
    expect(at.sentTo('campaign/list')).toHaveLength(1);
  });

  test('whose amounts and ids are bare numbers mean the same', async () => {
    const at = await applovinAtSandbox();
    const asText = await at.own.amounts(at.access, appNetwork.delivering(at.access.adAccountId));
    for (const fault of ['amounts-as-numbers', 'ids-as-numbers']) await at.fault({ fault });
    expect(await at.own.amounts(at.access, appNetwork.delivering(at.access.adAccountId))).toEqual(
      asText,
    );
  });

  test('that are none are a failure, not an empty list', async () => {
    const at = await applovinAtSandbox({
      http: { requestAll: async (requests) => requests.map(() => answer(200, {}, '{"ok":true}')) },
    });
    await expect(at.platform.accounts.campaigns(at.access)).rejects.toMatchObject({
      failure: { class: 'transient' },
    });
  });
});

test('the key is in no log and in no failure', async () => {
  const at = await applovinAtSandbox();
  const key = at.access.credentials.apiKey ?? '';
  await at.fault({
    fault: 'error',
    status: 400,
    message: `bad key ${key}`,
    path: '/campaign/list',
  });
  const failure = await at.platform.accounts
    .campaigns(at.access)
    .catch((error: unknown) => JSON.stringify(error));
  expect(`${failure}${at.lines.join()}`).not.toContain(key);
});
