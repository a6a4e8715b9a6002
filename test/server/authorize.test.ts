import { describe, expect, test } from 'vitest';
import type { PlatformModule } from '../../adapters/platforms/module.ts';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import type { Sandbox } from '../../adapters/sandbox/sandbox.ts';
import { personKind } from '../../core/access/person-records.ts';
import { credentialsOf } from '../../core/accounts/access.ts';
import { connectionKind } from '../../core/accounts/records.ts';
import { watchConnections } from '../../core/accounts/watch-connections.ts';
import type { AccountKey } from '../../core/base/account-key.ts';
import { PlatformError, type PlatformFailure } from '../../core/base/errors.ts';
import { runLeadsPass } from '../../core/features/leads/pass.ts';
import { mailNotification } from '../../core/features/notifications/mail.ts';
import { notificationKind } from '../../core/features/notifications/records.ts';
import { deliveryKind } from '../../core/features/webhooks/records.ts';
import type { Mailer, MailMessage } from '../../core/ports/mailer.ts';
import type { ConversionEvent } from '../../core/ports/platform-conversions.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { failOnDrift, ownAndForeign, startHarness } from './harness.ts';

failOnDrift();

const DAY_MS = 86_400_000;

const start = () =>
  startHarness({
    clock: createManualClock(undefined, { auto: true }),
    platforms: platformModules,
    companies: ownAndForeign('none'),
  });

/**
 * Goes where a person is sent, lets the app in as the sandbox's first company, and answers what the
 * platform sends back.
 */
async function letIn(
  sandbox: Sandbox,
  authorizeUrl: string,
  choice = '1',
): Promise<URLSearchParams> {
  const page = await sandbox.fetch(new Request(authorizeUrl));
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringContaining('Allow as Sandbox Company'),
  ]);
  const to = new URL(authorizeUrl);
  to.searchParams.set('sandbox_company', choice);
  const back = new URL(
    (await sandbox.fetch(new Request(to, { redirect: 'manual' }))).headers.get('location') ?? '',
  );
  expect(back.href).toMatch(/^https:\/\/slipway\.test\/oauth\/callback\?/);
  return back.searchParams;
}

const codeIn = (back: URLSearchParams): string => back.get('code') ?? back.get('auth_code') ?? '';

describe.each(simulations.filter(({ authorization }) => authorization !== undefined))(
  '$platform by OAuth',
  ({ platform }) => {
    test('a person lets the app in, picks accounts, and comes again for new credentials without losing anything', async () => {
      const { call, sandbox, ports, companyId } = await start();
      const offered = (await call('GET', '/v1/platforms')).body.data.find(
        ({ id }: { id: string }) => id === platform,
      );
      expect(offered.authorization).not.toBeNull();
      // What is added by hand, because the platform does not tell it.
      const managers = offered.authorization.extras.length > 0 ? await managerOf(sandbox) : {};
      const begun = await call('POST', '/v1/oauth/authorize', {
        body: { platform, name: 'By OAuth', ...managers },
      });
      expect(begun.status).toBe(201);
      const back = await letIn(sandbox, begun.body.authorizeUrl);
      expect(back.get('state')).toBe(begun.body.state);
      const body = { state: begun.body.state, code: codeIn(back) };
      const reached = await call('POST', '/v1/oauth/redeem', { body });
      expect([reached.status, reached.body.connectionId]).toEqual([200, null]);
      expect(reached.body.adAccounts.length).toBeGreaterThan(1);
      // The code is used up, and asked for again the answer is the same.
      expect((await call('POST', '/v1/oauth/redeem', { body })).body.adAccounts).toEqual(
        reached.body.adAccounts,
      );
      const [first] = reached.body.adAccounts;
      const finished = await call('POST', '/v1/oauth/finish', {
        body: { state: body.state, adAccountIds: [first.id] },
      });
      expect([
        finished.status,
        finished.body.name,
        finished.body.adAccounts,
        finished.body.state,
      ]).toEqual([201, 'By OAuth', 1, 'ok']);
      expect(
        (await call('GET', '/v1/adaccounts')).body.data.map(({ id }: { id: string }) => id),
      ).toEqual([first.id]);
      // A test brings up to date what was picked, and nothing else.
      expect((await call('POST', `/v1/connections/${finished.body.id}/test`)).body).toMatchObject({
        ok: true,
        adAccounts: 1,
      });
      expect((await call('GET', '/v1/adaccounts')).body.data).toHaveLength(1);

      const again = await call('POST', '/v1/oauth/authorize', {
        body: { connectionId: finished.body.id, ...managers },
      });
      const code = codeIn(await letIn(sandbox, again.body.authorizeUrl));
      const second = await call('POST', '/v1/oauth/redeem', {
        body: { state: again.body.state, code },
      });
      expect(second.body.connectionId).toBe(finished.body.id);
      expect(
        second.body.adAccounts.filter(({ isPicked }: { isPicked: boolean }) => isPicked),
      ).toHaveLength(1);
      const reconnected = await call('POST', '/v1/oauth/finish', {
        body: { state: again.body.state },
      });
      expect([reconnected.body.id, reconnected.body.createdAt]).toEqual([
        finished.body.id,
        finished.body.createdAt,
      ]);
      expect((await call('GET', '/v1/connections')).body.data).toHaveLength(1);
      expect((await call('GET', '/v1/adaccounts')).body.data).toHaveLength(
        reached.body.adAccounts.length,
      );
      const everything = JSON.stringify([
        reached.body,
        finished.body,
        (await call('GET', '/v1/audit')).body,
        await ports.store.get(connectionKind, companyId, finished.body.id),
      ]);
      for (const secret of Object.entries(await credentialsOf(ports, companyId, finished.body.id)))
        if (/token|secret/i.test(secret[0]) && !secret[0].endsWith('EndsAt'))
          expect(everything).not.toContain(secret[1]);
    });
  },
);

describe.each(simulations.filter(({ authorization }) => authorization !== undefined))(
  '$platform by OAuth',
  (simulation) => {
    const { platform, stage } = simulation;
    test('what a person consents to is enough for identities and conversions', async () => {
      const { call, sandbox, ports, companyId } = await start();
      const managers = platform === 'search-ads' ? await managerOf(sandbox) : {};
      const begun = await call('POST', '/v1/oauth/authorize', { body: { platform, ...managers } });
      const body = {
        state: begun.body.state,
        code: codeIn(await letIn(sandbox, begun.body.authorizeUrl)),
      };
      await call('POST', '/v1/oauth/redeem', { body });
      const { id } = (await call('POST', '/v1/oauth/finish', { body: { state: body.state } })).body;
      const credentials = await credentialsOf(ports, companyId, id);
      const { id: adAccountId, currency, timezone } = stage.account;
      const access = { companyId, adAccountId, currency, timezone, credentials };
      const opened = ports.platforms[platform];
      expect(await opened?.accounts.identities?.(access)).not.toEqual([]);
      const sample = stage.samples.conversions;
      if (opened?.conversions === undefined || sample === undefined) return;
      const { conversions } = opened;
      expect((await conversions.destinations(access)).map((each) => each.id)).toContain(
        sample.destination,
      );
      const event = {
        eventId: 'e1',
        name: 'purchase',
        happenedAt: ports.clock.now(),
        source: 'website' as const,
        ...sample.fields,
      };
      const wired = await conversions.toWire(event as ConversionEvent, sample.destination, (text) =>
        ports.secrets.sha256(text),
      );
      expect(await conversions.send(access, sample.destination, [wired], {})).toMatchObject({
        taken: true,
      });
    });
  },
);

async function managerOf(sandbox: Sandbox): Promise<object> {
  const companies = await (
    await sandbox.fetch(new Request('http://sandbox.test/_sandbox/companies'))
  ).json();
  const { loginCustomerId } = companies.companies[0].credentials['search-ads'];
  return { credentials: { loginCustomerId } };
}

test('a flow belongs to the key that began it, ends after half an hour, and refuses a wrong code, a wrong state and a denial', async () => {
  const { call, foreignKey, keyWith, sandbox, clock } = await start();
  const begun = (await call('POST', '/v1/oauth/authorize', { body: { platform: 'pin' } })).body;
  const back = await letIn(sandbox, begun.authorizeUrl);
  const redeem = (body: object) => call('POST', '/v1/oauth/redeem', { body });
  const body = { state: begun.state, code: codeIn(back) };
  expect((await call('POST', '/v1/oauth/redeem', { body, key: foreignKey })).status).toBe(404);
  expect(
    (await call('POST', '/v1/oauth/redeem', { body, key: await keyWith('admin') })).status,
  ).toBe(403);
  expect((await redeem({ state: 'x'.repeat(43), code: codeIn(back) })).status).toBe(404);
  expect((await redeem({ state: begun.state, code: 'made up' })).status).toBe(502);
  expect((await call('POST', '/v1/oauth/finish', { body: { state: begun.state } })).status).toBe(
    409,
  );
  expect((await letIn(sandbox, begun.authorizeUrl, 'none')).get('error')).toBe('access_denied');
  clock.advance(31 * 60_000);
  expect((await redeem({ state: begun.state, code: codeIn(back) })).status).toBe(410);
});

test('a verifier that does not fit is refused where the platform takes a challenge', async () => {
  const { call, sandbox } = await start();
  const [one, two] = await Promise.all(
    [1, 2].map(
      async () =>
        (await call('POST', '/v1/oauth/authorize', { body: { platform: 'search-ads' } })).body,
    ),
  );
  expect(new URL(one.authorizeUrl).searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
  const stolen = codeIn(await letIn(sandbox, one.authorizeUrl));
  const refused = await call('POST', '/v1/oauth/redeem', {
    body: { state: two.state, code: stolen },
  });
  expect([refused.status, refused.body.error.platformMessage]).toEqual([
    502,
    expect.stringContaining('verifier'),
  ]);
});

test('a platform without an app of the operator says so', async () => {
  const { call } = await start();
  const refused = await call('POST', '/v1/oauth/authorize', { body: { platform: 'app-network' } });
  expect([refused.status, refused.body.error.details[0].code]).toEqual([422, 'oauth_not_offered']);
});

/** Connects a platform by OAuth, with all of its accounts. */
async function connected(
  { call, sandbox }: Awaited<ReturnType<typeof start>>,
  platform: string,
): Promise<string> {
  const begun = (await call('POST', '/v1/oauth/authorize', { body: { platform } })).body;
  const code = codeIn(await letIn(sandbox, begun.authorizeUrl));
  await call('POST', '/v1/oauth/redeem', { body: { state: begun.state, code } });
  return (await call('POST', '/v1/oauth/finish', { body: { state: begun.state } })).body.id;
}

test('an end that nothing puts off is told a week before, a day before and when it has come, and is over with new credentials', async () => {
  const service = await start();
  const { call, ports, companyId, clock } = service;
  await call('POST', '/v1/webhooks', {
    body: { url: 'https://hooks.example/slipway', events: ['connection.expiring'] },
  });
  // Its tokens last about sixty days, and there is no refresh token.
  const id = await connected(service, 'primary');
  const told = async () =>
    (await ports.store.find(deliveryKind, companyId, { limit: 10, order: { by: 'createdAt' } }))
      .items;
  for (const [email, role] of [
    ['admin@example.com', 'admin'],
    ['viewer@example.com', 'viewer'],
  ] as const)
    await ports.store.commit([
      {
        kind: personKind,
        companyId: SYSTEM,
        id: email,
        expect: 'absent',
        doc: { companyId, email, role, workspaces: [], createdAt: 0 },
      },
    ]);
  const mailed: MailMessage[] = [];
  const mail: Mailer = {
    async send(message) {
      mailed.push(message);
      return { ok: true };
    },
  };
  const look = async () => {
    for (const _twice of [1, 2]) {
      await watchConnections(ports, companyId);
      for (const { id: each } of (await ports.store.find(notificationKind, companyId)).items)
        await mailNotification({ ...ports, mail }, companyId, each);
    }
    const [connection] = (await call('GET', '/v1/connections')).body.data;
    return [connection.state, (await told()).length];
  };
  expect(await look()).toEqual(['ok', 0]);
  clock.advance(47 * DAY_MS);
  expect(await look()).toEqual(['expiring', 1]);
  clock.advance(7 * DAY_MS);
  expect(await look()).toEqual(['expiring', 2]);
  clock.advance(5 * DAY_MS);
  expect(await look()).toEqual(['expiring', 3]);
  clock.advance(2 * DAY_MS);
  expect(await look()).toEqual(['expired', 4]);
  expect((await told())[0]?.doc).toMatchObject({
    event: 'connection.expiring',
    data: { connection: { id, platform: 'primary' } },
  });
  const pasted = await call('PUT', `/v1/connections/${id}/credentials`, {
    body: { credentials: { accessToken: 'sandbox-token' } },
  });
  expect([pasted.status, pasted.body.id, pasted.body.expiresAt]).toEqual([200, id, null]);
  expect(await look()).toEqual(['ok', 4]);
  // Once each, to those who can do something about it.
  expect(mailed.map(({ to }) => to)).toEqual(Array(4).fill('admin@example.com'));
  expect(mailed.map(({ subject }) => subject.replace(/^.* (ends|has)/, '$1'))).toEqual([
    'ends within 14 days',
    'ends within a week',
    'ends within a day',
    'has ended',
  ]);
  expect(mailed[0]?.text).toContain('#/connections');
});

test('credentials that use keeps alive are renewed before they end, once a day, and a refusal is told', async () => {
  const service = await start();
  const { call, ports, companyId, clock } = service;
  const id = await connected(service, 'professional-network');
  const tokenOf = async () => (await credentialsOf(ports, companyId, id)).accessToken;
  const first = await tokenOf();
  await watchConnections(ports, companyId);
  expect(await tokenOf()).toBe(first);
  // A refresh token of a year: within its last two weeks it is used.
  clock.advance(355 * DAY_MS);
  await watchConnections(ports, companyId);
  const second = await tokenOf();
  expect(second).not.toBe(first);
  await watchConnections(ports, companyId);
  expect(await tokenOf()).toBe(second);
  clock.advance(DAY_MS);
  const { 'professional-network': network, ...others } = ports.platforms;
  const failure = {
    platform: 'professional-network',
    class: 'auth',
    message: 'Revoked.',
    fix: '',
    traceId: '',
    retryable: false,
  };
  const renew = async () => {
    throw new PlatformError(failure as PlatformFailure);
  };
  if (network === undefined) throw new Error('The platform is missing.');
  const refusing = {
    ...others,
    'professional-network': { ...network, accounts: { ...network.accounts, renew } },
  };
  await watchConnections({ ...ports, platforms: refusing }, companyId);
  expect((await call('GET', '/v1/connections')).body.data[0].state).toBe('refused');
});

test.each([
  ['primary', 'leads_retrieval,pages_manage_metadata'],
  ['professional-network', 'r_marketing_leadgen_automation'],
])(
  '%s: a sign-in asks for the rights to leads once leads are read, and not before',
  async (platform, rights) => {
    const { call, sandbox, control, clock, ports, companyId } = await start();
    const simulation = simulations.find((each) => each.platform === platform);
    const accountId = `${platform}:${simulation?.stage.account.id}`;
    const signIn = async (request: object) => {
      const { authorizeUrl, state } = (await call('POST', '/v1/oauth/authorize', { body: request }))
        .body;
      const code = codeIn(await letIn(sandbox, authorizeUrl));
      await call('POST', '/v1/oauth/redeem', { body: { state, code } });
      const { id } = (await call('POST', '/v1/oauth/finish', { body: { state } })).body;
      return { id, asked: new URL(authorizeUrl).searchParams.get('scope') };
    };
    const pass = async () => {
      await clock.sleep(3_700_000);
      await runLeadsPass(ports, companyId, accountId as AccountKey, () => false);
    };
    const problem = async () =>
      (await call('GET', `/v1/leads/forms?accountId=${accountId}`)).body.data[0].problem;
    const first = await signIn({ platform });
    expect(first.asked).not.toContain(rights);
    await control('POST', 'leads', { platform: simulation?.name, count: 2 });
    await call('PUT', '/v1/lead-watches', { body: { accountId } });
    await pass();
    expect([(await call('GET', '/v1/leads/counts')).body.total, await problem()]).toEqual([
      0,
      expect.any(String),
    ]);
    const second = await signIn({ connectionId: first.id });
    expect(second.asked).toBe(`${first.asked}${platform === 'primary' ? ',' : ' '}${rights}`);
    await pass();
    expect([(await call('GET', '/v1/leads/counts')).body.total, await problem()]).toEqual([
      2,
      null,
    ]);
  },
);

test.each(['professional-network', 'search-ads'])(
  'the form of %s names every scope that signing in asks for',
  async (id) => {
    const { call } = await start();
    const { data } = (await call('GET', '/v1/platforms')).body;
    const { credentials } = data.find((each: { id: string }) => each.id === id);
    const scopes =
      (platformModules as readonly PlatformModule[]).find(({ definition }) => definition.id === id)
        ?.oauth?.scopes ?? [];
    expect(scopes.length).toBeGreaterThan(1);
    expect(credentials.guide.scopes).toEqual(scopes);
  },
);
