import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { type ConnectionRecord, connectionKind } from '../../../core/accounts/records.ts';
import { createCredentialStore } from '../../../core/accounts/renew-credentials.ts';
import { PlatformError } from '../../../core/base/errors.ts';
import { refreshing, snapchatAtSandbox } from './snapchat-at-sandbox.ts';

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof PlatformError ? error.failure : undefined),
  );

describe('what the platform refuses', () => {
  test.each([
    [
      { fault: 'error', code: 1006, status: 415 },
      { class: 'invalid', code: 'E1006' },
    ],
    [
      { fault: 'error', code: 1008, status: 400 },
      { class: 'invalid', code: 'E1008' },
    ],
    [{ fault: 'immutable' }, { class: 'rule', code: 'E2023' }],
    [{ fault: 'placement' }, { class: 'rule', code: 'E2025' }],
    [
      { fault: 'error', code: 3003, status: 404 },
      { class: 'missing', code: 'E3003' },
    ],
    [{ fault: 'server-fault' }, { class: 'transient', code: 'E4001', retryable: true }],
    [{ fault: 'token-expired' }, { class: 'auth', retryable: false }],
    [{ fault: 'permission' }, { class: 'blocked', retryable: false }],
    [{ fault: 'throttle' }, { class: 'throttled', retryable: true }],
    [
      { fault: 'error', code: 9999, status: 400 },
      { class: 'invalid', code: 'E9999' },
    ],
  ])('%j is classified, with its code and what to do', async (fault, expected) => {
    const at = await snapchatAtSandbox();
    await at.fault({ path: '/adaccounts/{id}/campaigns', ...fault });
    const failure = await failureOf(at.platform.accounts.campaigns(at.access));
    expect(failure).toMatchObject(expected);
    expect(failure?.fix).not.toBe('');
  });

  test('a token without the right to write is refused, and nothing is changed', async () => {
    const at = await snapchatAtSandbox({ credentials: { accessToken: 'sandbox-read-token' } });
    const [result] = await at.platform.edit.rename(at.access, [
      { type: 'adset', id: at.squad(), name: 'x' },
    ]);
    expect(result?.failure?.class).toBe('blocked');
  });
});

test('statuses in small letters, and links to another host, are read as they are meant', async () => {
  const at = await snapchatAtSandbox();
  await at.control('POST', 'ad-sets', { platform: 'snapchat', count: 1_100, ads: 0 });
  await at.fault({ fault: 'small-letters' });
  await at.fault({ fault: 'other-host-link' });
  const adSets = await at.platform.accounts.adSets(at.access);
  expect(adSets.length).toBeGreaterThan(1_100);
  expect(new Set(adSets.map(({ id }) => id)).size).toBe(adSets.length);
});

test('calls stay within the budget of a token', async () => {
  const at = await snapchatAtSandbox({ limit: { perSecond: 10, perMinute: 600 } });
  await at.control('POST', 'tier', { tier: 'documented' });
  const began = at.clock.now();
  await Promise.all(Array.from({ length: 30 }, () => at.platform.accounts.campaigns(at.access)));
  expect(at.clock.now() - began).toBeGreaterThanOrEqual(2_000);
});

test('a budget that the headers call used up stops writes until it is filled again, and reads go on', async () => {
  const at = await snapchatAtSandbox();
  await at.clock.sleep(1_000);
  await at.fault({ fault: 'budget-used', method: 'PUT', times: 1 });
  const rename = (name: string) =>
    at.platform.edit.rename(at.access, [{ type: 'adset', id: at.squad(), name }]);
  await rename('One');
  const told = at.clock.now();
  await at.platform.accounts.campaigns(at.access);
  expect(at.clock.now()).toBe(told);
  await rename('Two');
  expect(at.clock.now() % 5_000).toBe(0);
  expect(at.clock.now()).toBeGreaterThan(told);
});

describe('access tokens', () => {
  test('are renewed before they end and when they are refused, once for calls side by side', async () => {
    const at = await snapchatAtSandbox({ credentials: refreshing });
    const renewals = () => at.sent.filter(({ path }) => path.endsWith('access_token')).length;
    await Promise.all([1, 2, 3].map(() => at.platform.accounts.campaigns(at.access)));
    expect(renewals()).toBe(1);
    await at.clock.sleep(56 * 60_000);
    await at.platform.accounts.campaigns(at.access);
    expect(renewals()).toBe(2);
    await at.clock.sleep(2 * 60_000);
    await at.fault({ fault: 'token-revoked', times: 1 });
    expect((await at.platform.accounts.campaigns(at.access)).length).toBeGreaterThan(0);
    expect(renewals()).toBe(3);
  });

  test('a refresh token that is refused asks for a new connection, and shows no secret', async () => {
    const at = await snapchatAtSandbox({ credentials: refreshing });
    await at.fault({ fault: 'refresh-refused' });
    const failure = await failureOf(at.platform.accounts.list('c1', refreshing));
    expect(failure).toMatchObject({ class: 'auth', retryable: false });
    expect(failure?.message).toContain('invalid_grant');
    expect(JSON.stringify(failure)).not.toContain(refreshing.refreshToken);
  });

  test('a new refresh token is kept sealed before the access token made with it is used', async () => {
    const clock = createManualClock(Date.UTC(2026, 10, 15, 12), { auto: true });
    const secrets = createNodeSecrets('a secret that is long enough');
    const store = createMemoryStore();
    const [companyId, connectionId] = ['c1', 'con_1'];
    const seal = { companyId, use: 'credentials' } as const;
    const doc: ConnectionRecord = {
      platform: 'photo-messaging',
      name: 'Photos',
      createdAt: 0,
      sealedCredentials: await secrets.seal(JSON.stringify(refreshing), seal),
    };
    await store.commit([
      { kind: connectionKind, companyId, id: connectionId, expect: 'absent', doc },
    ]);
    const at = await snapchatAtSandbox({
      credentials: refreshing,
      store: createCredentialStore({ store, clock, secrets }),
    });
    await at.fault({ fault: 'refresh-rotated' });
    const access = { ...at.access, credentials: refreshing, connectionId };
    await at.platform.accounts.campaigns(access);
    const kept =
      (await store.get(connectionKind, companyId, connectionId))?.doc.sealedCredentials ?? '';
    const opened = JSON.parse(await secrets.open(kept, seal)) as {
      readonly [name: string]: string;
    };
    expect(opened.refreshToken).toMatch(/^sandbox-refresh-/);
    expect(at.sent.at(-1)?.authorization).toBe(`Bearer ${opened.accessToken}`);
    expect(kept).not.toContain(opened.refreshToken);
    await at.clock.sleep(3_600_000);
    expect((await at.platform.accounts.campaigns(access)).length).toBeGreaterThan(0);
  });
});
