import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortVideo } from '../../adapters/sandbox/tiktok/seed/ids.ts';
import { features } from '../../core/features/registry.ts';
import { defaultPlaces, lanesOf } from '../../server/process/lanes.ts';
import { jobHandlers } from '../../server/process/workers.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const { accounts, identities, emptyAdGroups, posts } = shortVideo;
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

test.each(['short-video', 'tiktok'])(
  'GET /v1/%s/identities and /posts answer under both names',
  async (name) => {
    const listed = await fixture.call('GET', `/v1/${name}/identities?accountId=${accounts.eur}`);
    expect(listed).toMatchObject({ status: 200, body: { success: true, count: 3 } });
    const profile = listed.body.data.find(
      ({ label }: { label: string }) => label === 'Sandbox Profile',
    );
    expect(profile).toMatchObject({
      value: `TT_USER:${identities.profile.id}`,
      username: 'sandbox',
    });
    const part = await fixture.call(
      'GET',
      `/v1/${name}/identities?accountIds=${accounts.eur}&limit=2&page=2`,
    );
    expect(part.body).toMatchObject({
      data: [listed.body.data[2]],
      pagination: { offset: 2, limit: 2, total: 3, hasMore: false },
      count: 1,
    });
    const found = await fixture.call(
      'GET',
      `/v1/${name}/posts?identity=${encodeURIComponent(profile.value)}`,
    );
    expect(found).toMatchObject({ status: 200, body: { success: true, count: 3 } });
    expect(found.body.data.map(({ id }: { id: string }) => id)).toContain(posts(accounts.eur)[0]);
  },
);

test('a token alone does not connect the platform: the answer says what else it takes', async () => {
  const { status, body } = await fixture.call('POST', '/v1/connections', {
    body: { platform: 'short-video', credentials: { accessToken: 'token' } },
  });
  expect([
    status,
    body.error.details.map(({ path, code }: { path: string; code: string }) => [path, code]),
  ]).toEqual([422, [['credentials.advertiserIds', 'missing_field']]]);
  const { ways } = (await fixture.call('GET', '/v1/platforms')).body.data.find(
    ({ id }: { id: string }) => id === 'short-video',
  ).credentials;
  expect(ways).toEqual([
    ['accessToken', 'appId', 'secret'],
    ['accessToken', 'advertiserIds'],
  ]);
});

test('an identity without a profile has no posts, and the platform is not asked', async () => {
  const value = `${identities.custom.type}:${identities.custom.id}`;
  const { status, body } = await fixture.call(
    'GET',
    `/v1/short-video/posts?identity=${encodeURIComponent(value)}`,
  );
  expect([status, body.data]).toEqual([200, []]);
});

test('posts without an identity, or of another platform’s account, are refused with the place', async () => {
  const missing = await fixture.call('GET', '/v1/short-video/posts');
  expect(missing).toMatchObject({
    status: 400,
    body: { error: { details: [{ path: 'identity' }] } },
  });
  const other = await fixture.call('GET', '/v1/short-video/identities?accountId=act_1001');
  expect(other).toMatchObject({
    status: 422,
    body: { error: { details: [{ code: 'account_platform_mismatch' }] } },
  });
});

test('an account is listed, its ad groups are shown, an ad is launched and switched on', async () => {
  const mine = await fixture.call('GET', '/v1/adaccounts?platform=tiktok');
  expect(mine.body.data.map(({ id }: { id: string }) => id)).toEqual([
    accounts.eur,
    accounts.usd,
    accounts.disabled,
    accounts.smart,
  ]);
  const adGroup = emptyAdGroups(accounts.eur, 'traffic')[0];
  const shown = await fixture.call('GET', `/v1/adsets?accountId=${accounts.eur}&limit=50`);
  expect(shown.body.data.find(({ value }: { value: string }) => value === adGroup)).toMatchObject({
    adCount: 0,
    capacity: 20,
  });

  const ad = {
    adName: 'From the API',
    adAccountId: accounts.eur,
    adAccountType: 'tiktok',
    selectedShortVideoUserAccount: identities.custom.id,
    description: 'What it says',
    link: 'https://shop.example/',
    adSets: [adGroup],
    media: [{ url: (await fixture.uploadAs('boat.png', pixel)).url }],
  };
  const { link: _link, ...leadingNowhere } = ad;
  const refused = await fixture.call('POST', '/v1/launch', { body: { ads: [leadingNowhere] } });
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { details: [{ path: 'ads[0].link', code: 'missing_field' }] } },
  });
  const accepted = await fixture.call('POST', '/v1/launch', { body: { ads: [ad] } });
  expect(accepted).toMatchObject({ status: 202, body: { launchStatus: 'PAUSED' } });
  const status = await ended(accepted.body.adBatchId);
  expect(status).toMatchObject({
    status: 'success',
    failedAds: [],
    launchedAds: [{ platform: 'short-video' }],
  });
  const entityIds = [status.launchedAds[0].adId];
  const on = await fixture.call('POST', '/v1/manage/update-status', {
    body: { businessId: accounts.eur, entityType: 'ad', entityIds, newStatus: 'ENABLE' },
  });
  expect(on.body).toMatchObject({ success: true, results: [{ success: true, status: 'ENABLE' }] });
});

test('lists, filters and copies speak the words of the platform, and take those of the others', async () => {
  const words = async (path: string): Promise<Set<string>> => {
    const { body } = await fixture.call('GET', path);
    return new Set(body.data.map(({ status }: { status: string }) => status));
  };
  for (const path of [
    '/v1/campaigns?limit=50&',
    '/v1/adsets?limit=50&',
    '/v1/manage/list-ads?limit=50&',
  ])
    for (const status of ['ENABLE', 'enable', 'ACTIVE'])
      expect(await words(`${path}accountId=${accounts.eur}&status=${status}`)).toEqual(
        new Set(['ENABLE']),
      );
  const report = (status: string) =>
    fixture.call(
      'GET',
      `/v1/reports/query?accountIds=${accounts.eur}&startDate=2026-11-01&endDate=2026-11-03&filters[status]=${status}`,
    );
  const [own, common] = [await report('ENABLE'), await report('ACTIVE')];
  expect(own.body.data.length).toBeGreaterThan(0);
  expect(own.body.data).toEqual(common.body.data);
  const other = await report('SOMETIMES');
  expect([other.status, other.body.error.details[0].path]).toEqual([422, 'filters[status]']);
});

test('exports have the status in the platform’s own words', async () => {
  const body = {
    accountIds: [accounts.eur],
    level: 'adset',
    format: 'csv',
    fields: ['adsetId', 'status'],
  };
  const { exportId } = (await fixture.call('POST', '/v1/exports', { body })).body;
  const state = async () => (await fixture.call('GET', `/v1/exports/${exportId}`)).body.status;
  while (['queued', 'running'].includes(await state())) await fixture.clock.sleep(100);
  const { body: file } = await fixture.call('GET', `/v1/exports/${exportId}/file`);
  const words = String(file)
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',')[1]);
  expect(words.length).toBeGreaterThan(0);
  for (const word of words) expect(['ENABLE', 'DISABLE']).toContain(word);
});

test('an ad beside others ends at its time, also when the service was started anew in between', async () => {
  const { body } = await fixture.call(
    'GET',
    `/v1/manage/list-ads?accountId=${accounts.eur}&status=ENABLE&limit=50`,
  );
  const entityId = body.data.at(-1).id;
  await fixture.worker.stop();
  const endTime = Math.floor(fixture.clock.now() / 1000) + 3600;
  const ends = await fixture.call('POST', '/v1/manage/update-status', {
    body: { businessId: accounts.eur, entityType: 'ad', entityId, endTime },
  });
  expect(ends.body.results).toMatchObject([{ success: true, endsBy: 'schedule' }]);
  const { ports } = fixture;
  const worker = ports.jobs.work(
    jobHandlers(ports, () => false),
    lanesOf(defaultPlaces, features),
  );
  const isPaused = async (): Promise<boolean> => {
    const paused = await fixture.call(
      'GET',
      `/v1/manage/list-ads?accountId=${accounts.eur}&status=DISABLE&limit=50`,
    );
    return paused.body.data.some(({ id }: { id: string }) => id === entityId);
  };
  while (!(await isPaused())) await fixture.clock.sleep(60_000);
  expect(fixture.clock.now()).toBeGreaterThanOrEqual(endTime * 1000);
  await worker.stop();
});

test('what the platform does not offer is a 422 that names what it does', async () => {
  const ad = { adName: 'x', adAccountId: accounts.eur, type: 'carousel', adSets: ['1'], media: [] };
  const refused = await fixture.call('POST', '/v1/launch', { body: { ads: [ad] } });
  expect(refused.status).toBe(422);
  const fault = refused.body.error.details.find(
    ({ path }: { path: string }) => path === 'ads[0].type',
  );
  expect(fault).toMatchObject({
    code: 'unsupported_on_platform',
    message: expect.stringContaining('single, postBoost'),
  });
  const changes = await fixture.call('GET', `/v1/manage/changes?businessId=${accounts.eur}`);
  expect(changes).toMatchObject({
    status: 422,
    body: { error: { details: [{ code: 'unsupported_on_platform' }] } },
  });
});

test('reports, spend and top ads take accounts of both platforms', async () => {
  const range = 'startDate=2026-11-01&endDate=2026-11-03';
  const report = await fixture.call(
    'GET',
    `/v1/reports/query?accountIds=act_1001,${accounts.eur}&${range}&groupBy=platform,day&metrics=spend`,
  );
  expect(report.status).toBe(200);
  expect(new Set(report.body.data.map(({ platform }: { platform: string }) => platform))).toEqual(
    new Set(['primary', 'short-video']),
  );
  const spend = await fixture.call('GET', `/v1/spend/daily?accountIds=${accounts.eur}&${range}`);
  expect(spend.body.data).toHaveLength(3);
  const top = await fixture.call(
    'GET',
    `/v1/analytics/top-ads?accountIds=${accounts.eur}&${range}&limit=2`,
  );
  expect(top.body.data).toMatchObject([
    { thumbnailUrl: expect.any(String) },
    { thumbnailUrl: expect.any(String) },
  ]);
});

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
);

async function ended(batchId: number) {
  for (let look = 0; look < 200; look += 1) {
    const { body } = await fixture.call('GET', `/v1/batch-status/${batchId}`);
    if (body.status !== 'processing') return body;
    await fixture.ports.clock.sleep(1_000);
  }
  throw new Error('The batch never ended.');
}

test('a reply of our own is deleted at TikTok, and a comment of a person is not', async () => {
  const listed = await fixture.call(
    'GET',
    `/v1/comments?adId=${shortVideo.ad(accounts.eur, 'traffic', 1)}&limit=10`,
  );
  const [comment] = listed.body.data as readonly { readonly id: string }[];
  const path = `/v1/comments/${comment?.id}`;
  expect((await fixture.call('POST', `${path}/delete`)).status).not.toBe(200);
  const before = (await fixture.held('tiktok_comments')).length;
  const { body } = await fixture.call('POST', `${path}/reply`, { body: { text: 'Thank you' } });
  expect((await fixture.held('tiktok_comments')).length).toBe(before + 1);
  expect((await fixture.call('POST', `/v1/comments/${body.replyId}/delete`)).status).toBe(200);
  expect((await fixture.held('tiktok_comments')).length).toBe(before);
});
