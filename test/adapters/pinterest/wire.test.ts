import { describe, expect, test } from 'vitest';
import { readEnvelope } from '../../../adapters/platforms/pinterest/wire/client.ts';
import { errorRow } from '../../../adapters/platforms/pinterest/wire/error-table.ts';
import { PlatformError } from '../../../core/base/errors.ts';
import type { CredentialStore } from '../../../core/ports/credential-store.ts';
import type { Credentials } from '../../../core/ports/platform-accounts.ts';
import { credentials, pinterestAtSandbox, renewable } from './pinterest-at-sandbox.ts';

const answer = (
  status: number,
  body: object | string,
  headers: { readonly [name: string]: string } = {},
) => ({
  ok: true as const,
  status,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof PlatformError)) throw new Error(`no PlatformError: ${error}`);
  return error.failure;
};

describe('requests', () => {
  test('carry the token as a bearer, and lists as parameters that are repeated', async () => {
    const at = await pinterestAtSandbox();
    await at.platform.accounts.adSets(at.access, { ids: [at.adGroup(0), at.adGroup(1)] });
    const [first] = at.sent;
    expect(first?.headers.get('authorization')).toBe(`Bearer ${credentials.accessToken}`);
    const { searchParams } = new URL(first?.url ?? '');
    expect(searchParams.getAll('ad_group_ids')).toEqual([at.adGroup(0), at.adGroup(1)]);
    expect(searchParams.getAll('entity_statuses')).toEqual(['ACTIVE', 'PAUSED']);
    for (const { url } of at.sent) expect(url).not.toContain(credentials.accessToken);
  });

  test('join the columns of reports by commas', async () => {
    const at = await pinterestAtSandbox();
    await at.platform.report.reach(at.access, {
      from: '2026-11-10',
      to: '2026-11-10',
      level: 'account',
      by: 'all',
    });
    const { searchParams } = new URL(at.sent[0]?.url ?? '');
    expect(searchParams.getAll('columns')).toEqual([
      'TOTAL_IMPRESSION_USER,TOTAL_IMPRESSION,SPEND_IN_MICRO_DOLLAR',
    ]);
  });
});

describe('answers', () => {
  test.each([
    [429, { code: 8, message: 'Slow down.' }, 'throttled', true, false],
    [400, { code: 8, message: 'You have exceeded your rate limit.' }, 'throttled', true, false],
    [400, { code: 400, message: 'Retry after 23 seconds' }, 'throttled', true, false],
    [400, { code: 12, message: 'Something went wrong on our end.' }, 'transient', true, true],
    [500, { code: 12, message: 'Oops' }, 'transient', true, true],
    [503, 'down', 'transient', true, true],
    [400, { code: 1, message: 'Invalid request' }, 'invalid', false, false],
    [401, { code: 2, message: 'Authentication failed.' }, 'auth', false, false],
    [403, { code: 403, message: 'Not permitted.' }, 'blocked', false, false],
    [404, { code: 2, message: 'Pin not found.' }, 'missing', false, false],
    [400, { code: 2781, message: 'Sandboxed Pins may not be promoted.' }, 'rule', false, false],
    [418, { code: 99, message: 'Tea' }, 'invalid', false, false],
  ] as const)('%i %j is %s', (status, body, kind, retryable, maybeDone) => {
    const envelope = readEnvelope(answer(status, body), 'trace');
    if (!('failure' in envelope)) throw new Error('it was taken');
    expect(envelope).toMatchObject({
      failure: { class: kind, retryable, platform: 'pin' },
      maybeDone,
    });
    expect(envelope.failure.fix.length).toBeGreaterThan(10);
  });

  test('say how long to wait, in a header or in words', () => {
    const waits = [
      answer(429, { code: 8, message: '' }, { 'x-ratelimit-reset': '7' }),
      answer(400, { code: 8, message: 'Retry after 23 seconds.' }, { 'x-ratelimit-reset': '7' }),
    ].map((each) => {
      const envelope = readEnvelope(each, 'trace');
      return 'failure' in envelope ? envelope.failure.retryAfterMs : undefined;
    });
    expect(waits).toEqual([7_000, 23_000]);
  });

  test('every code that is known has a cause and a fix, in an item too', () => {
    for (const code of [2, 8, 12, 2781]) {
      const row = errorRow({ code, message: '' });
      expect(row?.cause).toMatch(/\.$/);
      expect(row?.fix.length).toBeGreaterThan(10);
    }
  });

  test('of reports that were throttled in words are waited for', async () => {
    const at = await pinterestAtSandbox();
    await at.fault({ fault: 'throttle-400', path: '*/analytics', times: 1 });
    const before = at.clock.now();
    const rows = await at.platform.report.daily(at.access, {
      from: '2026-11-10',
      to: '2026-11-10',
      breakdown: 'none',
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(at.clock.now() - before).toBeGreaterThanOrEqual(2_000);
  });

  test('of reports that stumble with status 400 are asked for again', async () => {
    const at = await pinterestAtSandbox();
    await at.fault({ fault: 'stumble', path: '*/analytics', times: 2 });
    const rows = await at.platform.report.daily(at.access, {
      from: '2026-11-10',
      to: '2026-11-10',
      breakdown: 'none',
    });
    expect(rows.length).toBeGreaterThan(0);
  });

  test('a token without the scope to write is blocked, and says which scopes it takes', async () => {
    const at = await pinterestAtSandbox();
    const reader = { ...at.access, credentials: { accessToken: 'sandbox-read-token' } };
    const [result] = await at.platform.edit.rename(reader, [
      { type: 'adset', id: at.adGroup(), name: 'New' },
    ]);
    expect(result?.failure).toMatchObject({
      class: 'blocked',
      fix: expect.stringContaining('scopes'),
    });
  });

  test('carry no secret into logs and failures', async () => {
    const at = await pinterestAtSandbox();
    await at.fault({
      fault: 'error',
      status: 400,
      message: `no ${credentials.accessToken}`,
      path: '*/campaigns',
    });
    const failure = await failureOf(at.platform.accounts.campaigns(at.access));
    expect(`${failure.message}${at.lines.join()}`).not.toContain(credentials.accessToken);
  });
});

describe('tokens', () => {
  /** Keeps one connection, and counts how often it was renewed. */
  function createStore(first: Credentials) {
    let stored = first;
    let renewals = 0;
    const store: CredentialStore = {
      async renew(_connection, isStale, renew) {
        if (!isStale(stored)) return stored;
        renewals += 1;
        stored = await renew(stored);
        return stored;
      },
    };
    return { store, stored: () => stored, renewals: () => renewals };
  }

  test('are made from a refresh token when a connection is made', async () => {
    const at = await pinterestAtSandbox();
    const stored = await at.platform.accounts.exchange('c1', renewable);
    expect(stored).toMatchObject({ ...renewable, accessToken: expect.stringMatching(/^pina_/) });
    const [asked] = at.sent;
    expect(asked?.headers.get('authorization')).toBe(
      `Basic ${btoa(`${renewable.appId}:${renewable.appSecret}`)}`,
    );
    expect(asked?.body).toBe('grant_type=refresh_token&refresh_token=refresh-sandbox-token');
    expect(await at.platform.accounts.list('c1', stored)).toHaveLength(2);
  });

  test('are renewed once for all calls when they end, and stored', async () => {
    const connection = createStore(renewable);
    const at = await pinterestAtSandbox({ credentials: connection.store });
    const access = { ...at.access, credentials: renewable, connectionId: 'k1' };
    await Promise.all([1, 2, 3].map(() => at.platform.accounts.campaigns(access)));
    expect(connection.renewals()).toBe(1);
    const before = connection.stored().accessToken;
    await at.clock.sleep(31 * 86_400_000);
    await Promise.all([1, 2, 3].map(() => at.platform.accounts.campaigns(access)));
    expect(connection.renewals()).toBe(2);
    expect(connection.stored().accessToken).not.toBe(before);
    expect(at.sentTo('POST', '/oauth/token')).toHaveLength(2);
  });

  test('that the platform refuses are renewed, and the call is sent once more', async () => {
    const connection = createStore({ ...renewable, accessToken: 'dead' });
    const at = await pinterestAtSandbox({ credentials: connection.store });
    const access = {
      ...at.access,
      credentials: { ...renewable, accessToken: 'dead' },
      connectionId: 'k1',
    };
    expect((await at.platform.accounts.campaigns(access)).length).toBeGreaterThan(0);
    expect(connection.renewals()).toBe(1);
  });

  test('that cannot be renewed ask for a new connection', async () => {
    const at = await pinterestAtSandbox();
    const failure = await failureOf(
      at.platform.accounts.exchange('c1', { ...renewable, refreshToken: 'no-such-token' }),
    );
    expect(failure).toMatchObject({ class: 'auth', fix: expect.stringContaining('Connect') });
  });
});
