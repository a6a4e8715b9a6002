import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { type BatchStatus, followBatch } from '../../server/cli/features/launch/events.ts';
import { type Client, createClient } from '../../server/client/client.ts';
import { png } from '../samples/media.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

/** A service that answers event streams and statuses as the test says. */
function scripted(
  streams: readonly (() => ReadableStream<Uint8Array> | string)[],
  statuses: readonly Partial<BatchStatus>[],
) {
  let [opened, looked] = [0, 0];
  const client = createClient({
    url: 'http://slipway.test',
    fetch: async (url, init) => {
      if (!url.includes('/events'))
        return Response.json({
          adBatchId: 1,
          ...statuses[Math.min(looked++, statuses.length - 1)],
        });
      const body = streams[Math.min(opened++, streams.length - 1)]?.() ?? '';
      if (typeof body !== 'string')
        init.signal?.addEventListener('abort', () => void body.cancel().catch(() => undefined));
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
  });
  return { client, counts: () => ({ opened, looked }) };
}

const ad = (id: number, index: number, adId?: string): string =>
  `id: ${id}\nevent: ad\ndata: ${JSON.stringify({ index, adSetId: '1', ...(adId && { adId }) })}\n\n`;
const done = (id: number): string => `id: ${id}\nevent: done\ndata: {}\n\n`;

describe('a batch that is followed', () => {
  test('is followed to its last end: what failed before a retry and was launched by it counts as launched', async () => {
    const { client, counts } = scripted(
      [() => ad(1, 0, 'a') + ad(2, 1) + done(3) + ad(4, 1, 'b') + done(5)],
      [{ status: 'success' }],
    );
    const progress: number[][] = [];
    expect(await followBatch(client, 1, (...each) => progress.push(each))).toMatchObject({
      status: 'success',
    });
    expect(progress).toEqual([
      [1, 0],
      [1, 1],
      [2, 0],
    ]);
    expect(counts()).toEqual({ opened: 1, looked: 1 });
  });

  test('is followed on when it is retried at the moment its stream ends', async () => {
    const { client, counts } = scripted(
      [() => ad(1, 0) + done(2), () => ad(3, 0, 'a') + done(4)],
      [{ status: 'processing' }, { status: 'success' }],
    );
    const progress: number[][] = [];
    const follow = followBatch(
      client,
      1,
      (...each) => progress.push(each),
      async (ms) => (ms === 1_000 ? undefined : new Promise(() => undefined)),
    );
    expect(await follow).toMatchObject({ status: 'success' });
    expect(progress).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(counts()).toEqual({ opened: 2, looked: 2 });
  });

  test('is read through a proxy that rewrites line ends and splits data', async () => {
    const text = [
      'id: 1',
      'event: ad',
      'data: {"index":0,',
      'data: "adSetId":"1","adId":"2"}',
      '',
      done(2),
    ].join('\r\n');
    const { client } = scripted([() => text], [{ status: 'success' }]);
    const progress: number[][] = [];
    await followBatch(client, 1, (...each) => progress.push(each));
    expect(progress).toEqual([[1, 0]]);
  });

  test('is left when nobody works on it any more, and looked at only when its stream is silent', async () => {
    const clock = createManualClock();
    let push = (_: string): void => undefined;
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        push = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
    });
    const halted = {
      status: 'processing',
      halted: { message: 'It failed for a day.' },
    } as unknown as BatchStatus;
    const { client, counts } = scripted([() => stream], [{ status: 'processing' }, halted]);
    const following = followBatch(
      client,
      1,
      () => undefined,
      (ms) => clock.sleep(ms),
    );
    await expect.poll(() => clock.sleeping()).toBe(1);
    push(ad(1, 0, 'a'));
    await expect.poll(() => clock.sleeping()).toBe(2);
    expect(counts().looked).toBe(0);
    await clock.advance(10_000);
    await expect.poll(() => counts().looked).toBe(1);
    await expect.poll(() => clock.sleeping()).toBe(1);
    await clock.advance(10_000);
    expect(await following).toMatchObject(halted);
    expect(counts()).toEqual({ opened: 1, looked: 2 });
  });
});

describe('a batch of a real service that failed and was retried', () => {
  let fixture: ServiceFixture;
  let client: Client;
  beforeAll(async () => {
    fixture = await startServiceFixture();
    client = createClient({
      url: 'http://slipway.test',
      key: fixture.key,
      fetch: async (url, init) => fixture.app.request(url, init),
    });
  });
  afterAll(() => fixture.worker.stop());

  test('is told with the outcome of the retry, although its events tell of the first end', async () => {
    const accountId = 'act_1001';
    const { data } = await client.reports.adSets({ accountId, status: 'ACTIVE', limit: 200 });
    const [profile] = (await client.accounts.profiles({ accountId })).data;
    const { url } = await client.media.upload({ name: 'one.png', content: await png(600, 600) });
    const ad = {
      adName: 'A',
      adAccountId: accountId,
      page: profile?.page,
      secondary: profile?.secondary,
      media: [{ url }],
    };
    // Faults have members of their own platform besides.
    const fault = { fault: 'error', method: 'POST', path: '*/ads', code: 100 } as const;
    await client.sandbox.addFault(fault);
    const adSets = [data.find(({ adCount }) => adCount === 0)?.value ?? ''];
    const { adBatchId: id } = await client.launch({
      ads: [{ ...ad, link: 'https://example.com' }],
      adSets,
    });
    expect(await followBatch(client, id, () => undefined)).toMatchObject({ status: 'error' });
    await client.sandbox.clearFaults();
    await client.batches.retry({ id });
    const progress: number[][] = [];
    expect(await followBatch(client, id, (...each) => progress.push(each))).toMatchObject({
      status: 'success',
    });
    expect(progress[0]).toEqual([0, 1]);
    expect(progress[progress.length - 1]).toEqual([1, 0]);
  });
});
