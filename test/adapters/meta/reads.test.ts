import { expect, test } from 'vitest';
import { changesOf } from '../../../adapters/platforms/meta/activities.ts';
import { reportRow } from '../../../adapters/platforms/meta/report-row.ts';
import { adId, campaignId, deliveringAdSetId } from '../../../adapters/sandbox/meta/seed-ids.ts';
import { adOf, image, launchAd, type MetaAtSandbox, metaAtSandbox, video } from './meta-at-sandbox.ts';

function parts(at: MetaAtSandbox) {
  const { inspect, history, report, search } = at.platform;
  if (inspect === undefined || history === undefined || report === undefined || search === undefined)
    throw new Error('all offered');
  return { inspect, history, report, search };
}

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
  expect(await at.platform.accounts.profiles(at.access)).toContainEqual({
    page: at.ids.page,
    primaryName: 'Harbour Store',
    pageImageUrl: expect.stringMatching(/^https?:/),
    secondary: at.ids.profile,
    secondaryName: 'harbour.store',
  });
});

test('ad sets tell their campaign, their room and what they promote', async () => {
  const at = await metaAtSandbox();
  const delivering = deliveringAdSetId(at.access.adAccountId, 'engagement');
  const adSets = await at.platform.accounts.adSets(at.access, [delivering, at.adSet('engagement'), at.adSet('advantage')]);
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

test('ads are listed by what was set, page by page', async () => {
  const at = await metaAtSandbox();
  const { inspect } = parts(at);
  const adSetId = deliveringAdSetId(at.access.adAccountId, 'traffic');
  const first = await inspect.ads(at.access, { adSetId, limit: 2 });
  const rest = await inspect.ads(at.access, { adSetId, limit: 2, ...(first.after && { after: first.after }) });
  expect(first.data.length + rest.data.length).toBe(3);
  expect(rest.after).toBeUndefined();
  const paused = await inspect.ads(at.access, { adSetId, limit: 50, status: 'PAUSED' });
  expect(paused.data).toMatchObject([{ id: adId(at.access.adAccountId, 'traffic', 2), status: 'PAUSED' }]);
  expect(paused.data[0]?.thumbnailUrl).toMatch(/^https?:/);
  await expect(inspect.ads(at.access, { limit: 5, status: 'DELETED' })).rejects.toThrow(/does not list deleted ads/);
});

test('pages of ads by status leave nothing out and nothing twice', async () => {
  const at = await metaAtSandbox();
  const { inspect } = parts(at);
  const all = (await at.held('ads')).filter(({ account }) => account === at.access.adAccountId);
  for (const status of ['ACTIVE', 'PAUSED'] as const) {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await inspect.ads(at.access, { status, limit: 3, ...(after && { after }) });
      for (const ad of page.data) expect(ad.status).toBe(status);
      seen.push(...page.data.map(({ id }) => id));
      after = page.after;
    } while (after !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.sort()).toEqual(
      all
        .filter((ad) => ad.status === status)
        .map(({ id }) => id)
        .sort(),
    );
  }
});

test('a paused parent does not hide an ad that was set active', async () => {
  const at = await metaAtSandbox();
  const adSetId = deliveringAdSetId(at.access.adAccountId, 'traffic');
  await at.platform.edit?.setStatus(at.access, [{ id: adSetId, status: 'PAUSED' }]);
  const { data } = await parts(at).inspect.ads(at.access, { adSetId, limit: 50, status: 'ACTIVE' });
  expect(data.map(({ id }) => id)).toContain(adId(at.access.adAccountId, 'traffic', 1));
  expect(data[0]?.effectiveStatus).toBe('ADSET_PAUSED');
});

test('everything about fifty ads is read in a few requests; one that does not exist fails alone', async () => {
  const at = await metaAtSandbox();
  const carousel = [image('one', { carouselTitle: '1' }), image('two', { carouselTitle: '2' })];
  const first = await launchAd(at, adOf(at, { type: 'carousel', media: carousel }), at.adSet('traffic'));
  const second = await launchAd(at, adOf(at, { media: [video('film')] }), at.adSet('traffic'));
  const placed = [image('s_1080x1920', { ratio: 0.5625 }), image('q', { ratio: 1 })];
  const third = await launchAd(at, adOf(at, { type: 'multi', media: placed }), at.adSet('traffic'));
  await at.control('POST', 'reset', { counters: true });
  const ids = [first.heldAd.id, '999999999', second.heldAd.id, third.heldAd.id];
  const records = await parts(at).inspect.debug('c1', at.access.credentials, ids, { captions: true });
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
  expect(records[2]).toMatchObject({ record: { videoThumbnail: expect.stringMatching(/^https?:/) } });
  const url = expect.stringMatching(/^https?:/);
  expect(records[3]).toMatchObject({ record: { creative: { asset_feed_spec: { images: [{ url }, { url }] } } } });
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
  expect(posts.find(({ id }) => id === at.ids.posts.unpromotable)).toMatchObject({ boostable: false });
  expect(posts.find(({ id }) => id === at.ids.posts.video)?.type).toBe('video');
  for (const { createdAt } of posts) expect(createdAt).toBeGreaterThan(0);
});

test('places are found by name', async () => {
  const at = await metaAtSandbox();
  const places = await parts(at).search.places(at.access, { text: 'Ber', types: ['city'], country: 'DE' });
  expect(places[0]).toMatchObject({ type: 'city', countryCode: 'DE', name: expect.stringContaining('Ber') });
  expect(places[0]?.key).not.toBe('');
});

test('a preview is a piece of HTML', async () => {
  const at = await metaAtSandbox();
  const id = adId(at.access.adAccountId, 'traffic', 1);
  expect((await parts(at).inspect.preview(at.access, id, 'DESKTOP_FEED_STANDARD')).html).toMatch(/^<iframe/);
});

test('changes are told with old and new values, money in minor units', async () => {
  const at = await metaAtSandbox();
  const { history } = parts(at);
  const id = at.adSet('traffic');
  await at.platform.edit?.setBudget(at.access, 'adset', id, { daily: 77 });
  await at.platform.edit?.setStatus(at.access, [{ id, status: 'PAUSED' }]);
  await at.clock.sleep(1_000);
  const { data } = await history.changes(at.access, { objectId: id, limit: 50 });
  const budget = data.find(({ eventType }) => eventType === 'update_ad_set_budget');
  expect(budget).toMatchObject({ objectId: id, objectType: 'adset', changes: { budget: { old: 5_000, new: 7_700 } } });
  expect(budget?.eventTime).toBe(Math.floor(Date.UTC(2026, 10, 15, 12) / 1000));
  const status = data.find(({ eventType }) => eventType === 'update_ad_set_run_status');
  expect(Object.keys(status?.changes ?? {})).toEqual(['status']);
});

test('changes page by cursor and go back as far as asked', async () => {
  const at = await metaAtSandbox();
  const { history } = parts(at);
  const since = at.clock.now() - 70 * 86_400_000;
  const seen = new Set<string>();
  let after: string | undefined;
  let count = 0;
  do {
    const page = await history.changes(at.access, { since, limit: 20, ...(after && { after }) });
    for (const event of page.data) seen.add(JSON.stringify(event));
    count += page.data.length;
    after = page.after;
  } while (after !== undefined);
  expect(count).toBeGreaterThan(20);
  expect(seen.size).toBe(count);
});

test('each shape of extra data is understood, and what is not is kept', () => {
  expect(changesOf('update_ad_set_run_status', '{"old_value":"Active","new_value":"Inactive","type":"run_status"}')).toEqual({
    status: { old: 'Active', new: 'Inactive' },
  });
  expect(changesOf('update_ad_run_status', '{"run_status":{"old_value":17,"new_value":1}}')).toEqual({
    run_status: { old: 17, new: 1 },
  });
  const wrapped = {
    old_value: { type: 'payment_amount', currency: 'EUR', old_value: 75_000, additional_value: '' },
    new_value: { type: 'payment_amount', currency: 'EUR', new_value: 63_800, additional_value: 'Per day' },
    type: 'composite_data',
  };
  expect(changesOf('update_campaign_budget', JSON.stringify(wrapped))).toEqual({ budget: { old: 75_000, new: 63_800 } });
  expect(changesOf('update_campaign_budget', '{"amount":1000}')).toEqual({ budget: { old: null, new: 1_000 } });
  expect(changesOf('update_campaign_bid_strategy', '{"old_value":null,"new_value":"LOWEST_COST"}')).toEqual({
    bid_strategy: { old: null, new: 'LOWEST_COST' },
  });
  expect(changesOf('update_ad_set_target_spec', '[{"content":"Age","children":["18-30"]}]')).toEqual({
    targeting: { old: null, new: [{ content: 'Age', children: ['18-30'] }] },
  });
  expect(changesOf('update_ad_creative', 'not json')).toEqual({ creative: { old: null, new: 'not json' } });
  expect(changesOf('create_ad', undefined)).toEqual({});
  expect(changesOf('create_ad', '{"name":"A","status":"ACTIVE"}')).toEqual({
    name: { old: null, new: 'A' },
    status: { old: null, new: 'ACTIVE' },
  });
});

test('a report row takes one of the many names of a purchase and never adds them up', () => {
  const action = (type: string, value: string) => ({ action_type: type, value });
  const row = reportRow({
    date_start: '2026-11-01',
    ad_id: '1',
    spend: '12.34',
    impressions: '1000',
    results: [{ indicator: 'actions:purchase', values: [{ value: '8', attribution_windows: ['default'] }] }],
    actions: [action('link_click', '40'), action('offsite_conversion.fb_pixel_purchase', '8'), action('omni_purchase', '9')],
    action_values: [action('omni_purchase', '99.5')],
  });
  expect(row).toMatchObject({
    spend: 12.34,
    impressions: 1000,
    clicks: 0,
    results: 8,
    resultType: 'actions:purchase',
    conversions: 9,
  });
  expect(row.conversionValue).toBe(99.5);
  expect(reportRow({ results: [{ indicator: 'reach' }] })).toMatchObject({ results: 0, resultType: 'reach', conversions: 0 });
});

test('a report run is ordered once and fetched when it is done', async () => {
  const at = await metaAtSandbox();
  const { report } = parts(at);
  const query = { from: '2026-11-01', to: '2026-11-07', breakdown: 'none' } as const;
  const run = await report.runs?.start(at.access, query);
  const states: string[] = [];
  for (let look = 0; look < 60; look += 1) {
    const state = await report.runs?.state(at.access, run ?? '');
    states.push(state?.state ?? '');
    if (state?.state !== 'running') break;
    await at.clock.sleep(5_000);
  }
  expect(states.at(-1)).toBe('done');
  const byId = (rows: readonly { day: string; adId: string }[]) => [...rows].map(({ day, adId: id }) => `${day} ${id}`).sort();
  const rows = (await report.runs?.rows(at.access, run ?? '')) ?? [];
  expect(byId(rows)).toEqual(byId(await report.daily(at.access, query)));
  expect(rows.length).toBeGreaterThan(7);
});

test('reports hold ads that were deleted since', async () => {
  const at = await metaAtSandbox();
  const rows = await parts(at).report.daily(at.access, { from: '2026-09-20', to: '2026-11-14', breakdown: 'none' });
  expect(rows.map((row) => row.adId)).toContain(adId(at.access.adAccountId, 'traffic', 4));
});

test('reach is asked for at the level and over the range wanted; it is less than the sum of its days', async () => {
  const at = await metaAtSandbox();
  const { report } = parts(at);
  const range = { from: '2026-10-01', to: '2026-11-14' } as const;
  const [all] = await report.reach(at.access, { ...range, level: 'account', by: 'all' });
  const days = await report.reach(at.access, { ...range, level: 'account', by: 'day' });
  const months = await report.reach(at.access, { ...range, level: 'account', by: 'month' });
  expect(all?.reach).toBeGreaterThan(0);
  expect(all?.reach).toBeLessThan(days.reduce((sum, { reach }) => sum + reach, 0));
  expect(months.map(({ from, to }) => [from, to])).toEqual([
    ['2026-10-01', '2026-10-31'],
    ['2026-11-01', '2026-11-14'],
  ]);
  const countries = await report.reach(at.access, { ...range, level: 'account', by: 'all', breakdown: 'country' });
  expect(new Set(countries.map(({ country }) => country)).size).toBe(countries.length);
  const [one] = countries;
  const only = await report.reach(at.access, { ...range, level: 'account', by: 'all', countries: [one?.country ?? ''] });
  expect(only).toMatchObject([{ reach: one?.reach }]);
  const campaigns = await report.reach(at.access, {
    ...range,
    level: 'campaign',
    by: 'all',
    entityIds: [campaignId(at.access.adAccountId, 'sales')],
  });
  expect(campaigns.map(({ entityId }) => entityId)).toEqual([campaignId(at.access.adAccountId, 'sales')]);
});
