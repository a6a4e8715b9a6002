import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { adAccountKind as adAccounts } from '../../../core/accounts/records.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { changeGuardrails } from '../../../core/gate/guardrails.ts';
import { guardrailsBody } from '../../../core/gate/schema.ts';
import { dryRun } from '../../../core/launch/accept/dry-run.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import type { UndoMode } from '../../../core/launch/journal/records.ts';
import { previewRetry, retryBatch } from '../../../core/launch/retry.ts';
import { adsAsSent } from '../../../core/launch/show/as-sent.ts';
import { batchStatus } from '../../../core/launch/show/status.ts';
import { runUndo } from '../../../core/launch/undo/run.ts';
import { undoBatch } from '../../../core/launch/undo/undo.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { createTwoPlatforms, shortVideo, type TwoPlatforms } from '../../two-platforms.ts';

/** A campaign with its ad sets and ads is one launch: one plan, one batch, one undo. */
const meta = seed.accounts.eur;
const tiktok = shortVideo.accounts.eur;

const metaCampaign = (ref: string, more: object = {}) => ({
  ref,
  adAccountId: meta,
  name: `Campaign ${ref}`,
  objective: 'OUTCOME_TRAFFIC',
  ...more,
});
const metaAdSet = (ref: string, campaign: unknown, more: object = {}) => ({
  ref,
  adAccountId: meta,
  campaign,
  name: `Ad set ${ref}`,
  dailyBudget: 20,
  location: { countries: ['US'] },
  ...more,
});
const metaAd = (name: string, adSets: readonly unknown[], more: object = {}) => ({
  adName: name,
  adAccountId: meta,
  page: seed.page,
  secondary: seed.profile,
  title: 'Title',
  description: 'Text',
  cta: 'LEARN_MORE',
  link: 'https://shop.example/',
  adSets,
  media: [{ url: 'https://cdn.example/pic-1.png' }],
  ...more,
});
const tiktokAd = (name: string, adSets: readonly unknown[], more: object = {}) => ({
  adName: name,
  adAccountId: tiktok,
  selectedShortVideoUserAccount: `${shortVideo.identities.profile.type}:${shortVideo.identities.profile.id}`,
  description: 'What it says',
  cta: 'SHOP_NOW',
  link: 'https://shop.example/',
  adSets,
  media: [{ url: 'https://cdn.example/clip-1.mp4' }],
  ...more,
});

const platforms = {
  Meta: {
    account: meta,
    kinds: { campaign: 'campaigns', adset: 'adsets', ad: 'ads' },
    status: 'status',
    body: (status: string) => ({
      newCampaigns: [metaCampaign('shoes', { status })],
      newAdSets: [
        metaAdSet('de', { ref: 'shoes' }, { status: 'ACTIVE' }),
        metaAdSet('fr', { ref: 'shoes' }, { status: 'ACTIVE', location: { countries: ['CA'] } }),
      ],
      ads: [
        metaAd('One', [{ ref: 'de' }], { status }),
        metaAd('Two', [{ ref: 'de' }, { ref: 'fr' }], { status }),
      ],
    }),
  },
  TikTok: {
    account: tiktok,
    kinds: { campaign: 'tiktok_campaigns', adset: 'tiktok_adgroups', ad: 'tiktok_ads' },
    status: 'operation_status',
    body: (status: string) => ({
      newCampaigns: [
        { ref: 'shoes', adAccountId: tiktok, name: 'Campaign shoes', objective: 'TRAFFIC', status },
      ],
      newAdSets: ['de', 'fr'].map((ref) => ({
        ref,
        adAccountId: tiktok,
        campaign: { ref: 'shoes' },
        name: `Ad set ${ref}`,
        dailyBudget: 60,
        optimizationGoal: 'CLICK',
        status: 'ACTIVE',
        targeting: { location_ids: ['2921044'] },
      })),
      ads: [
        tiktokAd('One', [{ ref: 'de' }], { status }),
        tiktokAd('Two', [{ ref: 'de' }, { ref: 'fr' }], { status }),
      ],
    }),
  },
} as const;

const limit = (accountDailyBudget: number) =>
  parseRequest(guardrailsBody, { currencies: { EUR: { accountDailyBudget } } });
const tight = limit(1);
const wide = limit(100_000);

const faultsOf = async (fixture: TwoPlatforms, body: object) => {
  const error = await dryRun(fixture.ports, fixture.companyId, body).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SlipwayError)) throw error;
  return error.details.map(({ path, code }) => [path, code]);
};
const named = async (fixture: TwoPlatforms, kind: string, text: string) =>
  (await fixture.held(kind)).filter((each) => JSON.stringify(each).includes(text));
const launch = async (fixture: TwoPlatforms, body: object) => {
  const { adBatchId } = await submitLaunch(fixture.ports, fixture.caller, body);
  await fixture.run(adBatchId);
  return {
    adBatchId,
    status: await batchStatus(fixture.ports, fixture.companyId, String(adBatchId)),
  };
};
const undo = async (fixture: TwoPlatforms, batch: number, mode: UndoMode) => {
  await undoBatch(fixture.ports, fixture.caller, { batchId: String(batch), mode });
  await runUndo(fixture.ports, fixture.companyId, String(batch), {
    holder: createHolder(fixture.ports.clock, 'worker'),
  });
  return batchStatus(fixture.ports, fixture.companyId, String(batch));
};

describe.each(Object.entries(platforms))(
  'a campaign with two ad sets and three ads on %s',
  (_, platform) => {
    const { kinds } = platform;

    test('is one plan that says each object, and one batch that makes each once', async () => {
      const fixture = await createTwoPlatforms();
      const body = platform.body('ACTIVE');
      const plan = await dryRun(fixture.ports, fixture.companyId, body);
      expect(plan).toMatchObject({ totalAds: 3, creates: { campaigns: 1, adSets: 2 } });
      expect(
        plan.operations
          .map(({ summary }) => summary)
          .filter((text) => /campaign|ad set/.test(text)),
      ).toEqual([
        expect.stringMatching(/^Create paused campaign “Campaign shoes” in /),
        'Finish campaign “Campaign shoes”',
        expect.stringMatching(/^Create active ad set “Ad set de” in .*, [26]0 a day$/),
        'Finish ad set “Ad set de”',
        expect.stringMatching(/^Create active ad set “Ad set fr” in /),
        'Finish ad set “Ad set fr”',
        'Switch campaign “Campaign shoes” on, once all of it is there',
      ]);
      const { value, calls } = await fixture.counting(() =>
        launch(fixture, { ...body, planDigest: plan.digest }),
      );
      const { status } = value;
      expect(status).toMatchObject({ rawStatus: 'Success', successfulAds: 3, failedAds: [] });
      expect(status.made).toMatchObject([
        {
          type: 'campaign',
          ref: 'shoes',
          name: 'Campaign shoes',
          state: 'made',
          status: 'ACTIVE',
          ads: 3,
        },
        { type: 'adset', ref: 'de', state: 'made', status: 'ACTIVE', ads: 2 },
        { type: 'adset', ref: 'fr', state: 'made', status: 'ACTIVE', ads: 1 },
      ]);
      const [campaign] = await named(fixture, kinds.campaign, 'Campaign shoes');
      expect(await named(fixture, kinds.campaign, 'Campaign shoes')).toHaveLength(1);
      expect(await named(fixture, kinds.adset, 'Ad set ')).toHaveLength(2);
      expect(JSON.stringify(campaign)).toContain(
        platform.status === 'status' ? '"status":"ACTIVE"' : '"operation_status":"ENABLE"',
      );
      const ids = new Map(status.made?.map(({ ref, id }) => [ref, id]));
      for (const { adSetId, adSetRef = '' } of status.launchedAds)
        expect(adSetId).toBe(ids.get(adSetRef));
      expect(calls - plan.cost.platformCalls).toBeLessThanOrEqual(3);
    });

    test('is undone from the leaves up, and nothing of it is left', async () => {
      const fixture = await createTwoPlatforms();
      const before = await Promise.all(Object.values(kinds).map((kind) => fixture.held(kind)));
      const { adBatchId } = await launch(fixture, platform.body('PAUSED'));
      const status = await undo(fixture, adBatchId, 'delete');
      expect(status.undo).toMatchObject({ ads: 3, undone: 3, failed: 0, left: [] });
      expect(status.made?.map(({ undone }) => undone)).toEqual(['deleted', 'deleted', 'deleted']);
      const after = await Promise.all(Object.values(kinds).map((kind) => fixture.held(kind)));
      expect(after.map(({ length }) => length)).toEqual(before.map(({ length }) => length));
    });

    test('is paused by an undo that pauses', async () => {
      const fixture = await createTwoPlatforms();
      const { adBatchId } = await launch(fixture, platform.body('ACTIVE'));
      const status = await undo(fixture, adBatchId, 'pause');
      expect(status.made?.map(({ undone }) => undone)).toEqual(['paused', undefined, undefined]);
      const [campaign] = await named(fixture, kinds.campaign, 'Campaign shoes');
      expect(JSON.stringify(campaign)).toMatch(/"status":"PAUSED"|"operation_status":"DISABLE"/);
    });

    test('makes nothing twice where answers are lost', async () => {
      const fixture = await createTwoPlatforms({ seed: 7 });
      for (const fault of ['connection-cut', 'answer-lost'])
        await fixture.fault({
          platform: platform.account === meta ? 'meta' : 'tiktok',
          fault,
          method: 'POST',
          probability: 0.3,
          times: 6,
        });
      const { status } = await launch(fixture, platform.body('PAUSED'));
      expect(status.failedAds).toEqual([]);
      expect(await named(fixture, kinds.campaign, 'Campaign shoes')).toHaveLength(1);
      expect(await named(fixture, kinds.adset, 'Ad set ')).toHaveLength(2);
    });
  },
);

describe('what does not fit', () => {
  test('is refused at its place before anything is made', async () => {
    const fixture = await createTwoPlatforms();
    const campaigns = await fixture.held('campaigns');
    const newCampaigns = [
      metaCampaign('shoes', { dailyBudget: 50 }),
      metaCampaign('shoes'),
      metaCampaign('hats'),
    ];
    const newAdSets = [
      metaAdSet('de', { ref: 'shoes' }),
      metaAdSet('fr', { ref: 'boots' }),
      metaAdSet('it', '99999'),
    ];
    const ads = [metaAd('One', [{ ref: 'de' }, { ref: 'es' }])];
    const faults = await faultsOf(fixture, { newCampaigns, newAdSets, ads });
    expect(faults).toEqual(
      expect.arrayContaining([
        ['newCampaigns[1].ref', 'duplicate_ref'],
        ['newCampaigns[2].ref', 'unused_ref'],
        ['newAdSets[0].dailyBudget', 'budget_on_campaign'],
        ['newAdSets[1].campaign', 'unknown_ref'],
        ['ads[0].adSets[1]', 'unknown_ad_set'],
      ]),
    );
    expect(await fixture.held('campaigns')).toHaveLength(campaigns.length);
  });

  test('is refused where the campaign was deleted', async () => {
    const fixture = await createTwoPlatforms();
    const { adBatchId } = await launch(fixture, platforms.Meta.body('PAUSED'));
    const { made } = await undo(fixture, adBatchId, 'delete');
    const campaign = made?.find(({ type }) => type === 'campaign');
    const faults = await faultsOf(fixture, {
      newAdSets: [metaAdSet('de', campaign?.id)],
      ads: [metaAd('One', [{ ref: 'de' }])],
    });
    expect(faults).toContainEqual(['newAdSets[0].campaign', 'target_gone']);
  });

  test('is not told of a platform that cannot be read now', async () => {
    const fixture = await createTwoPlatforms();
    await fixture.fault({
      platform: 'meta',
      fault: 'transient',
      method: 'GET',
      path: '/*/adsets',
      times: 20,
    });
    const [existing] = await fixture.held('campaigns');
    const body = {
      newAdSets: [metaAdSet('de', existing?.id)],
      ads: [metaAd('One', [{ ref: 'de' }])],
    };
    await expect(submitLaunch(fixture.ports, fixture.caller, body)).rejects.toMatchObject({
      code: 'platform_error',
    });
  });

  test('on a platform that makes no campaigns, the plan says so', async () => {
    const fixture = await createTwoPlatforms();
    const accounts = (await fixture.ports.store.find(adAccounts, fixture.companyId, { limit: 50 }))
      .items;
    const other = accounts.find(({ id }) => id.startsWith('app-network:'));
    const faults = await faultsOf(fixture, {
      newCampaigns: [{ ref: 'x', adAccountId: other?.id, name: 'X', objective: 'AWARENESS' }],
      ads: [metaAd('One', [seed.emptyAdSets(meta, 'traffic')[0]])],
    });
    expect(faults).toContainEqual([
      expect.stringMatching(/^newCampaigns\[0\]/),
      'unsupported_on_platform',
    ]);
  });
});

describe('an ad that is refused', () => {
  test('keeps its new campaign paused and says so; a retry completes it and switches it on', async () => {
    const fixture = await createTwoPlatforms();
    const body = platforms.Meta.body('ACTIVE');
    await fixture.fault({
      platform: 'meta',
      fault: 'refuse-1815629',
      method: 'POST',
      path: '/*/ads',
      times: 1,
    });
    const { adBatchId, status } = await launch(fixture, body);
    expect(status.rawStatus).toBe('Error');
    expect(status.made?.[0]).toMatchObject({
      state: 'made',
      status: 'PAUSED',
      message: expect.stringContaining('It stays paused'),
    });
    await retryBatch(fixture.ports, fixture.caller, String(adBatchId));
    await fixture.run(adBatchId);
    const again = await batchStatus(fixture.ports, fixture.companyId, String(adBatchId));
    expect(again).toMatchObject({ rawStatus: 'Success', successfulAds: 3 });
    expect(again.made?.[0]).toMatchObject({ status: 'ACTIVE' });
    expect(await named(fixture, 'campaigns', 'Campaign shoes')).toHaveLength(1);
  });

  test('and launched corrected in another batch lets a retry complete its campaign, once the other batch has launched it', async () => {
    const fixture = await createTwoPlatforms();
    const status = 'ACTIVE';
    const body = {
      newCampaigns: [metaCampaign('shoes', { status })],
      newAdSets: [metaAdSet('de', { ref: 'shoes' }, { status })],
      ads: ['One', 'Two', 'Three'].map((name) => metaAd(name, [{ ref: 'de' }], { status })),
    };
    await fixture.fault({
      platform: 'meta',
      fault: 'refuse-1815629',
      method: 'POST',
      path: '/*/ads',
      times: 2,
    });
    const { adBatchId, status: ended } = await launch(fixture, body);
    expect(ended).toMatchObject({ successfulAds: 1, failedAds: [{}, {}] });
    const [one, two] = await adsAsSent(
      fixture.ports,
      fixture.companyId,
      String(adBatchId),
      'failed',
    );
    const carryOn = async () => {
      await retryBatch(fixture.ports, fixture.caller, String(adBatchId));
      await fixture.run(adBatchId);
      const { made = [], failedAds } = await batchStatus(
        fixture.ports,
        fixture.companyId,
        String(adBatchId),
      );
      return [made[0]?.status, failedAds.map(({ adName }) => adName)];
    };
    const { adBatchId: correcting } = await submitLaunch(fixture.ports, fixture.caller, {
      ads: [one],
    });
    // The corrected ad is not there yet: nothing delivers before all of it is.
    expect(await carryOn()).toEqual(['PAUSED', [one?.adName]]);
    await expect(carryOn()).rejects.toMatchObject({
      details: [
        {
          code: 'corrected',
          message: expect.stringContaining('The campaign “Campaign shoes” stays paused'),
        },
      ],
    });
    await fixture.run(correcting);
    expect(await previewRetry(fixture.ports, fixture.caller, String(adBatchId))).toMatchObject({
      startsDelivering: true,
    });
    expect(await carryOn()).toEqual(['ACTIVE', [one?.adName]]);
    expect(JSON.stringify(await named(fixture, 'campaigns', 'Campaign shoes'))).toContain(
      '"status":"ACTIVE"',
    );
    expect(await named(fixture, 'ads', two?.adName ?? '')).toHaveLength(1);
  });

  test('is no matter of the limits of another account: each budget is judged by those of its own', async () => {
    const fixture = await createTwoPlatforms();
    const { ports, caller, companyId } = fixture;
    const body = parseRequest(guardrailsBody, {
      currencies: { EUR: { dailyBudget: 100 }, USD: { dailyBudget: 1_000 } },
    });
    await changeGuardrails(ports, caller, body);
    const other = seed.accounts.usd;
    const into = (dailyBudget: number, adAccountId: string, ref: string) => ({
      adSet: metaAdSet(ref, seed.campaign(adAccountId, 'traffic'), { adAccountId, dailyBudget }),
      ad: metaAd(ref, [{ ref }], { adAccountId }),
    });
    const planned = async (euros: number, dollars: number) => {
      const all = [into(euros, meta, 'de'), into(dollars, other, 'us')];
      const request = { newAdSets: all.map(({ adSet }) => adSet), ads: all.map(({ ad }) => ad) };
      const { guards } = await dryRun(ports, companyId, request);
      return guards
        .filter(({ exceeded }) => exceeded)
        .map(({ adAccountId, asked }) => [adAccountId, asked]);
    };
    expect(await planned(20, 500)).toEqual([]);
    expect(await planned(500, 20)).toEqual([[meta, 500]]);
  });

  test('counts with an ad set that was refused before it, once both are retried', async () => {
    const fixture = await createTwoPlatforms();
    await fixture.fault({
      platform: 'meta',
      fault: 'refuse-1815629',
      method: 'POST',
      path: '/*/adsets',
      times: 9,
    });
    const { adBatchId, status } = await launch(fixture, {
      newAdSets: [
        metaAdSet('de', seed.campaign(meta, 'traffic'), { status: 'ACTIVE', dailyBudget: 500 }),
      ],
      ads: [metaAd('One', [{ ref: 'de' }], { status: 'ACTIVE' })],
    });
    expect(status).toMatchObject({ rawStatus: 'Error', made: [{ id: null }] });
    await changeGuardrails(fixture.ports, fixture.caller, tight);
    await expect(
      retryBatch(fixture.ports, fixture.caller, String(adBatchId)),
    ).rejects.toMatchObject({
      details: [{ code: 'guard_exceeded' }],
    });
  });

  test('is retried into a campaign that is judged as it stands by then', async () => {
    const fixture = await createTwoPlatforms();
    await fixture.fault({
      platform: 'meta',
      fault: 'refuse-1815629',
      method: 'POST',
      path: '/*/ads',
      times: 1,
    });
    const { adBatchId, status } = await launch(fixture, platforms.Meta.body('ACTIVE'));
    await changeGuardrails(fixture.ports, fixture.caller, tight);
    const asked = () =>
      retryBatch(fixture.ports, fixture.caller, String(adBatchId)).then(
        () => undefined,
        (error: SlipwayError) => Number(error.details[0]?.guard?.asked),
      );
    const alone = await asked();
    await changeGuardrails(fixture.ports, fixture.caller, wide);
    // Another person puts more into the campaign, which is paused.
    const { status: joined } = await launch(fixture, {
      newAdSets: [metaAdSet('more', status.made?.[0]?.id, { status: 'ACTIVE', dailyBudget: 500 })],
      ads: [metaAd('More', [{ ref: 'more' }], { status: 'ACTIVE' })],
    });
    expect(joined.failedAds).toEqual([]);
    await changeGuardrails(fixture.ports, fixture.caller, tight);
    expect(await asked()).toBe(Number(alone) + 500);
  });

  test('is retried: what delivers then is known to the gate at once', async () => {
    const fixture = await createTwoPlatforms();
    const status = 'ACTIVE';
    await fixture.fault({
      platform: 'meta',
      fault: 'refuse-1815629',
      method: 'POST',
      path: '/*/ads',
      times: 1,
    });
    const { adBatchId, status: ended } = await launch(fixture, {
      newCampaigns: [metaCampaign('shoes', { status })],
      newAdSets: ['de', 'fr'].map((ref) => metaAdSet(ref, { ref: 'shoes' }, { status })),
      ads: [
        metaAd('One', [{ ref: 'de' }], { status }),
        metaAd('Two', [{ ref: 'fr' }], { status: 'PAUSED' }),
      ],
    });
    const joined = {
      ads: [metaAd('More', [ended.made?.find(({ ref }) => ref === 'fr')?.id], { status })],
    };
    const asked = async () =>
      (await dryRun(fixture.ports, fixture.companyId, joined)).moneyAtStake.map(
        ({ dailyBudget }) => dailyBudget,
      );
    expect(await asked()).toEqual([0]);
    await retryBatch(fixture.ports, fixture.caller, String(adBatchId));
    await fixture.run(adBatchId);
    expect(await asked()).toEqual([20]);
  });

  test('is made again without the creatives of ads that an undo has deleted', async () => {
    const fixture = await createTwoPlatforms();
    await fixture.fault({
      platform: 'meta',
      fault: 'refuse-1815629',
      method: 'POST',
      path: '/*/ads',
      times: 1,
    });
    const { adBatchId, status } = await launch(fixture, platforms.Meta.body('ACTIVE'));
    expect(status.successfulAds).toBe(2);
    await undo(fixture, adBatchId, 'delete');
    const before = (await fixture.held('adcreatives')).length;
    await retryBatch(fixture.ports, fixture.caller, String(adBatchId));
    await fixture.run(adBatchId);
    expect(await named(fixture, 'ads', 'shop')).toHaveLength(0);
    expect((await fixture.held('adcreatives')).length).toBe(before + 1);
  });

  test('leaves its ad set empty, which is not removed while another batch launches into it', async () => {
    const fixture = await createTwoPlatforms();
    await fixture.fault({
      platform: 'meta',
      fault: 'refuse-1815629',
      method: 'POST',
      path: '/*/ads',
      times: 1,
    });
    const { adBatchId, status } = await launch(fixture, {
      newCampaigns: [metaCampaign('shoes')],
      newAdSets: [metaAdSet('de', { ref: 'shoes' })],
      ads: [metaAd('One', [{ ref: 'de' }])],
    });
    expect(status.made?.map(({ empty }) => empty)).toEqual([true, true]);
    const corrected = await adsAsSent(
      fixture.ports,
      fixture.companyId,
      String(adBatchId),
      'failed',
    );
    const { adBatchId: correcting } = await submitLaunch(fixture.ports, fixture.caller, {
      ads: corrected,
    });
    const undone = await undo(fixture, adBatchId, 'delete-empty');
    expect(undone.made?.map((each) => each.undone)).toEqual([undefined, undefined]);
    expect(undone.undo?.left.map(({ message }) => message)).toContain(
      `Batch ${correcting} is launching into it: undo again once that has ended.`,
    );
    await fixture.run(correcting);
    expect(await batchStatus(fixture.ports, fixture.companyId, String(correcting))).toMatchObject({
      successfulAds: 1,
    });
  });

  test('leaves its campaign and ad set empty: they are named and removed, and nothing else is', async () => {
    const fixture = await createTwoPlatforms();
    await fixture.fault({
      platform: 'meta',
      fault: 'refuse-1815629',
      method: 'POST',
      path: '/*/ads',
      times: 1,
    });
    const refs = ['north', 'south'];
    const { adBatchId, status } = await launch(fixture, {
      newCampaigns: refs.map((ref) => metaCampaign(ref)),
      newAdSets: refs.map((ref) => metaAdSet(ref, { ref })),
      ads: refs.map((ref) => metaAd(ref, [{ ref }])),
    });
    const empty = (status.made ?? []).filter((each) => each.empty);
    expect([status.successfulAds, empty.map(({ type }) => type).sort()]).toEqual([
      1,
      ['adset', 'campaign'],
    ]);
    expect(new Set(empty.map(({ ref }) => ref)).size).toBe(1);
    const undone = await undo(fixture, adBatchId, 'delete-empty');
    const deleted = undone.made?.filter((each) => each.undone === 'deleted').map(({ id }) => id);
    expect([deleted, undone.undo?.left]).toEqual([empty.map(({ id }) => id), []]);
    expect(undone.launchedAds.map((ad) => ad.undone)).toEqual([undefined]);
    expect(undone.made?.some((each) => each.empty)).toBe(false);
    expect(await named(fixture, 'campaigns', 'Campaign ')).toHaveLength(1);

    // A retry makes again what its ad needs.
    await retryBatch(fixture.ports, fixture.caller, String(adBatchId));
    await fixture.run(adBatchId);
    const again = await batchStatus(fixture.ports, fixture.companyId, String(adBatchId));
    expect([again.successfulAds, again.made?.map(({ ads }) => ads)]).toEqual([2, [1, 1, 1, 1]]);
  });
});

describe('ads that describe their campaign and ad set', () => {
  const row = (name: string, campaign: object, adSet: object) => ({
    ...metaAd(name, []),
    adSets: undefined,
    newCampaign: campaign,
    newAdSet: adSet,
  });
  const spring = { name: 'Spring', objective: 'OUTCOME_TRAFFIC' };
  const us = { name: 'US', dailyBudget: 20, countries: ['US'] };

  test('share what they agree in, and what exists by then is taken by its name', async () => {
    const fixture = await createTwoPlatforms();
    const ads = [
      row('One', spring, us),
      row('Two', { name: 'Spring' }, { name: 'US' }),
      row('Three', spring, { ...us, name: 'CA', countries: ['CA'] }),
    ];
    const plan = await dryRun(fixture.ports, fixture.companyId, { ads });
    expect(plan).toMatchObject({ totalAds: 3, creates: { campaigns: 1, adSets: 2 } });
    const { status } = await launch(fixture, { ads });
    expect(status).toMatchObject({ rawStatus: 'Success', successfulAds: 3 });
    expect(await named(fixture, 'campaigns', '"name":"Spring"')).toHaveLength(1);
    const more = await dryRun(fixture.ports, fixture.companyId, {
      ads: [row('Four', spring, us), row('Five', spring, { ...us, name: 'MX' })],
    });
    expect(more.creates).toEqual({ campaigns: 0, adSets: 1 });
    expect(more.warnings.map(({ path, code }) => [path, code])).toContainEqual([
      'ads[0].newAdSet',
      'exists_already',
    ]);
    await launch(fixture, { ads: [row('Four', spring, us)] });
    const byId = (kind: string, name: string) =>
      named(fixture, kind, `"name":"${name}"`).then(([each]) => String(each?.id));
    const ids = [
      { name: await byId('campaigns', 'Spring') },
      { name: await byId('adsets', 'US') },
    ] as const;
    const into = await dryRun(fixture.ports, fixture.companyId, { ads: [row('Five', ...ids)] });
    expect([into.creates, into.warnings.map(({ code }) => code)]).toEqual([undefined, []]);
    expect(await named(fixture, 'campaigns', '"name":"Spring"')).toHaveLength(1);
    expect(await named(fixture, 'adsets', '"name":"US"')).toHaveLength(1);
  });

  test('wait for a launch that is making the same: a second campaign or ad set of the name is not made', async () => {
    const fixture = await createTwoPlatforms();
    const { ports, caller } = fixture;
    const first = await submitLaunch(ports, caller, { ads: [row('One', spring, us)] });
    expect(await faultsOf(fixture, { ads: [row('Two', spring, us)] })).toContainEqual([
      'ads[0].newCampaign.name',
      'in_progress',
    ]);
    await fixture.run(first.adBatchId);
    const second = await submitLaunch(ports, caller, {
      ads: [row('Two', spring, { ...us, name: 'MX' })],
    });
    expect(
      await faultsOf(fixture, { ads: [row('Three', spring, { ...us, name: 'MX' })] }),
    ).toContainEqual(['ads[0].newAdSet.name', 'in_progress']);
    await fixture.run(second.adBatchId);
    await launch(fixture, {
      ads: [row('Three', spring, { ...us, name: 'MX' }), row('Four', spring, us)],
    });
    expect(await named(fixture, 'campaigns', '"name":"Spring"')).toHaveLength(1);
    expect(await named(fixture, 'adsets', '"name":"MX"')).toHaveLength(1);
  });

  test('are launched by one of two requests in the very same moment: the other waits', async () => {
    const fixture = await createTwoPlatforms();
    const { ports, caller } = fixture;
    for (const level of ['newCampaign', 'newAdSet']) {
      const adSet = level === 'newCampaign' ? us : { ...us, name: 'MX' };
      const asked = await Promise.allSettled(
        ['One', 'Two'].map((name) =>
          submitLaunch(ports, caller, { ads: [row(`${name} ${level}`, spring, adSet)] }),
        ),
      );
      const [accepted] = asked.flatMap((each) =>
        each.status === 'fulfilled' ? [each.value.adBatchId] : [],
      );
      expect(
        asked.flatMap((each) => (each.status === 'rejected' ? [each.reason.details] : [])),
      ).toMatchObject([
        [
          {
            path: `ads[0].${level}.name`,
            code: 'in_progress',
            message: expect.stringContaining(`Batch ${accepted} is making`),
          },
        ],
      ]);
      await fixture.run(accepted ?? 0);
    }
    expect(await named(fixture, 'campaigns', '"name":"Spring"')).toHaveLength(1);
    expect(await named(fixture, 'adsets', '"name":"MX"')).toHaveLength(1);
  });

  test('are launched once, also where another launch of the same is accepted and ends before this one is committed', async () => {
    const fixture = await createTwoPlatforms();
    const { ports, caller } = fixture;
    for (const level of ['newCampaign', 'newAdSet']) {
      const ads = (name: string) => [
        row(`${name} ${level}`, spring, level === 'newCampaign' ? us : { ...us, name: 'MX' }),
      ];
      const meanwhile = async () => {
        await launch(fixture, { ads: ads('Other') });
        return {};
      };
      const hooks = { ...ports.hooks, planned: [...ports.hooks.planned, meanwhile] };
      await expect(
        submitLaunch({ ...ports, hooks }, caller, { ads: ads('This') }),
      ).rejects.toMatchObject({
        details: [
          {
            path: `ads[0].${level}.name`,
            code: 'in_progress',
            message: expect.stringContaining('is there by now'),
          },
        ],
      });
      expect((await launch(fixture, { ads: ads('This') })).status).toMatchObject({
        successfulAds: 1,
      });
    }
    expect(await named(fixture, 'campaigns', '"name":"Spring"')).toHaveLength(1);
    expect(await named(fixture, 'adsets', '"name":"MX"')).toHaveLength(1);
  });

  test('are retried where nobody else makes, or has made, what they describe', async () => {
    const fixture = await createTwoPlatforms();
    const { ports, caller } = fixture;
    for (const [level, path] of [
      ['campaign', '/*/campaigns'],
      ['ad set', '/*/adsets'],
    ] as const) {
      const adSet = level === 'campaign' ? us : { ...us, name: 'MX' };
      await fixture.fault({
        platform: 'meta',
        fault: 'refuse-1815629',
        method: 'POST',
        path,
        times: 1,
      });
      const { adBatchId: refused, status } = await launch(fixture, {
        ads: [row(`One ${level}`, spring, adSet)],
      });
      expect(status.rawStatus).toBe('Error');
      const other = await submitLaunch(ports, caller, {
        ads: [row(`Two ${level}`, spring, adSet)],
      });
      const told = (code: string, said: string) => ({
        code: 'unprocessable_entity',
        details: [{ path: 'id', code, message: expect.stringContaining(said) }],
      });
      for (const asked of [retryBatch, previewRetry])
        await expect(asked(ports, caller, String(refused))).rejects.toMatchObject(
          told('in_progress', `Batch ${other.adBatchId} is making the ${level}`),
        );
      await fixture.run(other.adBatchId);
      for (const asked of [retryBatch, previewRetry])
        await expect(asked(ports, caller, String(refused))).rejects.toMatchObject(
          told('exists_already', `The ${level}`),
        );
    }
    expect(await named(fixture, 'campaigns', '"name":"Spring"')).toHaveLength(1);
    expect(await named(fixture, 'adsets', '"name":"MX"')).toHaveLength(1);
  });

  test('are retried whole where nothing of the kind is there, and so is a campaign that is listed beside the ads', async () => {
    const fixture = await createTwoPlatforms();
    const refusedThen = async (body: object, meanwhile: () => Promise<unknown>) => {
      await fixture.fault({
        platform: 'meta',
        fault: 'refuse-1815629',
        method: 'POST',
        path: '/*/campaigns',
        times: 1,
      });
      const { adBatchId } = await launch(fixture, body);
      await meanwhile();
      await retryBatch(fixture.ports, fixture.caller, String(adBatchId));
      await fixture.run(adBatchId);
      return batchStatus(fixture.ports, fixture.companyId, String(adBatchId));
    };
    const rows = { ads: [row('One', spring, us)] };
    expect(await refusedThen(rows, async () => undefined)).toMatchObject({
      rawStatus: 'Success',
      successfulAds: 1,
    });
    const listed = {
      newCampaigns: [metaCampaign('shoes')],
      newAdSets: [metaAdSet('de', { ref: 'shoes' })],
      ads: [metaAd('One', [{ ref: 'de' }])],
    };
    expect(await refusedThen(listed, () => launch(fixture, listed))).toMatchObject({
      rawStatus: 'Success',
      successfulAds: 1,
    });
    expect(await named(fixture, 'campaigns', 'Campaign shoes')).toHaveLength(2);
  });

  test('in a later part are planned with the money of those that the parts before it make, each once', async () => {
    const fixture = await createTwoPlatforms();
    const on = (name: string, dailyBudget: number) => ({
      ...spring,
      name,
      dailyBudget,
      status: 'ACTIVE',
    });
    const place = (name: string) => ({ name, countries: ['US'], status: 'ACTIVE' });
    const plan = (ads: readonly object[], after?: unknown) =>
      dryRun(fixture.ports, fixture.companyId, {
        ads: ads.map((ad) => ({ ...ad, status: 'ACTIVE' })),
        ...(after !== undefined && { after }),
      });
    const first = await plan([row('One', on('A', 100), place('US'))]);
    const second = await plan(
      [row('Two', on('A', 100), place('US')), row('Three', on('B', 50), place('MX'))],
      first.adSets,
    );
    const third = await plan([row('Four', on('C', 7), place('CA'))], second.adSets);
    expect(
      [first, second, third].map(({ moneyAtStake }) =>
        moneyAtStake.map(({ dailyBudget }) => dailyBudget),
      ),
    ).toEqual([[100], [150], [157]]);
    const adsInto = ({ adSets }: typeof third) =>
      adSets.map(({ ads, activeAds }) => [ads, activeAds]);
    expect(adsInto(third)).toEqual([
      [2, 2],
      [1, 1],
      [1, 1],
    ]);
  });

  test('are refused at both cells where they differ in a setting', async () => {
    const fixture = await createTwoPlatforms();
    const ads = [
      row('One', spring, us),
      row('Two', spring, { ...us, dailyBudget: 30 }),
      row('Three', { name: 'Summer' }, {}),
    ];
    expect(await faultsOf(fixture, { ads })).toEqual(
      expect.arrayContaining([
        ['ads[0].newAdSet.dailyBudget', 'rows_disagree'],
        ['ads[1].newAdSet.dailyBudget', 'rows_disagree'],
        ['ads[2].newAdSet.name', 'missing_field'],
      ]),
    );
  });
});
