import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { rankOf } from '../../core/features/search/search.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const [empty = ''] = seed.emptyAdSets(eur, 'traffic');
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

const find = async (query: string) => (await fixture.call('GET', `/v1/search?${query}`)).body;

test('accounts, campaigns, ad sets, ads, rules and batches are found by a part of their name and by their id', async () => {
  const { call } = fixture;
  // Names come with figures.
  const asked = `accountIds=${eur}&startDate=2026-11-01&endDate=2026-11-10&groupBy=adId&metrics=spend&limit=1`;
  const [ad] = (await call('GET', `/v1/reports/query?${asked}`)).body.data;
  expect((await find(`q=${ad.adId}`)).data[0]).toEqual({
    kind: 'ad',
    id: ad.adId,
    name: ad.adName,
    platform: 'primary',
    accountId: eur,
    accountName: 'Sandbox Company Europe',
  });
  const named = (kind: string, q: string) => find(`q=${encodeURIComponent(q)}&kinds=${kind}`);
  expect((await named('campaign', ad.campaignName)).data[0]).toMatchObject({
    kind: 'campaign',
    id: ad.campaignId,
  });
  expect((await named('adset', ad.adsetName.slice(0, -2).toUpperCase())).data).toContainEqual(
    expect.objectContaining({ kind: 'adset', name: ad.adsetName }),
  );
  expect((await find('q=europe')).data).toContainEqual(
    expect.objectContaining({ kind: 'account', id: eur }),
  );
  expect((await find(`q=${eur}`)).data[0]).toMatchObject({ kind: 'account', id: eur });

  const { url } = await fixture.uploadAs('a.png', await png());
  const place = { adAccountId: eur, adSets: [empty], page: seed.page, secondary: seed.profile };
  const ads = [{ adName: 'Boat', ...place, link: 'https://example.com', media: [{ url }] }];
  const { adBatchId } = (await call('POST', '/v1/launch', { body: { name: 'Spring boats', ads } }))
    .body;
  expect((await find('q=boats%20spring')).data[0]).toMatchObject({
    kind: 'batch',
    id: String(adBatchId),
    name: 'Spring boats',
  });
  expect((await find(`q=${adBatchId}&kinds=batch`)).data[0]).toMatchObject({
    id: String(adBatchId),
  });
  expect((await find('q=spring&kinds=rule,asset')).data).toEqual([]);
  expect((await find('q=zzzz')).data).toEqual([]);
});

test('what was launched or copied a minute ago is found, before it has figures', async () => {
  const { call } = fixture;
  const { url } = await fixture.uploadAs('b.png', await png());
  const place = { adAccountId: eur, adSets: [empty], page: seed.page, secondary: seed.profile };
  const ads = [{ adName: 'Lighthouse', ...place, link: 'https://example.com', media: [{ url }] }];
  const { adBatchId } = (await call('POST', '/v1/launch', { body: { ads } })).body;
  const launched = async () => (await call('GET', `/v1/batches/${adBatchId}`)).body.launchedAds;
  await expect.poll(async () => (await launched()).length).toBe(1);
  const launchedAds = await launched();
  const found = {
    kind: 'ad',
    id: launchedAds[0]?.adId,
    name: 'Lighthouse',
    accountId: eur,
    platform: 'primary',
  };
  expect((await find('q=lighthouse')).data).toEqual([
    { ...found, accountName: 'Sandbox Company Europe' },
  ]);
  const copy = { accountId: eur, adsetId: empty, newName: 'Beacon Spain' };
  const [{ newAdSetId }] = (await call('POST', '/v1/manage/duplicate-adset', { body: copy })).body
    .results;
  expect((await find('q=beacon')).data).toMatchObject([
    { kind: 'adset', id: newAdSetId, name: 'Beacon Spain' },
  ]);
  expect((await find(`q=${newAdSetId}`)).data[0]).toMatchObject({ kind: 'adset', id: newAdSetId });
});

test('what asks for nothing or for a kind that is none is refused', async () => {
  expect((await fixture.call('GET', '/v1/search?q=%20')).status).toBe(422);
  expect((await fixture.call('GET', '/v1/search?q=a&kinds=planet')).status).toBe(422);
});

test('an id comes before a name, a name before its beginning, a word before a part of one', () => {
  const rank = (name: string, id = 'x') => rankOf('boat', { id, name });
  const ranks = [
    rank('Car', 'boat'),
    rank('Boat'),
    rank('Boat red'),
    rank('Red boat'),
    rank('Redboat'),
    rank('Car', 'aboats'),
  ];
  expect(ranks).toEqual([6, 5, 4, 3, 2, 1]);
  expect(rankOf('red boat', { id: 'x', name: 'Boat, red' })).toBe(2);
  expect(rank('Car')).toBe(0);
});
