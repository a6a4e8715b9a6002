import { describe, expect, test } from 'vitest';
import { PlatformError } from '../../../core/base/errors.ts';
import { changeLaunchDefaults } from '../../../core/features/connections/launch-defaults.ts';
import { dryRun } from '../../../core/launch/accept/dry-run.ts';
import { prepareLaunch } from '../../../core/launch/accept/prepare.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import {
  batchKind,
  mediaAssetId,
  mediaAssetKind,
  planKind,
} from '../../../core/launch/journal/records.ts';
import { createLaunchFixture, imageAd, postMedia } from '../../launch-fixture.ts';
import { createStandInPlatform, failure } from '../../stand-in-platform.ts';
import { COMPANY, caller } from '../../test-service.ts';
import { underKey } from '../../under-key.ts';

const fixture = () =>
  createLaunchFixture({
    platforms: (clock) => ({ primary: createStandInPlatform(clock).platform }),
  });

const file = (name: string) => ({ url: `https://cdn.test/${name}` });

describe('a plan', () => {
  test('is the same bytes for the same body, creates nothing, and can be agreed to by its digest', async () => {
    const { ports, store } = await fixture();
    const body = { ads: [imageAd(), imageAd({ launchPaused: false })] };
    const [first, second] = [
      await dryRun(ports, COMPANY, body),
      await dryRun(ports, COMPANY, body),
    ];
    expect(JSON.stringify(first)).toBe(JSON.stringify(second));
    expect(first.launchStatus).toBe('MIXED');
    expect((await store.find(batchKind, COMPANY)).items).toEqual([]);
    await expect(
      submitLaunch(ports, caller, { ...body, planDigest: 'other' }),
    ).rejects.toMatchObject({
      code: 'conflict',
      details: [{ path: 'planDigest', code: 'plan_differs' }],
    });
    await expect(
      submitLaunch(ports, caller, { ...body, planDigest: first.digest }),
    ).resolves.toMatchObject({
      launchStatus: 'MIXED',
    });
  });

  test('is kept as it was planned, with what is known of ad sets and media', async () => {
    const { ports, store } = await fixture();
    const sha256 = 'a'.repeat(64);
    const facts = { sha256, contentType: 'image/png', bytes: 1, filename: 'a.png' };
    const described = { ...ports, media: { ...ports.media, describe: async () => facts } };
    const doc = { type: 'image' as const, ref: 'there already' };
    const id = mediaAssetId('primary:act_1', sha256);
    await store.commit([{ kind: mediaAssetKind, companyId: COMPANY, id, expect: 'absent', doc }]);
    const body = { ads: [imageAd({ adName: 'A “b”', adSets: ['1', '2'] })] };
    const { adBatchId } = await submitLaunch(described, caller, body);
    const kept = (await store.get(planKind, COMPANY, String(adBatchId)))?.doc;
    const { plan } = await prepareLaunch(described, COMPANY, body);
    expect(kept).toEqual(plan);
    expect(kept?.known).toEqual([doc]);
    expect(Object.keys(kept?.adSets ?? {})).toEqual(['primary:act_1 1', 'primary:act_1 2']);
  });

  test('counts a round trip more for every eight waves', async () => {
    const { ports } = await fixture();
    const secondsFor = async (ads: number) => {
      const body = {
        force: true,
        ads: Array.from({ length: ads }, (_, i) => imageAd({ adName: `Ad ${i}` })),
      };
      return (await dryRun(ports, COMPANY, body)).cost.estimatedSeconds;
    };
    // Waves of five: an upload, creatives, ads, at 0.8 seconds each; then two waves of creatives
    // and of ads more than eight.
    expect([await secondsFor(40), await secondsFor(50)]).toEqual([3, 4]);
  });

  test('says what each operation is and what it waits for', async () => {
    const { ports } = await fixture();
    const { operations } = await dryRun(ports, COMPANY, {
      ads: [imageAd({ media: [file('v.mp4')], adSets: ['1', '2'] })],
    });
    expect(operations.map(({ id, dependsOn, summary }) => [id, dependsOn, summary])).toEqual([
      ['video:0', [], 'Upload v.mp4 to act_1'],
      ['ready:0', ['video:0'], 'Wait until v.mp4 is processed'],
      ['creative:0', ['ready:0'], 'Create the single creative of ad 1'],
      ['ad:0:0', ['creative:0'], 'Create paused ad “Ad 1” in “Set 1”'],
      ['ad:0:1', ['creative:0'], 'Create paused ad “Ad 1” in “Set 2”'],
    ]);
  });

  test('leaves batch and id open, which submission fills in', async () => {
    const { ports, run } = await fixture();
    const body = { ads: [imageAd({ adName: '{{batch}} {{id}}', adSets: ['1', '2'] })] };
    expect((await dryRun(ports, COMPANY, body)).operations.at(-1)?.summary).toContain(
      '{{batch}} {{id}}',
    );
    const names = [];
    for (let i = 0; i < 2; i++) {
      const answer = await submitLaunch(ports, caller, body);
      await run(answer.adBatchId);
      const { batchStatus } = await import('../../../core/launch/show/status.ts');
      names.push(
        ...(await batchStatus(ports, COMPANY, String(answer.adBatchId))).launchedAds.map(
          ({ adName }) => adName.replace(answer.adBatchSlug, 'slug'),
        ),
      );
    }
    expect(names).toEqual(['slug 1', 'slug 2', 'slug 3', 'slug 4']);
  });

  test('whether ads start is the company’s to decide where the request is silent, an account’s only with its defaults', async () => {
    const { ports } = await fixture();
    const start = async (more: object = {}) =>
      (await dryRun(ports, COMPANY, { ads: [imageAd()], ...more })).launchStatus;
    await changeLaunchDefaults(
      ports,
      caller,
      { launchPaused: false },
      { id: 'act_1', path: 'adAccountId' },
    );
    expect([await start(), await start({ useDefaults: true })]).toEqual(['PAUSED', 'ACTIVE']);
    await changeLaunchDefaults(ports, caller, { launchPaused: false });
    await changeLaunchDefaults(
      ports,
      caller,
      { launchPaused: true },
      { id: 'act_1', path: 'adAccountId' },
    );
    expect([await start(), await start({ useDefaults: true })]).toEqual(['ACTIVE', 'PAUSED']);
  });

  test('uploads nothing for ads that show a post or a creator’s content', async () => {
    const { ports } = await fixture();
    const { operations } = await dryRun(ports, COMPANY, {
      ads: [
        imageAd({ partnershipCode: 'adcode-abc' }),
        imageAd({ scalePostId: true, media: [postMedia({ url: 'https://cdn.test/preview.png' })] }),
      ],
    });
    expect(operations.map(({ kind }) => kind)).toEqual(['creative', 'ad', 'creative', 'ad']);
  });

  test('an idempotent submission launches once and answers the same twice', async () => {
    const { ports, store } = await fixture();
    const request = { key: 'POST /v1/launch k1', bodyDigest: 'd1' };
    const body = { ads: [imageAd()] };
    const send = (given = request) =>
      underKey(ports, COMPANY, given, (once) => submitLaunch(ports, caller, body, once));
    const answers = await Promise.all([1, 2, 3].map(() => send()));
    expect(new Set(answers.map(({ answer }) => answer.adBatchId)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect((await store.find(batchKind, COMPANY)).items).toHaveLength(1);
    await expect(send({ ...request, bodyDigest: 'd2' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

describe('what is known of ad sets', () => {
  test('is read once a minute, and launches fill them up', async () => {
    let reads = 0;
    const { ports, clock } = await createLaunchFixture({
      platforms: (time) => {
        const { platform } = createStandInPlatform(time);
        const adSets = async () => {
          reads += 1;
          return platform.accounts.adSets({} as never);
        };
        return { primary: { ...platform, accounts: { ...platform.accounts, adSets } } };
      },
    });
    await submitLaunch(ports, caller, { ads: [imageAd({ adSets: ['1', '8'] })] });
    await submitLaunch(ports, caller, { ads: [imageAd()] });
    expect(reads).toBe(1);
    // Full by what is remembered, not by what the platform holds: it is asked before anybody is
    // refused.
    await submitLaunch(ports, caller, { ads: [imageAd({ adSets: ['8'] })] });
    expect(reads).toBe(2);
    await expect(
      submitLaunch(ports, caller, {
        ads: [imageAd({ adSets: ['8'] }), imageAd({ adSets: ['8'] })],
      }),
    ).rejects.toMatchObject({
      details: [{ code: 'ad_set_full' }],
    });
    expect(reads).toBe(3);
    await clock.sleep(60_000);
    await submitLaunch(ports, caller, { ads: [imageAd()] });
    expect(reads).toBe(4);
  });

  test('a platform that cannot be asked refuses nobody: the launch is accepted, and says what was not checked', async () => {
    const { ports, run } = await createLaunchFixture({
      platforms: (time) => {
        const { platform } = createStandInPlatform(time);
        const adSets = () => Promise.reject(new PlatformError(failure('transient')));
        return { primary: { ...platform, accounts: { ...platform.accounts, adSets } } };
      },
    });
    const answer = await submitLaunch(ports, caller, { ads: [imageAd({ adSets: ['8', '777'] })] });
    expect(answer.warnings).toEqual([
      { path: 'ads', code: 'ad_sets_unread', message: expect.stringContaining('act_1') },
    ]);
    await run(answer.adBatchId);
  });

  test('an ad set made a moment ago is looked for', async () => {
    let reads = 0;
    const { ports } = await createLaunchFixture({
      platforms: (time) => {
        const { platform } = createStandInPlatform(time);
        const adSets = async () => {
          reads += 1;
          const all = await platform.accounts.adSets({} as never);
          return reads === 1 ? all.filter(({ id }) => id !== '7') : all;
        };
        return { primary: { ...platform, accounts: { ...platform.accounts, adSets } } };
      },
    });
    await submitLaunch(ports, caller, { ads: [imageAd()] });
    await submitLaunch(ports, caller, { ads: [imageAd({ adSets: ['7'] })] });
    expect(reads).toBe(2);
  });
});
