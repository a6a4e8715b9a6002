import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { simulationOf } from '../simulations.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
let campaignId: string;
let adSetId: string;
const account = { accountId: seed.accounts.eur };
const delivering = seed.deliveringAdSet(seed.accounts.eur, 'traffic');
const adId = seed.ad(seed.accounts.eur, 'traffic', 1);

const post = (verb: string, body: object, headers: { [name: string]: string } = {}) =>
  fixture.call('POST', `/v1/manage/${verb}`, { body: { ...account, ...body }, headers });

beforeAll(async () => {
  fixture = await startServiceFixture();
  const campaign = await post('create-campaign', { name: 'Spring', objective: 'OUTCOME_TRAFFIC' });
  campaignId = campaign.body.campaignId;
  const adSet = await post('create-adset', {
    campaign_id: campaignId,
    name: 'Broad',
    daily_budget: 50,
    location: { countries: ['US'] },
  });
  adSetId = adSet.body.adSetId;
});
afterAll(() => fixture.worker.stop());

describe('every managing endpoint answers 200 in its own shape', () => {
  const verbs: readonly (readonly [string, () => object])[] = [
    [
      'create-campaign',
      () => ({
        name: 'C',
        objective: 'OUTCOME_SALES',
        promotedObject: { pixel_id: seed.pixel, custom_event_type: 'PURCHASE' },
      }),
    ],
    ['create-adset', () => ({ campaignId, name: 'A', dailyBudget: 50 })],
    ['update-status', () => ({ entityIds: [adSetId, '404'], newStatus: 'ACTIVE' })],
    ['rename', () => ({ entityType: 'adset', entityId: adSetId, name: 'Broader' })],
    ['update-budget', () => ({ entityType: 'adset', entityId: adSetId, dailyBudget: 60 })],
    ['update-adset-zip-targeting', () => ({ adSetId, zips: ['94304', 'nowhere'] })],
    [
      'duplicate-adset',
      () => ({ adsetId: adSetId, copyCount: 2, location: { countries: ['CA'] } }),
    ],
    ['duplicate-campaign', () => ({ campaignId, newName: 'Summer' })],
    ['duplicate-ad', () => ({ adId, targetAdSetId: adSetId, copyValues: { headline1: 'New' } })],
    [
      'ad-debug-data',
      () => ({ adIds: [adId, '404'], includeVideoCaptions: true, accountId: undefined }),
    ],
    ['ad-creative-specs', () => ({ adIds: [adId, '404'], accountId: undefined })],
    ['delete', () => ({ entityType: 'adsets', entityIds: [adSetId, '404'], confirm: true })],
  ];
  test.each(verbs)('POST %s', async (verb, body) => {
    const { status, body: answer } = await post(verb, body());
    expect([status, answer.success, answer.error]).toEqual([200, true, undefined]);
  });

  test.each([
    `/v1/manage/list-ads?adSetId=${delivering}`,
    `/v1/manage/list-ads?accountId=act_1001&status=DELETED`,
    '/v1/manage/changes?businessId=act_1001&limit=100&since=0',
    `/v1/manage/ad-preview?adId=${adId}&format=desktop_feed_standard`,
    '/v1/geo/search?q=Berlin&types=city,region',
    `/v1/primary/posts?page=${seed.page}`,
  ])('GET %s', async (path) => {
    const { status, body } = await fixture.call('GET', path);
    expect([status, body.success, body.error]).toEqual([200, true, undefined]);
  });
});

test.each([
  ['/v1/geo/search?q=Berlin', 2],
  [`/v1/primary/posts?page=${seed.page}`, 4],
])('GET %s is a list like the others', async (path, total) => {
  const all = await fixture.call('GET', path);
  expect(all.body.pagination).toEqual({
    offset: 0,
    limit: 200,
    total: expect.any(Number),
    hasMore: false,
  });
  expect(all.body.pagination.total).toBeGreaterThanOrEqual(total);
  const second = await fixture.call('GET', `${path}&limit=1&offset=1`);
  expect(second.body).toMatchObject({
    data: [all.body.data[1]],
    pagination: { offset: 1, limit: 1 },
  });
});

test.each(['meta', 'facebook'])('what is under /primary/ answers under /%s/ too', async (name) => {
  const dates = 'startDate=2026-10-01&endDate=2026-10-31';
  for (const path of [
    `/v1/primary/posts?page=${seed.page}`,
    `/v1/reports/primary/reach-composition?accountId=${seed.accounts.eur}&${dates}`,
    `/v1/reports/primary/country-breakdown?accountId=${seed.accounts.eur}&${dates}`,
  ]) {
    const own = await fixture.call('GET', path);
    const other = await fixture.call('GET', path.replace('/primary/', `/${name}/`));
    expect([other.status, other.body.data]).toEqual([200, own.body.data]);
  }
});

test.each(['account_id', 'account_ids', 'ad_account_id', 'business_id'])(
  'daily spend takes %s as the account',
  async (name) => {
    const { body } = await fixture.call(
      'GET',
      `/v1/spend/daily?${name}=act_1001&startDate=2026-10-01&endDate=2026-10-03`,
    );
    expect([
      new Set(body.data.map((row: { accountId: string }) => row.accountId)),
      body.warnings,
    ]).toEqual([new Set(['act_1001']), undefined]);
    const unknown = await fixture.call(
      'GET',
      `/v1/spend/daily?${name}=act_404&startDate=2026-10-01&endDate=2026-10-03`,
    );
    expect(unknown.body.error.details[0].path).toBe(name);
  },
);

test('a copy without a location of its own says that none was applied', async () => {
  const { body } = await post('duplicate-adset', { adsetId: delivering, deepCopy: false });
  expect(body.results).toMatchObject([{ success: true, locationApplied: false }]);
});

test('an unknown source is 404 with the platform’s codes and the place', async () => {
  const { status, body } = await post('duplicate-adset', { adset_id: '404' });
  expect(status).toBe(404);
  expect(body.error).toMatchObject({
    code: 'not_found',
    platform: 'primary',
    platformCode: '100',
    platformSubcode: '33',
    platformError: {
      code: '100',
      subcode: '33',
      message: expect.any(String),
      traceId: expect.any(String),
    },
    details: [{ path: 'adset_id', code: 'unknown_object' }],
  });
});

test('a rule the platform knows is 422 with its codes and the place, a stumble 502', async () => {
  const low = await post('create-campaign', {
    name: 'C',
    objective: 'OUTCOME_TRAFFIC',
    campaignSpendCap: 5,
  });
  expect([low.status, low.body.error.platformSubcode, low.body.error.details[0].path]).toEqual([
    422,
    '2446307',
    'campaignSpendCap',
  ]);
});

test.each([
  [
    'primary',
    'meta',
    { subcode: 1443226, code: 100 },
    'Try again when the video has been processed',
  ],
  ['short-video', 'tiktok', { code: 40900, message: 'Checksum' }, 'Send the file again'],
  ['pin', 'pinterest', { code: 2781, status: 400, message: 'Trial' }, 'make the pin again'],
])(
  'a refusal of %s names no launch, in a report as in a change',
  async (id, platform, refusal, fix) => {
    const accountId = `${id}:${simulationOf(id).stage.account.id}`;
    const [campaign] = (await fixture.call('GET', `/v1/campaigns?accountId=${accountId}`)).body
      .data;
    await fixture.control('POST', 'faults', { fault: 'error', platform, ...refusal });
    const report = `accountIds=${accountId}&startDate=2026-09-01&endDate=2026-09-02&metrics=spend`;
    const answers = [
      await fixture.call('GET', `/v1/reports/query?${report}`),
      await fixture.call('POST', '/v1/manage/rename', {
        body: { accountId, entityType: 'campaign', entityId: campaign.id, name: 'New' },
      }),
    ];
    await fixture.control('DELETE', 'faults', {});
    for (const answer of answers.map(({ body }) => JSON.stringify(body))) {
      expect(answer).toContain(fix);
      expect(answer).not.toMatch(/launch/i);
    }
  },
);

test('a copy asked for twice with one key is made once, and the answer says it is a replay', async () => {
  const body = { adsetId: delivering, copyCount: 2 };
  const key = { 'idempotency-key': 'copy-once' };
  const first = await post('duplicate-adset', body, key);
  const second = await post('duplicate-adset', body, key);
  expect(second.body).toEqual(first.body);
  expect([first.headers.get('idempotent-replay'), second.headers.get('idempotent-replay')]).toEqual(
    [null, 'true'],
  );
  expect((await post('duplicate-adset', { ...body, copyCount: 3 }, key)).status).toBe(409);
  const standing = await fixture.call('GET', `/v1/manage/duplicates/${first.body.duplicateId}`);
  expect(standing.body).toMatchObject({
    status: 'finished',
    sourceId: delivering,
    successCount: 2,
  });
});

test('warnings of the request and of the schema stand together', async () => {
  const { body } = await post('create-adset', {
    campaignId,
    name: 'A',
    dailyBudget: 50,
    dailyBugdet: 1,
  });
  expect(body.warnings.map(({ code }: { code: string }) => code).sort()).toEqual([
    'default_location',
    'unknown_field',
  ]);
});

test.each([
  ['create-adset', ['accountId', 'name', 'campaignId']],
  ['update-adset', ['accountId', 'adSetId']],
])('%s without its fields names all that every platform needs', async (verb, fields) => {
  const { status, body } = await fixture.call('POST', `/v1/manage/${verb}`, { body: {} });
  expect([status, body.error.details.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    expect.arrayContaining(fields),
  ]);
});
