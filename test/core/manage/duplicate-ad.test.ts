import { expect, test } from 'vitest';
import { seedId } from '../../../adapters/sandbox/meta/seed/ids.ts';
import { duplicateAdRequest } from '../../../core/manage/schema/duplicate.ts';
import { copyAd } from './copies.ts';
import { createManageFixture, eur, type ManageFixture, parsed, refusal } from './manage-fixture.ts';

const creativeFields =
  'name,status,adset_id,source_ad_id,creative{id,object_story_spec,asset_feed_spec,url_tags}';

async function source(fixture: ManageFixture) {
  const { ads, adSet } = await fixture.tree([1]);
  return { adId: ads[0]?.[0] ?? '', adSet };
}

test('an ad is copied beside itself with the creative it has, so that likes and comments stay', async () => {
  const fixture = await createManageFixture();
  const { adId, adSet } = await source(fixture);
  const answer = await copyAd(fixture, { adId, copyCount: 3 });
  expect(answer).toMatchObject({
    success: true,
    originalAdId: adId,
    successCount: 3,
    failCount: 0,
  });
  const { creative } = await fixture.read(adId, 'creative{id}');
  for (const [index, { newAdId, method }] of answer.results.entries()) {
    expect(method).toBe('copies');
    const copy = await fixture.read(newAdId ?? '', 'name,status,adset_id,creative{id}');
    expect(copy).toMatchObject({
      name: index === 0 ? 'Leaf 0 - Copy' : `Leaf 0 - Copy ${index + 1}`,
      status: 'PAUSED',
      adset_id: adSet,
      creative,
    });
  }
});

test('it goes into another ad set, active, under another name', async () => {
  const fixture = await createManageFixture();
  const { adId } = await source(fixture);
  const target = (await fixture.tree([0])).adSet;
  const answer = await copyAd(fixture, {
    adId,
    targetAdSetId: target,
    initialStatus: 'ACTIVE',
    copyValues: { adName: 'New' },
    copyCount: 2,
  });
  const names = [];
  for (const { newAdId } of answer.results) {
    const copy = await fixture.read(newAdId ?? '', creativeFields);
    expect(copy).toMatchObject({ status: 'ACTIVE', adset_id: target });
    names.push(copy.name);
  }
  expect(names).toEqual(['New', 'New 2']);
});

test('with other texts, link and tags it gets a creative of its own', async () => {
  const fixture = await createManageFixture();
  const { adId } = await source(fixture);
  const copyValues = {
    primaryText1: 'Other',
    headline1: 'Head',
    url: 'https://shop.example.com/other',
    urlTags: 'utm_source=x',
  };
  const answer = await copyAd(fixture, { adId, copyValues });
  const { creative } = await fixture.read(answer.results[0]?.newAdId ?? '', creativeFields);
  expect(creative).toMatchObject({
    url_tags: 'utm_source=x',
    object_story_spec: {
      link_data: {
        message: 'Other',
        name: 'Head',
        link: copyValues.url,
        call_to_action: { value: { link: copyValues.url } },
      },
    },
  });
});

test('five texts and five headlines become options', async () => {
  const fixture = await createManageFixture();
  const { adId } = await source(fixture);
  const numbers = [1, 2, 3, 4, 5];
  const texts = Object.fromEntries(
    numbers.flatMap((n) => [
      [`primary_text${n}`, `Text ${n}`],
      [`headline${n}`, `Head ${n}`],
    ]),
  );
  const answer = await copyAd(fixture, { adId, copyValues: texts });
  const { creative } = await fixture.read(answer.results[0]?.newAdId ?? '', creativeFields);
  const feed = (
    creative as { asset_feed_spec: { bodies: { text: string }[]; titles: { text: string }[] } }
  ).asset_feed_spec;
  expect(feed.bodies.map(({ text }) => text)).toEqual(numbers.map((n) => `Text ${n}`));
  expect(feed.titles.map(({ text }) => text)).toEqual(numbers.map((n) => `Head ${n}`));
});

test.each([1634013, 3390001, 2446173, 3858504])(
  'refused with %i it is built anew',
  async (subcode) => {
    const fixture = await createManageFixture();
    const { adId, adSet } = await source(fixture);
    await fixture.fault({
      fault: 'error',
      method: 'POST',
      path: `/${adId}/copies`,
      code: 100,
      subcode,
    });
    const answer = await copyAd(fixture, { adId, copyCount: 3 });
    expect(answer.results.map(({ method, success }) => [method, success])).toEqual(
      Array(3).fill(['recreation', true]),
    );
    const state = (await fixture.client.control('GET', 'state')).body;
    // The first refusal teaches the others.
    expect(state.calls['POST copies']).toBe(1);
    const copies = (await fixture.held('ads')).filter(
      (ad) => ad.adset_id === adSet && ad.id !== adId,
    );
    expect(copies.map(({ name }) => name).sort()).toEqual([
      'Leaf 0 - Copy',
      'Leaf 0 - Copy 2',
      'Leaf 0 - Copy 3',
    ]);
  },
);

test('a code where the subcode belongs is understood too', async () => {
  const fixture = await createManageFixture();
  const { adId } = await source(fixture);
  await fixture.fault({ fault: 'error', method: 'POST', path: `/${adId}/copies`, code: 1634013 });
  expect((await copyAd(fixture, { adId })).results[0]).toMatchObject({
    method: 'recreation',
    success: true,
  });
});

test.each([801, 802, 803])(
  'an ad the platform refuses to copy for its old parts (%i) is built anew',
  async (number) => {
    const fixture = await createManageFixture();
    const answer = await copyAd(fixture, { adId: seedId(eur, 'ad', number) });
    expect(answer.results[0]).toMatchObject({ success: true, method: 'recreation' });
  },
);

test.each(['failed-but-created', 'answer-lost'])(
  'built anew with its answer missing (%s) it is there once',
  async (fault) => {
    const fixture = await createManageFixture({ times: { settleMs: 5_000 } });
    const { adId, adSet } = await source(fixture);
    await fixture.fault({
      fault: 'error',
      method: 'POST',
      path: `/${adId}/copies`,
      code: 100,
      subcode: 1634013,
    });
    await fixture.fault({ fault, method: 'POST', path: '/act_*/ads', times: 1 });
    const answer = await copyAd(fixture, { adId, copyCount: 2 });
    expect(answer).toMatchObject({ successCount: 2 });
    const copies = (await fixture.held('ads')).filter(
      (ad) => ad.adset_id === adSet && ad.id !== adId,
    );
    expect(copies.map(({ id }) => id).sort()).toEqual(
      answer.results.map(({ newAdId }) => newAdId).sort(),
    );
  },
);

test('a refusal is told with the platform’s own words and codes, copy by copy', async () => {
  const fixture = await createManageFixture();
  const { adId } = await source(fixture);
  await fixture.fault({
    fault: 'error',
    method: 'POST',
    path: `/${adId}/copies`,
    code: 100,
    subcode: 2875030,
    userMessage: 'Music',
  });
  const answer = await copyAd(fixture, { adId, copyCount: 2 });
  expect(answer).toMatchObject({ success: false, successCount: 0, failCount: 2 });
  for (const { error, platformError } of answer.results) {
    expect(error).toContain('Music');
    expect(platformError).toMatchObject({
      code: '100',
      subcode: '2875030',
      traceId: expect.any(String),
    });
  }
});

test('an unknown ad, an unknown target and a deleted ad are refused with their place', async () => {
  const fixture = await createManageFixture();
  const { adId } = await source(fixture);
  expect(await refusal(copyAd(fixture, { adId: '404' }))).toMatchObject({
    code: 'not_found',
    paths: ['adId'],
  });
  expect(await refusal(copyAd(fixture, { adId, target_adset_id: '404' }))).toMatchObject({
    code: 'not_found',
    paths: ['target_adset_id'],
  });
  await fixture.client.remove(`/${adId}`);
  expect(await refusal(copyAd(fixture, { adId }))).toMatchObject({
    code: 'unprocessable_entity',
    reasons: ['source_gone'],
  });
});

test.each([
  ['copyValues.url', { copyValues: { url: 'shop.example.com' } }],
  ['copyValues.headline1', { copyValues: { headline1: '' } }],
])('%s is checked before anything is asked', async (path, body) => {
  const refused = await refusal(() =>
    parsed(duplicateAdRequest, { adId: '1', accountId: eur, ...body }),
  );
  expect(refused).toMatchObject({ code: 'unprocessable_entity', paths: [path] });
});
