import { describe, expect, test } from 'vitest';
import { dryRun } from '../../../core/launch/accept/dry-run.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { createLaunchFixture, imageAd } from '../../launch-fixture.ts';
import { createNamedMedia } from '../../named-media.ts';
import { createStandInPlatform, type Mood } from '../../stand-in-platform.ts';
import { COMPANY, caller } from '../../test-service.ts';
import { createStandInFixture, several } from './stand-in-fixture.ts';

describe('a launch on a healthy platform', () => {
  test('makes each ad once in each ad set, from one creative an ad and one upload a file', async () => {
    const { launch, run, status, made, counted, ports } = await createStandInFixture();
    const body = { ads: several(7), adSets: [{ value: '1' }, { value: '2' }, { value: '3' }] };
    const plan = await dryRun(ports, COMPANY, { ...body, ads: several(7, { adSets: undefined }) });
    const id = await launch({ ...body, ads: several(7, { adSets: undefined }) });
    await run(id);
    const done = await status(id);
    expect([
      done.status,
      done.rawStatus,
      done.progress,
      done.successfulAds,
      done.totalAds,
      done.outcome,
    ]).toEqual(['success', 'Success', 100, 21, 21, 'all']);
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(21);
    expect(made.filter(({ kind }) => kind === 'creative')).toHaveLength(7);
    expect(counted.calls).toBe(3 + 7 + 21);
    expect(plan.cost).toMatchObject({
      platformCalls: counted.calls,
      httpRequests: counted.requests,
    });
  });

  test('lists what it made ad by ad, then ad set by ad set', async () => {
    const { launch, run, status } = await createStandInFixture();
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
    let standIn: ReturnType<typeof createStandInPlatform> | undefined;
    const { ports, run } = await createLaunchFixture({
      media: createNamedMedia(media),
      platforms: (clock) => {
        standIn = createStandInPlatform(clock);
        return { primary: standIn.platform };
      },
    });
    for (const expected of [3, 2]) {
      const before = standIn?.counted.calls ?? 0;
      const answer = await submitLaunch(ports, caller, { ads: [imageAd()] });
      await run(answer.adBatchId);
      expect((standIn?.counted.calls ?? 0) - before).toBe(expected);
    }
  });

  test('waits for a video without holding up the other ads', async () => {
    const { launch, run, status, made } = await createStandInFixture();
    const id = await launch({
      ads: [imageAd({ media: [{ url: 'https://cdn.test/v.mp4' }] }), imageAd()],
    });
    await run(id);
    expect((await status(id)).successfulAds).toBe(2);
    const [video, image] = ['ad:0:0', 'ad:1:0'].map(
      (operation) => made.find((each) => each.operation === operation)?.at ?? 0,
    );
    expect((video ?? 0) - (image ?? 0)).toBeGreaterThan(4_000);
  });
});

describe('what a platform does to a launch', () => {
  const moods = (script: { readonly [operation: string]: readonly Mood[] }) => ({
    mood: (operation: { readonly id: string }, sends: number): Mood =>
      script[operation.id]?.[sends - 1] ?? 'ok',
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
    const { launch, run, status, made } = await createStandInFixture(
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
    const { launch, run, status, made } = await createStandInFixture({
      ...moods({ 'ad:0:0': ['lost'] }),
      lagMs: 6_000,
    });
    const id = await launch({ ads: several(1) });
    await run(id);
    expect((await status(id)).rawStatus).toBe('Success');
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(1);
  });

  test('an ad that was wanted twice is made twice, also when both answers are lost', async () => {
    const { launch, run, status, made } = await createStandInFixture(
      moods({ 'ad:0:0': ['lost'], 'ad:1:0': ['lost'] }),
    );
    const id = await launch({ ads: [imageAd({ adName: 'Same' }), imageAd({ adName: 'Same' })] });
    await run(id);
    const ids = (await status(id)).launchedAds.map(({ adId }) => adId);
    expect(new Set(ids).size).toBe(2);
    expect(made.filter(({ kind }) => kind === 'ad')).toHaveLength(2);
  });

  test('a rule of the platform fails that ad alone, with its reason and what to do', async () => {
    const { launch, run, status } = await createStandInFixture(moods({ 'creative:1': ['rule'] }));
    const id = await launch({ ads: several(3, { adSets: ['1', '2'] }) });
    await run(id);
    const done = await status(id);
    expect([done.status, done.rawStatus, done.outcome, done.successfulAds]).toEqual([
      'error',
      'Error',
      'some',
      4,
    ]);
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
    const { launch, run, status, counted } = await createStandInFixture({
      mood: (operation) =>
        operation.kind === 'creative' && operation.ad.adAccountId === 'act_1' ? 'auth' : 'ok',
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
    const { launch, run, status } = await createStandInFixture({
      mood: (operation) => (operation.kind === 'ad' ? 'flaky' : 'ok'),
    });
    const id = await launch({ ads: several(1) });
    await run(id);
    expect((await status(id)).failedAds).toMatchObject([
      { code: 'platform_flaky', attempts: 8, retryable: true },
    ]);
  });

  test('so has asking and sending again', async () => {
    const { launch, run, status } = await createStandInFixture({
      mood: (operation) => (operation.kind === 'ad' ? 'unanswered' : 'ok'),
    });
    const id = await launch({ ads: several(1) });
    await run(id);
    expect((await status(id)).failedAds).toMatchObject([
      { code: 'platform_transient', attempts: 8 },
    ]);
  });
});
