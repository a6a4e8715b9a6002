import { describe, expect, test } from 'vitest';
import { equalAd } from '../../adapters/tiktok/equal-ad.ts';
import {
  adIn,
  clips,
  createGuardFixture,
  eur,
  exceeded,
  seed,
  shortVideo,
} from './guard-fixture.ts';

describe('one budget that is too large', () => {
  test('a campaign of 5,000,000 a day is refused, active or paused, and nothing is sent', async () => {
    const fixture = await createGuardFixture();
    const before = (await fixture.held('campaigns')).length;
    for (const status of ['ACTIVE', 'PAUSED'])
      expect(await exceeded(fixture.campaign({ dailyBudget: 5_000_000, status }))).toEqual([
        {
          path: 'dailyBudget',
          guard: 'dailyBudget',
          asked: 5_000_000,
          limit: 10_000,
          account: eur,
          message: expect.stringMatching(
            /5,000,000 EUR.*act_1001 allows at most 10,000 EUR.*An admin can change/,
          ),
        },
      ]);
    expect(
      await exceeded(
        fixture.campaign({ lifetimeBudget: 5_000_000, endTime: '2027-01-01T00:00:00Z' }),
      ),
    ).toMatchObject([{ path: 'lifetimeBudget', guard: 'lifetimeBudget', limit: 300_000 }]);
    expect((await fixture.held('campaigns')).length).toBe(before);
    await fixture.campaign({ dailyBudget: 10_000, status: 'ACTIVE' });
  });

  test('an ad set, its scheduled budgets included', async () => {
    const fixture = await createGuardFixture();
    const campaignId = seed.campaign(eur, 'traffic');
    expect(await exceeded(fixture.adSet({ campaignId, dailyBudget: 10_000.01 }))).toMatchObject([
      { asked: 10_000.01 },
    ]);
    const hour = 3_600;
    const start = Math.floor(fixture.ports.clock.now() / 1000) + hour;
    const period = { timeStart: start, timeEnd: start + 4 * hour };
    const budgetSchedules = [
      { ...period, budgetValue: 9_999 },
      { ...period, budgetValue: 6, budgetValueType: 'MULTIPLIER' },
      { ...period, budget_value: 12_000 },
    ];
    expect(
      await exceeded(fixture.adSet({ campaignId, dailyBudget: 2_000, budgetSchedules })),
    ).toMatchObject([
      { path: 'budgetSchedules[1].budgetValue', asked: 12_000 },
      { path: 'budgetSchedules[2].budget_value', asked: 12_000 },
    ]);
  });

  test('in the account’s own currency: 1,000,000 are fine in yen and too much in dollars', async () => {
    const fixture = await createGuardFixture();
    await fixture.campaign({ accountId: seed.accounts.jpy, dailyBudget: 1_000_000 });
    expect(
      await exceeded(fixture.campaign({ accountId: seed.accounts.jpy, dailyBudget: 1_000_001 })),
    ).toMatchObject([{ limit: 1_000_000, message: expect.stringContaining('JPY') }]);
    expect(
      await exceeded(fixture.campaign({ accountId: seed.accounts.usd, dailyBudget: 1_000_000 })),
    ).toMatchObject([{ limit: 10_000 }]);
  });

  test('a budget above the limit may be lowered, though not enough, and never raised', async () => {
    const fixture = await createGuardFixture();
    const entityId = seed.campaign(eur, 'advantage');
    await fixture.rawBudget(eur, 'campaign', entityId, 90_000);
    await fixture.budget({ entityType: 'campaign', entityId, dailyBudget: 80_000 });
    expect(
      await exceeded(fixture.budget({ entityType: 'campaign', entityId, dailyBudget: 85_000 })),
    ).toMatchObject([{ guard: 'dailyBudget', asked: 85_000 }]);
  });

  test('a chain of tenfold rises has to be confirmed up to a hundred times, and ends there', async () => {
    const fixture = await createGuardFixture();
    const entityId = seed.emptyAdSets(eur, 'traffic')[0] ?? '';
    const raise = (dailyBudget: number, more: object = {}) =>
      fixture.budget({ entityType: 'adset', entityId, dailyBudget, ...more });
    await raise(500);
    await expect(raise(5_000)).rejects.toMatchObject({ details: [{ code: 'confirm_required' }] });
    await raise(5_000, { confirm: true });
    expect(await exceeded(raise(5_000.01, { confirm: true }))).toMatchObject([
      { guard: 'risePercent', limit: 9_900 },
    ]);
    expect(await exceeded(raise(50_000, { confirm: true }))).toMatchObject([
      { guard: 'dailyBudget', asked: 50_000, limit: 10_000 },
      { guard: 'risePercent', asked: 99_900, limit: 9_900 },
    ]);
    expect(await fixture.dailyBudget(eur, 'adset', entityId)).toBe(5_000);
  });
});

describe('copies', () => {
  test('ten active copies that together are too much are refused; paused ones are not', async () => {
    const fixture = await createGuardFixture();
    const campaignId = seed.campaign(eur, 'advantage');
    await fixture.rawBudget(eur, 'campaign', campaignId, 6_000);
    const before = (await fixture.held('campaigns')).length;
    expect(
      await exceeded(fixture.copyCampaign({ campaignId, copyCount: 10, initialStatus: 'ACTIVE' })),
    ).toMatchObject([
      { path: 'campaignId', guard: 'startedDailyBudget', asked: 60_000, limit: 50_000 },
    ]);
    expect((await fixture.held('campaigns')).length).toBe(before);
    const copied = await fixture.copyCampaign({
      campaignId,
      copyCount: 8,
      initialStatus: 'ACTIVE',
      deepCopy: true,
    });
    expect(copied.successCount).toBe(8);
    expect((await fixture.copyCampaign({ campaignId, copyCount: 10 })).successCount).toBe(10);
  });

  test('a copy of what is above the limit is refused, paused too', async () => {
    const fixture = await createGuardFixture();
    const campaignId = seed.campaign(eur, 'advantage');
    await fixture.rawBudget(eur, 'campaign', campaignId, 5_000_000);
    expect(await exceeded(fixture.copyCampaign({ campaignId }))).toMatchObject([
      { guard: 'dailyBudget', asked: 5_000_000 },
    ]);
    expect(
      await exceeded(fixture.copyCampaign({ campaignId, copyCount: 10, initialStatus: 'ACTIVE' })),
    ).toMatchObject([
      { guard: 'dailyBudget' },
      { guard: 'startedDailyBudget', asked: 50_000_000 },
      { guard: 'accountDailyBudget', limit: 200_000 },
    ]);
  });

  test.each([
    ['primary', eur, seed.deliveringAdSet(eur, 'traffic'), 50],
    ['short-video', clips, shortVideo.deliveringAdGroup(clips, 'traffic'), 100],
  ])(
    'active copies of ad sets count by their own budgets: %s',
    async (_, accountId, adsetId, budget) => {
      const fixture = await createGuardFixture();
      await fixture.limits({ accounts: { [accountId]: { startedDailyBudget: 3 * budget } } });
      const copies = (copyCount: number) =>
        fixture.copyAdSet({ accountId, adsetId, copyCount, initialStatus: 'ACTIVE' });
      expect(await exceeded(copies(4))).toMatchObject([
        { guard: 'startedDailyBudget', asked: 4 * budget, account: accountId },
      ]);
      expect((await copies(3)).successCount).toBe(3);
      const empty = await fixture.copyAdSet({
        accountId,
        adsetId,
        copyCount: 10,
        initialStatus: 'ACTIVE',
        deepCopy: false,
      });
      expect(empty.successCount).toBe(10);
    },
  );

  test.each([
    ['primary', eur, seed.ad(eur, 'traffic', 1), seed.emptyAdSets(eur, 'leads')[0], 50],
    [
      'short-video',
      clips,
      shortVideo.ad(clips, 'traffic', 1),
      shortVideo.emptyAdGroups(clips, 'traffic')[0],
      100,
    ],
  ])(
    'an active copy of an ad starts the ad set it is put into: %s',
    async (_, accountId, adId, targetAdSetId, budget) => {
      const fixture = await createGuardFixture();
      await fixture.limits({ accounts: { [accountId]: { startedDailyBudget: budget - 1 } } });
      const copy = (more: object) =>
        fixture.copyAd({ accountId, adId, initialStatus: 'ACTIVE', ...more });
      expect(await exceeded(copy({ targetAdSetId }))).toMatchObject([
        { guard: 'startedDailyBudget', asked: budget },
      ]);
      expect((await copy({})).successCount).toBe(1);
    },
  );
});

describe('activation', () => {
  test.each([
    ['primary', eur, seed.deliveringAdSet(eur, 'traffic'), seed.campaign(eur, 'traffic'), 50],
    [
      'short-video',
      clips,
      shortVideo.deliveringAdGroup(clips, 'traffic'),
      shortVideo.campaign(clips, 'traffic'),
      100,
    ],
  ])(
    'of what was paused counts the budgets that go on: %s',
    async (_, businessId, adSetId, campaignId, budget) => {
      const fixture = await createGuardFixture();
      const account = { businessId };
      for (const [type, id] of [['adset', adSetId] as const, ['campaign', campaignId] as const]) {
        await fixture.limits({});
        await fixture.status({
          ...account,
          entityType: type,
          entityIds: [id],
          newStatus: 'PAUSED',
        });
        await fixture.limits({ accounts: { [businessId]: { startedDailyBudget: budget - 0.01 } } });
        const on = { ...account, entityType: type, entityIds: [id], newStatus: 'ACTIVE' };
        expect(await exceeded(fixture.status(on))).toMatchObject([
          { guard: 'startedDailyBudget', asked: budget },
        ]);
        await fixture.limits({ accounts: { [businessId]: { startedDailyBudget: budget } } });
        expect((await fixture.status(on)).successCount).toBe(1);
      }
    },
  );

  test('of a campaign that somebody made too large elsewhere is refused; pausing it never is', async () => {
    const fixture = await createGuardFixture();
    const entityId = seed.campaign(eur, 'advantage');
    await fixture.rawBudget(eur, 'campaign', entityId, 5_000_000);
    expect(
      (await fixture.status({ entityType: 'campaign', entityIds: [entityId], newStatus: 'PAUSED' }))
        .successCount,
    ).toBe(1);
    expect(
      await exceeded(
        fixture.status({ entityType: 'campaign', entityIds: [entityId], newStatus: 'ACTIVE' }),
      ),
    ).toMatchObject([
      { path: 'entityIds[0]', guard: 'dailyBudget', asked: 5_000_000 },
      { guard: 'startedDailyBudget' },
      { guard: 'accountDailyBudget' },
    ]);
  });

  test('an ad set that has ended and is given a new end starts again', async () => {
    const fixture = await createGuardFixture();
    const entityId = seed.deliveringAdSet(eur, 'traffic');
    const end = (endTime: string) => fixture.status({ entityType: 'adset', entityId, endTime });
    await end('2026-11-16T12:00:00Z');
    await fixture.ports.clock.sleep(2 * 86_400_000);
    await fixture.limits({ accounts: { [eur]: { startedDailyBudget: 49 } } });
    expect(await exceeded(end('2026-12-24T12:00:00Z'))).toMatchObject([
      { guard: 'startedDailyBudget', asked: 50 },
    ]);
    await fixture.limits({});
    expect((await end('2026-12-24T12:00:00Z')).successCount).toBe(1);
  });
});

describe('launches of active ads', () => {
  const [first = '', second = ''] = seed.emptyAdSets(eur, 'traffic');

  test('count the budgets that would start, once each, and not those that deliver already', async () => {
    const fixture = await createGuardFixture();
    await fixture.limits({ accounts: { [eur]: { startedDailyBudget: 99 } } });
    const both = {
      ads: [adIn([first]), adIn([first, second], { adName: 'Two' })],
      status: 'ACTIVE',
    };
    const ads = (list: readonly object[]) => ({
      ads: list.map((ad) => ({ ...ad, status: 'ACTIVE' })),
    });
    expect(await exceeded(fixture.launch(ads(both.ads)))).toMatchObject([
      { path: 'ads[0].adSets[0]', guard: 'startedDailyBudget', asked: 100, limit: 99 },
    ]);
    await fixture.launch(ads([adIn([first]), adIn([first], { adName: 'Two' })]));
    await fixture.launch(ads([adIn([seed.deliveringAdSet(eur, 'traffic')])]));
    await fixture.launch({ ads: both.ads });
  });

  test('count the budgets of ad groups on the other platform, and of a campaign that caps them', async () => {
    const fixture = await createGuardFixture();
    const into = (adSet: string | undefined) => ({
      ads: [{ ...equalAd, adSets: [adSet], status: 'ACTIVE' }],
    });
    await fixture.limits({ accounts: { [clips]: { startedDailyBudget: 99 } } });
    const [traffic] = shortVideo.emptyAdGroups(clips, 'traffic');
    expect(await exceeded(fixture.launch(into(traffic)))).toMatchObject([
      { path: 'ads[0].adSets[0]', guard: 'startedDailyBudget', asked: 100, account: clips },
    ]);
    // The campaign holds a budget of its own and delivers already: nothing more is spent than it
    // allows.
    const [reach] = shortVideo.emptyAdGroups(clips, 'reach');
    await fixture.launch(into(reach));
    await fixture.rawStatus(clips, 'campaign', shortVideo.campaign(clips, 'reach'), 'PAUSED');
    expect(
      await exceeded(
        fixture.status({
          businessId: clips,
          entityType: 'campaign',
          newStatus: 'ENABLE',
          entityIds: [shortVideo.campaign(clips, 'reach')],
        }),
      ),
    ).toMatchObject([{ guard: 'startedDailyBudget', asked: 500 }]);
  });

  test('into an ad set above the limit are refused at the ad that names it', async () => {
    const fixture = await createGuardFixture();
    await fixture.rawBudget(eur, 'adset', second, 5_000_000);
    const ads = [adIn([first]), { ...adIn([first, second]), adName: 'Two', status: 'ACTIVE' }];
    expect(await exceeded(fixture.launch({ ads }))).toMatchObject([
      { path: 'ads[1].adSets[1]', guard: 'dailyBudget', asked: 5_000_000 },
      { path: 'ads[1].adSets[0]', guard: 'startedDailyBudget', asked: 5_000_050 },
      { path: 'ads[1].adSets[0]', guard: 'accountDailyBudget' },
    ]);
  });

  test('are not accepted while nobody knows what they would spend; paused ones are', async () => {
    const fixture = await createGuardFixture();
    await fixture.fault({ fault: 'error', path: '*/adsets', method: 'GET', code: 2, status: 500 });
    const ads = [{ ...adIn([first]), status: 'ACTIVE' }];
    await expect(fixture.launch({ ads })).rejects.toMatchObject({
      code: 'unavailable',
      details: [{ code: 'spend_unknown' }],
    });
    await fixture.launch({ ads: [adIn([first])] });
  });
});
