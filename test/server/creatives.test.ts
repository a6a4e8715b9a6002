import { afterAll, beforeAll, expect, test } from 'vitest';
import { mp4, png } from '../samples/media.ts';
import { type Called, failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const DAY = 86_400_000;
let fixture: ServiceFixture;
let files: { readonly url: string; readonly id: number; readonly sha256: string }[];

beforeAll(async () => {
  fixture = await startServiceFixture();
  const sizes = [600, 620, 640];
  const uploads = await Promise.all(
    sizes.map(async (size) => fixture.uploadAs(`hook-${size}.png`, await png(size, size))),
  );
  files = await Promise.all(
    uploads.map(async ({ id, url }) => ({
      id,
      url,
      sha256: (await fixture.call('GET', `/v1/media/${id}`)).body.sha256,
    })),
  );
});
afterAll(() => fixture.worker.stop());

async function finished(id: number): Promise<Called['body']> {
  for (;;) {
    const { body } = await fixture.call('GET', `/v1/batch-status/${id}`);
    if (body.status !== 'processing') return body;
    await fixture.clock.sleep(200);
  }
}

async function adOf(accountId: string) {
  const { body } = await fixture.call(
    'GET',
    `/v1/adsets?accountId=${accountId}&status=ACTIVE&limit=200`,
  );
  const { page, secondary } = (await fixture.call('GET', `/v1/profiles?accountId=${accountId}`))
    .body.data[0];
  const adSets = body.data.filter(({ adCount }: { adCount: number }) => adCount === 0).slice(0, 2);
  return {
    adAccountId: accountId,
    page,
    secondary,
    link: 'https://example.com',
    adSets,
    launchPaused: false,
  };
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

test('what was launched answers which picture and which hook worked, equal to the totals of its accounts', async () => {
  const accounts = ['act_1001', 'act_1002'];
  const convention = {
    name: 'Ads',
    level: 'ad',
    separator: '_',
    fields: [
      { key: 'team', source: 'option', options: ['T'] },
      { key: 'hook', source: 'free' },
    ],
  };
  expect((await fixture.call('POST', '/v1/naming-conventions', { body: convention })).status).toBe(
    201,
  );
  const ads = (await Promise.all(accounts.map(adOf))).flatMap((ad, i) => [
    { ...ad, adName: 'T_waves', media: [{ url: files[0]?.url }] },
    { ...ad, adName: 'T_sun', media: [{ url: files[1]?.url }] },
    ...(i === 0
      ? [
          {
            ...ad,
            adName: 'Both',
            type: 'carousel',
            media: files.slice(0, 2).map(({ url }) => ({ url, carouselTitle: 'Card' })),
          },
        ]
      : []),
  ]);
  const launched = await fixture.call('POST', '/v1/launch', { body: { ads } });
  expect([launched.status, launched.body.error]).toEqual([202, undefined]);
  const batch = await finished(launched.body.adBatchId);
  expect(batch.failedAds).toEqual([]);
  const [original] = batch.launchedAds.filter(
    ({ adName }: { adName: string }) => adName === 'T_sun',
  );
  const copy = {
    accountId: 'act_1001',
    adId: original.adId,
    targetAdSetId: original.adSetId,
    status: 'ACTIVE',
  };
  const copied = await fixture.call('POST', '/v1/manage/duplicate-ad', { body: copy });
  expect([copied.status, copied.body.success, copied.body.error]).toEqual([200, true, undefined]);
  const startDate = day(fixture.clock.now());
  fixture.clock.step(15 * DAY);
  const range = `startDate=${startDate}&endDate=${day(fixture.clock.now())}`;
  const ask = async (account: string, more: string) =>
    (
      await fixture.call(
        'GET',
        `/v1/reports/query?accountIds=${account}&${range}&metrics=spend,impressions&${more}`,
      )
    ).body;

  for (const account of accounts) {
    const [total] = (await ask(account, 'groupBy=accountId')).data;
    const byAd = (await ask(account, 'groupBy=adId&limit=1000')).data;
    const of = (name: string) => byAd.filter(({ adName }: { adName: string }) => adName === name);
    const sum = (rows: { impressions: number }[]) =>
      rows.reduce((all, { impressions }) => all + impressions, 0);
    const byAsset = await ask(account, 'groupBy=asset');
    expect(sum(byAsset.data)).toBe(total.impressions);
    const waves = byAsset.data.find(({ asset }: { asset: string }) => asset === files[0]?.sha256);
    expect([waves.impressions > 0, waves.impressions]).toEqual([true, sum(of('T_waves'))]);
    expect(byAsset.metadata.coverage[0]).toMatchObject({
      dimension: 'asset',
      knownAds: expect.any(Number),
    });
    const byHook = await ask(account, 'groupBy=name.hook');
    expect(sum(byHook.data)).toBe(total.impressions);
    expect(
      byHook.data.find(({ name }: { name: { hook: string } }) => name.hook === 'sun').impressions,
    ).toBe(sum(of('T_sun')));
  }
  const sets = (await ask('act_1001', 'groupBy=asset')).data.filter(
    ({ asset }: { asset: string | null }) => asset?.startsWith('set-'),
  );
  expect(sets).toHaveLength(1);

  const ranked = (ids: string) =>
    fixture.call('GET', `/v1/analytics/top-creatives?accountIds=${ids}&${range}`);
  expect((await ranked(accounts.join())).body.error.details[0].code).toBe('mixed_currencies');
  const top = (await ranked('act_1001')).body;
  const first = top.data.find(({ asset }: { asset: string }) => asset === files[0]?.sha256);
  expect(first).toMatchObject({
    ads: 2,
    accountIds: ['act_1001'],
    platforms: ['primary'],
    mediaIds: [files[0]?.id],
    thumbnailUrl: expect.stringContaining(`/thumbnails/${files[0]?.sha256}-`),
    similarAssets: [],
  });
  expect(top.metadata.coverage).toBe(1);
  // A copy that the platform made is known by the platform's hash of the file that was launched
  // here.
  const suns = top.data.find(({ asset }: { asset: string }) => asset === files[1]?.sha256);
  expect(suns.ads).toBe(3);
  const others = top.data.filter(({ asset }: { asset: string }) =>
    asset.startsWith('primary:act_1001/'),
  );
  expect(others.length).toBeGreaterThan(0);
  for (const { fatigue } of top.data) {
    expect(fatigue.firstWeek.frequency).toBeGreaterThan(1);
    expect(fatigue.frequencyChange).toBeCloseTo(
      fatigue.lastWeek.frequency / fatigue.firstWeek.frequency - 1,
      6,
    );
    expect(fatigue.frequencyMissing).toBeUndefined();
  }
  expect((await fixture.call('GET', '/v1/reports/fields')).body.creativeDimensions).toEqual([
    { key: 'asset', label: 'Asset', levels: ['ad'] },
    { key: 'name.team', label: 'team', levels: ['ad'] },
    { key: 'name.hook', label: 'hook', levels: ['ad'] },
  ]);
});

test('the hook rate of a video is its share of views of three seconds; pictures have none', async () => {
  const video = await fixture.uploadAs(
    'hook.mp4',
    mp4({ width: 1080, height: 1080, seconds: 6, fps: 30 }),
  );
  const ad = await adOf('act_1003');
  const ads = [
    { ...ad, adName: 'Moving', media: [{ url: video.url }] },
    { ...ad, adName: 'Still', media: [{ url: files[2]?.url }] },
  ];
  const launched = await fixture.call('POST', '/v1/launch', { body: { ads } });
  expect([launched.status, launched.body.error]).toEqual([202, undefined]);
  expect((await finished(launched.body.adBatchId)).failedAds).toEqual([]);
  const startDate = day(fixture.clock.now());
  fixture.clock.step(3 * DAY);
  const range = `startDate=${startDate}&endDate=${day(fixture.clock.now())}`;
  const { body } = await fixture.call(
    'GET',
    `/v1/analytics/top-creatives?accountIds=act_1003&${range}&metric=hookRate&limit=50`,
  );
  const [best, ...others] = body.data;
  expect(best).toMatchObject({ mediaIds: [video.id], hookRate: expect.any(Number) });
  expect([best.hookRate > 20, best.hookRate < 100]).toEqual([true, true]);
  expect(others.map(({ hookRate }: { hookRate: unknown }) => hookRate)).toEqual(
    others.map(() => null),
  );
});
