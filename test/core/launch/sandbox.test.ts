import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SlipwayError } from '../../../core/errors.ts';
import { dryRun } from '../../../core/launch/accept/dry-run.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { batchStatus } from '../../../core/launch/show/status.ts';
import type { MediaSource } from '../../../core/ports/media.ts';
import { COMPANY, caller, createNamedMedia } from '../../launch-house.ts';
import { createSandboxHouse } from '../../sandbox-house.ts';

/** A house whose first account has ad sets with room, and an identity to speak for. */
async function prepared(media?: MediaSource) {
  const house = await createSandboxHouse(media === undefined ? {} : { media });
  const access = house.access('act_1001');
  const [identity] = await house.primary.accounts.identities(access);
  const adSets = (await house.primary.accounts.adSets(access)).filter(
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
  return { ...house, ad, adSetIds: adSets.map(({ id }) => id), page: identity?.value ?? '' };
}

describe('a launch on the sandbox', () => {
  test('one image ad, from the request to the platform and back', async () => {
    const house = await prepared();
    const answer = await submitLaunch(house.ports, caller, { ads: [house.ad()] });
    await house.run(answer.adBatchId);
    const status = await batchStatus(house.ports, COMPANY, String(answer.adBatchId));
    expect(status.failedAds).toEqual([]);
    const [launched] = status.launchedAds;
    const stored = (await house.state('?objects=1')).list?.ads?.find(({ id }) => id === launched?.adId);
    expect(stored).toMatchObject({ name: launched?.adName, adset_id: house.adSetIds[0], status: 'PAUSED' });
  });

  test('an ad that calls a number, as an image, a video and a carousel', async () => {
    const house = await prepared();
    const call = { cta: 'CALL_NOW', link: 'tel:+4930123456' };
    const cards = [1, 2].map((i) => ({ url: `https://cdn.example/card-${i}.png`, carouselTitle: `Card ${i}` }));
    const answer = await submitLaunch(house.ports, caller, {
      ads: [
        house.ad(call),
        house.ad({ ...call, media: [{ url: 'https://cdn.example/clip.mp4' }] }),
        house.ad({ ...call, type: 'carousel', media: cards }),
      ],
    });
    await house.run(answer.adBatchId);
    expect((await batchStatus(house.ports, COMPANY, String(answer.adBatchId))).failedAds).toEqual([]);
  });

  test('a plan may ask the platform’s own opinion, and makes nothing all the same', async () => {
    const house = await prepared();
    const flags = { existingAd: true, existingPrimaryAd: true, isExistingPost: true };
    const body = {
      ads: [
        house.ad(),
        house.ad({ scalePostId: true, media: [{ effectiveStoryId: '424242', ...flags }] }),
        house.ad({ media: [{ url: 'https://cdn.example/clip.mp4' }], adSets: house.adSetIds.slice(0, 2) }),
      ],
    };
    const before = await house.state();
    expect((await dryRun(house.ports, COMPANY, body)).warnings).toEqual([]);
    const { warnings } = await dryRun(house.ports, COMPANY, body, { validate: true });
    expect(warnings).toEqual([
      { path: 'ads[1]', code: 'platform_refuses', message: expect.stringContaining('post') },
      { path: 'ads[2]', code: 'platform_not_asked', message: expect.stringContaining('uploaded') },
    ]);
    expect((await house.state()).objects).toEqual(before.objects);
  });

  test('a file that cannot be read fails its ad within half a minute, and no refusal is put into the platform’s mouth', async () => {
    const named = createNamedMedia();
    const house = await prepared({
      ...named,
      load: async (companyId, url) => {
        if (/gone/.test(url)) throw new SlipwayError('media_unreachable', 'There is nothing at this address.');
        return named.load(companyId, url);
      },
    });
    const answer = await submitLaunch(house.ports, caller, {
      ads: [house.ad(), house.ad({ media: [{ url: 'https://cdn.example/gone.png' }] })],
    });
    await house.run(answer.adBatchId);
    const status = await batchStatus(house.ports, COMPANY, String(answer.adBatchId));
    expect(status).toMatchObject({ outcome: 'some', successfulAds: 1 });
    expect(status.failedAds).toEqual([
      expect.objectContaining({ index: 1, stage: 'download', code: 'media_unreachable', retryable: true, attempts: 4 }),
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
        media: Array.from({ length: cards }, (_, i) => ({ ...media('card', i), carouselTitle: `Card ${i}` })),
      })),
      fc.constant({
        type: 'multi',
        media: [{ url: 'https://cdn.example/feed_1x1.png' }, { url: 'https://cdn.example/story_9x16.png' }],
      }),
      fc.constant({ promoCode: 'SAVE10' }),
    );
    const request = fc.array(fc.tuple(shape, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(request, async (shapes) => {
        const house = await prepared();
        const body = {
          ads: shapes.map(([fields, count]) => house.ad({ ...fields, adSets: house.adSetIds.slice(0, count) })),
          force: true,
        };
        const { cost } = await dryRun(house.ports, COMPANY, body);
        const before = await house.state();
        const answer = await submitLaunch(house.ports, caller, body);
        const between = await house.state();
        await house.run(answer.adBatchId);
        const after = await house.state();
        expect((await batchStatus(house.ports, COMPANY, String(answer.adBatchId))).failedAds).toEqual([]);
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
    const house = await prepared();
    const ads = [0, 1, 2, 3].map((i) => house.ad({ adName: `Ad ${i}`, media: [{ url: `https://cdn.example/${i % 2}.png` }] }));
    const outline = async (order: readonly number[]) => {
      const { operations, cost } = await dryRun(house.ports, COMPANY, { ads: order.map((i) => ads[i] ?? {}) });
      return {
        cost,
        kinds: operations.map(({ kind }) => kind).sort(),
        ads: operations.flatMap(({ kind, summary }) => (kind === 'ad' ? [summary] : [])).sort(),
      };
    };
    expect(await outline([3, 1, 0, 2])).toEqual(await outline([0, 1, 2, 3]));
  });
});
