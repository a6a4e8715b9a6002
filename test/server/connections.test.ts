import { expect, test } from 'vitest';
import { createNodeSecrets } from '../../adapters/runtime/node-secrets.ts';
import { credentialsOf } from '../../core/accounts/access.ts';
import { connectionKind } from '../../core/accounts/records.ts';
import { PlatformError } from '../../core/base/errors.ts';
import { moduleOf } from '../test-service.ts';
import { failOnDrift, startHarness } from './harness.ts';
import { createTinyPlatform, GOOD_TOKEN } from './tiny-platform.ts';

failOnDrift();

const body = { platform: 'facebook', name: 'Ours', credentials: { accessToken: GOOD_TOKEN } };

test('a connection registers the accounts it reaches and never shows its credentials', async () => {
  const { call, ports, companyId } = await startHarness();
  const created = await call('POST', '/v1/connections', { body });
  expect([created.status, created.body.platform, created.body.adAccounts]).toEqual([
    201,
    'primary',
    1,
  ]);
  expect((await call('GET', '/v1/adaccounts')).body.data).toEqual([
    {
      id: 'act_101',
      name: 'First',
      platform: 'primary',
      currency: 'USD',
      timezone: 'America/New_York',
      status: 'active',
      workspaceId: expect.stringMatching(/^ws_/),
      workspaceName: 'Main',
    },
  ]);
  const stored = await ports.store.get(connectionKind, companyId, created.body.id);
  const everything = JSON.stringify([
    created.body,
    (await call('GET', '/v1/connections')).body,
    (await call('GET', '/v1/audit')).body,
    stored,
  ]);
  expect(everything).not.toContain(GOOD_TOKEN);
});

test('credentials survive a change of the secret as long as the former one is known', async () => {
  const { call, ports, companyId } = await startHarness();
  const { body: created } = await call('POST', '/v1/connections', { body });
  const rotated = createNodeSecrets('a newer secret, also long', ['a secret that is long enough']);
  expect(await credentialsOf({ ...ports, secrets: rotated }, companyId, created.id)).toEqual({
    accessToken: GOOD_TOKEN,
  });
  const forgotten = createNodeSecrets('a newer secret, also long');
  await expect(
    credentialsOf({ ...ports, secrets: forgotten }, companyId, created.id),
  ).rejects.toMatchObject({
    code: 'unreadable_secret',
  });
});

test('credentials the platform refuses are not stored', async () => {
  const { call } = await startHarness();
  const refused = await call('POST', '/v1/connections', {
    body: { ...body, credentials: { accessToken: 'dead' } },
  });
  expect([refused.status, refused.body.error.details[0].code]).toEqual([
    422,
    'credentials_refused',
  ]);
  expect((await call('GET', '/v1/connections')).body.data).toEqual([]);
});

test('a platform that is away is told as such, with its own words', async () => {
  const failure = {
    class: 'transient',
    message: 'It broke.',
    fix: 'Try again.',
    code: '2',
    retryable: true,
    traceId: 'trace-9',
  } as const;
  const away = createTinyPlatform({
    list: async () => {
      throw new PlatformError({ platform: 'primary', ...failure });
    },
  });
  const { call } = await startHarness({ platforms: [moduleOf(away)] });
  const failed = await call('POST', '/v1/connections', { body });
  expect(failed.status).toBe(502);
  expect(failed.body.error).toMatchObject({
    code: 'platform_error',
    platform: 'primary',
    platformCode: '2',
    platformSubcode: null,
    platformMessage: 'It broke.',
    traceId: 'trace-9',
    retryable: true,
    requestId: failed.headers.get('x-request-id'),
  });
});

test('a test says whether the credentials still work, and what to do when they do not', async () => {
  let dead = false;
  const good = createTinyPlatform();
  const platform = createTinyPlatform({
    list: (companyId, credentials) =>
      good.accounts.list(companyId, dead ? { accessToken: 'dead' } : credentials),
  });
  const { call } = await startHarness({ platforms: [moduleOf(platform)] });
  const { body: created } = await call('POST', '/v1/connections', { body });
  expect((await call('POST', `/v1/connections/${created.id}/test`)).body).toEqual({
    success: true,
    ok: true,
    adAccounts: 1,
    problem: null,
  });
  dead = true;
  expect((await call('POST', `/v1/connections/${created.id}/test`)).body).toMatchObject({
    success: true,
    ok: false,
    problem: { code: '190', fix: expect.stringContaining('fresh token'), retryable: false },
  });
  // It is kept: whoever looks later, also at the overview, sees it.
  const told = {
    state: 'dead',
    lastTest: { ok: false, problem: { code: '190', retryable: false } },
  };
  expect((await call('GET', '/v1/connections')).body.data).toMatchObject([told]);
  expect((await call('GET', '/v1/overview')).body.connections).toMatchObject([
    { id: created.id, ...told },
  ]);
  dead = false;
  const renewed = await call('PUT', `/v1/connections/${created.id}/credentials`, {
    body: { credentials: body.credentials },
  });
  expect([renewed.status, renewed.body.state, renewed.body.lastTest]).toEqual([200, 'ok', null]);
  await call('POST', `/v1/connections/${created.id}/test`);
  expect((await call('GET', '/v1/connections')).body.data).toMatchObject([
    { state: 'ok', lastTest: { ok: true, problem: null } },
  ]);
});

test('disconnecting forgets the accounts; connecting again moves them to the new token and keeps their workspace', async () => {
  const { call } = await startHarness();
  const workspace = (await call('POST', '/v1/workspaces', { body: { name: 'Agency' } })).body;
  const first = (
    await call('POST', '/v1/connections', { body: { ...body, workspaceId: workspace.id } })
  ).body;
  const second = (await call('POST', '/v1/connections', { body })).body;
  expect((await call('GET', '/v1/adaccounts')).body.data[0].workspaceName).toBe('Agency');
  await call('DELETE', `/v1/connections/${first.id}`);
  expect((await call('GET', '/v1/adaccounts')).body.data).toHaveLength(1);
  await call('DELETE', `/v1/connections/${second.id}`);
  expect((await call('GET', '/v1/adaccounts')).body.data).toEqual([]);
});

test('an unknown platform, one that is not here, and an unknown workspace are refused', async () => {
  const { call } = await startHarness();
  expect(
    (await call('POST', '/v1/connections', { body: { ...body, platform: 'myspace' } })).status,
  ).toBe(422);
  const absent = await call('POST', '/v1/connections', { body: { ...body, platform: 'tiktok' } });
  expect([absent.status, absent.body.error.details[0].code]).toEqual([422, 'unknown_platform']);
  expect(
    (await call('POST', '/v1/connections', { body: { ...body, workspaceId: 'ws_none' } })).status,
  ).toBe(404);
});

test.each([
  ['POST', '/v1/connections', { ...body, platform: 'pin' }],
  ['GET', '/v1/adaccounts?platform=pin', undefined],
  ['GET', '/v1/platforms/pin/identities', undefined],
  ['GET', '/v1/pin/boards', undefined],
  ['GET', '/v1/manage/photo-messaging/campaigns', undefined],
  [
    'POST',
    '/v1/launch',
    {
      ads: [
        {
          adName: 'A',
          adAccountId: '549755885175',
          adAccountType: 'pin',
          adSets: ['1'],
          media: [],
        },
      ],
    },
  ],
])(
  '%s %s says that the platform is not offered here, and which ones are',
  async (method, path, sent) => {
    const { call } = await startHarness();
    const refused = await call(method, path, sent === undefined ? {} : { body: sent });
    const faults: { code: string; message: string }[] = refused.body.error.details;
    expect(refused.status).toBe(422);
    const fault = faults.find(({ code }) => code === 'unsupported_on_platform');
    expect(fault?.message).toMatch(
      /was started without the (pin|photo-messaging) platform. It offers: primary/,
    );
  },
);

test('accounts can be paged and filtered', async () => {
  const many = createTinyPlatform({
    list: async () =>
      Array.from({ length: 7 }, (_, i) => ({
        id: `act_${i}`,
        name: `A${i}`,
        currency: 'EUR',
        timezone: 'UTC',
        status: 'active' as const,
      })),
  });
  const { call } = await startHarness({ platforms: [moduleOf(many)] });
  await call('POST', '/v1/connections', { body });
  const page = await call('GET', '/v1/adaccounts?page=3&limit=3');
  expect(page.body.data.map(({ id }: { id: string }) => id)).toEqual(['act_6']);
  expect(page.body.pagination).toEqual({ offset: 6, limit: 3, total: 7, hasMore: false });
  expect((await call('GET', '/v1/adaccounts?platform=facebook')).body.data).toHaveLength(7);
  expect((await call('GET', '/v1/adaccounts?platform=myspace')).status).toBe(422);
});

test('defaults of launches have a company layer and one for each account', async () => {
  const { call } = await startHarness();
  await call('POST', '/v1/connections', { body });
  expect(
    (await call('PUT', '/v1/launch-defaults?adAccountId=act_404', { body: { title: 'x' } })).status,
  ).toBe(404);
  await call('PUT', '/v1/launch-defaults', { body: { title: 'Company', cta: 'SHOP_NOW' } });
  await call('PUT', '/v1/launch-defaults?adAccountId=101', { body: { title: 'Account' } });
  expect((await call('GET', '/v1/launch-defaults')).body.data).toEqual({
    launchPaused: true,
    title: 'Company',
    cta: 'SHOP_NOW',
  });
  expect((await call('GET', '/v1/launch-defaults?adAccountId=act_101')).body.data).toMatchObject({
    title: 'Account',
    cta: 'SHOP_NOW',
  });
  await call('PUT', '/v1/launch-defaults', { body: {} });
  expect((await call('GET', '/v1/launch-defaults')).body.data).toEqual({ launchPaused: true });
});

test('accounts stay while any connection reaches them', async () => {
  const { call } = await startHarness();
  const first = await call('POST', '/v1/connections', { body });
  const second = await call('POST', '/v1/connections', { body: { ...body, name: 'Second' } });
  const accounts = async () =>
    (await call('GET', '/v1/adaccounts')).body.data.map(({ id }: { id: string }) => id);
  const campaigns = async () =>
    (await call('GET', '/v1/campaigns?accountId=act_101&refresh=true')).status;
  await call('DELETE', `/v1/connections/${second.body.id}`);
  expect(await accounts()).toEqual(['act_101']);
  expect((await call('GET', '/v1/connections')).body.data).toMatchObject([
    { id: first.body.id, adAccounts: 1 },
  ]);
  expect(await campaigns()).not.toBe(404);
  await call('DELETE', `/v1/connections/${first.body.id}`);
  expect(await accounts()).toEqual([]);
});
