import { describe, expect, test } from 'vitest';
import { cancelBatch, retryBatch } from '../../../core/launch/again.ts';
import { dryRun } from '../../../core/launch/dry-run.ts';
import { runBatch } from '../../../core/launch/run.ts';
import { batchEvents, batchStatus } from '../../../core/launch/status.ts';
import { LAUNCH_QUEUE, submitLaunch } from '../../../core/launch/submit.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { jobId, jobKind } from '../../../core/records/job.ts';
import { COMPANY, caller, createLaunchHouse, imageAd } from '../../launch-house.ts';
import { createStandInPlatform, type Mood } from '../../stand-in-platform.ts';

async function house(options: Parameters<typeof createStandInPlatform>[1] = {}) {
  let standIn: ReturnType<typeof createStandInPlatform> | undefined;
  const assembled = await createLaunchHouse({
    platforms: (clock) => {
      standIn = createStandInPlatform(clock, options);
      return { primary: standIn.platform };
    },
  });
  if (standIn === undefined) throw new Error('The platform was not assembled.');
  const { made, counted } = standIn;
  const launch = async (body: object): Promise<number> => (await submitLaunch(assembled.ports, caller, body)).answer.adBatchId;
  const status = (id: number) => batchStatus(assembled.ports, COMPANY, String(id));
  return { ...assembled, made, counted, launch, status };
}

const several = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, i) => imageAd({ media: [{ url: `https://cdn.test/${i % 3}.png` }], ...fields }));

describe('a launch on a healthy platform', () => {
  test('makes each ad once in each ad set, from one creative an ad and one upload a file', async () => {
    const { launch, run, status, made, counted, ports } = await house();
    const body = { ads: several(7), adSets: [{ value: '1' }, { value: '2' }, { value: '3' }] };
    const plan = await dryRun(ports, COMPANY, { ...body, ads: several(7, { adSets: undefined }) });
    const id = await launch({ ...body, ads: several(7, { adSets: undefined }) });
    await run(id);
    const done = await status(id);
    expect([done.status, done.rawStatus, done.progress, done.successfulAds, done.totalAds, done.outcome]).toEqual([
      'success',
      'Success',
      100,
      21,
      21,
      'all',
    ]);
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(21);
    expect(made.filter(({ kind }) => kind === 'creative')).toHaveLength(7);
    expect(counted.calls).toBe(3 + 7 + 21);
    expect(plan.cost).toMatchObject({ platformCalls: counted.calls, httpRequests: counted.requests });
  });

  test('lists what it made ad by ad, then ad set by ad set', async () => {
    const { launch, run, status } = await house();
    const id = await launch({ ads: several(2, { adSets: ['2', '1'] }) });
    await run(id);
    const { launchedAds } = await status(id);
    expect(launchedAds.map(({ index, adSetId, adName }) => [index, adSetId, adName])).toEqual([
      [0, '2', 'Ad 1'],
      [0, '1', 'Ad 1'],
      [1, '2', 'Ad 2'],
      [1, '1', 'Ad 2'],
    ]);
  });

  test('uploads the same content to an account once, ever', async () => {
    const media = { 'https://cdn.test/a.png': {} };
    const { createNamedMedia } = await import('../../launch-house.ts');
    let standIn: ReturnType<typeof createStandInPlatform> | undefined;
    const { ports, run } = await createLaunchHouse({
      media: createNamedMedia(media),
      platforms: (clock) => {
        standIn = createStandInPlatform(clock);
        return { primary: standIn.platform };
      },
    });
    for (const expected of [3, 2]) {
      const before = standIn?.counted.calls ?? 0;
      const { answer } = await submitLaunch(ports, caller, { ads: [imageAd()] });
      await run(answer.adBatchId);
      expect((standIn?.counted.calls ?? 0) - before).toBe(expected);
    }
  });

  test('waits for a video without holding up the other ads', async () => {
    const { launch, run, status, made } = await house();
    const id = await launch({ ads: [imageAd({ media: [{ url: 'https://cdn.test/v.mp4' }] }), imageAd()] });
    await run(id);
    expect((await status(id)).successfulAds).toBe(2);
    const [video, image] = ['ad:0:0', 'ad:1:0'].map((operation) => made.find((each) => each.operation === operation)?.at ?? 0);
    expect((video ?? 0) - (image ?? 0)).toBeGreaterThan(4_000);
  });
});

describe('what a platform does to a launch', () => {
  const moods = (script: { readonly [operation: string]: readonly Mood[] }) => ({
    mood: (operation: { readonly id: string }, sends: number): Mood => script[operation.id]?.[sends - 1] ?? 'ok',
  });

  test.each<[string, readonly Mood[]]>([
    ['an answer that was lost although the ad was made', ['lost']],
    ['an answer that was lost and no ad made', ['unanswered']],
    ['both, one after the other', ['unanswered', 'lost']],
    ['a refusal that repeating cures', ['flaky', 'flaky']],
    [
      'throttling',
      [
        'throttled',
        'throttled',
        'throttled',
        'throttled',
        'throttled',
        'throttled',
        'throttled',
        'throttled',
        'throttled',
        'throttled',
      ],
    ],
    ['a creative the platform does not see yet', ['missing', 'missing']],
  ])('%s: the ad exists once in the end', async (_, script) => {
    const { launch, run, status, made } = await house(
      moods({ 'ad:1:0': script, 'creative:0': script.filter((mood) => mood !== 'missing') }),
    );
    const id = await launch({ ads: several(3) });
    await run(id);
    expect((await status(id)).rawStatus).toBe('Success');
    expect(
      made
        .filter(({ kind }) => kind === 'ad')
        .map(({ operation }) => operation)
        .sort(),
    ).toEqual(['ad:0:0', 'ad:1:0', 'ad:2:0']);
    expect(made.filter(({ kind }) => kind === 'creative')).toHaveLength(3);
  });

  test('an ad that was made but is not listed yet is not made again', async () => {
    const { launch, run, status, made } = await house({ ...moods({ 'ad:0:0': ['lost'] }), lagMs: 6_000 });
    const id = await launch({ ads: several(1) });
    await run(id);
    expect((await status(id)).rawStatus).toBe('Success');
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(1);
  });

  test('an ad that was wanted twice is made twice, also when both answers are lost', async () => {
    const { launch, run, status, made } = await house(moods({ 'ad:0:0': ['lost'], 'ad:1:0': ['lost'] }));
    const id = await launch({ ads: [imageAd({ adName: 'Same' }), imageAd({ adName: 'Same' })] });
    await run(id);
    const ids = (await status(id)).launchedAds.map(({ adId }) => adId);
    expect(new Set(ids).size).toBe(2);
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(2);
  });

  test('a rule of the platform fails that ad alone, with its reason and what to do', async () => {
    const { launch, run, status } = await house(moods({ 'creative:1': ['rule'] }));
    const id = await launch({ ads: several(3, { adSets: ['1', '2'] }) });
    await run(id);
    const done = await status(id);
    expect([done.status, done.rawStatus, done.outcome, done.successfulAds]).toEqual(['error', 'Error', 'some', 4]);
    expect(done.failedAds).toEqual(
      ['1', '2'].map((adSetId) => ({
        index: 1,
        adName: 'Ad 2',
        adAccountId: 'act_1',
        platform: 'primary',
        adSetId,
        stage: 'creative',
        code: 'platform_rule',
        message: 'The platform said rule.',
        fix: 'Do something about it.',
        platformError: { message: 'The platform said rule.', traceId: 'T' },
        retryable: false,
        attempts: 1,
      })),
    );
  });

  test('a dead token stops its account at once and leaves the others alone', async () => {
    const { launch, run, status, counted } = await house({
      mood: (operation) => (operation.kind === 'creative' && operation.ad.adAccountId === 'act_1' ? 'auth' : 'ok'),
    });
    const id = await launch({ ads: [...several(20), ...several(2, { adAccountId: 'act_2' })] });
    await run(id);
    const done = await status(id);
    expect(done.failedAds).toHaveLength(20);
    expect(new Set(done.failedAds.map(({ code }) => code))).toEqual(new Set(['token_expired']));
    expect(done.launchedAds.map(({ adAccountId }) => adAccountId)).toEqual(['act_2', 'act_2']);
    // 3 uploads and the 20 creatives of that account, then nothing more: no ad was tried.
    expect(counted.calls).toBe(3 + 20 + 2 + 2 + 2);
  });

  test('repeating has an end', async () => {
    const { launch, run, status } = await house({ mood: (operation) => (operation.kind === 'ad' ? 'flaky' : 'ok') });
    const id = await launch({ ads: several(1) });
    await run(id);
    expect((await status(id)).failedAds).toMatchObject([{ code: 'platform_flaky', attempts: 8, retryable: true }]);
  });

  test('so has asking and sending again', async () => {
    const { launch, run, status } = await house({ mood: (operation) => (operation.kind === 'ad' ? 'unanswered' : 'ok') });
    const id = await launch({ ads: several(1) });
    await run(id);
    expect((await status(id)).failedAds).toMatchObject([{ code: 'platform_transient', attempts: 8 }]);
  });
});

describe('after a launch', () => {
  test('retry launches what failed and nothing that exists', async () => {
    let broken = true;
    const { launch, run, status, made, ports } = await house({
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
    await expect(retryBatch(ports, caller, String(id))).rejects.toThrowError(expect.objectContaining({ code: 'conflict' }));
  });

  test('retry gives a video that was not ready in time its whole time again', async () => {
    let looks = 0;
    const { launch, run, status, ports } = await house({
      mood: ({ kind }) => (kind === 'ready' && ++looks < 12 ? 'waiting' : 'ok'),
    });
    const id = await launch({ ads: [imageAd({ media: [{ url: 'https://cdn.test/film.mp4' }] })] });
    await run(id);
    expect((await status(id)).failedAds).toMatchObject([{ code: 'video_processing', retryable: true }]);
    await retryBatch(ports, caller, String(id));
    await run(id);
    expect(await status(id)).toMatchObject({ rawStatus: 'Success', successfulAds: 1 });
  });

  test('retry asks first about what was open when the token died', async () => {
    let dead = false;
    const h = await house({
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
    const { failure } = await import('../../stand-in-platform.ts');
    const { PlatformError } = await import('../../../core/errors.ts');
    if (h.ports.platforms.primary?.launch)
      h.ports.platforms.primary.launch.reconcile = async () => Promise.reject(new PlatformError(failure('auth')));
    await h.run(id);
    expect((await h.status(id)).successfulAds).toBe(0);
    if (h.ports.platforms.primary?.launch && reconcile) h.ports.platforms.primary.launch.reconcile = reconcile;
    dead = false;
    await retryBatch(h.ports, caller, String(id));
    dead = false;
    await h.run(id);
    expect(h.made.filter(({ operation }) => operation === 'ad:0:0')).toHaveLength(1);
  });

  test('cancel lets go of what was not sent, and retry takes it up again', async () => {
    const { launch, run, status, made, ports, clock } = await house();
    const id = await launch({ ads: several(4) });
    const running = runBatch(ports, COMPANY, String(id), { holder: 'w' });
    await clock.sleep(60);
    await cancelBatch(ports, caller, String(id));
    await running;
    const done = await status(id);
    expect([done.status, done.rawStatus]).toEqual(['error', 'Cancelled']);
    expect(done.failedAds.map(({ code, retryable }) => [code, retryable])).toEqual(Array(4).fill(['cancelled', true]));
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(0);
    await retryBatch(ports, caller, String(id));
    await run(id);
    expect((await status(id)).rawStatus).toBe('Success');
    expect(made.filter(({ kind }) => kind === 'creative')).toHaveLength(4);
    await expect(cancelBatch(ports, caller, String(id))).rejects.toThrowError(expect.objectContaining({ code: 'conflict' }));
  });

  test('a batch that waits long is cancelled now, not when its wait is over', async () => {
    const { launch, ports, store, clock } = await house({ mood: () => 'throttled' });
    const id = await launch({ ads: several(1) });
    const job = jobId(LAUNCH_QUEUE, COMPANY, String(id));
    const before = await store.get(jobKind, SYSTEM, job);
    if (before === undefined) throw new Error('A launch has a job.');
    const later = { ...before.doc, dueAt: clock.now() + 3_600_000 };
    await store.commit([{ kind: jobKind, companyId: SYSTEM, id: job, expect: before.version, doc: later }]);
    await cancelBatch(ports, caller, String(id));
    expect((await store.get(jobKind, SYSTEM, job))?.doc.dueAt).toBe(clock.now());
  });

  test('the events tell the same story as the status', async () => {
    const { launch, run, status, ports } = await house({
      mood: (operation, sends) => (operation.id === 'creative:1' ? 'rule' : sends === 1 ? 'flaky' : 'ok'),
    });
    const id = await launch({ ads: several(4) });
    await run(id);
    const events = [];
    for (let after = 0; ; ) {
      const page = await batchEvents(ports, COMPANY, String(id), after, 2);
      events.push(...page.events);
      if (page.complete) break;
      after = events.at(-1)?.id ?? after;
    }
    expect(events.map((event) => event.id)).toEqual(events.map((_, i) => i + 1));
    const done = await status(id);
    const told = events.filter(({ type }) => type === 'ad').map(({ data }) => data);
    expect(told.filter((ad) => 'adId' in ad)).toEqual(expect.arrayContaining([...done.launchedAds]));
    expect(told.filter((ad) => 'stage' in ad)).toEqual(done.failedAds);
    expect(events.at(-1)).toMatchObject({ type: 'done', data: { rawStatus: 'Error', successfulAds: 3, failedAds: 1 } });
  });
});
