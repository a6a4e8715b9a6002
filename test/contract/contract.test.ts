import { beforeAll, describe, expect, test } from 'vitest';
import { professionalNetwork } from '../../adapters/sandbox/linkedin/seed/ids.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import type { Fault } from '../../core/base/errors.ts';
import { png } from '../samples/media.ts';
import { type Called, failOnDrift } from '../server/harness.ts';
import { type ServiceFixture, startServiceFixture } from '../server/service-fixture.ts';

failOnDrift();

/**
 * What the contract of the API decides, point by point, in its order. What a point needs several
 * tests for stands elsewhere.
 */

let fixture: ServiceFixture;
let identity: { readonly page: string; readonly secondary: string };
let file = '';
beforeAll(async () => {
  fixture = await startServiceFixture();
  const [{ page, secondary }] = (await get('/v1/profiles?accountId=act_1001')).body.data;
  identity = { page, secondary };
  file = (await fixture.uploadAs('contract.png', await png())).url;
  return () => fixture.worker.stop();
});

const account = 'act_1001';
const others = {
  'short-video': '7000000000000001001',
  'photo-messaging': '5ca90000-0000-4000-8000-000000010001',
  pin: '549700001001',
  'search-ads': '5000010001',
  'professional-network': '500001001',
  'app-network': '300011',
} as const;

const get = (path: string, key?: string | null) =>
  fixture.call('GET', path, key === undefined ? {} : { key });
const send = (path: string, body: unknown, more: object = {}) =>
  fixture.call('POST', path, { body, ...more });
const codeOf = ({ status, body }: Called) => [status, body.error?.code];
const detailOf = ({ status, body }: Called) => [
  status,
  body.error?.details?.[0]?.path,
  body.error?.details?.[0]?.code,
];
const warned = ({ body }: Called): readonly string[] =>
  (body.warnings ?? []).map(({ code }: Fault) => code);

let next = 0;
const adSet = () => seed.emptyAdSets(account, 'traffic')[next++ % 3] ?? '';
const ad = (more: object = {}) => ({
  adName: 'Contract {{id}}',
  adAccountId: account,
  title: 'Headline',
  description: 'Text',
  link: 'https://shop.example.com/contract',
  ...identity,
  adSets: [seed.emptyAdSets(account, 'traffic')[0]],
  media: [{ url: file }],
  ...more,
});
const plan = (more: object = {}, beside: object = {}) =>
  send('/v1/launch/plan', { ads: [ad(more)], ...beside });
async function ended(id: number) {
  for (let looks = 0; looks < 400; looks++) {
    const { body } = await get(`/v1/batches/${id}`);
    if (body.status === 'success' || body.status === 'error') return body;
    await fixture.ports.clock.sleep(2_000);
  }
  throw new Error(`The batch ${id} has not ended.`);
}
async function launched(more: object = {}) {
  const answer = await send('/v1/launch', { ads: [ad({ adSets: [adSet()], ...more })] });
  expect([answer.status, answer.body.error]).toEqual([202, undefined]);
  return ended(answer.body.adBatchId);
}
const range = 'startDate=2026-11-10&endDate=2026-11-12';

describe('1. Platforms', () => {
  test.each([
    ['primary', ['meta', 'facebook']],
    ['short-video', ['tiktok']],
    ['photo-messaging', ['snapchat', 'snap']],
    ['pin', ['pinterest']],
    ['search-ads', ['google-ads', 'google']],
    ['professional-network', ['linkedin']],
    ['app-network', ['applovin', 'axon']],
  ])('%s is known by its id and its other names', async (id, names) => {
    const { data } = (await get('/v1/platforms')).body;
    const aliases = data.find((each: { id: string }) => each.id === id)?.aliases;
    expect(aliases).toEqual(expect.arrayContaining(names));
  });
  test('no id of a platform is the name of a brand, but for the eighth, which has a neutral name beside it', async () => {
    const { data } = (await get('/v1/platforms')).body as {
      data: readonly { id: string; aliases: readonly string[] }[];
    };
    const branded = data.filter(({ id }) =>
      /meta|tiktok|snap|pinterest|google|linkedin|applovin|openai/.test(id),
    );
    expect(branded).toMatchObject([
      { id: 'openai-ads', aliases: expect.arrayContaining(['chat-ads']) },
    ]);
  });
  test.each(['accountId', 'adAccountId', 'businessId', 'accountIds', 'ad_account_id'])(
    '%s names an ad account',
    async (name) => {
      expect((await get(`/v1/manage/list-ads?${name}=${account}`)).status).toBe(200);
    },
  );
  test('an id of the primary platform is taken with and without its prefix', async () => {
    expect((await get('/v1/manage/list-ads?accountId=1001')).body.data).toEqual(
      (await get(`/v1/manage/list-ads?accountId=${account}`)).body.data,
    );
  });
  test('an adAccountType that contradicts the account is refused', async () => {
    expect(detailOf(await plan({ adAccountType: 'pin' }))).toEqual([
      422,
      'ads[0].adAccountId',
      'account_platform_mismatch',
    ]);
  });
  test('the names of the platforms are taken as adAccountType', async () => {
    expect((await plan({ adAccountType: 'facebook' })).status).toBe(200);
  });
  test('what a platform does not offer is refused, and what it offers is listed', async () => {
    const refused = await get(`/v1/reports/query?accountIds=${others['app-network']}&${range}`);
    expect([refused.status, refused.body.error.details[0].code]).toEqual([
      422,
      'unsupported_on_platform',
    ]);
    expect((await get('/v1/platforms')).body.data[0]).toHaveProperty('offers');
  });
});

describe('2. Envelopes, errors, ids', () => {
  test('success bodies carry success: true', async () => {
    for (const path of ['/v1/me', '/v1/adaccounts', '/v1/platforms'])
      expect((await get(path)).body.success).toBe(true);
  });
  test('errors have code, message, the id of the request, and details with paths', async () => {
    const { body, headers } = await send('/v1/workspaces', { name: '' });
    expect(body).toMatchObject({
      success: false,
      error: { code: expect.any(String), message: expect.any(String), details: [{ path: 'name' }] },
    });
    expect(headers.get('x-request-id')).toBe(body.error.requestId);
  });
  test('a valid incoming request id is used again', async () => {
    expect(
      (await fixture.call('GET', '/v1/me', { headers: { 'x-request-id': 'mine-1' } })).headers.get(
        'x-request-id',
      ),
    ).toBe('mine-1');
  });
  test.each([
    ['not JSON', '{', 400, 'bad_request'],
    ['a missing field', {}, 400, 'bad_request'],
    ['a field of the wrong type', { name: 7 }, 400, 'bad_request'],
    ['a value that breaks a rule', { name: '' }, 422, 'unprocessable_entity'],
  ])('%s has its status', async (_what, body, status, code) => {
    expect(codeOf(await send('/v1/workspaces', body))).toEqual([status, code]);
  });
  test('an object of another company is not found, as one that does not exist', async () => {
    const { body } = await send('/v1/drafts', { ads: [ad()] });
    const foreign = await get(`/v1/drafts/${body.draftId}`, fixture.foreignKey);
    const unknown = await get('/v1/drafts/99999999', fixture.foreignKey);
    expect([codeOf(foreign), codeOf(unknown)]).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
    expect(foreign.body.error.message.replace(/\d+/g, '')).toBe(
      unknown.body.error.message.replace(/\d+/g, ''),
    );
  });
  test('a fault of a launch has its path in the request as sent', async () => {
    const cards = [{ url: file, carouselTitle: 'A' }, { url: file }];
    const { body } = await plan({ type: 'carousel', media: cards });
    expect(body.error.details.map(({ path }: Fault) => path)).toContain(
      'ads[0].media[1].carouselTitle',
    );
  });
  test('ids of platforms are strings, and the id of a batch is an integer', async () => {
    const batch = await launched();
    expect([typeof batch.adBatchId, typeof batch.launchedAds[0].adId]).toEqual([
      'number',
      'string',
    ]);
    expect(Number.isInteger(batch.adBatchId)).toBe(true);
  });
  test('the older surface has its own envelope and pages', async () => {
    const { body } = await get('/api/ad-copy-templates?pageSize=101');
    expect(body.error).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
      doc_url: expect.any(String),
    });
    expect(
      (await get('/api/ad-copy-templates?page=1&pageSize=100&sortBy=name&sortOrder=asc')).status,
    ).toBe(200);
  });
  test.each(['limit=2&offset=1', 'page=2&limit=2'])(
    'lists take %s and answer a pagination',
    async (query) => {
      const { pagination } = (await get(`/v1/adaccounts?${query}`)).body;
      expect(pagination).toEqual({
        offset: expect.any(Number),
        limit: 2,
        total: expect.any(Number),
        hasMore: true,
      });
    },
  );
});

describe('3. Auth, companies, keys', () => {
  test.each<readonly [string, string, { readonly [name: string]: string }]>([
    ['x-api-key', '/v1/me', { 'x-api-key': 'ak_x' }],
    ['a bare key', '/v1/me', { authorization: 'ak_x' }],
    ['a key in the address', '/v1/me?api_key=ak_x', {}],
  ])('%s is refused with a message that names the mistake', async (_what, path, headers) => {
    const refused = await fixture.call('GET', path, { key: null, headers });
    expect(codeOf(refused)).toEqual([401, 'unauthorized']);
    expect(refused.body.error.message).toContain('Authorization');
  });
  test.each(['/v1/health', '/llms.txt', '/openapi.json', '/docs'])(
    '%s is open without a key',
    async (path) => {
      expect((await get(path, null)).status).toBe(200);
    },
  );
  test('a key is shown once, has its first characters for recognition, and ends at once when it is revoked', async () => {
    const made = await send('/v1/keys', { name: 'contract' });
    expect([made.status, made.body.key]).toEqual([201, expect.stringMatching(/^ak_/)]);
    expect(made.body.scopes).toEqual(['read', 'launch', 'manage']);
    const { data } = (await get('/v1/keys?limit=200')).body;
    const shown = data.find(({ id }: { id: string }) => id === made.body.id);
    expect(Object.keys(shown)).not.toContain('key');
    expect(made.body.key.startsWith(shown.prefix)).toBe(true);
    expect((await get('/v1/me', made.body.key)).status).toBe(200);
    await fixture.call('DELETE', `/v1/keys/${made.body.id}`);
    expect((await get('/v1/me', made.body.key)).status).toBe(401);
  });
  test('a key without the scope is forbidden', async () => {
    const reader = await fixture.keyWith('read');
    expect(codeOf(await send('/v1/launch', { ads: [ad()] }, { key: reader }))).toEqual([
      403,
      'forbidden',
    ]);
  });
  test('the slug of a workspace is unique in its company', async () => {
    const workspace = { name: 'Twice', slug: 'contract-twice' };
    expect((await send('/v1/workspaces', workspace)).status).toBe(201);
    expect(codeOf(await send('/v1/workspaces', workspace))).toEqual([409, 'conflict']);
  });
  test('the caller learns its company and its key', async () => {
    for (const path of ['/v1/me', '/v1/user/extended2'])
      expect((await get(path)).body).toMatchObject({
        company: expect.any(Object),
        key: expect.any(Object),
      });
  });
  test('credentials of connections are never answered', async () => {
    const answer = await get('/v1/connections');
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toMatch(
      /"(accessToken|refreshToken|credentials|clientSecret)"/,
    );
  });
  test('ad accounts have name, platform, currency, time zone, status and workspace', async () => {
    expect(Object.keys((await get('/v1/adaccounts')).body.data[0])).toEqual(
      expect.arrayContaining([
        'id',
        'name',
        'platform',
        'currency',
        'timezone',
        'status',
        'workspaceId',
        'workspaceName',
      ]),
    );
  });
});

describe('4. Limits', () => {
  test('sixty reads and ten writes a minute hold for a key, and a refused request uses nothing', async () => {
    const small = await startServiceFixture({ settings: { readLimit: 60, writeLimit: 10 } });
    try {
      const key = await small.keyWith('admin');
      const first = await small.call('GET', '/v1/me', { key });
      expect([
        first.headers.get('x-ratelimit-limit'),
        first.headers.get('x-ratelimit-remaining'),
      ]).toEqual(['60', '59']);
      expect(first.headers.get('retry-after')).toBeNull();
      for (let asked = 1; asked < 60; asked++)
        expect((await small.call('GET', '/v1/me', { key })).status).toBe(200);
      const over = await small.call('GET', '/v1/me', { key });
      expect(codeOf(over)).toEqual([429, 'rate_limit_exceeded']);
      const seconds = Number(over.headers.get('retry-after'));
      await small.call('GET', '/v1/me', { key });
      await small.ports.clock.sleep(seconds * 1_000);
      expect((await small.call('GET', '/v1/me', { key })).status).toBe(200);
      for (let written = 0; written < 10; written++)
        expect(
          (
            await small.call('POST', '/v1/workspaces', {
              key,
              body: { name: `W${written}`, slug: `w-${written}` },
            })
          ).status,
        ).toBe(201);
      expect(
        (await small.call('POST', '/v1/workspaces', { key, body: { name: 'x' } })).status,
      ).toBe(429);
    } finally {
      await small.worker.stop();
    }
  });
  test('a body above four mebibytes is too large', async () => {
    expect(codeOf(await send('/v1/workspaces', { name: 'x'.repeat(4 * 1024 * 1024) }))).toEqual([
      413,
      'payload_too_large',
    ]);
  });
  test('a launch has at most 500 ads, and at most 5,000 creations', async () => {
    const many = Array.from({ length: 501 }, () => ad());
    expect((await send('/v1/launch/plan', { ads: many })).status).toBe(422);
  });
  test('an Idempotency-Key repeats the answer, and refuses another body', async () => {
    const headers = { 'idempotency-key': 'contract-1' };
    const body = { name: 'Once', slug: 'contract-once' };
    const one = await send('/v1/workspaces', body, { headers });
    const two = await send('/v1/workspaces', { slug: 'contract-once', name: 'Once' }, { headers });
    expect([two.status, two.headers.get('idempotent-replay')]).toEqual([201, 'true']);
    expect(two.body).toEqual(one.body);
    expect(codeOf(await send('/v1/workspaces', { name: 'Other' }, { headers }))).toEqual([
      409,
      'conflict',
    ]);
  });
  test('a refusal is not stored under its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'contract-2' };
    expect((await send('/v1/workspaces', { name: '' }, { headers })).status).toBe(422);
    expect(
      (await send('/v1/workspaces', { name: 'Right', slug: 'contract-right' }, { headers })).status,
    ).toBe(201);
  });
});

describe('5. Launch', () => {
  test.each([
    ['ads', () => ({ ads: [ad()] })],
    ['the fields of one ad', () => ad()],
    ['creativeState', () => ({ creativeState: { ads: [ad()] } })],
    ['creativeState of one ad', () => ({ creativeState: ad() })],
  ])('%s is a body', async (_what, body) => {
    const { status, body: answer } = await send('/v1/launch/plan', body());
    expect([status, answer.totalAds]).toEqual([200, 1]);
  });
  test('ad sets at the top are those of all ads', async () => {
    const { body } = await send('/v1/launch/plan', {
      ads: [ad({ adSets: undefined })],
      adSets: [seed.emptyAdSets(account, 'traffic')[0]],
    });
    expect(body.totalAds).toBe(1);
  });
  test('ads are paused unless asked, and the plan and the answer say so', async () => {
    expect((await plan()).body.launchStatus).toBe('PAUSED');
    expect((await plan({ launchPaused: false })).body.launchStatus).toBe('ACTIVE');
    expect(
      (await send('/v1/launch/plan', { ads: [ad(), ad({ status: 'ACTIVE', adName: 'b' })] })).body
        .launchStatus,
    ).toBe('MIXED');
    expect((await send('/v1/launch', { ads: [ad({ adSets: [adSet()] })] })).body.launchStatus).toBe(
      'PAUSED',
    );
  });
  test('status and launchPaused that disagree are refused', async () => {
    expect(detailOf(await plan({ status: 'ACTIVE', launchPaused: true }))).toEqual([
      422,
      'ads[0].status',
      'status_disagrees',
    ]);
  });
  test('tokens expand in names, and an unknown one is refused', async () => {
    const { body } = await plan({
      adName: '{{filename}} {{filetype}} {{index:03}} {{adset.name}} {{date}}',
    });
    const [operation] = body.operations.filter(({ kind }: { kind: string }) => kind === 'ad');
    expect(operation.name).toMatch(/^contract png 001 .+ \d{4}-\d\d-\d\d$/);
    expect(detailOf(await plan({ adName: '{{nothing}}' }))[2]).toBe('unknown_token');
  });
  test('two media of one ratio are refused in a multi ad', async () => {
    const media = ['a_1x1', 'b_1x1'].map((name) => ({
      url: `https://slipway.test/media/${name}.png`,
    }));
    expect((await plan({ type: 'multi', media })).status).toBe(422);
  });
  test('enhancements are switched off unless the ad asks for them', async () => {
    const batch = await launched();
    const creative = (await fixture.held('adcreatives')).find(
      ({ id }) => id === batch.launchedAds[0].creativeId,
    );
    expect(JSON.stringify(creative)).not.toContain('OPT_IN');
  });
  test('a full ad set is refused before anything is made, and force skips the check', async () => {
    const ads = Array.from({ length: 51 }, (_, index) => ad({ adName: `Full ${index}` }));
    const refused = await send('/v1/launch/plan', { ads });
    expect([refused.status, refused.body.error.details[0].code]).toEqual([422, 'ad_set_full']);
    expect((await send('/v1/launch/plan', { ads, force: true })).status).toBe(200);
  });
  test('a refused launch lists all faults of all ads, and makes nothing', async () => {
    const before = (await fixture.held('ads')).length;
    const { status, body } = await send('/v1/launch', {
      ads: [ad({ link: 'x' }), ad({ cta: 'NOTHING' }), ad()],
    });
    expect(status).toBe(422);
    expect(body.error.details.map(({ path }: Fault) => path)).toEqual(
      expect.arrayContaining(['ads[0].link', 'ads[1].cta']),
    );
    expect((await fixture.held('ads')).length).toBe(before);
  });
  test('the same input gives the same plan, byte for byte', async () => {
    const fixed = { adName: 'Same' };
    const [one, two] = [await plan(fixed), await plan(fixed)];
    expect(JSON.stringify(two.body)).toBe(JSON.stringify(one.body));
    expect(one.body).toMatchObject({
      digest: expect.any(String),
      operations: expect.any(Array),
      cost: {
        platformCalls: expect.any(Number),
        httpRequests: expect.any(Number),
        byAccount: expect.any(Array),
      },
    });
  });
  test('a planDigest that differs is refused', async () => {
    expect((await send('/v1/launch', { ads: [ad()], planDigest: '0'.repeat(64) })).status).toBe(
      409,
    );
  });
  test('a batch has its statuses, its ads and its times', async () => {
    const batch = await launched();
    expect(batch).toMatchObject({
      rawStatus: 'Success',
      status: 'success',
      outcome: 'all',
      totalAds: 1,
      createdAt: expect.any(String),
      startedAt: expect.any(String),
      finishedAt: expect.any(String),
      launchedAds: [
        { index: 0, adAccountId: account, platform: 'primary', adsManagerUrl: expect.any(String) },
      ],
    });
    const { body } = await get(`/v1/batch-status/${batch.adBatchId}`);
    expect(body).toMatchObject({
      status: 'success',
      summaryStatus: 'success',
      rawStatus: 'Success',
      progress: 100,
      failedAds: [],
    });
  });
  test('an ad that the platform refuses fails alone, with stage, code and words', async () => {
    await fixture.control('POST', 'faults', {
      fault: 'error',
      code: 100,
      method: 'POST',
      path: '/adcreatives',
      times: 50,
    });
    try {
      const batch = await launched();
      expect(batch).toMatchObject({ status: 'error', outcome: 'none' });
      expect(batch.failedAds[0]).toMatchObject({
        index: 0,
        stage: 'creative',
        code: expect.any(String),
        message: expect.any(String),
        retryable: expect.any(Boolean),
        attempts: expect.any(Number),
      });
    } finally {
      await fixture.control('DELETE', 'faults');
    }
  });
  test('undo takes away exactly what the batch made, and can be repeated', async () => {
    const batch = await launched();
    const undone = await send(`/v1/batches/${batch.adBatchId}/undo`, { mode: 'delete' });
    expect(undone.status).toBe(202);
    expect((await send(`/v1/batches/${batch.adBatchId}/undo`, { mode: 'delete' })).status).toBe(
      202,
    );
  });
  test('a cancelled, retried or relaunched batch that has ended well is refused with its state', async () => {
    const { adBatchId } = await launched();
    for (const path of [`batches/${adBatchId}/retry`, `batches/${adBatchId}/cancel`])
      expect(codeOf(await send(`/v1/${path}`, {}))).toEqual([409, 'conflict']);
    expect(codeOf(await send('/v1/launch/from-draft', { batchId: adBatchId }))).toEqual([
      409,
      'conflict',
    ]);
  });
  test('a draft is a batch with a revision, and is launched', async () => {
    const made = await send('/v1/drafts', { ads: [ad({ adSets: [adSet()] })] });
    expect([made.status, made.body.draftId]).toEqual([201, made.body.adBatchId]);
    const stale = await fixture.call('PATCH', `/v1/drafts/${made.body.draftId}`, {
      body: { name: 'x', revision: 99 },
    });
    expect(stale.status).toBe(409);
    expect((await send(`/v1/drafts/${made.body.draftId}/launch`, {})).status).toBe(202);
  });
  test('defaults fill a launch only when asked', async () => {
    await fixture.call('PUT', '/v1/launch-defaults', { body: { description: 'By default' } });
    const { body } = await plan({ description: undefined }, { useDefaults: true });
    expect(body.totalAds).toBe(1);
    await fixture.call('PUT', '/v1/launch-defaults', { body: {} });
  });
  test('webhooks are kept with their events', async () => {
    const made = await send('/v1/webhooks', {
      url: 'https://hooks.example/contract',
      events: ['batch.finished', 'automation.executed'],
    });
    expect([made.status, made.body.webhook?.events ?? made.body.events]).toEqual([
      201,
      ['batch.finished', 'automation.executed'],
    ]);
  });
});

describe('6. Manage', () => {
  const campaign = () => seed.campaign(account, 'traffic');
  test('a status is changed for each of several objects, in either words', async () => {
    const batch = await launched();
    const id = batch.launchedAds[0].adId;
    for (const [newStatus, status] of [
      ['ACTIVE', 'ACTIVE'],
      ['DISABLE', 'PAUSED'],
    ]) {
      const { body } = await send('/v1/manage/update-status', {
        businessId: account,
        entityType: 'ad',
        entityIds: [id, '1'],
        newStatus,
      });
      expect(body).toMatchObject({
        success: true,
        successCount: 1,
        failCount: 1,
        results: [{ entityId: id, status }, { success: false }],
      });
    }
  });
  test('a time in the past pauses', async () => {
    const id = (await launched({ launchPaused: false })).launchedAds[0].adId;
    const { body } = await send('/v1/manage/update-status', {
      businessId: account,
      entityType: 'ad',
      entityId: id,
      endTime: 1_600_000_000,
    });
    expect(body.results[0]).toMatchObject({ success: true, status: 'PAUSED' });
  });
  test('a deletion needs confirm', async () => {
    const request = {
      businessId: account,
      entityType: 'ads',
      entityIds: [(await launched()).launchedAds[0].adId],
    };
    expect((await send('/v1/manage/delete', request)).status).toBe(422);
    expect((await send('/v1/manage/delete', { ...request, confirm: true })).body).toMatchObject({
      successCount: 1,
      failCount: 0,
    });
  });
  test('postal codes are counted, and invalid ones are listed', async () => {
    const made = await send('/v1/manage/create-adset', {
      accountId: account,
      campaignId: campaign(),
      name: 'Zips',
      dailyBudget: 20,
      location: { countries: ['US'] },
    });
    const { body } = await send('/v1/manage/update-adset-zip-targeting', {
      businessId: account,
      adSetId: made.body.adSetId,
      zips: ['94304', 'nowhere!'],
    });
    expect(body).toMatchObject({
      success: true,
      zipCount: 1,
      added: 1,
      removed: 0,
      invalid: ['nowhere!'],
    });
  });
  test('the specs of creatives have texts, links and media', async () => {
    const { body } = await send('/v1/manage/ad-creative-specs', {
      adIds: [seed.ad(account, 'sales', 1)],
    });
    expect(Object.keys(body.data[0])).toEqual(
      expect.arrayContaining([
        'adId',
        'success',
        'creativeId',
        'titles',
        'bodies',
        'images',
        'videos',
      ]),
    );
  });
  test('deleted ads are those that this service deleted', async () => {
    expect(
      (await get(`/v1/manage/list-ads?accountId=${account}&status=DELETED`)).body.metadata.source,
    ).toBe('local');
  });
  test('a budget that rises more than tenfold needs confirm', async () => {
    const made = await send('/v1/manage/create-adset', {
      accountId: account,
      campaignId: campaign(),
      name: 'Rise',
      dailyBudget: 20,
      location: { countries: ['US'] },
    });
    const request = {
      businessId: account,
      entityType: 'adset',
      entityId: made.body.adSetId,
      dailyBudget: 300,
    };
    expect(detailOf(await send('/v1/manage/update-budget', request))).toEqual([
      422,
      expect.any(String),
      'confirm_required',
    ]);
    expect((await send('/v1/manage/update-budget', { ...request, confirm: true })).status).toBe(
      200,
    );
  });
  test('an object is renamed', async () => {
    const id = (await launched()).launchedAds[0].adId;
    expect(
      (
        await send('/v1/manage/rename', {
          businessId: account,
          entityType: 'ad',
          entityId: id,
          name: 'Renamed',
        })
      ).status,
    ).toBe(200);
  });
  test('the history tells currency and minor units, and no marks of this service', async () => {
    const copied = await send('/v1/manage/duplicate-adset', {
      accountId: account,
      adsetId: seed.emptyAdSets(account, 'traffic')[2],
      copyCount: 1,
    });
    expect(copied.body).toMatchObject({
      success: true,
      results: [{ copyNumber: 1, success: true, newAdSetId: expect.any(String) }],
    });
    const { body } = await get(`/v1/manage/changes?businessId=${account}&limit=100`);
    expect(body.metadata).toMatchObject({ currency: 'EUR', minorUnits: 100 });
    expect(JSON.stringify(body.data)).toContain('- Copy');
    expect(JSON.stringify(body.data)).not.toMatch(/- Copy[^"]* \[/);
  });
  test('a copy of an ad that does not exist is refused with the words of the platform', async () => {
    const answer = await send('/v1/manage/duplicate-ad', {
      accountId: account,
      adId: '1',
      targetAdSetId: seed.emptyAdSets(account, 'traffic')[0],
    });
    expect(codeOf(answer)).toEqual([404, 'not_found']);
    expect(answer.body.error.platformError).toBeDefined();
  });
  test.each([
    '/v1/geo/search?q=Berlin&types=city',
    `/v1/primary/posts?page=${seed.page}&accountId=${account}`,
    `/v1/comments?adId=${seed.ad(account, 'sales', 1)}`,
    `/v1/conversions/pixels?accountId=${account}`,
  ])('GET %s answers a list', async (path) => {
    const { status, body } = await get(path);
    expect([status, Array.isArray(body.data)]).toEqual([200, true]);
  });
});

describe('7. Reports', () => {
  test.each([
    'adId',
    'ad',
    'adsetName',
    'adset',
    'campaign',
    'accountId',
    'platform',
    'day',
    'date',
    'week',
    'month',
    'country',
  ])('rows are grouped by %s', async (groupBy) => {
    expect(
      (
        await get(
          `/v1/reports/query?accountId=${account}&dateFrom=2026-11-10&dateTo=2026-11-12&groupBy=${groupBy}`,
        )
      ).status,
    ).toBe(200);
  });
  test('days, weeks and months have their form, and metadata tells source, currency and time zone', async () => {
    const rows = async (groupBy: string) =>
      (await get(`/v1/reports/query?accountId=${account}&${range}&groupBy=${groupBy}`)).body;
    expect((await rows('day')).data[0].day).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((await rows('week')).data[0].week).toBe('2026-W46');
    expect((await rows('month')).data[0].month).toBe('2026-11');
    expect((await rows('day')).metadata).toMatchObject({
      platform: 'primary',
      source: expect.stringMatching(/live|cache/),
      currency: 'EUR',
    });
  });
  test('rows are sorted, cut and filtered', async () => {
    const { data, pagination } = (
      await get(
        `/v1/reports/query?accountId=${account}&${range}&sortBy=spend&sortDirection=ASC&limit=2`,
      )
    ).body;
    expect(data.length).toBe(2);
    expect(data[0].spend).toBeLessThanOrEqual(data[1].spend);
    expect(pagination).toMatchObject({ offset: 0, limit: 2 });
    const campaignId = seed.campaign(account, 'sales');
    const filtered = await get(
      `/v1/reports/query?accountId=${account}&${range}&groupBy=campaignId&filters[campaignId]=${campaignId}`,
    );
    expect(filtered.body.data.map((row: { campaignId: string }) => row.campaignId)).toEqual([
      campaignId,
    ]);
  });
  test('rows of several currencies are not added up', async () => {
    const refused = await get(
      `/v1/reports/query?accountIds=${account},act_1003&${range}&groupBy=day`,
    );
    expect([refused.status, refused.body.error.details[0].code]).toEqual([422, 'mixed_currencies']);
  });
  test('metrics and dimensions are listed', async () => {
    const { metrics, dimensions } = (await get('/v1/reports/fields')).body;
    expect([metrics[0], dimensions.length > 5]).toMatchObject([
      { key: expect.any(String), label: expect.any(String), type: expect.any(String) },
      true,
    ]);
  });
  test('the best ads have names and a picture', async () => {
    const { data } = (await get(`/v1/analytics/top-ads?accountIds=${account}&${range}`)).body;
    expect(Object.keys(data[0])).toEqual(
      expect.arrayContaining([
        'adId',
        'adName',
        'adsetName',
        'campaignName',
        'thumbnailUrl',
        'spend',
      ]),
    );
    expect(data.length).toBeLessThanOrEqual(10);
  });
  test('daily spend has a total in one currency, and all of them', async () => {
    const { data, metadata } = (
      await get(`/v1/spend/daily?${range}&accountIds=${account},act_1003`)
    ).body;
    expect(Object.keys(data[0])).toEqual(
      expect.arrayContaining(['date', 'accountId', 'accountName', 'platform', 'currency', 'spend']),
    );
    expect([typeof metadata.totalSpend, Object.keys(metadata.totalsByCurrency).length]).toEqual([
      'number',
      2,
    ]);
  });
  test('reach is composed by month, and a country that does not exist is refused', async () => {
    const path = `/v1/reports/primary/reach-composition?accountId=${account}&startDate=2026-10-01&endDate=2026-11-10`;
    expect((await get(`${path}&countries=US`)).body.data[0]).toMatchObject({
      month: '2026-10',
      reach: expect.any(Number),
      incrementalReach: expect.any(Number),
    });
    expect((await get(`${path}&countries=XX`)).status).toBe(422);
  });
  test('the breakdown has a row for each country', async () => {
    const { data } = (
      await get(`/v1/reports/primary/country-breakdown?accountId=${account}&${range}`)
    ).body;
    expect(data[0]).toMatchObject({ country: expect.stringMatching(/^[A-Z]{2}$/) });
  });
  test('campaigns and ad sets have their room and their figures', async () => {
    expect((await get(`/v1/adsets?accountId=${account}`)).body.data[0]).toMatchObject({
      value: expect.any(String),
      label: expect.any(String),
      adCount: expect.any(Number),
      capacity: 50,
    });
    expect((await get(`/v1/campaigns?accountId=${account}`)).status).toBe(200);
  });
  test('raw data is exported as a file', async () => {
    const made = await send('/v1/exports', { accountIds: [account], level: 'ad', format: 'csv' });
    expect(made.status).toBe(202);
    for (let looks = 0; looks < 100; looks++) {
      if ((await get(`/v1/exports/${made.body.exportId}`)).body.status === 'success') break;
      await fixture.ports.clock.sleep(2_000);
    }
    expect((await get(`/v1/exports/${made.body.exportId}/file`)).status).toBe(200);
  });
});

describe('8. Media', () => {
  const upload = async (path: string, name: string, bytes: Uint8Array) => {
    const form = new FormData();
    form.set('file', new File([Uint8Array.from(bytes)], name));
    const response = await fixture.app.request(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${fixture.key}` },
      body: form,
    });
    return {
      status: response.status,
      body: (await response.json()) as { error?: string; url: string; details?: object },
    };
  };
  test.each(['/upload', '/v1/media/upload'])(
    'POST %s takes an image whatever its name says',
    async (path) => {
      expect((await upload(path, 'photo.mov', await png())).body.url).toContain('/media/');
    },
  );
  test('what is no image and no video is refused with what was found', async () => {
    const { status, body } = await upload(
      '/upload',
      'a.png',
      new TextEncoder().encode('GIF89a, and so on'),
    );
    expect([status, body.error]).toEqual([415, 'INVALID_FORMAT']);
    expect(body.details).toHaveProperty('detectedFormat');
  });
  test('an address that cannot be reached is refused', async () => {
    const { status, body } = await send('/upload/url', { url: 'https://nowhere.example/a.png' });
    expect([status, body.error]).toEqual([422, 'URL_NOT_ACCESSIBLE']);
  });
  test('a file is served as what it is, and not guessed', async () => {
    const response = await fixture.app.request(new URL(file).pathname);
    expect([
      response.headers.get('content-type'),
      response.headers.get('x-content-type-options'),
    ]).toEqual(['image/png', 'nosniff']);
    expect(response.headers.get('cache-control')).toContain('immutable');
  });
  test('the same bytes are stored once', async () => {
    const before = (await get('/v1/media?limit=200')).body.data.length;
    const again = await upload('/upload', 'contract.png', await png());
    expect(again.status).toBe(200);
    expect((await get('/v1/media?limit=200')).body.data.length).toBe(before + 1);
  });
});

describe('9. The rest of the surface', () => {
  test.each([
    ...['campaigns', 'adsquads', 'ads'].map(
      (kind) => `/v1/manage/photo-messaging/${kind}?accountId=${others['photo-messaging']}`,
    ),
    ...['campaigns', 'ad-groups', 'ads', 'keywords', 'asset-groups'].map(
      (kind) => `/v1/google-ads/${kind}?accountId=${others['search-ads']}`,
    ),
    `/v1/linkedin/manage?accountId=${others['professional-network']}&level=campaign`,
    `/v1/linkedin/posts?organization=${professionalNetwork.organization}`,
    '/v1/ad-copy-templates',
    '/v1/library/boards',
    '/v1/automations',
    '/v1/audit',
  ])('GET %s answers a list with a pagination', async (path) => {
    const { status, body } = await get(path);
    expect([status, Array.isArray(body.data), typeof body.pagination]).toEqual([
      200,
      true,
      'object',
    ]);
  });
  test('paths answer under the neutral and the real name', async () => {
    expect((await get(`/v1/search-ads/campaigns?accountId=${others['search-ads']}`)).status).toBe(
      200,
    );
    expect(
      (await get(`/v1/professional-network/manage?accountId=${others['professional-network']}`))
        .status,
    ).toBe(200);
  });
  test('procedures of the research source have a form, and lists have a pagination', async () => {
    expect((await get('/v1/research/rpc/..%2Fsecret')).status).toBeGreaterThanOrEqual(400);
    expect(codeOf(await get('/v1/research/boards'))).toEqual([503, 'unavailable']);
  });
  test('/mcp asks for a key', async () => {
    expect((await send('/mcp', {}, { key: null })).status).toBe(401);
  });
});

describe('10. Settled details', () => {
  test('an unknown method is 405 with what is allowed', async () => {
    const refused = await fixture.call('DELETE', '/v1/me');
    expect([refused.status, refused.headers.get('allow')]).toEqual([
      405,
      expect.stringContaining('GET'),
    ]);
  });
  test('an unknown account and an unknown ad set of a launch are 422', async () => {
    expect(detailOf(await plan({ adAccountId: 'act_999999' }))).toEqual([
      422,
      'ads[0].adAccountId',
      'unknown_ad_account',
    ]);
    expect(detailOf(await plan({ adSets: ['1'] }))[2]).toBe('unknown_ad_set');
  });
  test('unknown fields of a launch are ignored with a warning and the nearest name', async () => {
    const answer = await plan({ tittle: 'x' });
    expect(warned(answer)).toContain('unknown_field');
    expect(JSON.stringify(answer.body.warnings)).toContain('title');
  });
  test('a value of the wrong form is 422: since=yesterday', async () => {
    expect(detailOf(await get(`/v1/manage/changes?businessId=${account}&since=yesterday`))).toEqual(
      [422, 'since', 'invalid_time'],
    );
  });
  test('events of a batch are counted, and the stream ends', async () => {
    const { adBatchId } = await launched();
    const response = await fixture.app.request(`/v1/batches/${adBatchId}/events`, {
      headers: { authorization: `Bearer ${fixture.key}` },
    });
    const text = await response.text();
    expect(text).toContain('event: done');
    const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index));
  });
  test('dates are required in reports', async () => {
    expect((await get(`/v1/reports/query?accountId=${account}`)).status).toBe(400);
  });
  test('lists of pages by cursor have cursors', async () => {
    expect(
      (await get(`/v1/manage/list-ads?accountId=${account}&limit=1`)).body.paging.cursors.after,
    ).toEqual(expect.any(String));
  });
});

describe('11. Decided since', () => {
  test('a plan warns of ads that were launched before', async () => {
    const same = { adName: 'Again', adSets: [seed.emptyAdSets(account, 'traffic')[1]] };
    await launched(same);
    expect(warned(await plan(same))).toContain('already_launched');
  });
  test('a plan carries the money at stake', async () => {
    expect((await plan({ launchPaused: false })).body.moneyAtStake[0]).toMatchObject({
      currency: 'EUR',
    });
  });
  test('an end of an ad says who ends it', async () => {
    const id = (await launched({ launchPaused: false })).launchedAds[0].adId;
    const endTime = Math.floor(fixture.clock.now() / 1_000) + 86_400;
    const { body } = await send('/v1/manage/update-status', {
      businessId: account,
      entityType: 'ad',
      entityId: id,
      endTime,
    });
    expect(body.results[0].endsBy).toMatch(/platform|adset|schedule/);
  });
  test('a refusal has a code of its own and a hint', async () => {
    const { body } = await plan({ adAccountId: 'act_999999' });
    expect(body.error.details[0]).toMatchObject({
      code: 'unknown_ad_account',
      hint: expect.any(String),
    });
  });
  test('the older surface announces its end', async () => {
    const { headers } = await get('/api/ad-copy-templates');
    expect([headers.has('deprecation'), headers.has('sunset')]).toEqual([true, true]);
  });
});

describe('12. Decided in the second reading', () => {
  test('uploads have an allowance of their own', async () => {
    const [read, uploaded] = [
      await get('/v1/me'),
      await send('/upload/url', { url: 'https://nowhere.example/a.png' }),
    ];
    expect(uploaded.headers.get('x-ratelimit-remaining')).not.toBe(
      read.headers.get('x-ratelimit-remaining'),
    );
  });
  test('faults are listed a hundred at a time, with their number', async () => {
    const { body } = await send('/v1/launch', {
      ads: Array.from({ length: 130 }, () => ad({ link: 'x' })),
    });
    expect(body.error.details.length).toBe(100);
    expect(body.error.faults.total).toBeGreaterThanOrEqual(130);
  });
  test('a multi ad that becomes several ads says so in its plan, and counts as them', async () => {
    const accountId = others['photo-messaging'];
    const [{ value }] = (await get(`/v1/adsets?accountId=${accountId}`)).body.data;
    const [profile] = (await get(`/v1/platforms/photo-messaging/identities?accountId=${accountId}`))
      .body.data;
    const media = ['a-1x1', 'b-9x16'].map((name) => ({
      url: `https://cdn.example.com/${name}.jpg`,
      type: 'image',
    }));
    const answer = await send('/v1/launch/plan', {
      ads: [
        {
          adName: 'Several',
          type: 'multi',
          adAccountId: accountId,
          title: 'Headline',
          link: 'https://example.com',
          photoMessagingBrandName: 'Brand',
          photoMessagingProfileId: profile.value ?? profile.id,
          adSets: [value],
          media,
        },
      ],
    });
    expect([answer.status, answer.body.totalAds, answer.body.becomes]).toEqual([
      200,
      2,
      [{ adIndex: 0, ads: 2 }],
    ]);
    expect(answer.body.warnings).toContainEqual(
      expect.objectContaining({ code: 'becomes_ads', path: 'ads[0].type' }),
    );
  });
  test('the text of a card is used where the card has no description', async () => {
    const cards = ['A', 'B'].map((carouselTitle) => ({
      url: file,
      carouselTitle,
      adCopyDescription: `Text of ${carouselTitle}`,
    }));
    expect(warned(await plan({ type: 'carousel', media: cards }))).not.toContain('unused_text');
    const batch = await launched({ type: 'carousel', media: cards });
    const creative = (await fixture.held('adcreatives')).find(
      ({ id }) => id === batch.launchedAds[0].creativeId,
    );
    for (const { adCopyDescription } of cards)
      expect(JSON.stringify(creative)).toContain(adCopyDescription);
  });
  test('a figure that a platform does not tell is refused alone, and warned of among others', async () => {
    const ask = (metrics: string) =>
      get(
        `/v1/reports/query?accountIds=${others['search-ads']}&${range}&metrics=${metrics}&groupBy=adId`,
      );
    expect((await ask('reach')).body.error.details[0].code).toBe('unsupported_on_platform');
    const among = (await ask('reach,spend')).body;
    expect(among.metadata.warnings[0].code).toBe('figures_untold');
  });
  test('a grouping that one platform lacks gives the rows of the other, with a warning', async () => {
    const { data: accounts } = (await get('/v1/adaccounts?limit=200')).body;
    const [primary, pin] = ['primary', 'pin'].map(
      (wanted) =>
        accounts.find(
          (each: { platform: string; currency: string }) =>
            each.platform === wanted && each.currency === 'USD',
        ).id,
    );
    const { status, body } = await get(
      `/v1/reports/query?accountIds=${primary},${pin}&${range}&groupBy=country`,
    );
    expect([status, body.data.length > 0]).toEqual([200, true]);
    expect(body.metadata.warnings.map(({ code }: Fault) => code)).toContain('grouping_untold');
  });
  test('a time that a platform does not tell is absent, with a warning', async () => {
    const { body } = await get(`/v1/manage/list-ads?accountId=${others['search-ads']}&limit=2`);
    expect(body.data.map((row: object) => 'createdTime' in row)).toEqual([false, false]);
    expect(body.warnings).toMatchObject([{ path: 'createdTime', code: 'time_untold' }]);
  });
  test.each(Object.entries(others))(
    'the record of an ad on %s has names, objective and picture where the platform tells them',
    async (platform, accountId) => {
      const { data } = (await get(`/v1/manage/list-ads?accountId=${accountId}&limit=1`)).body;
      const [record] = (await send('/v1/manage/ad-debug-data', { adIds: [data[0].id] })).body.data;
      const told = expect.stringMatching(/./);
      expect(record).toMatchObject({
        campaign: { name: told, objective: told },
        adset: { name: told },
      });
      if (platform === 'professional-network')
        expect(record.pageMetadata).toMatchObject({ pageId: told, pageName: told });
      const pictured = platform !== 'search-ads' && platform !== 'app-network';
      if (pictured) expect(record.creative.thumbnail_url).toEqual(told);
    },
  );
  test('times have a zone, and a day that does not exist is refused', async () => {
    expect(
      (await get(`/v1/reports/query?accountId=${account}&startDate=2026-02-30&endDate=2026-03-01`))
        .status,
    ).toBe(422);
    expect((await get('/v1/exports')).status).toBe(200);
  });
  test.each([
    [
      'POST',
      '/v1/google-ads/budget',
      { accountId: others['search-ads'], campaignId: '1', dailyBudget: 5 },
      'campaignId',
    ],
    [
      'POST',
      '/v1/manage/update-budget',
      { accountId: account, entityType: 'campaign', id: '1', dailyBudget: 5 },
      'id',
    ],
    [
      'POST',
      '/v1/manage/duplicate-campaign',
      { businessId: account, campaign_id: '1' },
      'campaign_id',
    ],
  ])('%s %s names the field of the caller', async (method, path, body, field) => {
    expect(detailOf(await fixture.call(method, path, { body }))[1]).toBe(field);
  });
});

describe('13. Decided in the third reading', () => {
  test.each([
    ['an unknown query parameter of a write', '/v1/launch?dryRun=true', () => ({ ads: [ad()] })],
    ['an unknown member of what administers', '/v1/workspaces', () => ({ name: 'x', sluggg: 'y' })],
    [
      'a name that means money',
      '/v1/manage/rename',
      () => ({ businessId: account, entityType: 'ad', entityId: '1', name: 'x', maxBudget: 3 }),
    ],
  ])('%s is refused', async (_what, path, body) => {
    const refused = await send(path, body());
    expect([refused.status, refused.body.error.details[0].code]).toEqual([422, 'unknown_field']);
  });
  test('what changes several objects answers for each, and the whole is done only if all are', async () => {
    const id = (await launched()).launchedAds[0].adId;
    const { body } = await send('/v1/manage/update-status', {
      businessId: account,
      entityType: 'ad',
      entityIds: [id, '1'],
      newStatus: 'ACTIVE',
    });
    expect([body.outcome, body.results.map(({ outcome }: { outcome: string }) => outcome)]).toEqual(
      ['partly', ['done', 'refused']],
    );
  });
  test('a placement that has ended is not turned into all placements', async () => {
    const targeting = {
      geo_locations: { countries: ['US'] },
      publisher_platforms: ['secondary'],
      secondary_positions: ['explore'],
    };
    const answer = await send('/v1/manage/create-adset', {
      accountId: account,
      campaignId: seed.campaign(account, 'traffic'),
      name: 'x',
      dailyBudget: 20,
      targeting,
    });
    expect([answer.status, answer.body.error.details[0].code]).toEqual([422, 'placement_ended']);
  });
  test.each([
    ['a country', { countries: ['ZZ'] }],
    ['a region', { regions: [{ key: '99999999' }] }],
  ])('%s that does not exist is refused, wherever it is named', async (_what, places) => {
    const request = {
      accountId: account,
      campaignId: seed.campaign(account, 'traffic'),
      name: 'x',
      dailyBudget: 20,
    };
    expect(
      (await send('/v1/manage/create-adset', { ...request, targeting: { geo_locations: places } }))
        .status,
    ).toBe(422);
    expect((await send('/v1/manage/create-adset', { ...request, location: places })).status).toBe(
      422,
    );
    const copy = await send('/v1/manage/duplicate-adset', {
      accountId: account,
      adsetId: seed.emptyAdSets(account, 'traffic')[2],
      location: places,
    });
    expect(copy.status === 422 || copy.body.results?.[0]?.locationApplied === false).toBe(true);
  });
  test('a post is sponsored without media on the professional network', async () => {
    const accountId = others['professional-network'];
    const [{ value }] = (await get(`/v1/adsets?accountId=${accountId}`)).body.data;
    const posts = (await get(`/v1/linkedin/posts?organization=${professionalNetwork.organization}`))
      .body.data;
    const postUrn = posts.find(({ boostable }: { boostable: boolean }) => boostable).id;
    const boost = {
      adName: 'Post',
      adAccountId: accountId,
      scalePostId: true,
      postUrn,
      organizationId: professionalNetwork.organization,
      adSets: [value],
    };
    const answer = await send('/v1/launch', { ads: [boost] });
    expect([answer.status, answer.body.error]).toEqual([202, undefined]);
    expect((await ended(answer.body.adBatchId)).failedAds).toEqual([]);
  });
  test('the value of a conversion may be a number', async () => {
    const { body } = await send('/v1/conversions/events', {
      events: [
        {
          eventId: 'e',
          name: 'Purchase',
          happenedAt: '2026-11-14T12:00:00Z',
          value: 12.5,
          user: {},
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('events[0].value');
  });
  test('the document of the inbox for leads tells of the limit by address', async () => {
    const { paths } = (await get('/openapi.json')).body;
    expect(Object.keys(paths['/v1/inbox/leads/{company}/{id}'].post.responses)).toContain('429');
  });
});
