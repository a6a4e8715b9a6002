import { describe, expect, test } from 'vitest';
import { readEnvelope } from '../../../adapters/platforms/tiktok/wire/client.ts';
import { errorRow } from '../../../adapters/platforms/tiktok/wire/error-table.ts';
import { PlatformError } from '../../../core/base/errors.ts';
import { sendOne } from '../launch-steps.ts';
import { adOf, adOperation, credentials, tiktokAtSandbox } from './tiktok-at-sandbox.ts';

const answer = (body: object | string, status = 200) => ({
  ok: true as const,
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

describe('requests', () => {
  test('carry the token in its own header and nowhere else, and end in a slash', async () => {
    const at = await tiktokAtSandbox();
    await at.platform.accounts.list('c1', credentials);
    await at.platform.accounts.adSets(at.access);
    expect(at.sent.length).toBeGreaterThan(3);
    for (const { url, headers } of at.sent) {
      expect(headers.get('access-token')).toBe(credentials.accessToken);
      expect(headers.get('authorization')).toBeNull();
      expect(url).not.toContain(credentials.accessToken);
      expect(new URL(url).pathname).toMatch(/\/$/);
    }
  });

  test('lists and objects of a query are JSON', async () => {
    const at = await tiktokAtSandbox();
    await at.platform.accounts.adSets(at.access, { ids: [at.adGroup(0)] });
    const { searchParams } = new URL(
      at.sent.find(({ url }) => url.includes('adgroup/get'))?.url ?? '',
    );
    expect(JSON.parse(searchParams.get('filtering') ?? '')).toEqual({
      adgroup_ids: [at.adGroup(0)],
    });
    expect(searchParams.get('advertiser_id')).toBe(at.access.adAccountId);
  });
});

describe('answers', () => {
  test('a code inside HTTP 200 is a refusal, whatever the status says', async () => {
    const at = await tiktokAtSandbox();
    await at.fault({ fault: 'permission', path: '/campaign/get' });
    const error = await at.platform.accounts
      .campaigns(at.access)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PlatformError);
    expect((error as PlatformError).failure).toMatchObject({
      class: 'blocked',
      code: '40001',
      retryable: false,
      platform: 'short-video',
    });
  });

  test('ids that come as bare numbers keep all their digits', async () => {
    const at = await tiktokAtSandbox();
    await at.fault({ fault: 'ids-as-numbers' });
    const outcome = await sendOne(at, await adOperation(at, adOf(at), at.adGroup(0)));
    await at.clearFaults();
    expect(outcome.state).toBe('done');
    expect((await at.held('tiktok_ads')).map(({ id }) => id)).toContain(
      outcome.state === 'done' ? outcome.ref : '',
    );
    expect((await at.platform.accounts.list('c1', credentials)).map(({ id }) => id)).toContain(
      at.access.adAccountId,
    );
  });

  test('the secret the platform wants in an address is in no log line and no message', async () => {
    const at = await tiktokAtSandbox();
    await at.fault({
      fault: 'error',
      code: 40002,
      message: `secret ${credentials.secret} is odd`,
      path: '/oauth2/advertiser/get',
    });
    const error = await at.platform.accounts
      .list('c1', credentials)
      .catch((thrown: Error) => thrown);
    expect(String(error)).not.toContain(credentials.secret);
    expect(at.lines.join('\n')).not.toContain(credentials.secret);
  });

  const throttles = [40016, 40100, 40132, 40133];
  const stumbles = [40700, 50000, 50002, 51004, 51041, 51065, 51305];
  const dead = [
    40101, 40102, 40103, 40104, 40105, 40106, 40107, 40108, 40109, 40110, 40112, 40113, 40115,
    40116, 40117,
  ];
  const more = [40118, 40119, 40121, 40122, 40124, 40125, 41001, 41002];
  const files = [
    40902, 40903, 40904, 40905, 40906, 40907, 40908, 40909, 40910, 40911, 40912, 40913, 40914,
    40915,
  ];
  const ours = [
    40900, 40000, 40002, 40006, 40007, 40008, 40009, 40010, 40011, 40013, 40014, 40050, 40051,
    40052, 40053,
  ];
  test.each([
    ...throttles.map((code) => [code, 'throttled', true, false] as const),
    ...stumbles.map((code) => [code, 'transient', true, true] as const),
    [60001, 'transient', true, false] as const,
    ...[40201, 40202, 40901].map((code) => [code, 'flaky', true, false] as const),
    ...[...dead, ...more].map((code) => [code, 'auth', false, false] as const),
    ...files.map((code) => [code, 'rule', false, false] as const),
    ...ours.map((code) => [code, 'invalid', false, false] as const),
    ...[40065, 40502, 40200].map((code) => [code, 'rule', false, false] as const),
    ...[40001, 40300, 40301, 41000].map((code) => [code, 'blocked', false, false] as const),
    [40067, 'too-large', false, false] as const,
    [99999, 'invalid', false, false] as const,
  ])('%i is %s, retryable %s, maybe done %s', (code, kind, retryable, maybeDone) => {
    const refusal = readEnvelope(
      answer({ code, message: 'Words', request_id: 'R1', data: {} }),
      'ours',
    );
    expect(refusal).toMatchObject({
      maybeDone,
      failure: { class: kind, retryable, code: String(code), traceId: 'R1' },
    });
    expect('failure' in refusal && refusal.failure.fix.length).toBeGreaterThan(10);
  });

  test('success and partial success are none', () => {
    for (const code of [0, 20001])
      expect(readEnvelope(answer({ code, data: { a: 1 } }), 't')).toEqual({
        data: { a: 1 },
        partial: code === 20001,
      });
    expect(errorRow(0)).toBeUndefined();
  });

  test.each([
    ['<html></html>', 502, 'transient', true],
    ['', 200, 'transient', true],
    ['[]', 200, 'transient', true],
    ['404 page not found', 404, 'invalid', false],
  ])('%j with HTTP %i is %s', (text, status, kind, maybeDone) => {
    expect(readEnvelope(answer(text, status), 'ours')).toMatchObject({
      maybeDone,
      failure: { class: kind, traceId: 'ours' },
    });
  });
});

describe('the budget of the app', () => {
  test('a launch of many ads stays within it, where the platform counts', async () => {
    const at = await tiktokAtSandbox({ limit: { perSecond: 10, perMinute: 600 } });
    await at.control('POST', 'tier', { tier: 'basic' });
    const ad = adOf(at);
    const operation = await adOperation(at, ad, at.adGroup(0));
    const ids = Array.from({ length: 12 }, (_, n) => at.adGroup(n));
    const adGroups = await at.platform.accounts.adSets(at.access, { ids });
    const wanted = adGroups.map((adSet, n) => ({ ...operation, id: `ad:${n}`, adSet }));
    const outcomes = await at.launch.send(at.access, wanted);
    expect(outcomes.map(({ state }) => state)).toEqual(wanted.map(() => 'done'));
    expect(at.lines.join('\n')).not.toContain('throttled');
    expect(at.launch.usage(at.access.adAccountId)).toBeGreaterThan(0);
  });

  test('reads that are throttled wait as long as it takes and pass', async () => {
    const at = await tiktokAtSandbox();
    await at.fault({ fault: 'throttle-133', path: '/campaign/get', times: 2 });
    const before = at.clock.now();
    expect((await at.platform.accounts.campaigns(at.access)).length).toBeGreaterThan(0);
    expect(at.clock.now() - before).toBeGreaterThanOrEqual(6_000);
  });
});
