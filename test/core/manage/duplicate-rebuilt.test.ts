import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import type { CopySource } from '../../../core/ports/platform-changes.ts';
import { imageStory } from '../../adapters/sandbox/client.ts';
import {
  copyAd,
  copyAdSet,
  copyCampaign,
  expectWholeCopies,
  heldNow,
  madeSince,
} from './copies.ts';
import { copyThrough, deaths } from './copy-through.ts';
import { createManageFixture, eur, type ManageFixture, type Row } from './manage-fixture.ts';

/**
 * As most platforms are: nothing is copied by the platform, and no object says what it was built
 * from.
 */
function withoutCopies(platform: AdPlatform): AdPlatform {
  if (platform.duplicate === undefined) throw new Error('Campaigns can be duplicated here.');
  const { native: _native, tree, ...duplicate } = platform.duplicate;
  const bare = ({ copiedFrom: _from, children, ...source }: CopySource): CopySource => ({
    ...source,
    children: children.map(bare),
  });
  return {
    ...platform,
    duplicate: { ...duplicate, tree: async (...of) => bare(await tree(...of)) },
  };
}

const fixture = (): Promise<ManageFixture> =>
  createManageFixture({ times: { settleMs: 15_000 }, wrap: withoutCopies });

/** Requests for copies of the platform's own fail here: nobody sends one. */
async function withoutNativeCalls(at: ManageFixture): Promise<void> {
  await at.fault({ fault: 'error', method: 'POST', path: '*/copies', code: 3 });
  await at.fault({ fault: 'error', method: 'POST', path: '/asyncbatch', code: 3 });
}

test('a campaign is built anew with all that is below it, as often as it is wanted', async () => {
  const at = await fixture();
  const tree = await at.tree([3, 0, 2]);
  await withoutNativeCalls(at);
  const answer = await copyCampaign(at, {
    campaignId: tree.campaign,
    copyCount: 2,
    newName: 'Spring',
    initialStatus: 'ACTIVE',
    startPaused: false,
  });
  expect(answer).toMatchObject({ success: true, successCount: 2, failCount: 0 });
  for (const [index, { newCampaignId = '' }] of answer.results.entries()) {
    const copy = await at.read(newCampaignId, 'name,status,adsets{name,ads{name}}');
    expect(copy).toMatchObject({ name: index === 0 ? 'Spring' : 'Spring 2', status: 'ACTIVE' });
    const branches = (
      copy.adsets as { data: { name: string; ads?: { data: { name: string }[] } }[] }
    ).data;
    expect(
      Object.fromEntries(
        branches.map(({ name, ads }) => [name, (ads?.data ?? []).map((ad) => ad.name).sort()]),
      ),
    ).toEqual({
      'Branch 0': ['Leaf 0', 'Leaf 1', 'Leaf 2'],
      'Branch 1': [],
      'Branch 2': ['Leaf 0', 'Leaf 1'],
    });
  }
});

test('an ad set is built anew in another campaign, without its ads where these are not wanted', async () => {
  const at = await fixture();
  const { adSet } = await at.tree([2]);
  const { campaign } = await at.tree([]);
  await withoutNativeCalls(at);
  const before = await heldNow(at);
  const answer = await copyAdSet(at, {
    adsetId: adSet,
    targetCampaignId: campaign,
    deepCopy: false,
  });
  expect(answer).toMatchObject({ successCount: 1, failCount: 0 });
  const made = await madeSince(at, before);
  expect(made.adSets).toMatchObject([
    { id: answer.results[0]?.newAdSetId, campaign_id: campaign, name: 'Branch 0 - Copy' },
  ]);
  expect(made.ads).toEqual([]);
});

test('an ad is built anew with other texts', async () => {
  const at = await fixture();
  const { ads } = await at.tree([1]);
  await withoutNativeCalls(at);
  const answer = await copyAd(at, {
    adId: ads[0]?.[0],
    copyValues: { adName: 'Again', primaryText1: 'Another text' },
  });
  expect(answer).toMatchObject({ successCount: 1, failCount: 0 });
  expect(
    await at.read(answer.results[0]?.newAdId ?? '', 'name,creative{object_story_spec}'),
  ).toMatchObject({
    name: 'Again',
    creative: { object_story_spec: { link_data: { message: 'Another text' } } },
  });
});

test('an ad is waited for from its answer on: lists may leave it out for as long as if it had been answered at once', async () => {
  const at = await fixture();
  const { adSet } = await at.tree([2]);
  await at.client.advance(60_000);
  const path = '/act_*/ads';
  await at.fault({ fault: 'late-effect', method: 'POST', path, ms: 9_000, times: 1 });
  await at.fault({ fault: 'failed-but-created', method: 'POST', path, times: 1 });
  await at.fault({ fault: 'list-lag', ms: 8_000 });
  const answer = await copyAdSet(at, { adsetId: adSet });
  await at.clearFaults();
  expect(answer).toMatchObject({ successCount: 1, failCount: 0 });
  const { body } = await at.client.control('GET', 'state?objects=1');
  // With those that were deleted again: none was made twice.
  expect(
    body.list.ads.filter((ad: Row) => ad.adset_id === answer.results[0]?.newAdSetId),
  ).toHaveLength(2);
});

test.each(['failed-but-created', 'answer-lost'])(
  'an ad whose answer is missing (%s) is found by its name',
  async (fault) => {
    const at = await fixture();
    const { adSet } = await at.tree([3]);
    const before = await heldNow(at);
    await at.fault({ fault, method: 'POST', path: '/act_*/ads', times: 2 });
    const answer = await copyAdSet(at, { adsetId: adSet });
    expectWholeCopies(answer, await madeSince(at, before), 3);
    const { body } = await at.client.control('GET', 'state?objects=1');
    // With those that were deleted again: none was made twice.
    expect(
      body.list.ads.filter((ad: Row) => ad.adset_id === answer.results[0]?.newAdSetId),
    ).toHaveLength(3);
  },
);

test('an ad that others put into a copy meanwhile is left there by the last look at it', async () => {
  let putIn = async (): Promise<void> => undefined;
  const wrap = (platform: AdPlatform): AdPlatform => {
    const { duplicate, ...rest } = withoutCopies(platform);
    if (duplicate === undefined) throw new Error('Campaigns can be duplicated here.');
    const named: typeof duplicate.named = async (...asked) => {
      if (asked[2].startsWith('[')) await putIn();
      return duplicate.named(...asked);
    };
    return { ...rest, duplicate: { ...duplicate, named } };
  };
  const at = await createManageFixture({ times: { settleMs: 15_000 }, wrap });
  const { adSet } = await at.tree([2]);
  let id = '';
  putIn = async () => {
    const copy = (await at.held('adsets')).find(({ name }) => name === 'Branch 0 - Copy');
    if (id === '' && copy !== undefined)
      id = await at.client.make(`/${eur}/ads`, {
        name: 'Own',
        adset_id: copy.id,
        status: 'PAUSED',
        creative: { object_story_spec: imageStory() },
      });
  };
  await at.fault({ fault: 'answer-lost', method: 'POST', path: '/act_*/ads', times: 1 });
  expect(await copyAdSet(at, { adsetId: adSet })).toMatchObject({ successCount: 1 });
  expect(id).not.toBe('');
  expect((await at.held('ads')).map((ad) => ad.id)).toContain(id);
});

test('processes that die again and again, in any weather, never build a copy twice nor leave half of one', async () => {
  const fault = fc.record({
    path: fc.constantFrom('/act_*/adsets', '/act_*/ads'),
    fault: fc.constantFrom(
      'transient',
      'failed-but-created',
      'answer-lost',
      'connection-cut',
      'html-502',
      'unknown-error',
    ),
    probability: fc.double({ min: 0.1, max: 0.5, noNaN: true }),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 2, 5),
      fc.integer({ min: 1, max: 3 }),
      fc.array(deaths(14), { maxLength: 3 }),
      fc.array(fault, { maxLength: 2 }),
      async (ads, copyCount, died, faults) => {
        const { answer, made } = await copyThrough({
          ads,
          copyCount,
          deaths: died,
          faults,
          wrap: withoutCopies,
        });
        expect(answer.results).toHaveLength(copyCount);
        expectWholeCopies(answer, made, ads);
      },
    ),
    { numRuns: 40 },
  );
});
