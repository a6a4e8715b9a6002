import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AnswerFacts,
  ApiError,
  type Client,
  type ClientOptions,
  createClient,
} from '../../server/client/client.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const URL = 'http://slipway.test';
let fixture: ServiceFixture;
let client: Client;

beforeAll(async () => {
  fixture = await startServiceFixture();
  client = clientOf();
});
afterAll(() => fixture.worker.stop());

type Fetch = NonNullable<ClientOptions['fetch']>;
const service: Fetch = async (url, init) => fixture.app.request(url, init);
const clientOf = (options: Partial<ClientOptions> = {}): Client =>
  createClient({
    url: `${URL}/`,
    key: fixture.key,
    fetch: service,
    sleep: (ms) => fixture.clock.sleep(ms),
    ...options,
  });

const caught = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error(`There was no ApiError but ${error}.`);
  return error;
};

async function oneAd(adName: string) {
  const accountId = 'act_1001';
  const { data } = await client.reports.adSets({ accountId, status: 'ACTIVE', limit: 200 });
  const [profile] = (await client.accounts.profiles({ accountId })).data;
  const { url } = await client.media.upload({ name: 'one.png', content: await png(600, 600) });
  const ad = {
    adName,
    adAccountId: accountId,
    page: profile?.page,
    secondary: profile?.secondary,
    media: [{ url }],
  };
  return {
    ads: [{ ...ad, link: 'https://example.com' }],
    adSets: [data.find(({ adCount }) => adCount === 0)?.value ?? ''],
  };
}

describe('the client of a real service', () => {
  test('launches a batch, follows it to its end, looks at it and undoes it', async () => {
    const request = await oneAd('Followed');
    expect(await client.plan({ ...request, validate: 'platform' })).toMatchObject({ totalAds: 1 });
    const { adBatchId: id } = await client.launch(request);
    const seen: { readonly id: number; readonly type: string }[] = [];
    for await (const event of await client.batches.events({ id })) seen.push(event);
    expect(seen.map((event) => event.id)).toEqual(seen.map((_, i) => i + 1));
    expect(seen[seen.length - 1]).toMatchObject({ type: 'done' });
    const later: number[] = [];
    for await (const event of await client.batches.events({ id, after: 2 })) later.push(event.id);
    expect(later).toEqual(seen.map((event) => event.id).slice(2));
    for await (const event of await client.batches.events({ id, after: seen.length }))
      expect(event).toBeUndefined();
    expect(await client.batches.status({ id })).toMatchObject({
      status: 'success',
      successfulAds: 1,
    });
    expect((await client.batches.get({ id })).adBatchId).toBe(id);
    expect((await client.batches.list({ limit: 1 })).data).toMatchObject([{ adBatchId: id }]);
    await client.batches.undo({ id, mode: 'pause' });
    expect(await caught(client.batches.cancel({ id }))).toMatchObject({
      status: 409,
      code: 'conflict',
    });
  });

  test('makes, changes and deletes things by their ids', async () => {
    const { id } = await client.adCopyTemplates.create({
      name: 'One',
      titles: ['t'],
      descriptions: ['d'],
    });
    await client.adCopyTemplates.update({ id, name: 'Other' });
    expect(await client.adCopyTemplates.get({ id })).toMatchObject({ name: 'Other' });
    expect(await client.adCopyTemplates.delete({ id })).toMatchObject({ success: true });
    expect(await caught(client.adCopyTemplates.get({ id }))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    const limits = await client.guardrails.get();
    const changed = await client.guardrails.replace({
      ...limits.own,
      risePercent: 7,
      revision: limits.revision,
    });
    expect(changed.own.risePercent).toBe(7);
    await client.launchDefaults.replace({ adAccountId: 'act_1001', launchPaused: true });
    expect((await client.launchDefaults.get({ adAccountId: 'act_1001' })).data).toMatchObject({
      launchPaused: true,
    });
  });

  test('asks for lists, places of platforms and reports', async () => {
    expect((await client.me()).company.name).toBe('Own');
    expect((await client.platforms.list()).data.length).toBeGreaterThan(1);
    expect(
      (await client.platforms.identities({ platform: 'primary', accountId: 'act_1001' })).data
        .length,
    ).toBeGreaterThan(0);
    const report = await client.reports.query({
      accountIds: ['act_1001', 'act_1003'],
      startDate: '2026-11-01',
      endDate: '2026-11-03',
      groupBy: ['day', 'accountId'],
      metrics: ['spend', 'clicks'],
      limit: 5,
    });
    expect(report.data.length).toBe(5);
  });

  test('uploads bytes, streams of bytes and files of a browser', async () => {
    const bytes = await png(40, 40);
    async function* pieces() {
      yield bytes.subarray(0, 100);
      yield bytes.subarray(100);
    }
    const contents = [bytes, pieces(), new Blob([Uint8Array.from(bytes)])] as const;
    const sizes: number[] = [];
    const hashes = new Set<string>();
    for (const [i, content] of contents.entries()) {
      const { id } = await client.media.upload({
        name: `größe ${i}.png`,
        content: content as Uint8Array,
      });
      const item = await client.media.get({ id });
      expect(item.originalName).toBe(`größe ${i}.png`);
      hashes.add(item.sha256);
      sizes.push(item.size);
    }
    expect(sizes).toEqual([bytes.length, bytes.length, bytes.length]);
    expect(hashes.size).toBe(1);
  });

  test('hands out the file of an export as it comes', async () => {
    const started = await client.exports.start({
      accountIds: ['act_1001'],
      level: 'campaign',
      format: 'csv',
    });
    let state = started;
    while (state.status !== 'success') {
      await fixture.clock.sleep(100);
      state = await client.exports.get({ id: started.exportId });
    }
    const file = await client.exports.file({ id: state.exportId });
    expect(file).toMatchObject({
      contentType: 'text/csv; charset=utf-8',
      filename: `${state.exportId}.csv`,
      bytes: state.bytes,
    });
    let length = 0;
    for await (const chunk of file.content) length += chunk.length;
    expect(length).toBe(state.bytes);
  });

  test('tells every envelope of errors as one class', async () => {
    const launch = await caught(client.launch({ ads: [{ adName: 'x' }] } as never));
    expect(launch).toMatchObject({
      status: 422,
      code: 'unprocessable_entity',
      name: 'ApiError',
      retryAfter: undefined,
    });
    expect(launch.details.length).toBeGreaterThan(2);
    expect([launch.faultCount, launch.unlisted]).toEqual([launch.details.length, 0]);
    expect(launch.requestId).toMatch(/\w/);
    const upload = await caught(
      client.media.upload({ name: 'x.png', content: new Uint8Array([1, 2, 3]) }),
    );
    expect(upload).toMatchObject({
      status: 415,
      message: expect.stringMatching(/\w/),
      requestId: expect.stringMatching(/\w/),
    });
    expect(upload.code).toBe(upload.code.toUpperCase());
    const stranger = clientOf({ key: 'ak_wrong' });
    expect(await caught(stranger.me())).toMatchObject({ status: 401, code: 'unauthorized' });
    const many = { ads: Array.from({ length: 60 }, () => ({})) };
    const all = await caught(client.launch(many as never));
    expect(all.details).toHaveLength(100);
    expect(all.unlisted).toBe(all.faultCount - 100);
    expect(all.faultCount).toBeGreaterThan(100);
    expect(await caught(client.batches.events({ id: 999 }))).toMatchObject({ status: 404 });
  });
});

const template = { name: 'Once', titles: ['t'], descriptions: ['d'] };

describe('under an Idempotency-Key', () => {
  test('a second call is a replay, which the caller is told', async () => {
    const told: AnswerFacts[] = [];
    const options = {
      idempotencyKey: 'spring',
      onAnswer: (facts: AnswerFacts) => told.push(facts),
    };
    const first = await client.adCopyTemplates.create(template, options);
    const second = await client.adCopyTemplates.create(template, options);
    expect(second).toEqual(first);
    expect(told).toMatchObject([
      { status: 201, replayed: false },
      { status: 201, replayed: true },
    ]);
    expect(told[0]?.requestId).toMatch(/\w/);
  });

  test('what writes has a key of its own for each call; what reads has none', async () => {
    const keys: (string | null)[] = [];
    const watching = clientOf({
      fetch: (url, init) => {
        keys.push(new Headers(init.headers).get('idempotency-key'));
        return service(url, init);
      },
    });
    await watching.adCopyTemplates.create(template);
    await watching.adCopyTemplates.create(template);
    await watching.guardrails.check({
      operation: 'create-campaign',
      request: { accountId: 'act_1001', name: 'x', objective: 'OUTCOME_TRAFFIC' },
    });
    await watching.me();
    expect(keys.slice(2)).toEqual([null, null]);
    expect(
      new Set(keys.slice(0, 2).map((key) => /^client-[0-9a-f]{32}$/.test(key ?? '') && key)).size,
    ).toBe(2);
    expect(keys).not.toContain(false);
  });

  test.each([
    ['the connection is cut', () => Promise.reject(new TypeError('fetch failed'))],
    ['a proxy gives up', async () => new Response('<h1>504</h1>', { status: 504 })],
    [
      'the body is cut',
      async () =>
        new Response(new ReadableStream({ start: (c) => c.error(new Error('cut')) }), {
          status: 201,
        }),
    ],
  ])(
    'where %s after it was carried out, a POST is sent again and makes one thing',
    async (_, lost: () => Promise<Response>) => {
      const before = (await client.adCopyTemplates.list({ limit: 200 })).data.length;
      let sent = 0;
      const flaky = clientOf({
        fetch: async (url, init) => {
          const response = await service(url, init);
          sent += 1;
          return sent <= 2 ? lost() : response;
        },
      });
      let facts: AnswerFacts | undefined;
      const made = await flaky.adCopyTemplates.create(template, {
        onAnswer: (each) => {
          facts = each;
        },
      });
      expect(sent).toBe(3);
      expect(facts?.replayed).toBe(true);
      const after = (await client.adCopyTemplates.list({ limit: 200 })).data;
      expect(after).toHaveLength(before + 1);
      expect(after.filter(({ id }) => id === made.id)).toHaveLength(1);
    },
  );
});
