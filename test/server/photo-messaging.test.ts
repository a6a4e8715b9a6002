import { afterAll, beforeAll, expect, test } from 'vitest';
import { photoMessaging } from '../../adapters/sandbox/snapchat/seed/ids.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const account = photoMessaging.accounts.eur;
const [squad = '', other = ''] = photoMessaging.emptyAdSquads(account, 'traffic');
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

const list = (path: string, query = '') =>
  fixture.call('GET', `/v1/manage/${path}?accountId=${account}${query}`);

test('a connection is made with a refresh token, and its accounts of both organisations are found', async () => {
  const { clientId, clientSecret, refreshToken } = photoMessaging;
  const credentials = { clientId, clientSecret, refreshToken };
  const made = await fixture.call('POST', '/v1/connections', {
    body: { platform: 'snapchat', credentials },
  });
  expect(made).toMatchObject({ status: 201, body: { success: true } });
  expect(JSON.stringify(made.body)).not.toContain(refreshToken);
  const mine = await fixture.call('GET', '/v1/adaccounts?platform=snap');
  expect(
    mine.body.data.map(({ id, status }: { id: string; status: string }) => [id, status]),
  ).toEqual([
    [photoMessaging.accounts.eur, 'active'],
    [photoMessaging.accounts.usd, 'active'],
    [photoMessaging.accounts.pending, 'pending'],
  ]);
  const wrong = { clientId, clientSecret, refreshToken: 'none' };
  const refused = await fixture.call('POST', '/v1/connections', {
    body: { platform: 'photo-messaging', credentials: wrong },
  });
  expect(refused.status).toBeGreaterThanOrEqual(400);
});

test.each(['photo-messaging', 'snapchat'])(
  'campaigns, ad squads and ads are listed under %s, with reasons in words',
  async (name) => {
    const campaigns = await list(`${name}/campaigns`);
    expect(campaigns).toMatchObject({
      status: 200,
      body: {
        success: true,
        pagination: { total: 3 },
        metadata: { accountId: account, currency: 'EUR' },
      },
    });
    const awareness = campaigns.body.data.find(
      ({ name: word }: { name: string }) => word === 'Awareness',
    );
    expect(awareness).toMatchObject({
      status: 'ACTIVE',
      dailyBudget: 500,
      objective: 'AWARENESS_AND_ENGAGEMENT',
      delivery: [{ code: 'VALID', message: 'It can deliver.' }],
    });
    const squads = await list(`${name}/adsquads`, `&campaignId=${awareness.id}&status=ACTIVE`);
    expect(squads.body.data).toHaveLength(2);
    expect(squads.body.data[0]).toMatchObject({
      campaignId: awareness.id,
      dailyBudget: 100,
      optimizationGoal: 'IMPRESSIONS',
    });
    const ads = await list(`${name}/ads`, '&status=PAUSED&limit=1');
    expect(ads.body).toMatchObject({ pagination: { total: 3, hasMore: true } });
    expect(ads.body.data[0]).toMatchObject({
      delivery: [{ code: 'INVALID_NOT_ACTIVE', message: 'It is paused.' }],
      review: [{ code: 'APPROVED', message: 'The review has approved it.' }],
    });
  },
);

test('figures come with the list when they are asked for, and say until when they are settled', async () => {
  const { body } = await list(
    'photo-messaging/campaigns',
    '&includeMetrics=true&startDate=2026-11-01&endDate=2026-11-07',
  );
  expect(body.metadata).toMatchObject({
    startDate: '2026-11-01',
    endDate: '2026-11-07',
    settledUntil: '2026-11-14T12:00:00.000Z',
  });
  for (const { metrics } of body.data) expect(metrics.spend).toBeGreaterThan(0);
  const range = 'startDate=2026-11-01&endDate=2026-11-07';
  const report = await fixture.call(
    'GET',
    `/v1/reports/query?accountIds=${account}&${range}&groupBy=campaignId&metrics=spend`,
  );
  expect(report.body.metadata.settledUntil).toBe('2026-11-14T12:00:00.000Z');
  const spend = (rows: readonly { spend: number }[]) =>
    rows.reduce((sum, row) => sum + row.spend, 0);
  expect(
    spend(body.data.map(({ metrics }: { metrics: { spend: number } }) => metrics)),
  ).toBeCloseTo(spend(report.body.data), 6);
  const daily = await fixture.call('GET', `/v1/spend/daily?accountIds=${account}&${range}`);
  expect(daily.body.data).toHaveLength(7);
  expect(daily.body.metadata).toMatchObject({
    settledUntil: '2026-11-14T12:00:00.000Z',
    currency: 'EUR',
  });
  expect(daily.body.metadata.totalSpend).toBeCloseTo(spend(report.body.data), 6);
});

test('status, budget and name are changed one at a time, with the answers of the shared operations', async () => {
  const change = (kind: string, id: string, body: object) =>
    fixture.call('POST', `/v1/manage/photo-messaging/${kind}/${id}`, {
      body: { accountId: account, ...body },
    });
  expect((await change('adsquads', other, { status: 'PAUSED' })).body).toMatchObject({
    results: [{ success: true, status: 'PAUSED' }],
  });
  expect((await change('adsquads', other, { dailyBudget: 120 })).body).toMatchObject({
    dailyBudget: 120,
    previous: { dailyBudget: 100 },
  });
  expect((await change('adsquads', other, { name: 'Renamed' })).body).toMatchObject({
    name: 'Renamed',
    previousName: 'Traffic open 2',
  });
  const { body } = await list(
    'photo-messaging/adsquads',
    `&campaignId=${photoMessaging.campaign(account, 'traffic')}&limit=200`,
  );
  const changed = body.data.find(({ id }: { id: string }) => id === other);
  expect(changed).toMatchObject({
    name: 'Renamed',
    status: 'PAUSED',
    dailyBudget: 120,
    optimizationGoal: 'SWIPES',
  });
  expect((await change('adsquads', other, { name: 'x', status: 'ACTIVE' })).status).toBe(422);
  expect((await change('adsquads', other, {})).status).toBe(400);
  expect(
    (await change('ads', photoMessaging.ad(account, 'traffic', 1), { dailyBudget: 20 })).status,
  ).toBe(422);
  const foreign = await fixture.call(
    'GET',
    '/v1/manage/photo-messaging/campaigns?accountId=act_1001',
  );
  expect(foreign).toMatchObject({
    status: 422,
    body: { error: { details: [{ code: 'account_platform_mismatch' }] } },
  });
});

test('a multi ad becomes an ad of its own for each item, images and films alike', async () => {
  const urls: string[] = [];
  for (const [name, height] of Object.entries({ 'one.png': 1920, 'two.png': 1080 }))
    urls.push((await fixture.uploadAs(name, await png(1080, height))).url);
  const ad = {
    adName: 'Several',
    adAccountId: account,
    type: 'multi',
    title: 'Look',
    cta: 'MORE',
    link: 'https://example.com',
    photoMessagingBrandName: 'Brand',
    photoMessagingProfileId: photoMessaging.profiles.brand,
    media: urls.map((url) => ({ url })),
  };
  const plan = await fixture.call('POST', '/v1/launch/plan', {
    body: { ads: [ad], adSets: [squad, other] },
  });
  expect([plan.status, plan.body.totalAds]).toEqual([200, 4]);
  const launched = await fixture.call('POST', '/v1/launch', {
    body: { ads: [ad], adSets: [squad] },
  });
  expect(launched.body.totalAds).toBe(2);
  const id = launched.body.adBatchId;
  for (;;) {
    const { body } = await fixture.call('GET', `/v1/batch-status/${id}`);
    if (body.status !== 'processing') {
      expect(body).toMatchObject({ status: 'success', outcome: 'all' });
      expect(body.launchedAds.map(({ adName }: { adName: string }) => adName)).toEqual([
        'Several',
        'Several 2',
      ]);
      break;
    }
    await fixture.clock.sleep(100);
  }
  const { body } = await list('photo-messaging/ads', `&adSquadId=${squad}`);
  expect(new Set(body.data.map(({ creativeId }: { creativeId: string }) => creativeId)).size).toBe(
    2,
  );
  const many = await fixture.call('POST', '/v1/launch/plan', {
    body: {
      ads: [{ ...ad, media: Array.from({ length: 21 }, () => ({ url: urls[0] })) }],
      adSets: [squad],
    },
  });
  expect(many.body.error.details).toMatchObject([{ path: 'ads[0].media', code: 'media_count' }]);
});

test('profiles are listed as identities, and the shared operations copy and delete', async () => {
  const profiles = await fixture.call('GET', `/v1/photo-messaging/profiles?accountId=${account}`);
  expect(profiles.body.data).toMatchObject([
    { value: photoMessaging.profiles.brand, label: expect.any(String) },
  ]);
  const copy = await fixture.call('POST', '/v1/manage/duplicate-ad', {
    body: {
      accountId: account,
      adId: photoMessaging.ad(account, 'sales', 1),
      targetAdSetId: squad,
    },
  });
  expect(copy).toMatchObject({ status: 200, body: { success: true } });
  const gone = await fixture.call('POST', '/v1/manage/delete', {
    body: {
      businessId: account,
      entityType: 'ads',
      entityIds: [photoMessaging.ad(account, 'sales', 3)],
      confirm: true,
    },
  });
  expect(gone.body).toMatchObject({ successCount: 1 });
});
