import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { listAdAccounts } from '../../../core/accounts/discover.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { readLaunchDefaults } from '../../../core/launch/accept/defaults.ts';
import { dryRun } from '../../../core/launch/accept/dry-run.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { batchStatus } from '../../../core/launch/show/status.ts';
import { runUndo } from '../../../core/launch/undo/run.ts';
import { undoBatch } from '../../../core/launch/undo/undo.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { createTwoPlatforms, shortVideo, type TwoPlatforms } from '../../two-platforms.ts';

const account = shortVideo.accounts.eur;
const adGroups = shortVideo.emptyAdGroups(account, 'traffic');
const identity = `${shortVideo.identities.profile.type}:${shortVideo.identities.profile.id}`;
const media = (n: number) => [
  {
    url:
      n % 4 === 3
        ? `https://cdn.example/clip-${n % 3}.mp4`
        : `https://cdn.example/pic-${n % 5}.png`,
  },
];

const shortVideoAd = (n: number, more: object = {}) => ({
  adName: `Film ${n} in {{adset.name}}`,
  adAccountId: account,
  selectedShortVideoUserAccount: identity,
  description: 'What it says',
  cta: 'SHOP_NOW',
  link: 'https://shop.example/',
  adSets: [adGroups[n % 2]],
  media: media(n),
  ...more,
});

const primaryAd = (n: number, more: object = {}) => ({
  adName: `Picture ${n}`,
  adAccountId: seed.accounts.eur,
  page: seed.page,
  secondary: seed.profile,
  title: 'Title',
  description: 'Text',
  cta: 'LEARN_MORE',
  link: 'https://shop.example/',
  adSets: [seed.emptyAdSets(seed.accounts.eur, 'traffic')[n % 2]],
  media: media(n),
  ...more,
});

const mixed = (count: number) =>
  Array.from({ length: count }, (_, n) => (n % 2 === 0 ? primaryAd(n) : shortVideoAd(n)));

async function faultsOf(
  fixture: TwoPlatforms,
  ad: object,
): Promise<readonly { path: string; code: string; message: string }[]> {
  const error = await dryRun(fixture.ports, fixture.companyId, { ads: [ad] }).catch(
    (thrown: unknown) => thrown,
  );
  if (error instanceof SlipwayError) return [...error.details];
  return [];
}

describe('a company on the sandbox', () => {
  test('has accounts on both platforms, and starts from a page of the first', async () => {
    const fixture = await createTwoPlatforms();
    const accounts = await listAdAccounts(fixture.ports, fixture.companyId, {
      platform: 'short-video',
    });
    expect(accounts.map(({ id, timezone }) => [id, timezone])).toContainEqual([
      account,
      'Europe/Berlin',
    ]);
    const all = await listAdAccounts(fixture.ports, fixture.companyId, {});
    expect(
      all.filter(({ platform }) => platform === 'primary' || platform === 'short-video'),
    ).toHaveLength(8);
    expect((await readLaunchDefaults(fixture.ports, fixture.companyId)).page).toBe(seed.page);
  });
});

describe('a batch of ads on both platforms', () => {
  test('makes each on its own, and tells them apart', async () => {
    const fixture = await createTwoPlatforms();
    const answer = await submitLaunch(fixture.ports, fixture.caller, { ads: mixed(40) });
    await fixture.run(answer.adBatchId);
    const status = await batchStatus(fixture.ports, fixture.companyId, String(answer.adBatchId));
    expect(status.failedAds).toEqual([]);
    expect(status).toMatchObject({ status: 'success', totalAds: 40, successfulAds: 40 });
    const films = status.launchedAds.filter(({ platform }) => platform === 'short-video');
    expect(films).toHaveLength(20);
    const held = await fixture.held('tiktok_ads');
    for (const { adId, adName, adSetId, adsManagerUrl } of films) {
      expect(held.find(({ id }) => id === adId)).toMatchObject({
        ad_name: adName,
        adgroup_id: adSetId,
        operation_status: 'DISABLE',
      });
      expect(adsManagerUrl).toContain(account);
    }
    expect(films[0]?.adName).toBe('Film 1 in Traffic open 2');
  });

  test('costs what its plan says', async () => {
    const fixture = await createTwoPlatforms();
    const body = { ads: mixed(24) };
    const { cost } = await dryRun(fixture.ports, fixture.companyId, body);
    const answer = await submitLaunch(fixture.ports, fixture.caller, body);
    const before = await fixture.state();
    await fixture.run(answer.adBatchId);
    const after = await fixture.state();
    expect(Number(after.counted) - Number(before.counted)).toBe(cost.platformCalls);
    expect(Number(after.requests) - Number(before.requests)).toBe(cost.httpRequests);
  });

  test('survives lost answers without making anything twice', async () => {
    const fixture = await createTwoPlatforms();
    for (const fault of ['answer-lost', 'failed-but-created'])
      await fixture.fault({ platform: 'tiktok', fault, method: 'POST', probability: 0.3 });
    await fixture.fault({ platform: 'tiktok', fault: 'list-lag', ms: 20_000 });
    const answer = await submitLaunch(fixture.ports, fixture.caller, { ads: mixed(20) });
    await fixture.run(answer.adBatchId);
    const status = await batchStatus(fixture.ports, fixture.companyId, String(answer.adBatchId));
    expect(status.failedAds).toEqual([]);
    const names = (await fixture.held('tiktok_ads'))
      .map(({ ad_name }) => String(ad_name))
      .filter((name) => name.startsWith('Film'));
    expect(names).toHaveLength(10);
    expect(new Set(names).size).toBe(10);
  });

  test('two batches of equal ads do not take each other’s for their own', async () => {
    const fixture = await createTwoPlatforms();
    await fixture.fault({
      platform: 'tiktok',
      fault: 'connection-cut',
      path: '/ad/create',
      times: 1,
    });
    const submit = async () =>
      (await submitLaunch(fixture.ports, fixture.caller, { ads: [shortVideoAd(0)] })).adBatchId;
    const batches = [await submit(), await submit()];
    await Promise.all(batches.map((id) => fixture.run(id)));
    const reported = await Promise.all(
      batches.map((id) => batchStatus(fixture.ports, fixture.companyId, String(id))),
    );
    const ids = reported.flatMap(({ launchedAds }) => launchedAds.map(({ adId }) => adId));
    expect(new Set(ids).size).toBe(2);
    expect(
      (await fixture.held('tiktok_ads')).filter(({ ad_name }) =>
        String(ad_name).startsWith('Film'),
      ),
    ).toHaveLength(2);
  });

  test('a dead token on one platform fails its ads and none of the other’s', async () => {
    const fixture = await createTwoPlatforms();
    await fixture.fault({ platform: 'tiktok', fault: 'token-expired', method: 'POST' });
    const answer = await submitLaunch(fixture.ports, fixture.caller, { ads: mixed(8) });
    await fixture.run(answer.adBatchId);
    const status = await batchStatus(fixture.ports, fixture.companyId, String(answer.adBatchId));
    expect(status).toMatchObject({ successfulAds: 4, outcome: 'some' });
    expect(new Set(status.failedAds.map(({ platform, code }) => `${platform} ${code}`))).toEqual(
      new Set(['short-video token_expired']),
    );
  });

  test('is undone on both', async () => {
    const fixture = await createTwoPlatforms();
    const answer = await submitLaunch(fixture.ports, fixture.caller, { ads: mixed(6) });
    await fixture.run(answer.adBatchId);
    const before = (await fixture.held('tiktok_ads')).length;
    await undoBatch(fixture.ports, fixture.caller, {
      batchId: String(answer.adBatchId),
      mode: 'delete',
    });
    await runUndo(fixture.ports, fixture.companyId, String(answer.adBatchId), {
      holder: createHolder(fixture.ports.clock, 'worker'),
    });
    expect((await fixture.held('tiktok_ads')).length).toBe(before - 3);
  });

  test('media an account holds are not uploaded again, and a known video brings its cover along', async () => {
    const fixture = await createTwoPlatforms();
    const ads = [shortVideoAd(0), shortVideoAd(3)];
    for (const round of [1, 2]) {
      const answer = await submitLaunch(fixture.ports, fixture.caller, {
        ads: ads.map((ad) => ({ ...ad, adName: `${round}` })),
      });
      await fixture.run(answer.adBatchId);
      expect(
        (await batchStatus(fixture.ports, fixture.companyId, String(answer.adBatchId))).failedAds,
      ).toEqual([]);
    }
    const { calls } = (await fixture.control('GET', 'state')) as {
      calls: { [name: string]: number };
    };
    // An image by its content; a video whose bytes did not pass through us cannot be known before
    // it is sent.
    expect(calls['POST file/video/ad/upload']).toBe(2);
    expect(
      (await fixture.held('tiktok_ads')).filter(({ ad_name }) => ad_name === '2'),
    ).toHaveLength(2);
  });
});

describe('what the short-video platform does not offer', () => {
  test.each(['multi', 'carousel', 'flexible', 'partnershipCode'])(
    '%s ads: the refusal names what it does',
    async (type) => {
      const fixture = await createTwoPlatforms();
      const [fault] = await faultsOf(fixture, shortVideoAd(0, { type }));
      expect(fault).toMatchObject({ path: 'ads[0].type', code: 'unsupported_on_platform' });
      expect(fault?.message).toContain('single, postBoost');
    },
  );

  test.each(['promoCode', 'aiMediaSelfDisclosure'])('%s', async (field) => {
    const fixture = await createTwoPlatforms();
    const faults = await faultsOf(
      fixture,
      shortVideoAd(0, { [field]: field === 'promoCode' ? 'SAVE10' : true }),
    );
    expect(faults).toMatchObject([{ path: `ads[0].${field}`, code: 'unsupported_on_platform' }]);
  });

  test('an ad without an identity, or for a full ad group, is refused before anything is made', async () => {
    const fixture = await createTwoPlatforms();
    const { selectedShortVideoUserAccount: _identity, ...nobody } = shortVideoAd(0);
    expect(await faultsOf(fixture, nobody)).toMatchObject([
      { path: 'ads[0].selectedShortVideoUserAccount', code: 'missing_field' },
    ]);
    const crowd = Array.from({ length: 21 }, (_, n) => shortVideoAd(n, { adSets: [adGroups[0]] }));
    await expect(dryRun(fixture.ports, fixture.companyId, { ads: crowd })).rejects.toMatchObject({
      details: [
        { path: 'ads[20].adSets[0]', code: 'ad_set_full', message: expect.stringContaining('20') },
      ],
    });
  });
});

describe('a post', () => {
  test('is boosted by its number alone', async () => {
    const fixture = await createTwoPlatforms();
    const [post] = shortVideo.posts(account);
    const flags = { existingAd: true, existingPrimaryAd: true, isExistingPost: true };
    const ad = shortVideoAd(0, {
      scalePostId: true,
      media: [{ effectiveStoryId: post, type: 'video', ...flags }],
    });
    const answer = await submitLaunch(fixture.ports, fixture.caller, { ads: [ad] });
    await fixture.run(answer.adBatchId);
    const status = await batchStatus(fixture.ports, fixture.companyId, String(answer.adBatchId));
    expect(status.failedAds).toEqual([]);
    const held = (await fixture.held('tiktok_ads')).find(
      ({ id }) => id === status.launchedAds[0]?.adId,
    );
    expect(held).toMatchObject({ tiktok_item_id: post, identity_type: 'TT_USER' });
  });
});
