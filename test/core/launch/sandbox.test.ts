import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SlipwayError } from '../../../core/base/errors.ts';
import { dryRun } from '../../../core/launch/accept/dry-run.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { batchStatus } from '../../../core/launch/show/status.ts';
import type { MediaSource } from '../../../core/ports/media.ts';
import { createNamedMedia } from '../../named-media.ts';
import { createSandboxFixture } from '../../sandbox-fixture.ts';
import { COMPANY, caller } from '../../test-service.ts';

/** A fixture whose first account has ad sets with room, and an identity to speak for. */
async function prepared(media?: MediaSource) {
  const fixture = await createSandboxFixture(media === undefined ? {} : { media });
  const access = fixture.access('act_1001');
  const [identity] = await fixture.primary.accounts.identities(access);
  const adSets = (await fixture.primary.accounts.adSets(access)).filter(
    ({ adCount, capacity, promotedPage, destinationType }) =>
      capacity - adCount >= 40 && promotedPage === undefined && destinationType !== 'APP',
  );
  const ad = (fields: object = {}) => ({
    adName: 'Ad {{index}} in {{adset.name}}',
    adAccountId: 'act_1001',
    page: identity?.value,
    secondary: identity?.linked?.value,
    title: 'Title',
    description: 'Text',
    cta: 'LEARN_MORE',
    link: 'https://shop.example/',
    adSets: [adSets[0]?.id],
    media: [{ url: 'https://cdn.example/a.png' }],
    ...fields,
  });
  return { ...fixture, ad, adSetIds: adSets.map(({ id }) => id), page: identity?.value ?? '' };
}

describe('a launch on the sandbox', () => {
  test('one image ad, from the request to the platform and back', async () => {
    const fixture = await prepared();
    const answer = await submitLaunch(fixture.ports, caller, { ads: [fixture.ad()] });
    await fixture.run(answer.adBatchId);
    const status = await batchStatus(fixture.ports, COMPANY, String(answer.adBatchId));
    expect(status.failedAds).toEqual([]);
    const [launched] = status.launchedAds;
    const stored = (await fixture.state('?objects=1')).list?.ads?.find(
      ({ id }) => id === launched?.adId,
    );
    expect(stored).toMatchObject({
      name: launched?.adName,
      adset_id: fixture.adSetIds[0],
      status: 'PAUSED',
    });
  });

  test('an ad that calls a number, as an image, a video and a carousel', async () => {
    const fixture = await prepared();
    const call = { cta: 'CALL_NOW', link: 'tel:+4930123456' };
    const cards = [1, 2].map((i) => ({
      url: `https://cdn.example/card-${i}.png`,
      carouselTitle: `Card ${i}`,
    }));
    const answer = await submitLaunch(fixture.ports, caller, {
      ads: [
        fixture.ad(call),
        fixture.ad({ ...call, media: [{ url: 'https://cdn.example/clip.mp4' }] }),
        fixture.ad({ ...call, type: 'carousel', media: cards }),
      ],
    });
    await fixture.run(answer.adBatchId);
    expect((await batchStatus(fixture.ports, COMPANY, String(answer.adBatchId))).failedAds).toEqual(
      [],
    );
  });

  test('ads without a link, of every type, where the ad set asks for none', async () => {
    const fixture = await prepared();
    const access = fixture.access('act_1001');
    const byGoal = (await fixture.primary.accounts.adSets(access)).filter(
      ({ adCount }) => adCount < 20,
    );
    const named = (objective: string) => byGoal.find((each) => each.objective === objective)?.id;
    const media = ['https://cdn.example/feed_1x1.png', 'https://cdn.example/story_9x16.png'].map(
      (url) => ({ url }),
    );
    const adSets = [named('OUTCOME_AWARENESS'), named('OUTCOME_ENGAGEMENT')];
    const ads = [
      fixture.ad({ link: undefined, adSets }),
      fixture.ad({ link: undefined, adSets, type: 'multi', media }),
      fixture.ad({ link: undefined, adSets, type: 'flexible', media: media.slice(0, 1) }),
    ];
    const { warnings } = await dryRun(fixture.ports, COMPANY, { ads });
    expect(warnings.map(({ path, code }) => [path, code])).toEqual(
      ads.map((_, i) => [`ads[${i}].link`, 'leads_to_page']),
    );
    const answer = await submitLaunch(fixture.ports, caller, { ads });
    await fixture.run(answer.adBatchId);
    expect(await batchStatus(fixture.ports, COMPANY, String(answer.adBatchId))).toMatchObject({
      failedAds: [],
      successfulAds: 6,
    });
    const refused = dryRun(fixture.ports, COMPANY, { ads: [fixture.ad({ link: undefined })] });
    await expect(refused).rejects.toMatchObject({
      details: [{ path: 'ads[0].link', code: 'missing_field' }],
    });
  });

  test('a single ad with a partnership code, a multi ad of one item and a text that is not used are told', async () => {
    const fixture = await prepared();
    const { warnings } = await dryRun(fixture.ports, COMPANY, {
      ads: [
        fixture.ad({ type: 'single', partnershipCode: 'adcode-SANDBOXIGCODE1', media: [] }),
        fixture.ad({ type: 'multi', media: [{ url: 'https://cdn.example/feed_1x1.png' }] }),
        fixture.ad({ media: [{ url: 'https://cdn.example/a.png', adCopyDescription: 'Own' }] }),
      ],
    });
    expect(warnings.map(({ path, code }) => [path, code])).toEqual([
      ['ads[0].type', 'partnership_type'],
      ['ads[1].type', 'placement_count'],
      ['ads[2].media[0].adCopyDescription', 'unused_text'],
    ]);
  });

  test('a plan may ask the platform’s own opinion, and makes nothing all the same', async () => {
    const fixture = await prepared();
    const flags = { existingAd: true, existingPrimaryAd: true, isExistingPost: true };
    const body = {
      ads: [
        fixture.ad(),
        fixture.ad({ scalePostId: true, media: [{ effectiveStoryId: '424242', ...flags }] }),
        fixture.ad({
          media: [{ url: 'https://cdn.example/clip.mp4' }],
          adSets: fixture.adSetIds.slice(0, 2),
        }),
      ],
    };
    const before = await fixture.state();
    expect((await dryRun(fixture.ports, COMPANY, body)).warnings).toEqual([]);
    const { warnings } = await dryRun(fixture.ports, COMPANY, body, { validate: 'platform' });
    expect(warnings).toEqual([
      { path: 'ads[1]', code: 'platform_refuses', message: expect.stringContaining('post') },
      { path: 'ads[2]', code: 'platform_not_asked', message: expect.stringContaining('uploaded') },
    ]);
    expect((await fixture.state()).objects).toEqual(before.objects);
  });

  test('a file that cannot be read fails its ad within half a minute, and no refusal is put into the platform’s mouth', async () => {
    const named = createNamedMedia();
    const fixture = await prepared({
      ...named,
      load: async (companyId, url) => {
        if (/gone/.test(url))
          throw new SlipwayError('media_unreachable', 'There is nothing at this address.');
        return named.load(companyId, url);
      },
    });
    const answer = await submitLaunch(fixture.ports, caller, {
      ads: [fixture.ad(), fixture.ad({ media: [{ url: 'https://cdn.example/gone.png' }] })],
    });
    await fixture.run(answer.adBatchId);
    const status = await batchStatus(fixture.ports, COMPANY, String(answer.adBatchId));
    expect(status).toMatchObject({ outcome: 'some', successfulAds: 1 });
    expect(status.failedAds).toEqual([
      expect.objectContaining({
        index: 1,
        stage: 'download',
        code: 'media_unreachable',
        retryable: true,
        attempts: 4,
      }),
    ]);
    expect(status.failedAds[0]).not.toHaveProperty('platformError');
    expect(status.elapsedTimeSeconds).toBeLessThan(30);
  });

  test('what a plan foretells is what the platform counts', async () => {
    const media = (kind: string, i: number) => ({ url: `https://cdn.example/${kind}-${i}.png` });
    const shape = fc.oneof(
      fc.nat(4).map((i) => ({ media: [media('single', i)] })),
      fc.nat(1).map((i) => ({ media: [{ url: `https://cdn.example/clip-${i}.mp4` }] })),
      fc.integer({ min: 2, max: 4 }).map((cards) => ({
        type: 'carousel',
        media: Array.from({ length: cards }, (_, i) => ({
          ...media('card', i),
          carouselTitle: `Card ${i}`,
        })),
      })),
      fc.constant({
        type: 'multi',
        media: [
          { url: 'https://cdn.example/feed_1x1.png' },
          { url: 'https://cdn.example/story_9x16.png' },
        ],
      }),
      fc.constant({ promoCode: 'SAVE10' }),
    );
    const request = fc.array(fc.tuple(shape, fc.integer({ min: 1, max: 3 })), {
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(request, async (shapes) => {
        const fixture = await prepared();
        const body = {
          ads: shapes.map(([fields, count]) =>
            fixture.ad({ ...fields, adSets: fixture.adSetIds.slice(0, count) }),
          ),
          force: true,
        };
        const { cost } = await dryRun(fixture.ports, COMPANY, body);
        const before = await fixture.state();
        const answer = await submitLaunch(fixture.ports, caller, body);
        const between = await fixture.state();
        await fixture.run(answer.adBatchId);
        const after = await fixture.state();
        expect(
          (await batchStatus(fixture.ports, COMPANY, String(answer.adBatchId))).failedAds,
        ).toEqual([]);
        expect(between.counted - before.counted).toBe(0);
        expect([after.counted - between.counted, after.requests - between.requests]).toEqual([
          cost.platformCalls,
          cost.httpRequests,
        ]);
      }),
      { numRuns: 15 },
    );
  });

  test('a permuted request gives the same plan in another order', async () => {
    const fixture = await prepared();
    const ads = [0, 1, 2, 3].map((i) =>
      fixture.ad({ adName: `Ad ${i}`, media: [{ url: `https://cdn.example/${i % 2}.png` }] }),
    );
    const outline = async (order: readonly number[]) => {
      const { operations, cost } = await dryRun(fixture.ports, COMPANY, {
        ads: order.map((i) => ads[i] ?? {}),
      });
      return {
        cost,
        kinds: operations.map(({ kind }) => kind).sort(),
        ads: operations.flatMap(({ kind, summary }) => (kind === 'ad' ? [summary] : [])).sort(),
      };
    };
    expect(await outline([3, 1, 0, 2])).toEqual(await outline([0, 1, 2, 3]));
  });
});
