import { expect, test } from 'vitest';
import { createOAuth } from '../../adapters/platforms/kit/oauth.ts';
import { definition } from '../../adapters/platforms/meta/definition.ts';
import { oauth } from '../../adapters/platforms/meta/oauth.ts';
import type { PlatformModule } from '../../adapters/platforms/module.ts';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { demoCompany } from '../../adapters/sandbox/companies.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { watchConnections } from '../../core/accounts/watch-connections.ts';
import type { HttpRequest } from '../../core/ports/http.ts';
import type { AccountLimit } from '../../core/ports/platform-definition.ts';
import { createTestSecrets } from '../test-secrets.ts';
import { failOnDrift, ownAndForeign, startHarness } from './harness.ts';

failOnDrift();

const DAY_MS = 86_400_000;

const start = () =>
  startHarness({
    clock: createManualClock(undefined, { auto: true }),
    platforms: platformModules,
    companies: ownAndForeign('none'),
  });

const paste = { platform: 'primary', credentials: { accessToken: seed.token } };

test('a pasted token is asked about: one that never ends, its app and its permissions', async () => {
  const { call } = await start();
  const made = await call('POST', '/v1/connections', { body: paste });
  expect(made.body).toMatchObject({
    expiresAt: null,
    token: { isPermanent: true, app: 'Slipway Sandbox', missingScopes: [] },
    notices: [],
  });
  const weak = await call('POST', '/v1/connections', {
    body: { ...paste, credentials: { accessToken: seed.readOnlyToken } },
  });
  expect(weak.body.token.missingScopes).toContain('ads_management');
  expect(weak.body.notices).toEqual([expect.stringContaining('pages_manage_ads')]);
});

test('an app in development mode is told at connecting', async () => {
  const { call, control } = await start();
  await control('POST', 'faults', { fault: 'app-in-development' });
  const made = (await call('POST', '/v1/connections', { body: paste })).body;
  expect(made.notices).toEqual([
    expect.stringMatching(/Slipway Sandbox is in development mode.*switch it to Live/),
  ]);
  expect((await call('GET', '/v1/connections')).body.data[0].notices).toEqual(made.notices);
  await control('DELETE', 'faults');
  const again = await call('POST', '/v1/connections', { body: paste });
  expect(again.body.notices).toEqual([]);
  // The first connection learns of it by its test, not only by the daily look.
  const notices = async () =>
    (await call('GET', '/v1/connections')).body.data.find(
      ({ id }: { id: string }) => id === made.id,
    ).notices;
  expect(await notices()).toEqual(made.notices);
  expect((await call('POST', `/v1/connections/${made.id}/test`)).body).toMatchObject({ ok: true });
  expect(await notices()).toEqual([]);
});

test('a pasted token that ends is known by its day, and told 14, 7 and 1 days before', async () => {
  const { call, control, ports, companyId, clock } = await start();
  await control('POST', 'faults', { fault: 'token-ends', seconds: 60 * 86_400 });
  const made = (await call('POST', '/v1/connections', { body: paste })).body;
  const left = Math.round((Date.parse(made.expiresAt) - clock.now()) / DAY_MS);
  expect([left, made.token.isPermanent, made.state]).toEqual([60, false, 'ok']);
  const news = async () => {
    await watchConnections(ports, companyId);
    return (await call('GET', '/v1/notifications')).body.data.map(({ title }: { title: string }) =>
      title.replace(/^.* ends /, ''),
    );
  };
  expect(await news()).toEqual([]);
  await clock.advance(46.5 * DAY_MS);
  expect(await news()).toEqual(['within 14 days']);
  await clock.advance(7 * DAY_MS);
  expect(await news()).toEqual(['within a week', 'within 14 days']);
  await clock.advance(6 * DAY_MS);
  expect(await news()).toEqual(['within a day', 'within a week', 'within 14 days']);
});

test('a token is asked about daily: an end of which nothing was known is told, and one that is dead is noted', async () => {
  const { call, control, ports, companyId, clock } = await start();
  const made = (await call('POST', '/v1/connections', { body: paste })).body;
  await control('POST', 'faults', { fault: 'token-ends', seconds: 10 * 86_400 });
  const look = async () => {
    await watchConnections(ports, companyId);
    return (await call('GET', '/v1/connections')).body.data[0];
  };
  // Asked when it was pasted: not again within a day.
  expect(await look()).toMatchObject({ state: 'ok', expiresAt: null, token: made.token });
  await clock.advance(DAY_MS);
  expect(await look()).toMatchObject({
    state: 'expiring',
    expiresAt: expect.any(String),
    token: { isPermanent: false },
  });
  await clock.advance(DAY_MS);
  await control('DELETE', 'faults');
  await control('POST', 'faults', { fault: 'token-revoked' });
  expect(await look()).toMatchObject({ state: 'dead' });
});

test.each([
  ['of hours is exchanged for a longer one', { access_token: 'short', expires_in: 5_180 }, 2],
  ['that never ends is not exchanged', { access_token: 'permanent' }, 1],
])('a token %s', async (_what, answer, asked) => {
  const requests: HttpRequest[] = [];
  const { redeem } = createOAuth(oauth, {
    definition,
    clock: createManualClock(),
    secrets: createTestSecrets(),
    app: { appId: '1', appSecret: '2' },
    baseUrl: undefined,
    version: undefined,
    http: {
      async requestAll(all) {
        requests.push(...all);
        const text = JSON.stringify(
          requests.length === 1 ? answer : { access_token: 'long', expires_in: 5_183_944 },
        );
        return all.map(() => ({ ok: true, status: 200, headers: {}, text }));
      },
    },
  });
  const { accessToken } = await redeem(
    { redirectUri: 'https://slipway.test/oauth/callback', verifier: 'v' },
    'code',
  );
  expect([requests.length, accessToken]).toEqual([asked, asked === 1 ? 'permanent' : 'long']);
});

test('the limit of ad accounts that an app may change is told before it is passed', async () => {
  const linkedin = platformModules.find(({ definition: { id } }) => id === 'professional-network');
  const simulation = simulations.find(({ platform }) => platform === 'professional-network');
  if (linkedin?.definition.accountLimit === undefined || simulation === undefined)
    throw new Error('The platform is missing.');
  expect(linkedin.definition.accountLimit).toMatchObject({
    most: 5,
    message: expect.stringContaining('before the sixth'),
  });
  const noticesWith = async (most: number) => {
    const accountLimit = { ...linkedin.definition.accountLimit, most } as AccountLimit;
    const module = { ...linkedin, definition: { ...linkedin.definition, accountLimit } };
    const open: PlatformModule['open'] = (host) => ({
      ...linkedin.open(host),
      definition: module.definition,
    });
    const { call } = await startHarness({
      clock: createManualClock(undefined, { auto: true }),
      platforms: [{ ...module, open }],
      simulations: [simulation],
      companies: ownAndForeign('none'),
    });
    const credentials = simulation.credentials(demoCompany);
    const made = await call('POST', '/v1/connections', {
      body: { platform: 'professional-network', credentials },
    });
    expect((await call('GET', '/v1/connections')).body.data[0].notices).toEqual(made.body.notices);
    return [made.body.adAccounts, made.body.notices];
  };
  // The demo company has three: one more is allowed, none more, none of them.
  expect(await noticesWith(4)).toEqual([3, []]);
  expect(await noticesWith(3)).toEqual([3, [expect.stringMatching(/Standard tier.*reaches 3/)]]);
});

test('a connection to search-ads needs no developer token', async () => {
  const { call } = await start();
  const { body } = await call('GET', '/v1/platforms');
  const row = body.data.find(({ id }: { id: string }) => id === 'search-ads');
  expect(row.credentials.ways).toEqual([['clientId', 'clientSecret', 'refreshToken']]);
  const hints = Object.fromEntries(
    row.credentials.fields.map(({ key, hint }: { key: string; hint: string }) => [key, hint]),
  );
  expect(hints.developerToken).toContain('Leave it out');
  expect(hints.accessLevel).not.toContain('developer token');
});
