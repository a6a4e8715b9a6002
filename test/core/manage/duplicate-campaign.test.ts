import { expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { duplicateCampaignRequest } from '../../../core/manage/schema/duplicate.ts';
import { copyCampaign } from './copies.ts';
import { createManageFixture, eur, type ManageFixture, parsed, refusal } from './manage-fixture.ts';

interface Branch {
  readonly source_adset_id: string;
  readonly ads?: {
    readonly data: readonly { readonly source_ad_id: string; readonly status: string }[];
  };
}

/** What a copied campaign holds: the ids its ad sets and ads were copied from. */
async function contentOf(fixture: ManageFixture, campaignId: string | undefined) {
  const fields = 'name,status,adsets.limit(50){source_adset_id,ads.limit(50){source_ad_id,status}}';
  const copy = await fixture.read(campaignId ?? '', fields);
  const branches = ((copy.adsets as { data: Branch[] } | undefined)?.data ?? []).map(
    ({ source_adset_id, ads }) => [
      source_adset_id,
      (ads?.data ?? []).map(({ source_ad_id }) => source_ad_id).sort(),
    ],
  );
  return { name: copy.name, status: copy.status, branches: Object.fromEntries(branches) };
}

test.each([
  ['one ad set with one ad, in one answer', [1]],
  ['a few ad sets, in the background', [4, 3, 0]],
  ['more than the background takes, ad set by ad set', [30, 25]],
])('a campaign is copied whole: %s', async (_, ads) => {
  const fixture = await createManageFixture();
  const tree = await fixture.tree(ads);
  const before = (await fixture.held('campaigns')).length;
  const answer = await copyCampaign(fixture, {
    campaignId: tree.campaign,
    copyCount: 2,
    newName: 'Spring',
  });
  expect(answer).toMatchObject({
    success: true,
    originalCampaignId: tree.campaign,
    successCount: 2,
    failCount: 0,
  });
  for (const [index, { newCampaignId }] of answer.results.entries()) {
    const { name, status, branches } = await contentOf(fixture, newCampaignId);
    expect({ name, status }).toEqual({
      name: index === 0 ? 'Spring' : 'Spring 2',
      status: 'PAUSED',
    });
    expect(branches).toEqual(
      Object.fromEntries(tree.adSets.map((id, i) => [id, [...(tree.ads[i] ?? [])].sort()])),
    );
  }
  expect(await fixture.held('campaigns')).toHaveLength(before + 2);
});

test('without what is below it, it is a campaign alone', async () => {
  const fixture = await createManageFixture();
  const tree = await fixture.tree([2]);
  const answer = await copyCampaign(fixture, { campaignId: tree.campaign, deepCopy: false });
  expect((await contentOf(fixture, answer.results[0]?.newCampaignId)).branches).toEqual({});
});

test('an ad set whose targeting no longer passes is built anew, with its ads', async () => {
  const fixture = await createManageFixture();
  const tree = await fixture.tree([1, 1]);
  const stale = { fault: 'error', method: 'POST', code: 100, subcode: 1870227 };
  await fixture.fault({ ...stale, path: `/${tree.campaign}/copies`, times: 1 });
  await fixture.fault({ ...stale, path: `/${tree.adSets[1]}/copies` });
  const answer = await copyCampaign(fixture, { campaignId: tree.campaign });
  expect(answer).toMatchObject({ successCount: 1, failCount: 0 });
  const { data } = (
    await fixture.client.get(`/${answer.results[0]?.newCampaignId}/ads`, { fields: 'source_ad_id' })
  ).body;
  expect(data.map((ad: { source_ad_id: string }) => ad.source_ad_id).sort()).toEqual(
    tree.ads.flat().sort(),
  );
});

test.each(['failed-but-created', 'answer-lost'])(
  'an ad set built anew with its answer missing (%s) is there once',
  async (fault) => {
    const fixture = await createManageFixture({ times: { settleMs: 5_000 } });
    const tree = await fixture.tree([1, 1]);
    const stale = { fault: 'error', method: 'POST', code: 100, subcode: 1870227 };
    await fixture.fault({ ...stale, path: `/${tree.campaign}/copies`, times: 1 });
    for (const id of tree.adSets) await fixture.fault({ ...stale, path: `/${id}/copies` });
    await fixture.fault({ fault, method: 'POST', path: '/act_*/adsets', times: 1 });
    const answer = await copyCampaign(fixture, { campaignId: tree.campaign });
    expect(answer).toMatchObject({ successCount: 1, failCount: 0 });
    const copy = await fixture.read(
      answer.results[0]?.newCampaignId ?? '',
      'adsets{name,ads{name}}',
    );
    const names = (copy.adsets as { data: { name: string; ads: { data: object[] } }[] }).data.map(
      ({ name, ads }) => [name, ads.data.length],
    );
    expect(names.sort()).toEqual([
      ['Branch 0', 1],
      ['Branch 1', 1],
    ]);
  },
);

test('an ad set that cannot be copied at all takes the whole copy back', async () => {
  const fixture = await createManageFixture();
  const tree = await fixture.tree([2, 2]);
  const before = (await fixture.held('campaigns')).length;
  const page = {
    fault: 'error',
    method: 'POST',
    code: 100,
    subcode: 1487202,
    userMessage: 'No rights for this page',
  };
  await fixture.fault({ fault: 'async-failed', path: '/asyncbatch' });
  await fixture.fault({ ...page, path: `/${tree.adSets[1]}/copies` });
  const answer = await copyCampaign(fixture, { campaignId: tree.campaign, copyCount: 2 });
  expect(answer).toMatchObject({ success: false, successCount: 0, failCount: 2 });
  expect(answer.results[0]?.error).toContain('No rights');
  await fixture.clearFaults();
  expect(await fixture.held('campaigns')).toHaveLength(before);
  expect(
    (await fixture.held('ads')).filter((ad) => tree.ads.flat().includes(String(ad.source_ad_id))),
  ).toEqual([]);
});

test('an automated campaign of the older kind is refused before anything is copied', async () => {
  const fixture = await createManageFixture();
  const refused = await refusal(
    copyCampaign(fixture, { campaignId: seed.campaign(eur, 'legacy') }),
  );
  expect(refused).toMatchObject({
    code: 'unprocessable_entity',
    paths: ['campaignId'],
    reasons: ['not_copyable'],
  });
});

test.each([0, 11])('%i copies are refused', async (copyCount) => {
  const refused = await refusal(() =>
    parsed(duplicateCampaignRequest, { campaignId: '1', accountId: eur, copyCount }),
  );
  expect(refused).toMatchObject({ code: 'unprocessable_entity', paths: ['copyCount'] });
});
