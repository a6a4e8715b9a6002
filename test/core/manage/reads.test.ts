import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { deleteEntities } from '../../../core/manage/edit/delete-entities.ts';
import { updateBudget } from '../../../core/manage/edit/update-budget.ts';
import { adCreativeSpecs } from '../../../core/manage/inspect/ad-creative-specs.ts';
import { adDebugData } from '../../../core/manage/inspect/ad-debug.ts';
import { adPreview } from '../../../core/manage/inspect/ad-preview.ts';
import { geoSearch } from '../../../core/manage/inspect/geo-search.ts';
import { listAds } from '../../../core/manage/inspect/list-ads.ts';
import { listChanges } from '../../../core/manage/inspect/list-changes.ts';
import { listPosts } from '../../../core/manage/inspect/list-posts.ts';
import { deleteRequest, updateBudgetRequest } from '../../../core/manage/schema/edit.ts';
import * as inspect from '../../../core/manage/schema/inspect.ts';
import { videoStory } from '../../adapters/sandbox/client.ts';
import { widenLimits } from '../../wide-limits.ts';
import {
  caller,
  createManageFixture,
  eur,
  type ManageFixture,
  parsed,
  refusal,
} from './manage-fixture.ts';

describe('list-ads', () => {
  const list = (fixture: ManageFixture, query: object) =>
    listAds(fixture.ports, caller, parsed(inspect.listAdsRequest, query));

  test('pages through an ad set, newest first', async () => {
    const fixture = await createManageFixture();
    const { adSet, ads } = await fixture.tree([5]);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await list(fixture, {
        adSetId: adSet,
        accountId: eur,
        limit: '2',
        ...(after !== null && { after }),
      });
      expect(page.count).toBe(page.data.length);
      seen.push(...page.data.map(({ id }) => id));
      after = page.paging.cursors.after;
    } while (after !== null);
    expect(seen).toEqual([...(ads[0] ?? [])].reverse());
    const { data } = await list(fixture, { adSetId: adSet, accountId: eur, limit: 1 });
    expect(data[0]).toMatchObject({
      name: 'Leaf 4',
      status: 'ACTIVE',
      effectiveStatus: expect.any(String),
      createdTime: expect.any(String),
    });
  });

  test('an ad set names its account by itself', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([2]);
    const { value, calls } = await fixture.counting(() => list(fixture, { ad_set_id: adSet }));
    expect(value.count).toBe(2);
    expect(calls).toBe(2);
    expect(await refusal(list(fixture, { ad_set_id: '404' }))).toMatchObject({
      code: 'not_found',
      paths: ['ad_set_id'],
    });
  });

  test('filters by what was set, whatever the parents do', async () => {
    const fixture = await createManageFixture();
    const { adSet, ads, campaign } = await fixture.tree([3]);
    await fixture.client.post(`/${ads[0]?.[0]}`, { status: 'PAUSED' });
    await fixture.client.post(`/${campaign}`, { status: 'PAUSED' });
    const ids = async (status: string) =>
      (await list(fixture, { adSetId: adSet, accountId: eur, status })).data.map(({ id }) => id);
    expect(await ids('PAUSED')).toEqual([ads[0]?.[0]]);
    expect(await ids('active')).toHaveLength(2);
  });

  test('deleted ads are those this service deleted', async () => {
    const fixture = await createManageFixture();
    const { adSet, ads } = await fixture.tree([3]);
    const remove = (entityIds: object) =>
      deleteEntities(
        fixture.ports,
        caller,
        parsed(deleteRequest, { accountId: eur, entityType: 'ads', entityIds, confirm: true }),
      );
    await remove([ads[0]?.[0], ads[0]?.[1]]);
    await fixture.client.remove(`/${ads[0]?.[2]}`);
    const { value, calls } = await fixture.counting(() =>
      list(fixture, { adSetId: adSet, status: 'DELETED' }),
    );
    expect(value.metadata).toEqual({ source: 'local' });
    expect(value.data.map(({ id }) => id).sort()).toEqual([ads[0]?.[0], ads[0]?.[1]].sort());
    expect(value.data[0]).toMatchObject({
      status: 'DELETED',
      name: expect.stringMatching(/^Leaf/),
    });
    expect(calls).toBe(0);
    expect((await list(fixture, { accountId: seed.accounts.usd, status: 'DELETED' })).data).toEqual(
      [],
    );
  });

  test.each([
    ['bad_request', 'adSetId', {}],
    ['unprocessable_entity', 'limit', { accountId: eur, limit: '201' }],
    ['unprocessable_entity', 'limit', { accountId: eur, limit: '0' }],
    ['unprocessable_entity', 'status', { accountId: eur, status: 'RUNNING' }],
    ['not_found', 'accountId', { accountId: 'act_9' }],
    ['unprocessable_entity', 'after', { accountId: eur, after: 'nonsense' }],
    ['unprocessable_entity', 'after', { accountId: eur, status: 'DELETED', after: 'nonsense' }],
  ])('%s at %s', async (code, path, query) => {
    const fixture = await createManageFixture();
    expect(await refusal(async () => list(fixture, query))).toMatchObject({ code, paths: [path] });
  });
});

describe('changes', () => {
  const changes = (fixture: ManageFixture, query: object) =>
    listChanges(
      fixture.ports,
      caller,
      parsed(inspect.listChangesRequest, { businessId: eur, ...query }),
    );

  test.each([
    [eur, 'EUR', 100],
    [seed.accounts.jpy, 'JPY', 1],
  ])(
    'budgets of %s in the smallest unit, with what makes a whole one',
    async (businessId, currency, minorUnits) => {
      const fixture = await createManageFixture();
      await widenLimits(fixture.ports, caller);
      const entityId = seed.emptyAdSets(businessId, 'traffic')[0] ?? '';
      const body = { businessId, entityType: 'adset', entityId, dailyBudget: 9_000, confirm: true };
      const { previous } = await updateBudget(
        fixture.ports,
        caller,
        parsed(updateBudgetRequest, body),
      );
      const answer = await changes(fixture, { businessId, objectId: entityId });
      expect(answer.metadata).toEqual({
        businessId,
        objectId: entityId,
        count: answer.data.length,
        currency,
        minorUnits,
      });
      const event = answer.data.find(({ eventType }) => eventType === 'update_ad_set_budget');
      expect(event).toMatchObject({
        objectType: 'adset',
        objectId: entityId,
        actorName: expect.any(String),
      });
      expect(event?.eventTime).toBe(Math.floor(fixture.clock.now() / 1000));
      const offset = currency === 'JPY' ? '+09:00' : '+01:00';
      expect(event?.dateTimeInTimezone).toMatch(/^2026-11-15T\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
      expect(event?.dateTimeInTimezone.slice(-6)).toBe(offset);
      expect(Date.parse(event?.dateTimeInTimezone ?? '') / 1000).toBe(event?.eventTime);
      expect(event?.changes).toEqual({
        budget: { old: (previous.dailyBudget ?? 0) * minorUnits, new: 9_000 * minorUnits },
      });
    },
  );

  test.each([undefined, 'activity-bad-json', 'activity-numeric-status', 'activity-bare-amount'])(
    'every shape is understood or kept as it came: %s',
    async (fault) => {
      const fixture = await createManageFixture();
      const { adSet } = await fixture.tree([0]);
      await fixture.client.post(`/${adSet}`, { status: 'ACTIVE' });
      if (fault !== undefined) await fixture.fault({ fault });
      const { data } = await changes(fixture, { objectId: adSet });
      const status = data.find(({ eventType }) => eventType === 'update_ad_set_run_status');
      expect(status?.changes).toHaveProperty(
        fault === 'activity-numeric-status' ? 'run_status' : 'status',
      );
      if (fault === undefined)
        expect(status?.changes).toEqual({ status: { old: 'Inactive', new: 'Active' } });
    },
  );

  test('pages by cursor', async () => {
    const fixture = await createManageFixture();
    const first = await changes(fixture, { limit: 3, since: 0 });
    const second = await changes(fixture, {
      limit: 3,
      since: 0,
      after: first.paging.cursors.after,
    });
    expect(first.data).toHaveLength(3);
    expect(second.data).toHaveLength(3);
    expect(second.data).not.toEqual(first.data);
  });

  test.each([
    ['limit', { limit: 101 }],
    ['until', { since: 200, until: 100 }],
    ['objectId', { objectId: 'x' }],
    ['after', { after: 'nonsense' }],
  ])('%s is checked', async (path, query) => {
    const fixture = await createManageFixture();
    expect(await refusal(async () => changes(fixture, query))).toMatchObject({
      code: 'unprocessable_entity',
      paths: [path],
    });
  });
});

describe('ad-debug-data', () => {
  const debug = (fixture: ManageFixture, body: object) =>
    adDebugData(fixture.ports, caller, parsed(inspect.adDebugRequest, body));

  test('everything about some ads, in two requests; one that fails does not fail the others', async () => {
    const fixture = await createManageFixture();
    const { ads } = await fixture.tree([3]);
    const adIds = [...(ads[0] ?? []), '404'];
    const { value, requests } = await fixture.counting(() => debug(fixture, { adIds }));
    expect(requests).toBe(2);
    expect(value).toMatchObject({ success: true, count: 4, successCount: 3, failCount: 1 });
    expect(value.data.map(({ adId, success }) => [adId, success])).toEqual([
      ...(ads[0] ?? []).map((id) => [id, true]),
      ['404', false],
    ]);
    expect(value.data[3]?.error).toEqual(expect.any(String));
    expect(value.data[0]).toMatchObject({
      account_id: '1001',
      campaign: { name: 'Tree' },
      adset: { name: 'Branch 0', destination_type: null },
      creative: { object_story_spec: { page_id: seed.page }, asset_feed_spec: null },
      pageMetadata: {
        pageId: seed.page,
        pageName: expect.any(String),
        secondaryUserId: seed.profile,
      },
      videoSource: null,
    });
  });

  test('an answer without a single ad that could be read is no success', async () => {
    const fixture = await createManageFixture();
    const adIds = ['404', '405'];
    const none = { success: false, count: 2, successCount: 0, failCount: 2 };
    expect(await debug(fixture, { adIds })).toMatchObject(none);
    const specs = await adCreativeSpecs(
      fixture.ports,
      caller,
      parsed(inspect.adCreativeSpecsRequest, { adIds }),
    );
    expect(specs).toMatchObject(none);
  });

  test('captions only on request, for one call more', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0]);
    const creative = { object_story_spec: videoStory() };
    const adId = await fixture.client.make(`/${eur}/ads`, {
      name: 'Film',
      adset_id: adSet,
      status: 'PAUSED',
      creative,
    });
    const plain = await fixture.counting(() => debug(fixture, { adIds: [adId] }));
    const more = await fixture.counting(() =>
      debug(fixture, { adIds: [adId], includeVideoCaptions: true }),
    );
    expect(more.calls).toBe(plain.calls + 1);
    expect(plain.value.data[0]).toMatchObject({ videoSource: expect.stringContaining('http') });
    expect(plain.value.data[0]).not.toHaveProperty('videoCaptions');
    expect(more.value.data[0]).toMatchObject({ videoCaptions: expect.any(Array) });
  });

  test('fifty ads are one batch request', async () => {
    const fixture = await createManageFixture();
    const { ads } = await fixture.tree([25, 25]);
    const { requests, value } = await fixture.counting(() => debug(fixture, { adIds: ads.flat() }));
    expect(value.count).toBe(50);
    expect(requests).toBe(2);
  });

  test.each([
    [[], 'adIds'],
    [Array(51).fill('1'), 'adIds'],
    [['x'], 'adIds[0]'],
  ])('%o is refused', async (adIds, path) => {
    const fixture = await createManageFixture();
    expect(await refusal(async () => debug(fixture, { adIds }))).toMatchObject({
      code: 'unprocessable_entity',
      paths: [path],
    });
  });
});

test('ad-creative-specs: what ads say and show', async () => {
  const fixture = await createManageFixture();
  const { ads } = await fixture.tree([1]);
  const body = parsed(inspect.adCreativeSpecsRequest, { adIds: [ads[0]?.[0], '404'] });
  const { data, count } = await adCreativeSpecs(fixture.ports, caller, body);
  expect(count).toBe(2);
  expect(data[0]).toMatchObject({
    adId: ads[0]?.[0],
    success: true,
    titles: ['Title'],
    bodies: ['Hello'],
    descriptions: [],
    cta: 'SHOP_NOW',
    link: 'https://shop.example.com/page',
    urlTags: null,
    images: [{ hash: seed.imageHash(eur), url: expect.stringContaining('http') }],
    videos: [],
    page: seed.page,
    secondary: seed.profile,
  });
  expect(data[1]).toMatchObject({ adId: '404', success: false, error: expect.any(String) });
});

test('ad-preview: what an ad looks like', async () => {
  const fixture = await createManageFixture();
  const { ads } = await fixture.tree([1]);
  const preview = (query: object) =>
    adPreview(fixture.ports, caller, parsed(inspect.adPreviewRequest, query));
  expect(await preview({ adId: ads[0]?.[0] })).toMatchObject({
    format: 'MOBILE_FEED_STANDARD',
    html: expect.stringContaining('<iframe'),
  });
  for (const adId of ['404', seed.accounts.eur])
    expect(await refusal(preview({ adId, accountId: seed.accounts.eur }))).toMatchObject({
      code: 'not_found',
      paths: ['adId'],
    });
});

test('geo search: places by name, ready to stand in a location', async () => {
  const fixture = await createManageFixture();
  const search = (query: object) =>
    geoSearch(fixture.ports, caller, parsed(inspect.geoSearchRequest, query));
  const { data, count } = await search({ q: 'Berlin', types: 'city,region' });
  expect(count).toBe(data.length);
  expect(data.length).toBeGreaterThan(0);
  expect(data[0]).toMatchObject({
    key: expect.any(String),
    name: expect.stringContaining('Berlin'),
    countryCode: 'DE',
  });
  expect(await refusal(async () => search({ q: 'Berlin', types: 'planet' }))).toMatchObject({
    paths: ['types[0]'],
  });
  expect(await refusal(async () => search({ q: ' ' }))).toMatchObject({ paths: ['q'] });
});

test('posts of a page, and whether they can be boosted', async () => {
  const fixture = await createManageFixture();
  const { pattern, hint } = { pattern: /^\d+$/, hint: 'digits' };
  const posts = (query: { readonly page: string }) =>
    listPosts(fixture.ports, caller, parsed(inspect.postsRequestOf('page', pattern, hint), query), {
      platform: 'primary',
      field: 'page',
      whose: query.page,
    });
  const { data } = await posts({ page: seed.page });
  expect(data.find(({ id }) => id === seed.posts.link)).toMatchObject({
    boostable: true,
    link: expect.any(String),
    cta: expect.any(String),
  });
  expect(data.find(({ id }) => id === seed.posts.unpromotable)).toMatchObject({ boostable: false });
  expect(await refusal(posts({ page: '404' }))).toMatchObject({
    code: 'not_found',
    paths: ['page'],
  });
});
