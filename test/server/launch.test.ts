import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { png } from '../samples/media.ts';
import { type Called, failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
let ad: { [field: string]: unknown };
let adSets: { value: string; label: string }[];

beforeAll(async () => {
  fixture = await startServiceFixture();
  const { url } = await fixture.uploadAs('photo.png', await png(600, 600));
  const { body } = await fixture.call(
    'GET',
    '/v1/adsets?accountId=act_1001&status=ACTIVE&limit=200',
  );
  const profiles = await fixture.call('GET', '/v1/profiles?accountId=act_1001');
  const { page, secondary } = profiles.body.data[0];
  adSets = body.data.filter(({ adCount }: { adCount: number }) => adCount === 0).slice(0, 3);
  ad = {
    adName: 'Ad {{filename}}',
    adAccountId: 'act_1001',
    page,
    secondary,
    link: 'https://example.com',
    media: [{ url }],
  };
});
afterAll(() => fixture.worker.stop());

async function finished(id: number): Promise<Called['body']> {
  for (;;) {
    const { body } = await fixture.call('GET', `/v1/batch-status/${id}`);
    if (body.status !== 'processing') return body;
    await fixture.clock.sleep(200);
  }
}

test('an address of our own at which the company has no file is refused before anything is created', async () => {
  const gone = { ...ad, media: [{ url: `http://127.0.0.1/media/${fixture.companyId}/gone.png` }] };
  const { status, body } = await fixture.call('POST', '/v1/launch', {
    body: { ads: [ad, gone], adSets: adSets.slice(0, 1) },
  });
  expect([
    status,
    body.error.details.map(({ path, code }: { path: string; code: string }) => [path, code]),
  ]).toEqual([422, [['ads[1].media[0].url', 'unknown_media']]]);
});

test('a launch is accepted, followed and told ad by ad; its key launches nothing twice', async () => {
  const body = { ads: [ad], adSets: adSets.slice(0, 2) };
  const headers = { 'idempotency-key': 'launch-1' };
  const one = await fixture.call('POST', '/v1/launch', { body, headers });
  const two = await fixture.call('POST', '/v1/launch', { body, headers });
  expect([one.status, two.status, two.headers.get('idempotent-replay')]).toEqual([
    202,
    202,
    'true',
  ]);
  expect(two.body).toEqual(one.body);
  expect((await fixture.call('POST', '/v1/launch', { body: { ads: [ad] }, headers })).status).toBe(
    409,
  );
  const batch = await finished(one.body.adBatchId);
  expect(batch).toMatchObject({
    status: 'success',
    progress: 100,
    totalAds: 2,
    successfulAds: 2,
    outcome: 'all',
    failedAds: [],
  });
  expect(batch.launchedAds.map(({ adSetId }: { adSetId: string }) => adSetId)).toEqual(
    adSets.slice(0, 2).map(({ value }) => value),
  );
  const { body: list } = await fixture.call('GET', '/v1/batches');
  expect(list.data[0]).toMatchObject({ adBatchId: one.body.adBatchId, rawStatus: 'Success' });
  const { body: detail } = await fixture.call('GET', `/v1/batches/${one.body.adBatchId}`);
  expect(detail.ads.map(({ state }: { state: string }) => state)).toEqual(['launched', 'launched']);
});

test('every fault of every ad is listed with its place, unknown fields with their likely name', async () => {
  const refused = await fixture.call('POST', '/v1/launch', {
    body: {
      ads: [
        { ...ad, link: 'not a link' },
        { ...ad, media: [{ url: 7 }], adSets: [] },
      ],
      adSets: [],
    },
  });
  expect(refused.status).toBe(422);
  const paths = refused.body.error.details.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(expect.arrayContaining(['ads[0].link', 'ads[1].media[0].url']));
  const planned = await fixture.call('POST', '/v1/launch/plan', {
    body: { ads: [{ ...ad, adName: 'Misspelt', tittle: 'x' }], adSets: adSets.slice(0, 1) },
  });
  expect(planned.body.warnings).toEqual([
    { path: 'ads[0].tittle', code: 'unknown_field', message: expect.stringContaining('title') },
  ]);
  expect((await fixture.call('POST', '/v1/launch', { body: { ads: 'none' } })).status).toBe(400);
});

test('a plan is the same twice, and a launch holds to it', async () => {
  const body = { ads: [ad], adSets: adSets.slice(0, 1) };
  const [one, two] = [
    await fixture.call('POST', '/v1/launch/plan', { body }),
    await fixture.call('POST', '/v1/launch/plan', { body }),
  ];
  expect(two.body).toEqual(one.body);
  const other = await fixture.call('POST', '/v1/launch', {
    body: { ...body, planDigest: 'f'.repeat(64) },
  });
  expect([other.status, other.body.error.details[0].code]).toEqual([409, 'plan_differs']);
});

test('events come in order, end after done, and go on after the last one seen', async () => {
  const { body } = await fixture.call('POST', '/v1/launch', {
    body: { ads: [ad], adSets: adSets.slice(1, 3) },
  });
  const read = async (last?: string): Promise<{ id: number; type: string }[]> => {
    const response = await fixture.app.request(`/v1/batches/${body.adBatchId}/events`, {
      headers: { authorization: `Bearer ${fixture.key}`, ...(last && { 'last-event-id': last }) },
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    return [...(await response.text()).matchAll(/id: (\d+)\nevent: (\w+)\ndata: (.+)\n\n/g)].map(
      ([, id, type]) => ({
        id: Number(id),
        type: type ?? '',
      }),
    );
  };
  const all = await read();
  expect(all.map(({ id }) => id)).toEqual(all.map((_, i) => i + 1));
  expect(all.filter(({ type }) => type === 'ad')).toHaveLength(2);
  expect(all.at(-1)?.type).toBe('done');
  expect(await read('2')).toEqual(all.slice(2));
  expect((await fixture.call('GET', '/v1/batches/999/events')).status).toBe(404);
});

test('what a batch created can be undone; verbs that do not fit the state are conflicts', async () => {
  const { body } = await fixture.call('POST', '/v1/launch', {
    body: { ads: [ad], adSets: adSets.slice(2, 3) },
  });
  const id = body.adBatchId;
  await finished(id);
  for (const verb of ['retry', 'cancel'])
    expect((await fixture.call('POST', `/v1/batches/${id}/${verb}`)).status).toBe(409);
  const undone = await fixture.call('POST', `/v1/batches/${id}/undo`, { body: { mode: 'delete' } });
  expect([undone.status, undone.body.undo.mode]).toEqual([202, 'delete']);
  expect(
    (await fixture.call('POST', `/v1/batches/${id}/undo`, { body: { mode: 'explode' } })).status,
  ).toBe(422);
});

test('a post without a destination is refused on a sales ad set before anything is created, with what differs told', async () => {
  const [adSet] = seed.emptyAdSets('act_1001', 'sales');
  const plan = (story: string, more: object = {}) =>
    fixture.call('POST', '/v1/launch/plan', {
      body: {
        ads: [
          {
            ...ad,
            scalePostId: true,
            cta: 'SHOP_NOW',
            ...more,
            media: [
              {
                effectiveStoryId: story,
                existingAd: true,
                existingPrimaryAd: true,
                isExistingPost: true,
              },
            ],
          },
        ],
        adSets: [adSet],
      },
    });
  const refused = await plan(seed.posts.image);
  expect([refused.status, refused.body.error.details]).toMatchObject([
    422,
    [{ path: 'ads[0].media[0].effectiveStoryId', code: 'post_without_destination' }],
  ]);
  const differs = await plan(seed.posts.link, { cta: 'LEARN_MORE' });
  expect([
    differs.status,
    differs.body.warnings.map(({ path, code }: { path: string; code: string }) => [path, code]),
  ]).toEqual([
    200,
    [
      ['ads[0].cta', 'post_button_differs'],
      ['ads[0].link', 'post_link_differs'],
    ],
  ]);
  const same = await plan(seed.posts.link, { link: 'https://shop.example.com/autumn' });
  expect([same.status, same.body.warnings]).toEqual([200, []]);
});

test('the status of a draft counts its ads', async () => {
  const { body } = await fixture.call('POST', '/v1/drafts', {
    body: { name: 'Later', ads: [ad, { ...ad, adName: 'Second' }] },
  });
  expect((await fixture.call('GET', `/v1/batch-status/${body.adBatchId}`)).body).toMatchObject({
    status: 'draft',
    totalAds: 2,
  });
});

test('an ad names its account as accountIds too, and a fault stands at the name that was sent', async () => {
  const { adAccountId, ...others } = ad;
  const rest = { ...others, adName: 'Named by its account' };
  const plan = (accountIds: unknown) =>
    fixture.call('POST', '/v1/launch/plan', {
      body: { ads: [{ ...rest, accountIds }], adSets: adSets.slice(0, 1) },
    });
  expect((await plan(adAccountId)).status).toBe(200);
  expect((await plan([adAccountId])).body.warnings).toEqual([]);
  expect((await plan(['act_404'])).body.error.details).toMatchObject([
    { path: 'ads[0].accountIds', code: 'unknown_ad_account' },
  ]);
  expect((await plan([adAccountId, 'act_1002'])).status).toBe(422);
});

test('a draft is written, changed under its revision, and launched', async () => {
  const created = await fixture.call('POST', '/v1/drafts', { body: { name: 'Later', ads: [ad] } });
  expect([created.status, created.body.revision]).toEqual([201, 1]);
  const path = `/v1/drafts/${created.body.draftId}`;
  const changed = await fixture.call('PATCH', path, {
    body: { revision: 1, adSets: adSets.slice(0, 1) },
  });
  expect(changed.body.revision).toBe(2);
  expect((await fixture.call('PATCH', path, { body: { revision: 1, name: 'Stale' } })).status).toBe(
    409,
  );
  const launched = await fixture.call('POST', '/v1/launch/from-draft', {
    body: { batchId: created.body.adBatchId },
  });
  expect([launched.status, launched.body.adBatchId]).toEqual([202, created.body.adBatchId]);
  expect((await finished(created.body.adBatchId)).status).toBe('success');
  expect(
    (
      await fixture.call('POST', '/v1/launch/from-draft', {
        body: { batchId: created.body.adBatchId },
      })
    ).status,
  ).toBe(409);
  expect((await fixture.call('GET', path)).status).toBe(404);
});

test('an export runs in the background and its file streams', async () => {
  const { body, status } = await fixture.call('POST', '/v1/exports', {
    body: { accountIds: 'act_1001', level: 'campaign', format: 'csv' },
  });
  expect(status).toBe(202);
  const path = `/v1/exports/${body.exportId}`;
  for (;;) {
    const { body: state } = await fixture.call('GET', path);
    if (state.status === 'success') break;
    expect(state.status).not.toBe('error');
    await fixture.clock.sleep(200);
  }
  const file = await fixture.app.request(`${path}/file`, {
    headers: { authorization: `Bearer ${fixture.key}` },
  });
  expect(file.headers.get('content-type')).toContain('text/csv');
  expect((await file.text()).split('\n').length).toBeGreaterThan(5);
});
