import { expect, test } from 'vitest';
import { campaignId, deliveringAdSetId } from '../../../adapters/sandbox/meta/seed/ids.ts';
import { image, video } from '../../../adapters/testing/test-media.ts';
import { adOf, launchAd, type MetaAtSandbox, metaAtSandbox } from './meta-at-sandbox.ts';

const parts = ({ platform }: MetaAtSandbox) => ({ inspect: platform.inspect });

test('accounts come with the platform’s own status, currency and time zone', async () => {
  const at = await metaAtSandbox();
  const accounts = await at.platform.accounts.list('c1', at.access.credentials);
  expect(accounts).toMatchObject([
    { id: 'act_1001', currency: 'EUR', timezone: 'Europe/Berlin', status: 'active' },
    { id: 'act_1002', currency: 'JPY', timezone: 'Asia/Tokyo', status: 'active' },
    { id: 'act_1003', currency: 'USD', timezone: 'America/New_York', status: 'active' },
    { id: 'act_1004', status: 'disabled' },
  ]);
});

test('profiles pair a page with its Instagram profile', async () => {
  const at = await metaAtSandbox();
  expect(await at.platform.accounts.identities(at.access)).toContainEqual({
    value: at.ids.page,
    label: 'Harbour Store',
    imageUrl: expect.stringMatching(/^https?:/),
    linked: { value: at.ids.profile, label: 'harbour.store' },
  });
});

test('ad sets tell their campaign, their room and what they promote', async () => {
  const at = await metaAtSandbox();
  const delivering = deliveringAdSetId(at.access.adAccountId, 'engagement');
  const adSets = await at.platform.accounts.adSets(at.access, {
    ids: [delivering, at.adSet('engagement'), at.adSet('advantage')],
  });
  expect(adSets.find(({ id }) => id === delivering)).toMatchObject({
    campaignId: campaignId(at.access.adAccountId, 'engagement'),
    objective: 'OUTCOME_ENGAGEMENT',
    destinationType: 'ON_POST',
    promotedPage: at.ids.page,
    dailyBudget: 50,
    adCount: 3,
    capacity: 50,
  });
  expect(adSets.find(({ id }) => id === at.adSet('engagement'))?.adCount).toBe(0);
  expect(adSets.find(({ id }) => id === at.adSet('advantage'))?.capacity).toBe(150);
  expect(await at.counts()).toEqual({ calls: 1, requests: 1 });
});

test('every page of a long list is read', async () => {
  const at = await metaAtSandbox();
  const all = await at.platform.accounts.adSets(at.access);
  expect(all.length).toBeGreaterThan(25);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const held = (await at.held('adsets')).filter(({ account }) => account === at.access.adAccountId);
  expect(all.length).toBe(held.filter(({ status }) => status !== 'ARCHIVED').length);
});

test('a listed ad comes with its picture; deleted ads are not listed, and the refusal says so', async () => {
  const at = await metaAtSandbox();
  const { inspect } = parts(at);
  const adSetId = deliveringAdSetId(at.access.adAccountId, 'traffic');
  const paused = await inspect.ads(at.access, { adSetId, limit: 50, status: 'PAUSED' });
  expect(paused.data[0]?.thumbnailUrl).toMatch(/^data:image\/svg\+xml,/);
  await expect(inspect.ads(at.access, { limit: 5, status: 'DELETED' })).rejects.toThrow(
    /does not list deleted ads/,
  );
});

test('everything about fifty ads is read in a few requests; one that does not exist fails alone', async () => {
  const at = await metaAtSandbox();
  const carousel = [image('one', { carouselTitle: '1' }), image('two', { carouselTitle: '2' })];
  const first = await launchAd(
    at,
    adOf(at, { type: 'carousel', media: carousel }),
    at.adSet('traffic'),
  );
  const second = await launchAd(at, adOf(at, { media: [video('film')] }), at.adSet('traffic'));
  const placed = [image('s_1080x1920', { ratio: 0.5625 }), image('q', { ratio: 1 })];
  const third = await launchAd(at, adOf(at, { type: 'multi', media: placed }), at.adSet('traffic'));
  await at.control('POST', 'reset', { counters: true });
  const ids = [first.heldAd.id, '999999999', second.heldAd.id, third.heldAd.id];
  const records = await parts(at).inspect.debug({ ...at.access, accounts: [] }, ids, {
    captions: true,
  });
  expect(records.map(({ adId: id }) => id)).toEqual(ids);
  expect(records[1]).toMatchObject({ failure: { class: 'missing' } });
  expect(records[0]).toMatchObject({
    record: {
      account_id: '1001',
      campaign: { objective: 'OUTCOME_TRAFFIC' },
      adset: { id: at.adSet('traffic') },
      creative: { object_story_spec: { link_data: { child_attachments: [{}, {}] } } },
      pageMetadata: {
        pageId: at.ids.page,
        pageName: 'Harbour Store',
        secondaryUserId: at.ids.profile,
        secondaryName: 'harbour.store',
      },
    },
  });
  expect(records[2]).toMatchObject({
    record: { videoThumbnail: expect.stringMatching(/^https?:/) },
  });
  const url = expect.stringMatching(/^https?:/);
  expect(records[3]).toMatchObject({
    record: { creative: { asset_feed_spec: { images: [{ url }, { url }] } } },
  });
  expect((await at.counts()).requests).toBe(2);
});

test('posts of a page tell what they are and where they lead', async () => {
  const at = await metaAtSandbox();
  const posts = await parts(at).inspect.posts(at.access, at.ids.page);
  expect(posts.find(({ id }) => id === at.ids.posts.link)).toMatchObject({
    type: 'link',
    cta: expect.any(String),
    boostable: true,
  });
  expect(posts.find(({ id }) => id === at.ids.posts.unpromotable)).toMatchObject({
    boostable: false,
  });
  expect(posts.find(({ id }) => id === at.ids.posts.video)?.type).toBe('video');
  for (const { createdAt } of posts) expect(createdAt).toBeGreaterThan(0);
});
