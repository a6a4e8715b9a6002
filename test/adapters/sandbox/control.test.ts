import { expect, test } from 'vitest';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { createSandbox } from '../../../adapters/sandbox/sandbox.ts';
import { createClient, emptyAdSet, eur, form, imageStory, untilAsleep } from './client.ts';

test('the state counts objects, calls by kind, counted calls and requests, and not itself', async () => {
  const client = createClient();
  await client.post(`/${eur}/adcreatives`, { object_story_spec: imageStory() });
  await client.get(`/${eur}/campaigns`);
  await client.get(`/${emptyAdSet()}`);
  await client.batch(
    ['a', 'b'].map((name) => ({
      method: 'POST',
      relative_url: `${eur}/adlabels`,
      body: form({ name }),
    })),
  );
  const { body } = await client.control('GET', 'state');
  expect(body.calls).toEqual({
    'GET adset': 1,
    'GET campaigns': 1,
    'POST adcreatives': 1,
    'POST adlabels': 2,
  });
  expect(body).toMatchObject({
    counted: 5,
    requests: 4,
    objects: {
      adaccounts: 4,
      adlabels: 2,
      campaigns: expect.any(Number),
      adsets: expect.any(Number),
      ads: expect.any(Number),
      // Two of each campaign that delivers, and one that no ad shows.
      adimages: 45,
      advideos: 3,
    },
  });
  expect(body.list).toBeUndefined();
});

test('the state lists what the platform holds, deleted objects too', async () => {
  const client = createClient();
  const before = (await client.control('GET', 'state')).body.objects.ads;
  const ad = await client.make(`/${eur}/ads`, {
    name: 'Mine',
    adset_id: emptyAdSet(),
    creative: { object_story_spec: imageStory() },
  });
  await client.remove(`/${ad}`);
  const { objects, list } = (await client.control('GET', 'state?objects=1')).body;
  expect(objects.ads).toBe(before);
  expect(list.ads.find(({ id }: { id: string }) => id === ad)).toMatchObject({
    name: 'Mine',
    status: 'DELETED',
    adset_id: emptyAdSet(),
    account: eur,
  });
});

test('a reset goes back to the seed, or clears only the counters', async () => {
  const client = createClient();
  const fresh = (await client.control('GET', 'state?objects=1')).body;
  await client.post(`/${eur}/adlabels`, { name: 'x' });
  await client.fault({ fault: 'transient' });
  await client.advance(1000);
  await client.control('POST', 'reset', { counters: true });
  expect((await client.control('GET', 'state')).body).toMatchObject({
    counted: 0,
    requests: 0,
    objects: { adlabels: 1 },
  });
  await client.control('POST', 'reset');
  expect((await client.control('GET', 'state?objects=1')).body).toEqual(fresh);
  expect((await client.get(`/${eur}`)).status).toBe(200);
});

test('further companies have their own token, accounts, pages and figures', async () => {
  const client = createClient({ sandbox: createSandbox({ clock: createManualClock(), seed: 1 }) });
  const { body } = await client.control('POST', 'companies', { name: 'Second' });
  expect(body).toMatchObject({
    token: 'sandbox-token-2',
    credentials: {
      primary: { accessToken: 'sandbox-token-2' },
      'short-video': { accessToken: 'sandbox-token-2' },
    },
  });
  expect(body.adAccountIds.slice(0, 7)).toEqual([
    'act_2001',
    'act_2002',
    'act_2003',
    'act_2004',
    '7000000000000002001',
    '7000000000000002002',
    '7000000000000002003',
  ]);
  const second = createClient({ sandbox: client.sandbox, token: body.token });
  expect((await second.get('/me/adaccounts?fields=name')).body.data[0]).toEqual({
    id: 'act_2001',
    name: 'Second Europe',
  });
  expect((await client.get('/me/adaccounts')).body.data).toHaveLength(4);
  const [page] = (await second.get('/act_2001/promote_pages')).body.data;
  expect(page.id).not.toBe(seed.page);
  expect((await second.get('/act_2001/insights?fields=spend')).body.data[0].spend).not.toBe(
    (await client.get(`/${eur}/insights?fields=spend`)).body.data[0].spend,
  );
  expect((await client.control('POST', 'companies', { name: 'Third' })).body.token).toBe(
    'sandbox-token-3',
  );
});

test('latency holds every request back', async () => {
  const client = createClient();
  await client.control('POST', 'latency', { ms: 500 });
  const reply = client.get('/me');
  await untilAsleep(client);
  await client.clock.advance(500);
  expect((await reply).status).toBe(200);
});

test("the platform's clock goes on when that of this machine is set back, and follows it forwards", async () => {
  const client = createClient();
  const now = async () =>
    ((await client.control('POST', 'clock', { advanceMs: 0 })).body as { now: number }).now;
  const before = await now();
  client.clock.step(-3_600_000);
  await client.clock.advance(5_000);
  expect(await now()).toBe(before + 5_000);
  client.clock.step(2 * 3_600_000);
  expect(await now()).toBe(before + 5_000 + 3_600_000);
});

test('the clock moves for the platform alone', async () => {
  const client = createClient();
  const before = client.clock.now();
  expect((await client.control('POST', 'clock', { advanceMs: 60_000 })).body).toEqual({
    now: before + 60_000,
  });
  expect(client.clock.now()).toBe(before);
});

const mistakes: readonly (readonly [
  method: string,
  path: string,
  body: object | undefined,
  status: number,
])[] = [
  ['POST', 'clock', { advanceMs: -1 }, 400],
  ['POST', 'clock', {}, 400],
  ['POST', 'latency', { ms: 'long' }, 400],
  ['POST', 'tier', { tier: 'golden' }, 400],
  ['POST', 'companies', {}, 400],
  ['POST', 'ad-sets', {}, 400],
  ['POST', 'ad-sets', { platform: 'meta', count: 0 }, 400],
  ['POST', 'ad-sets', { platform: 'meta', ads: 51 }, 400],
  ['POST', 'faults', {}, 400],
  ['POST', 'faults', { fault: 'nothing' }, 400],
  ['POST', 'faults', { fault: 'transient', platform: 'radio' }, 400],
  ['POST', 'faults', { fault: 'transient', propability: 0.5 }, 400],
  ['POST', 'faults', { fault: 'transient', probability: 2 }, 400],
  ['POST', 'faults', { fault: 'transient', nth: 0 }, 400],
  ['POST', 'faults', { fault: 'transient', times: '3' }, 400],
  ['POST', 'faults', { fault: 'transient', method: 'PUSH' }, 400],
  ['POST', 'faults', { fault: 'slow', ms: -1 }, 400],
  ['GET', 'nothing', undefined, 404],
];

test.each(mistakes)(
  '%s /_sandbox/%s with %o says what is wrong',
  async (method, path, body, status) => {
    const client = createClient();
    const reply = await client.control(method, path, body);
    expect(reply.status).toBe(status);
    expect(reply.body.error).toMatch(/\.$/);
  },
);

test('a body that is no JSON is refused, and other paths are not served', async () => {
  const { sandbox } = createClient();
  expect(
    (
      await sandbox.fetch(
        new Request('http://sandbox.test/_sandbox/clock', { method: 'POST', body: 'now' }),
      )
    ).status,
  ).toBe(400);
  expect((await sandbox.fetch(new Request('http://sandbox.test/elsewhere'))).status).toBe(404);
});

test('the limited tier blocks after sixty points for five minutes, reads costing one and writes three', async () => {
  const client = createClient();
  await client.control('POST', 'tier', { tier: 'limited' });
  const usage = (headers: Headers): number =>
    JSON.parse(headers.get('x-ad-account-usage') ?? '').acc_id_util_pct;
  expect(usage((await client.post(`/${eur}/adlabels`, { name: 'x' })).headers)).toBe(5);
  expect(usage((await client.get(`/${eur}`)).headers)).toBeCloseTo(6.66, 1);
  for (let index = 0; index < 56; index++) expect((await client.get(`/${eur}`)).status).toBe(200);
  const blocked = await client.get(`/${eur}`);
  expect(blocked.body.error).toMatchObject({ code: 17, error_subcode: 2446079 });
  expect(
    JSON.parse(blocked.headers.get('x-business-use-case-usage') ?? '')['1001'][0],
  ).toMatchObject({
    call_count: 100,
    estimated_time_to_regain_access: 5,
    ads_api_access_tier: 'development_access',
  });
  expect((await client.get('/act_1002')).status).toBe(200);
  await client.advance(299_000);
  expect((await client.get(`/${eur}`)).status).toBe(400);
  await client.advance(1000);
  expect((await client.get(`/${eur}`)).status).toBe(200);
});

test('the full tier takes a hundred changes a second and forgets its score in five minutes', async () => {
  const client = createClient();
  await client.control('POST', 'tier', { tier: 'full' });
  for (let index = 0; index < 100; index++)
    await client.post(`/${eur}/adlabels`, { name: `l${index}` });
  expect((await client.post(`/${eur}/adlabels`, { name: 'more' })).body.error).toMatchObject({
    code: 613,
    error_subcode: 5044001,
  });
  await client.advance(1000);
  const { headers } = await client.post(`/${eur}/adlabels`, { name: 'more' });
  expect(JSON.parse(headers.get('x-ad-account-usage') ?? '').acc_id_util_pct).toBeCloseTo(
    ((303 - 30) / 9000) * 100,
    1,
  );
  await client.advance(300_000);
  expect(
    JSON.parse((await client.get(`/${eur}`)).headers.get('x-ad-account-usage') ?? '')
      .acc_id_util_pct,
  ).toBe(0.01);
});

test('tells apps and refresh tokens, with which programs that have nothing else begin', async () => {
  const sandbox = createSandbox({ clock: createManualClock() });
  const ask = async (path: string, init?: RequestInit) =>
    (await sandbox.fetch(new Request(`http://sandbox.test${path}`, init))).json();
  const { companies } = (await ask('/_sandbox/companies')) as {
    readonly companies: readonly {
      readonly renewal: { readonly [platform: string]: { readonly [name: string]: string } };
    }[];
  };
  const renewal = companies[0]?.renewal ?? {};
  const places = {
    'search-ads': '/google/token',
    'photo-messaging': '/snapchat/login/oauth2/access_token',
    'professional-network': '/linkedin/oauth/v2/accessToken',
  };
  for (const [platform, path] of Object.entries(places)) {
    const { clientId = '', clientSecret = '', refreshToken = '' } = renewal[platform] ?? {};
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    });
    expect([platform, await ask(path, { method: 'POST', body })]).toMatchObject([
      platform,
      { access_token: expect.any(String) },
    ]);
  }
  const renewed = ['search-ads', 'photo-messaging', 'professional-network', 'pin'];
  expect(renewed.map((platform) => renewal[platform]?.refreshToken)).toEqual(
    renewed.map(() => 'refresh-sandbox-token'),
  );
  expect(renewal['short-video']).toMatchObject({ appId: expect.any(String) });
});
