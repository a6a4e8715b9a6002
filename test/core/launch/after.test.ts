import { describe, expect, test } from 'vitest';
import { PlatformError } from '../../../core/base/errors.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { cancelBatch } from '../../../core/launch/cancel.ts';
import { LAUNCH_QUEUE, UNDO_QUEUE } from '../../../core/launch/journal/records.ts';
import { renameBatch } from '../../../core/launch/rename.ts';
import { retryBatch } from '../../../core/launch/retry.ts';
import { runBatch } from '../../../core/launch/run/run.ts';
import { adsAsSent } from '../../../core/launch/show/as-sent.ts';
import { batchEvents } from '../../../core/launch/show/status.ts';
import { undoBatch } from '../../../core/launch/undo/undo.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { putBack } from '../../../core/records/dead-job.ts';
import { jobId, jobKind } from '../../../core/records/job.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { keyed } from '../../../core/records/once.ts';
import { letDie } from '../../dead-job.ts';
import { imageAd } from '../../launch-fixture.ts';
import { failure } from '../../stand-in-platform.ts';
import { COMPANY, caller } from '../../test-service.ts';
import { createStandInFixture, several } from './stand-in-fixture.ts';

describe('after a launch', () => {
  test('a name given while ads are launched is kept, by the worker too', async () => {
    const renamed: Promise<unknown>[] = [];
    const h = await createStandInFixture({
      mood: ({ id: operation }) => {
        if (operation === 'creative:1')
          renamed.push(renameBatch(h.ports, caller, String(id), 'Meanwhile'));
        return 'ok';
      },
    });
    const id = await h.launch({ ads: several(3), name: 'First' });
    await h.run(id);
    expect(await Promise.all(renamed)).toMatchObject([{ name: 'Meanwhile' }]);
    expect(await h.status(id)).toMatchObject({
      name: 'Meanwhile',
      rawStatus: 'Success',
      successfulAds: 3,
    });
    await renameBatch(h.ports, caller, String(id), 'Afterwards');
    expect((await h.status(id)).name).toBe('Afterwards');
  });

  test('retry launches what failed and nothing that exists', async () => {
    let broken = true;
    const { launch, run, status, made, ports } = await createStandInFixture({
      mood: (operation) => (broken && operation.id === 'creative:1' ? 'rule' : 'ok'),
    });
    const id = await launch({ ads: several(3) });
    await run(id);
    broken = false;
    await retryBatch(ports, caller, String(id));
    await run(id);
    const done = await status(id);
    expect([done.rawStatus, done.successfulAds, done.failedAds]).toEqual(['Success', 3, []]);
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(3);
    await expect(retryBatch(ports, caller, String(id))).rejects.toThrowError(
      expect.objectContaining({ code: 'conflict' }),
    );
  });

  test('a failed ad that another batch replaces is left out by a retry, and not given out again', async () => {
    let broken = true;
    const { launch, run, status, made, ports } = await createStandInFixture({
      mood: ({ id }) => (broken && (id === 'creative:1' || id === 'creative:2') ? 'rule' : 'ok'),
    });
    const first = await launch({ ads: several(3) });
    await run(first);
    broken = false;
    const [corrected] = await adsAsSent(ports, COMPANY, String(first), 'failed');
    expect(corrected).toMatchObject({ adName: 'Ad 2', corrects: `batch ${first} ad 2` });
    const second = await launch({ ads: [{ ...corrected, title: 'Corrected' }] });
    await run(second);
    const between = await status(first);
    expect(between.failedAds.map(({ adName, correctedIn }) => [adName, correctedIn])).toEqual([
      ['Ad 2', second],
      ['Ad 3', undefined],
    ]);
    expect(between).toMatchObject({
      corrected: { ads: 1, in: [second] },
      message: expect.stringContaining(`batch ${second}`),
    });
    expect(await adsAsSent(ports, COMPANY, String(first), 'failed')).toMatchObject([
      { adName: 'Ad 3' },
    ]);
    await retryBatch(ports, caller, String(first));
    await run(first);
    expect((await status(first)).failedAds.map(({ adName }) => adName)).toEqual(['Ad 2']);
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(3);
    await expect(retryBatch(ports, caller, String(first))).rejects.toMatchObject({
      details: [{ code: 'corrected' }],
    });
  });

  test('a failed ad that was launched since, or may be now, is not replaced by a second one', async () => {
    let broken = true;
    const { launch, run, made, ports } = await createStandInFixture({
      mood: ({ id }) => (broken && id === 'creative:1' ? 'rule' : 'ok'),
    });
    const first = await launch({ ads: several(2) });
    await run(first);
    broken = false;
    const ads = (await adsAsSent(ports, COMPANY, String(first), 'failed')).map((ad) => ({
      ...ad,
      title: 'Corrected',
    }));
    await retryBatch(ports, caller, String(first));
    const refused = (code: string) => ({
      code: 'conflict',
      details: [{ path: 'ads[0].corrects', code }],
    });
    await expect(launch({ ads })).rejects.toMatchObject(refused('in_progress'));
    await run(first);
    await expect(launch({ ads })).rejects.toMatchObject(refused('already_launched'));
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(2);
  });

  test('a failed ad is corrected once: the correction of another person is refused, a repetition answered', async () => {
    let broken = true;
    const { launch, run, made, ports } = await createStandInFixture({
      mood: ({ id }) => (broken && id === 'creative:1' ? 'rule' : 'ok'),
    });
    const first = await launch({ ads: several(2) });
    await run(first);
    broken = false;
    const [failed] = await adsAsSent(ports, COMPANY, String(first), 'failed');
    const mine = { ads: [{ ...failed, title: 'Mine' }] };
    const once = () => keyed(ports, COMPANY, { key: 'mine', bodyDigest: 'mine' });
    const { adBatchId: second } = await submitLaunch(ports, caller, mine, once());
    expect((await submitLaunch(ports, caller, mine, once())).adBatchId).toBe(second);
    const refused = {
      code: 'conflict',
      details: [
        {
          path: 'ads[0].corrects',
          code: 'already_corrected',
          message: expect.stringContaining(`corrected in batch ${second}`),
        },
      ],
    };
    await expect(launch({ ads: [{ ...failed, title: 'Theirs' }] })).rejects.toMatchObject(refused);
    await run(second);
    await expect(launch({ ads: [{ ...failed, title: 'Theirs' }] })).rejects.toMatchObject(refused);
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(2);
  });

  test('a failed ad that may exist in one of its ad sets is not corrected before a retry has looked for it', async () => {
    let broken = true;
    const { launch, run, status, made, ports } = await createStandInFixture({
      mood: (operation) =>
        !broken || operation.kind !== 'ad'
          ? 'ok'
          : operation.adSet.id === '1'
            ? 'rule'
            : 'unanswered',
    });
    const [ad] = several(1);
    const sends = ports.platforms.primary?.launch;
    if (sends === undefined) throw new Error('The platform launches.');
    const { reconcile } = sends;
    sends.reconcile = (...looked) =>
      broken ? Promise.reject(new PlatformError(failure('auth'))) : reconcile(...looked);
    const first = await launch({ ads: [{ ...ad, adSets: ['1', '2'] }] });
    await run(first);
    broken = false;
    expect(
      (await status(first)).failedAds.map(({ adSetId, mayExist }) => [adSetId, mayExist]),
    ).toEqual([
      ['1', undefined],
      ['2', true],
    ]);
    expect(await adsAsSent(ports, COMPANY, String(first), 'failed')).toEqual([]);
    const [sent] = await adsAsSent(ports, COMPANY, String(first), 'all');
    const ads = [{ ...sent, adSets: ['1'], title: 'Corrected', corrects: `batch ${first} ad 1` }];
    await expect(launch({ ads })).rejects.toMatchObject({
      code: 'conflict',
      details: [
        {
          path: 'ads[0].corrects',
          code: 'may_exist',
          message: expect.stringContaining('Retry the batch first'),
        },
      ],
    });
    await retryBatch(ports, caller, String(first));
    await run(first);
    expect(made.filter(({ kind }) => kind === 'ad').map(({ adSetId }) => adSetId)).toHaveLength(2);
  });

  test('retry gives a video that was not ready in time its whole time again', async () => {
    let looks = 0;
    const { launch, run, status, ports } = await createStandInFixture({
      mood: ({ kind }) => (kind === 'ready' && ++looks < 12 ? 'waiting' : 'ok'),
    });
    const id = await launch({ ads: [imageAd({ media: [{ url: 'https://cdn.test/film.mp4' }] })] });
    await run(id);
    expect((await status(id)).failedAds).toMatchObject([
      { code: 'video_processing', retryable: true },
    ]);
    await retryBatch(ports, caller, String(id));
    await run(id);
    expect(await status(id)).toMatchObject({ rawStatus: 'Success', successfulAds: 1 });
  });

  test('retry asks first about what was open when the token died', async () => {
    let dead = false;
    const h = await createStandInFixture({
      mood: (operation) => {
        if (operation.kind !== 'ad') return 'ok';
        if (dead) return 'auth';
        dead = operation.id === 'ad:0:0';
        return dead ? 'lost' : 'ok';
      },
      waveSize: 1,
    });
    const reconcile = h.ports.platforms.primary?.launch?.reconcile;
    const id = await h.launch({ ads: several(2) });
    if (h.ports.platforms.primary?.launch)
      h.ports.platforms.primary.launch.reconcile = async () =>
        Promise.reject(new PlatformError(failure('auth')));
    await h.run(id);
    expect((await h.status(id)).successfulAds).toBe(0);
    if (h.ports.platforms.primary?.launch && reconcile)
      h.ports.platforms.primary.launch.reconcile = reconcile;
    dead = false;
    await retryBatch(h.ports, caller, String(id));
    dead = false;
    await h.run(id);
    expect(h.made.filter(({ operation }) => operation === 'ad:0:0')).toHaveLength(1);
  });

  test('cancel lets go of what was not sent, and retry takes it up again', async () => {
    const { launch, run, status, made, ports, clock } = await createStandInFixture();
    const id = await launch({ ads: several(4) });
    const running = runBatch(ports, COMPANY, String(id), { holder: createHolder(clock, 'w') });
    await clock.sleep(60);
    await cancelBatch(ports, caller, String(id));
    await running;
    const done = await status(id);
    expect([done.status, done.rawStatus]).toEqual(['error', 'Cancelled']);
    expect(done.failedAds.map(({ code, retryable }) => [code, retryable])).toEqual(
      Array(4).fill(['cancelled', true]),
    );
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(0);
    await retryBatch(ports, caller, String(id));
    await run(id);
    expect((await status(id)).rawStatus).toBe('Success');
    expect(made.filter(({ kind }) => kind === 'creative')).toHaveLength(4);
    await expect(cancelBatch(ports, caller, String(id))).rejects.toThrowError(
      expect.objectContaining({ code: 'conflict' }),
    );
  });

  test('a batch that waits long is cancelled now, not when its wait is over', async () => {
    const { launch, ports, store, clock } = await createStandInFixture({ mood: () => 'throttled' });
    const id = await launch({ ads: several(1) });
    const job = jobId(LAUNCH_QUEUE, COMPANY, String(id));
    const before = await store.get(jobKind, SYSTEM, job);
    if (before === undefined) throw new Error('A launch has a job.');
    const later = { ...before.doc, dueAt: clock.now() + 3_600_000 };
    await store.commit([
      { kind: jobKind, companyId: SYSTEM, id: job, expect: before.version, doc: later },
    ]);
    await cancelBatch(ports, caller, String(id));
    expect((await store.get(jobKind, SYSTEM, job))?.doc.dueAt).toBe(clock.now());
  });

  test('a batch whose job is dead says so and what to do, until the job is put back', async () => {
    const { launch, run, status, ports, store, clock } = await createStandInFixture();
    const id = await launch({ ads: several(2) });
    const job = jobId(LAUNCH_QUEUE, COMPANY, String(id));
    expect((await status(id)).halted).toBeUndefined();
    await letDie(store, job, clock.now(), 'A word of the inside.');
    const halted = await status(id);
    expect(halted).toMatchObject({
      rawStatus: 'Queued',
      message: expect.stringContaining(`slipway jobs retry ${job}`),
      halted: {
        since: new Date(clock.now()).toISOString(),
        fix: expect.stringContaining(`slipway jobs retry ${job}`),
      },
    });
    expect(JSON.stringify(halted)).not.toContain('inside');
    expect(await putBack(ports, job)).toBe(true);
    expect((await status(id)).halted).toBeUndefined();
    await run(id);
    await undoBatch(ports, caller, { batchId: String(id), mode: 'pause' });
    await letDie(store, jobId(UNDO_QUEUE, COMPANY, String(id)), clock.now());
    expect(await status(id)).toMatchObject({
      rawStatus: 'Success',
      halted: { fix: expect.stringContaining('undo:') },
    });
  });

  test('cancelling a batch whose job is dead has it go on, to its end', async () => {
    const { launch, run, status, ports, store, clock } = await createStandInFixture();
    const id = await launch({ ads: several(2) });
    await letDie(store, jobId(LAUNCH_QUEUE, COMPANY, String(id)), clock.now());
    expect((await cancelBatch(ports, caller, String(id))).halted).toBeUndefined();
    expect((await status(id)).halted).toBeUndefined();
    await run(id);
    expect((await status(id)).rawStatus).toBe('Cancelled');
  });

  test('the events tell the same story as the status', async () => {
    const { launch, run, status, ports } = await createStandInFixture({
      mood: (operation, sends) =>
        operation.id === 'creative:1' ? 'rule' : sends === 1 ? 'flaky' : 'ok',
    });
    const id = await launch({ ads: several(4) });
    await run(id);
    const events = [];
    for (let after = 0; ; ) {
      const page = await batchEvents(ports, COMPANY, String(id), { after, limit: 2 });
      events.push(...page.events);
      if (page.complete) break;
      after = events.at(-1)?.id ?? after;
    }
    expect(events.map((event) => event.id)).toEqual(events.map((_, i) => i + 1));
    const done = await status(id);
    const told = events.filter(({ type }) => type === 'ad').map(({ data }) => data);
    expect(told.filter((ad) => 'adId' in ad)).toEqual(
      expect.arrayContaining([...done.launchedAds]),
    );
    expect(told.filter((ad) => 'stage' in ad)).toEqual(done.failedAds);
    expect(events.at(-1)).toMatchObject({
      type: 'done',
      data: { rawStatus: 'Error', successfulAds: 3, failedAds: 1 },
    });
  });
});
