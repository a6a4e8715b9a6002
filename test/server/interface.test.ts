import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { professionalNetwork } from '../../adapters/sandbox/linkedin/seed/ids.ts';
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
/** A batch once it has ended. */
async function ended(id: number) {
  for (let i = 0; i < 200; i++) {
    const { body } = await get(`/v1/batches/${id}`);
    if (body.status === 'success' || body.status === 'error') return body;
    await fixture.ports.clock.sleep(2_000);
  }
  throw new Error('The batch never ended.');
}
const faultsOf = ({ status, body }: Awaited<ReturnType<typeof get>>) => [
  status,
  ...(body.error?.details ?? []).map(({ path, code }: Fault) => `${path} ${code}`),
];

describe('places of an ad set', () => {
  const base = {
    accountId: 'act_1001',
    campaignId: seed.campaign('act_1001', 'traffic'),
    name: 'Places',
    dailyBudget: 20,
  };
  const create = (location: object) => send('/v1/manage/create-adset', { ...base, location });

  test.each([
    ['a region', { countries: ['CA'], regions: [{ key: '3847' }] }],
    ['a city', { countries: ['CA'], cities: [{ key: '2421836' }] }],
    ['a city by its key alone', { countries: ['CA', 'AU'], cities: ['560472'] }],
    [
      'a city that says its country',
      { countries: ['CA'], cities: [{ key: '560472', country: 'DE' }] },
    ],
    ['a market', { countries: ['CA'], geo_markets: ['501'] }],
  ])('%s of another country is taken beside a country', async (_title, location) => {
    const { status, body } = await create(location);
    expect([status, body.error]).toEqual([200, undefined]);
    const held = (await fixture.held('adsets')).find(
      ({ id }) => id === body.adSetId,
    ) as unknown as {
      targeting: { geo_locations: { countries: string[] } };
    };
    expect(held.targeting.geo_locations).toMatchObject({ countries: location.countries });
    expect(Object.keys(held.targeting.geo_locations)).toHaveLength(2);
  });

  test.each([
    [
      'by what it says',
      { countries: ['US'], cities: [{ key: '2421836', country: 'US' }] },
      'location.countries places_overlap',
    ],
    [
      'by what the platform knows',
      { countries: ['US'], regions: [{ key: '3847' }] },
      'location platform_rule',
    ],
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
    expect([status, faults.sort()]).toEqual([
      400,
      missing.map((field) => `${field} missing_field`),
    ]);
  });
});

describe('the composition of reach', () => {
  const path = (accountId: string) =>
    `/v1/reports/primary/reach-composition?accountId=${accountId}&startDate=2026-10-31&endDate=2026-11-01`;

  test('of several countries is the platform’s own figure of all of them, each month', async () => {
    const { status, body } = await get(`${path('act_1003')}&countries=US,CA`);
    expect([status, body.data.length]).toEqual([200, 2]);
    const of = async (countries: string) =>
      (await get(`${path('act_1003')}&countries=${countries}`)).body.data;
    const [us, ca] = [await of('US'), await of('CA')];
    for (const [i, { reach, cumulativeReach, incrementalReach }] of body.data.entries()) {
      expect(reach).toBeGreaterThanOrEqual(Math.max(us[i].reach, ca[i].reach));
      expect(reach).toBeLessThan(us[i].reach + ca[i].reach);
      expect(incrementalReach).toBe(cumulativeReach - (body.data[i - 1]?.cumulativeReach ?? 0));
    }
    expect(body.metadata.warnings).toBeUndefined();
  });

  test.each(Object.values(others))(
    'of an account of another platform is refused: %s',
    async (accountId) => {
      expect(faultsOf(await get(path(accountId)))).toEqual([
        422,
        'accountId unsupported_on_platform',
      ]);
    },
  );
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
  const file = (name: string, more: object = {}) => ({
    url: `https://slipway.test/media/${name}`,
    ...more,
  });
  const text = { adCopyDescription: 'Own text' };
  let identity: object = {};
  beforeAll(async () => {
    const { page, secondary } = (await get('/v1/profiles?accountId=act_1001')).body.data[0];
    identity = { page, secondary };
  });
  const plan = (ad: object) => send('/v1/launch/plan', { ads: [{ ...base, ...identity, ...ad }] });
  const warned = ({ body }: Awaited<ReturnType<typeof plan>>) =>
    (body.warnings ?? []).flatMap(({ path, code }: Fault) =>
      code === 'unused_text' ? [path] : [],
    );

  test('the text of a single ad’s item is the text of the ad where it has no other', async () => {
    const { url } = await fixture.uploadAs('own.png', await png());
    const ad = { ...base, ...identity, media: [{ url, ...text }] };
    const { status, body } = await send('/v1/launch', { ads: [ad] });
    expect([status, warned({ body } as never)]).toEqual([202, []]);
    const { launchedAds } = await ended(body.adBatchId);
    const creative = (await fixture.held('adcreatives')).find(
      ({ id }) => id === launchedAds[0].creativeId,
    );
    expect(JSON.stringify(creative)).toContain('Own text');
  });

  test('elsewhere it is told by its name', async () => {
    expect(warned(await plan({ description: 'The ad’s', media: [file('a.png', text)] }))).toEqual([
      'ads[0].media[0].adCopyDescription',
    ]);
    const cards = ['a', 'b'].map((name) =>
      file(`${name}.png`, { carouselTitle: name, carouselDescription: 'The card’s', ...text }),
    );
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
    expect(faultsOf(await plan({ media: [file('a.png', { platform })] }))).toContain(
      `ads[0].media[0].platform ${code}`,
    );
  });

  test.each(['primary', 'Facebook', 'secondary', 'instagram', ' '])(
    'an item for %o is taken',
    async (platform) => {
      const faults = faultsOf(await plan({ media: [file('a.png', { platform })] }));
      expect(faults.filter((each) => String(each).includes('platform'))).toEqual([]);
    },
  );
});

test('every list of the document has its pagination', async () => {
  const { body: document } = await get('/openapi.json');
  const lacking = Object.entries<{ get?: { responses: { 200?: { content?: object } } } }>(
    document.paths,
  ).flatMap(([path, { get: read }]) => {
    const content = read?.responses[200]?.content as
      | { 'application/json'?: { schema: { properties?: object } } }
      | undefined;
    const { data, pagination } = (content?.['application/json']?.schema.properties ?? {}) as {
      [name: string]: { type?: string };
    };
    return data?.type === 'array' && pagination === undefined ? [path] : [];
  });
  expect(lacking).toEqual([]);
  for (const path of [
    '/v1/platforms',
    '/v1/library/tags',
    '/v1/media/sources',
    '/v1/overview/rejected-ads',
    '/v1/search?q=a',
  ]) {
    const { data, pagination } = (await get(path)).body;
    expect([path, pagination]).toEqual([
      path,
      { offset: 0, limit: data.length, total: data.length, hasMore: false },
    ]);
  }
  const ads = (await get('/v1/manage/list-ads?accountId=act_1001&limit=2')).body;
  expect(ads.pagination).toEqual({ offset: 0, limit: 2, total: null, hasMore: true });
});

test('a comment is deleted by DELETE as by POST', async () => {
  const [one, other] = (
    await get(`/v1/comments?adId=${seed.ad('act_1001', 'sales', 1)}`)
  ).body.data.filter(({ can }: { can: { delete: boolean } }) => can.delete);
  expect((await fixture.call('DELETE', `/v1/comments/${one.id}`)).body).toEqual({ success: true });
  expect((await get(`/v1/comments/${one.id}`)).status).toBe(404);
  expect((await fixture.call('DELETE', `/v1/comments/${one.id}`)).status).toBe(404);
  expect((await send(`/v1/comments/${other.id}/delete`, {})).status).toBe(200);
});

describe('more faults than an answer lists', () => {
  // Two faults each: a link that is none, and an ad set that is not there.
  const ads = Array.from({ length: 130 }, (_, i) => ({
    adName: `Ad ${i}`,
    adAccountId: 'act_1001',
    link: 'nowhere',
    adSets: ['1'],
  }));
  const asked = async (path: string) => (await send(path, { ads })).body.error;

  test('their number is told, and all of them come page by page', async () => {
    const refused = await asked('/v1/launch');
    const total = refused.faults.total;
    expect(total).toBeGreaterThan(260);
    expect(refused).toMatchObject({ faults: { total, offset: 0, next: 100 }, faultCount: total });
    expect(refused.message).toContain(`The first 100 of ${total} faults are listed.`);
    const seen: string[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const page: { details: Fault[]; faults: { next: number | null; total: number } } =
        await asked(`/v1/launch/plan?faultsFrom=${from}`);
      expect(page.faults.total).toBe(total);
      seen.push(...page.details.map(({ path, code }) => `${path} ${code}`));
      from = page.faults.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([total, total]);
    const whole = await asked('/v1/launch/plan?faultsLimit=5000');
    expect([whole.details.length, whole.faults]).toEqual([total, undefined]);
  });
});

test('a row of several kinds of results says why it has none, and so does the list of fields', async () => {
  const range = 'startDate=2026-11-10&endDate=2026-11-12';
  const metrics = 'metrics=spend,results,costPerResult';
  const path = `/v1/reports/query?accountIds=act_1001,${others['short-video']}&${range}&${metrics}`;
  const { data } = (await get(`${path}&groupBy=platform`)).body;
  const row = data.find(({ platform }: { platform: string }) => platform === 'primary');
  expect(row).toMatchObject({
    results: null,
    costPerResult: null,
    resultsNote: expect.stringContaining('resultsByType'),
  });
  expect(Object.keys(row.resultsByType).length).toBeGreaterThan(1);
  const adSets = (await get(`${path}&groupBy=adsetId`)).body.data;
  expect(
    adSets.filter(({ resultsNote }: { resultsNote?: string }) => resultsNote !== undefined),
  ).toEqual([]);
  const fields = (await get('/v1/reports/fields')).body.metrics as { key: string; note?: string }[];
  expect(fields.flatMap(({ key, note }) => (note === row.resultsNote ? [key] : []))).toEqual([
    'results',
    'costPerResult',
  ]);
});

describe('times of platforms', () => {
  const accountIds = ['act_1001', ...Object.values(others)];
  const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

  test.each(accountIds)(
    'are of one form, or null, in lists and records of ads of %s',
    async (accountId) => {
      const { data } = (await get(`/v1/manage/list-ads?accountId=${accountId}&limit=3`)).body;
      expect(data.length).toBeGreaterThan(0);
      for (const { createdTime } of data)
        expect(createdTime).toEqual(
          accountId === others['search-ads'] ? undefined : expect.stringMatching(ISO),
        );
      const [record] = (await send('/v1/manage/ad-debug-data', { adIds: [data[0].id] })).body.data;
      expect(record.created_time).toEqual(
        accountId === others['search-ads'] ? null : expect.stringMatching(ISO),
      );
      const { campaign, adset, creative, pageMetadata } = record;
      expect(Object.keys(campaign)).toEqual(expect.arrayContaining(['id', 'name', 'objective']));
      expect(Object.keys(adset)).toEqual(
        expect.arrayContaining(['id', 'name', 'optimization_goal', 'destination_type']),
      );
      expect(Object.keys(creative)).toEqual(
        expect.arrayContaining([
          'id',
          'name',
          'object_story_spec',
          'asset_feed_spec',
          'thumbnail_url',
        ]),
      );
      expect(Object.keys(pageMetadata).sort()).toEqual([
        'companySlug',
        'pageId',
        'pageName',
        'profileImageUrl',
        'secondaryName',
        'secondaryUserId',
      ]);
      for (const { id } of [campaign, adset, creative]) expect(id).toEqual(expect.any(String));
    },
  );

  test.each([
    `search-ads/campaigns?accountId=${others['search-ads']}`,
    `manage/photo-messaging/campaigns?accountId=${others['photo-messaging']}`,
    `manage/photo-messaging/adsquads?accountId=${others['photo-messaging']}`,
    `manage/photo-messaging/ads?accountId=${others['photo-messaging']}`,
    `professional-network/manage?accountId=${others['professional-network']}`,
  ])('are of the same form in a platform’s own list: %s', async (path) => {
    const { data } = (await get(`/v1/${path}`)).body;
    const told = data.flatMap((row: object) =>
      Object.entries(row).filter(([name]) => name.endsWith('Time')),
    );
    expect(told.length).toBeGreaterThan(0);
    for (const [name, time] of told)
      expect([name, time ?? 'null']).toEqual([
        name,
        expect.stringMatching(/^null$|T.*(Z|[+-]\d\d:\d\d)$/),
      ]);
    expect(told.some(([, time]: [string, string | null]) => time !== null && ISO.test(time))).toBe(
      true,
    );
  });

  test('records of ads name what is around them', async () => {
    const recordOf = async (accountId: string) => {
      const { data } = (await get(`/v1/manage/list-ads?accountId=${accountId}&limit=1`)).body;
      return (await send('/v1/manage/ad-debug-data', { adIds: [data[0].id] })).body.data[0];
    };
    const text = expect.stringMatching(/./);
    expect(await recordOf(others.pin)).toMatchObject({
      campaign: { name: text, objective: text },
      adset: { name: text, optimization_goal: text },
      creative: { name: text, thumbnail_url: text },
      pageMetadata: { pageId: text, pageName: text },
    });
    expect(await recordOf(others['short-video'])).toMatchObject({
      pageMetadata: { pageId: text, pageName: text, profileImageUrl: text },
    });
    expect(await recordOf(others['photo-messaging'])).toMatchObject({
      campaign: { name: text, objective: text },
      adset: { name: text, optimization_goal: text },
      pageMetadata: { pageId: text },
    });
  });
});

describe('the search-ads platform', () => {
  const accountId = others['search-ads'];

  test('names what changes hold: amounts in minor units', async () => {
    const [{ id: campaignId, budget }] = (
      await get(`/v1/search-ads/campaigns?accountId=${accountId}`)
    ).body.data;
    const changed = { accountId, campaignId, dailyBudget: budget.dailyBudget + 10 };
    expect((await send('/v1/google-ads/budget', changed)).status).toBe(200);
    const { data } = (await get(`/v1/manage/changes?businessId=${accountId}&limit=100`)).body;
    const fields = data.flatMap(({ changes }: { changes: object }) => Object.keys(changes));
    expect(fields.length).toBeGreaterThan(0);
    expect(fields.filter((field: string) => /micros/i.test(field))).toEqual([]);
    const amounts = data.flatMap(
      ({ changes }: { changes: { amount?: { new: number } } }) => changes.amount?.new ?? [],
    );
    expect(amounts).toContain(changed.dailyBudget * 100);
  });

  test('has the same words for states in reads, writes and lists', async () => {
    const paths = [
      'search-ads/campaigns',
      'search-ads/ad-groups',
      'search-ads/ads',
      'manage/list-ads',
      'campaigns',
      'adsets',
    ];
    for (const path of paths) {
      const { data } = (await get(`/v1/${path}?accountId=${accountId}`)).body;
      const words = new Set(data.map(({ status }: { status: string }) => status));
      expect([path, [...words].filter((word) => word !== 'ACTIVE' && word !== 'PAUSED')]).toEqual([
        path,
        [],
      ]);
    }
    const [{ id: entityId }] = (await get(`/v1/search-ads/campaigns?accountId=${accountId}`)).body
      .data;
    for (const status of ['PAUSED', 'ACTIVE']) {
      const named = { accountId, entityType: 'campaign', entityIds: [entityId] };
      const [own] = (await send('/v1/search-ads/status', { ...named, status })).body.results;
      const [common] = (await send('/v1/manage/update-status', { ...named, newStatus: status }))
        .body.results;
      expect([own.status, common.status]).toEqual([status, status]);
    }
  });

  test('a budget without an amount is incomplete', async () => {
    const [{ id }] = (await get(`/v1/search-ads/campaigns?accountId=${accountId}`)).body.data;
    expect(faultsOf(await send('/v1/google-ads/budget', { accountId, campaignId: id }))).toEqual([
      400,
      'dailyBudget missing_field',
    ]);
    expect(faultsOf(await send('/v1/google-ads/budget', { accountId }))[0]).toBe(400);
  });
});

test('a document post of the professional network is a document', async () => {
  const organization = professionalNetwork.organization;
  const { data } = (await get(`/v1/linkedin/posts?organization=${organization}`)).body;
  const types = Object.fromEntries(
    data.map(({ id, type }: { id: string; type: string }) => [id, type]),
  );
  const held = await fixture.held('linkedin_posts');
  for (const { id, ...post } of held)
    if (types[id] !== undefined)
      expect([id, types[id] === 'document']).toEqual([
        id,
        JSON.stringify(post).includes('urn:li:document:'),
      ]);
  expect(Object.values(types)).toContain('document');
});

test('models without a key are told that one is missing', async () => {
  const { status, body } = await fixture.call('POST', '/mcp', { key: null, body: {} });
  expect([status, body.error.message]).toEqual([
    401,
    expect.stringContaining('An API key is missing.'),
  ]);
});

test('launch defaults are replaced, and a warning names an identity that is lost by it', async () => {
  const change = async (body: object) =>
    (await fixture.call('PUT', '/v1/launch-defaults', { body })).body;
  const identity = { page: '1', primaryName: 'Page', secondary: '2', secondaryName: 'Profile' };
  expect((await change({ ...identity, title: 'First' })).warnings).toBeUndefined();
  const { data, warnings } = await change({ description: 'Second' });
  expect(data).toEqual({ description: 'Second', launchPaused: true });
  expect(warnings).toMatchObject([
    { path: 'page', code: 'default_removed', message: expect.stringContaining('the page 1') },
    { path: 'secondary', code: 'default_removed' },
  ]);
  expect((await get('/v1/launch-defaults')).body.data).toEqual(data);
  await change(identity);
  expect((await change({ page: null, secondary: '2' })).warnings).toBeUndefined();
});

test('postal codes that take the place of a whole country are told', async () => {
  const campaignId = seed.campaign('act_1001', 'traffic');
  const body = {
    accountId: 'act_1001',
    campaignId,
    name: 'Zips',
    dailyBudget: 20,
    location: { countries: ['US'] },
  };
  const { adSetId } = (await send('/v1/manage/create-adset', body)).body;
  const answer = await send('/v1/manage/update-adset-zip-targeting', {
    businessId: 'act_1001',
    adSetId,
    zips: ['94304'],
  });
  expect(answer.body).toMatchObject({
    success: true,
    warnings: [{ path: 'zips', code: 'country_narrowed' }],
  });
  expect(answer.body.warnings[0].message).toContain('US');
});
