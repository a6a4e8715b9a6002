import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { undoBatch } from '../../core/launch/undo/undo.ts';
import { createStatusCache, polledStatus } from '../../server/http/batch-status-cache.ts';
import { type Coalesce, createCoalesce } from '../../server/http/coalesce.ts';
import { createStandInFixture, several } from '../core/launch/stand-in-fixture.ts';
import { letDie } from '../dead-job.ts';
import { png } from '../samples/media.ts';
import { COMPANY, caller } from '../test-service.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

describe('equal questions within a second', () => {
  const clock = createManualClock(0);
  let ask: Coalesce;
  beforeEach(() => {
    ask = createCoalesce(clock);
  });

  test('are answered once, each company and each question for itself', async () => {
    let computed = 0;
    const compute = async () => ({ computed: ++computed });
    const answers = await Promise.all([1, 2, 3].map(() => ask('one', 'http://x/?a=1', compute)));
    answers.push(await ask('one', 'http://x/?a=1', compute));
    expect(answers.map(({ text }) => text)).toEqual(Array(4).fill('{"computed":1}'));
    expect((await ask('two', 'http://x/?a=1', compute)).text).toBe('{"computed":2}');
    expect((await ask('one', 'http://x/?a=2', compute)).text).toBe('{"computed":3}');
    await clock.advance(1_000);
    expect((await ask('one', 'http://x/?a=1', compute)).text).toBe('{"computed":4}');
  });

  test('are asked again after an answer that was fetched for the first of them', async () => {
    let asked = 0;
    const compute = async () => ({ metadata: { source: asked++ === 0 ? 'live' : 'cache' } });
    const source = async () =>
      JSON.parse((await ask('acme', '/q', compute)).text ?? '').metadata.source;
    expect([await source(), await source(), await source()]).toEqual(['live', 'cache', 'cache']);
    expect(asked).toBe(2);
  });

  test('are asked again after a refusal', async () => {
    await expect(ask('one', 'http://x/', () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect((await ask('one', 'http://x/', async () => 1)).text).toBe('1');
  });
});

describe('the status of a batch', () => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await startServiceFixture();
  });
  afterAll(() => fixture.worker.stop());

  test('is never older than its last step: an undo shows at once', async () => {
    const { url } = await fixture.uploadAs('photo.png', await png(600, 600));
    const { body } = await fixture.call(
      'GET',
      '/v1/adsets?accountId=act_1001&status=ACTIVE&limit=200',
    );
    const { page, secondary } = (await fixture.call('GET', '/v1/profiles?accountId=act_1001')).body
      .data[0];
    const adSet = body.data.find(({ adCount }: { adCount: number }) => adCount === 0);
    const ad = {
      adName: 'A',
      adAccountId: 'act_1001',
      page,
      secondary,
      link: 'https://example.com',
      media: [{ url }],
    };
    const launched = await fixture.call('POST', '/v1/launch', {
      body: { ads: [ad], adSets: [adSet] },
    });
    const status = async () =>
      (await fixture.call('GET', `/v1/batch-status/${launched.body.adBatchId}`)).body;
    while ((await status()).status === 'processing') await fixture.clock.sleep(100);
    expect(await status()).toEqual(await status());
    expect((await status()).undo).toBeUndefined();
    await fixture.call('POST', `/v1/batches/${launched.body.adBatchId}/undo`, { body: {} });
    expect((await status()).undo).toMatchObject({ mode: 'pause' });
  });

  test('tells at once that the job of its undo is dead', async () => {
    const { launch, run, ports, store, clock } = await createStandInFixture();
    const id = String(await launch({ ads: several(1) }));
    await run(Number(id));
    await undoBatch(ports, caller, { batchId: id, mode: 'pause' });
    const kept = createStatusCache();
    const asked = { caller, url: `/v1/batch-status/${id}`, reader: ports.store };
    const status = async () =>
      JSON.parse((await polledStatus(ports, kept, asked, { id })).text ?? '');
    expect((await status()).halted).toBeUndefined();
    await letDie(store, `undo:${COMPANY}:${id}`, clock.now());
    expect((await status()).halted).toBeDefined();
  });
});
