import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import type { Fault } from '../../core/base/errors.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

/** What the interface promises and no test of a single part shows. */

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

/** An account of each platform but the primary one. */
const others = {
  'short-video': '7000000000000001001',
  'photo-messaging': '5ca90000-0000-4000-8000-000000010001',
  pin: '549700001001',
  'search-ads': '5000010001',
  'professional-network': '500001001',
  'app-network': '300011',
} as const;

const get = (path: string) => fixture.call('GET', path);
const send = (path: string, body: object) => fixture.call('POST', path, { body });
const faultsOf = ({ status, body }: Awaited<ReturnType<typeof get>>) => [
  status,
  ...(body.error?.details ?? []).map(({ path, code }: Fault) => `${path} ${code}`),
];

describe('places of an ad set', () => {
  const base = { accountId: 'act_1001', campaignId: seed.campaign('act_1001', 'traffic'), name: 'Places', dailyBudget: 20 };
  const create = (location: object) => send('/v1/manage/create-adset', { ...base, location });

  test.each([
    ['a region', { countries: ['CA'], regions: [{ key: '3847' }] }],
    ['a city', { countries: ['CA'], cities: [{ key: '2421836' }] }],
    ['a city by its key alone', { countries: ['CA', 'AU'], cities: ['560472'] }],
    ['a city that says its country', { countries: ['CA'], cities: [{ key: '560472', country: 'DE' }] }],
    ['a market', { countries: ['CA'], geo_markets: ['501'] }],
  ])('%s of another country is taken beside a country', async (_title, location) => {
    const { status, body } = await create(location);
    expect([status, body.error]).toEqual([200, undefined]);
    const held = (await fixture.held('adsets')).find(({ id }) => id === body.adSetId) as unknown as {
      targeting: { geo_locations: { countries: string[] } };
    };
    expect(held.targeting.geo_locations).toMatchObject({ countries: location.countries });
    expect(Object.keys(held.targeting.geo_locations)).toHaveLength(2);
  });

  test.each([
    ['by what it says', { countries: ['US'], cities: [{ key: '2421836', country: 'US' }] }, 'location.countries places_overlap'],
    ['by what the platform knows', { countries: ['US'], regions: [{ key: '3847' }] }, 'location platform_rule'],
  ])('what overlaps is refused, %s', async (_title, location, fault) => {
    expect(faultsOf(await create(location))).toEqual([422, fault]);
  });
});

describe('missing fields', () => {
  test.each([
    ['create-campaign', {}, ['accountId', 'name', 'objective']],
    ['create-campaign', { businessId: 'act_1001' }, ['name', 'objective']],
    ['create-adset', {}, ['accountId', 'campaignId', 'name']],
    ['create-adset', { account_id: 'act_1001' }, ['campaignId', 'name']],
    ['update-ad', {}, ['accountId', 'adId']],
  ])('%s %o tells all of them at once', async (path, body, missing) => {
    const [status, ...faults] = faultsOf(await send(`/v1/manage/${path}`, body));
    expect([status, faults.sort()]).toEqual([400, missing.map((field) => `${field} missing_field`)]);
  });
});

describe('the composition of reach', () => {
  const path = (accountId: string) =>
    `/v1/reports/primary/reach-composition?accountId=${accountId}&startDate=2026-10-31&endDate=2026-11-01`;

  test('of several countries is the platform’s own figure of all of them, each month', async () => {
    const { status, body } = await get(`${path('act_1003')}&countries=US,CA`);
    expect([status, body.data.length]).toEqual([200, 2]);
    const of = async (countries: string) => (await get(`${path('act_1003')}&countries=${countries}`)).body.data;
    const [us, ca] = [await of('US'), await of('CA')];
    for (const [i, { reach, cumulativeReach, incrementalReach }] of body.data.entries()) {
      expect(reach).toBeGreaterThanOrEqual(Math.max(us[i].reach, ca[i].reach));
      expect(reach).toBeLessThan(us[i].reach + ca[i].reach);
      expect(incrementalReach).toBe(cumulativeReach - (body.data[i - 1]?.cumulativeReach ?? 0));
    }
    expect(body.metadata.warnings).toBeUndefined();
  });

  test.each(Object.values(others))('of an account of another platform is refused: %s', async (accountId) => {
    expect(faultsOf(await get(path(accountId)))).toEqual([422, 'accountId unsupported_on_platform']);
  });
});

describe('texts and places of media', () => {
  const [adSet = ''] = seed.emptyAdSets('act_1001', 'traffic');
  const base = {
    adName: 'Media',
    adAccountId: 'act_1001',
    link: 'https://example.com',
    page: '',
    secondary: '',
    adSets: [adSet],
  };
  const file = (name: string, more: object = {}) => ({ url: `https://slipway.test/media/${name}`, ...more });
  const text = { adCopyDescription: 'Own text' };
  let identity: object = {};
  beforeAll(async () => {
    const { page, secondary } = (await get('/v1/profiles?accountId=act_1001')).body.data[0];
    identity = { page, secondary };
  });
  const plan = (ad: object) => send('/v1/launch/plan', { ads: [{ ...base, ...identity, ...ad }] });
  const warned = ({ body }: Awaited<ReturnType<typeof plan>>) =>
    (body.warnings ?? []).flatMap(({ path, code }: Fault) => (code === 'unused_text' ? [path] : []));

  test('the text of a single ad’s item is the text of the ad where it has no other', async () => {
    const { url } = await fixture.uploadAs('own.png', await png());
    const ad = { ...base, ...identity, media: [{ url, ...text }] };
    const { status, body } = await send('/v1/launch', { ads: [ad] });
    expect([status, warned({ body } as never)]).toEqual([202, []]);
    await fixture.ports.clock.sleep(60_000);
    const { launchedAds } = (await get(`/v1/batches/${body.adBatchId}`)).body;
    const creative = (await fixture.held('adcreatives')).find(({ id }) => id === launchedAds[0].creativeId);
    expect(JSON.stringify(creative)).toContain('Own text');
  });

  test('elsewhere it is told by its name', async () => {
    expect(warned(await plan({ description: 'The ad’s', media: [file('a.png', text)] }))).toEqual([
      'ads[0].media[0].adCopyDescription',
    ]);
    const cards = ['a', 'b'].map((name) => file(`${name}.png`, { carouselTitle: name, ...text }));
    expect(warned(await plan({ type: 'carousel', media: cards }))).toEqual(
      [0, 1].map((i) => `ads[0].media[${i}].adCopyDescription`),
    );
  });

  test('an image and a video in one multi ad: the rule of the platform that forbids it is named', async () => {
    const answer = await plan({ type: 'multi', media: [file('a_1x1.png'), file('b_9x16.mp4')] });
    expect(faultsOf(answer)).toEqual([422, 'ads[0].media placement_mixed']);
    expect(answer.body.error.details[0].message).toContain('Placement Asset Customization');
  });

  test.each([
    ['myspace', 'unknown_platform'],
    ['pin', 'media_platform'],
    ['tiktok', 'media_platform'],
  ])('an item for %s is refused', async (platform, code) => {
    expect(faultsOf(await plan({ media: [file('a.png', { platform })] }))).toContain(`ads[0].media[0].platform ${code}`);
  });

  test.each(['primary', 'Facebook', 'secondary', 'instagram', ' '])('an item for %o is taken', async (platform) => {
    const faults = faultsOf(await plan({ media: [file('a.png', { platform })] }));
    expect(faults.filter((each) => String(each).includes('platform'))).toEqual([]);
  });
});
