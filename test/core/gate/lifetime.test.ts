import { describe, expect, test } from 'vitest';
import {
  adIn,
  createGuardFixture,
  eur,
  exceeded,
  type GuardFixture,
  seed,
} from './guard-fixture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What the dashboard suggests, with a room of 10,000 a day over what delivers at first. */
async function suggested(fixture: GuardFixture, room = 10_000): Promise<void> {
  await fixture.limits({ accounts: { [eur]: { accountDailyBudget: 1 } } });
  const raise = fixture.budget({
    entityType: 'adset',
    entityId: seed.deliveringAdSet(eur, 'traffic'),
    dailyBudget: 51,
  });
  const [told] = await exceeded(raise);
  const EUR = {
    lifetimeBudget: 30_000,
    startedDailyBudget: 50_000,
    startedLifetimeBudget: 150_000,
  };
  await fixture.limits({
    currencies: { EUR },
    accounts: { [eur]: { accountDailyBudget: Number(told?.asked) - 1 + room } },
  });
}

const later = (fixture: GuardFixture, ms: number): string =>
  new Date(fixture.ports.clock.now() + ms).toISOString();

/** An active campaign whose ad set has a lifetime budget, without ads. */
async function lifetimeAdSet(
  fixture: GuardFixture,
  lifetimeBudget: number,
  endTime: string,
  more: object = {},
) {
  const campaignId = await fixture.campaign({ status: 'ACTIVE' });
  return {
    campaignId,
    adSetId: await fixture.adSet({
      campaignId,
      lifetimeBudget,
      endTime,
      status: 'ACTIVE',
      ...more,
    }),
  };
}

async function launchInto(fixture: GuardFixture, adSetId: string): Promise<void> {
  const { adBatchId } = await fixture.launch({
    ads: [adIn([adSetId], { status: 'ACTIVE' })],
    again: true,
  });
  await fixture.run(adBatchId);
}

/** One that delivers. */
async function delivering(fixture: GuardFixture, lifetimeBudget: number, days: number) {
  const made = await lifetimeAdSet(fixture, lifetimeBudget, later(fixture, days * DAY));
  await launchInto(fixture, made.adSetId);
  return made;
}

describe('lifetime budgets', () => {
  test('of 30,000 that end within 26 hours are refused at the first, under 10,000 a day', async () => {
    const fixture = await createGuardFixture();
    await suggested(fixture);
    let passed = 0;
    for (let i = 0; i < 12; i++) {
      const campaignId = await fixture.campaign({
        lifetimeBudget: 30_000,
        endTime: later(fixture, 26 * HOUR),
        status: 'ACTIVE',
      });
      const adSetId = await fixture.adSet({
        campaignId,
        status: 'ACTIVE',
        endTime: later(fixture, 26 * HOUR),
      });
      await launchInto(fixture, adSetId).then(
        () => passed++,
        () => undefined,
      );
    }
    expect(passed).toBe(0);
    const { adSetId } = await lifetimeAdSet(fixture, 30_000, later(fixture, 26 * HOUR));
    const [refused] = await exceeded(launchInto(fixture, adSetId));
    expect(refused).toMatchObject({ guard: 'accountDailyBudget', account: eur });
    expect(refused?.message).toContain(
      'lifetime budgets by what is left of them for each day left',
    );
  });

  test('count by the days they have left, until the account is full', async () => {
    const fixture = await createGuardFixture();
    await suggested(fixture);
    for (let i = 0; i < 3; i++) await delivering(fixture, 30_000, 10);
    const { adSetId } = await lifetimeAdSet(fixture, 30_000, later(fixture, 10 * DAY));
    expect(await exceeded(launchInto(fixture, adSetId))).toMatchObject([
      { guard: 'accountDailyBudget' },
    ]);
    const longer = await lifetimeAdSet(fixture, 30_000, later(fixture, 100 * DAY));
    await launchInto(fixture, longer.adSetId);
  });

  test('count when what was paused goes on, when copies start, and when they are raised', async () => {
    const fixture = await createGuardFixture();
    await suggested(fixture, 4_000);
    const { adSetId, campaignId } = await delivering(fixture, 30_000, 10);
    expect(
      await exceeded(fixture.copyAdSet({ adsetId: adSetId, initialStatus: 'ACTIVE' })),
    ).toMatchObject([{ guard: 'accountDailyBudget' }]);
    expect(
      await exceeded(fixture.copyCampaign({ campaignId, initialStatus: 'ACTIVE' })),
    ).toMatchObject([{ guard: 'accountDailyBudget' }]);
    await fixture.status({ entityType: 'adset', entityId: adSetId, newStatus: 'PAUSED' });
    const other = await delivering(fixture, 30_000, 10);
    expect(
      await exceeded(
        fixture.status({ entityType: 'adset', entityId: adSetId, newStatus: 'ACTIVE' }),
      ),
    ).toMatchObject([{ guard: 'accountDailyBudget' }]);
    await fixture.budget({ entityType: 'adset', entityId: other.adSetId, lifetimeBudget: 10_000 });
    await fixture.status({ entityType: 'adset', entityId: adSetId, newStatus: 'ACTIVE' });
    const raised = fixture.budget({
      entityType: 'adset',
      entityId: other.adSetId,
      lifetimeBudget: 25_000,
    });
    expect(await exceeded(raised)).toMatchObject([{ guard: 'accountDailyBudget' }]);
  });

  test('that start late or on some days of the week count by the days on which they are spent', async () => {
    const fixture = await createGuardFixture();
    await suggested(fixture, 4_000);
    const end = later(fixture, 30 * DAY);
    const late = await lifetimeAdSet(fixture, 30_000, end, { startTime: later(fixture, 28 * DAY) });
    expect(await exceeded(launchInto(fixture, late.adSetId))).toMatchObject([
      { guard: 'accountDailyBudget' },
    ]);
    const adsetSchedule = [{ startMinute: 0, endMinute: 1440, days: [1] }];
    const mondays = await lifetimeAdSet(fixture, 30_000, end, { adsetSchedule });
    expect(await exceeded(launchInto(fixture, mondays.adSetId))).toMatchObject([
      { guard: 'accountDailyBudget' },
    ]);
    await launchInto(fixture, (await lifetimeAdSet(fixture, 30_000, end)).adSetId);
  });
});

describe('an earlier end', () => {
  test('spends a lifetime budget in fewer days: it is judged like a rise, by every door to it', async () => {
    const fixture = await createGuardFixture();
    await suggested(fixture, 4_000);
    const { adSetId, campaignId } = await delivering(fixture, 30_000, 300);
    const tomorrow = later(fixture, DAY + HOUR);
    const told = [{ guard: 'accountDailyBudget', path: 'endTime' }];
    expect(await exceeded(fixture.updateAdSet({ adSetId, endTime: tomorrow }))).toMatchObject(told);
    const ended = (entityType: string, entityId: string) =>
      fixture.status({ entityType, entityId, endTime: tomorrow });
    expect(await exceeded(ended('adset', adSetId))).toMatchObject([
      { guard: 'accountDailyBudget' },
    ]);
    expect(await exceeded(ended('campaign', campaignId))).toMatchObject([
      { guard: 'accountDailyBudget' },
    ]);
    const { updateId } = await fixture.updateAdSet({ adSetId, endTime: later(fixture, 30 * DAY) });
    await fixture.undo({ updateId });
    // A later end, and taking it back once the room is used.
    const put = await fixture.updateAdSet({ adSetId, endTime: later(fixture, 600 * DAY) });
    await suggested(fixture, 20);
    expect(await exceeded(fixture.undo({ updateId: put.updateId }))).toMatchObject([
      { guard: 'accountDailyBudget' },
    ]);
  });

  test('of the campaign that holds the budget too, and in steps', async () => {
    const fixture = await createGuardFixture();
    await suggested(fixture, 4_000);
    const endTime = later(fixture, 300 * DAY);
    const campaignId = await fixture.campaign({
      lifetimeBudget: 30_000,
      endTime,
      status: 'ACTIVE',
    });
    const adSetId = await fixture.adSet({ campaignId, status: 'ACTIVE', endTime });
    await launchInto(fixture, adSetId);
    expect(
      await exceeded(fixture.updateCampaign({ campaignId, endTime: later(fixture, 2 * DAY) })),
    ).toHaveLength(1);
    let days = 300;
    const halve = () =>
      fixture
        .updateCampaign({ campaignId, endTime: later(fixture, (days / 2) * DAY) })
        .then(() => (days /= 2));
    for (let i = 0; i < 5; i++) await halve();
    // 30,000 in 9 days are fine, in less than 5 they are not.
    expect(await exceeded(halve())).toMatchObject([{ guard: 'accountDailyBudget' }]);
    expect(days).toBeCloseTo(9.375);
  });

  test('of a daily budget, or of what is paused, is nobody’s concern', async () => {
    const fixture = await createGuardFixture();
    await suggested(fixture, 1);
    await fixture.updateAdSet({
      adSetId: seed.deliveringAdSet(eur, 'traffic'),
      endTime: later(fixture, 2 * DAY),
    });
    const { adSetId } = await lifetimeAdSet(fixture, 30_000, later(fixture, 300 * DAY), {
      status: 'PAUSED',
    });
    await fixture.updateAdSet({ adSetId, endTime: later(fixture, 2 * DAY) });
  });
});

describe('caps and bids', () => {
  test('a raised spend cap is judged like a raised budget, and taking one away is', async () => {
    const fixture = await createGuardFixture();
    await suggested(fixture);
    const campaignId = await fixture.campaign({ campaignSpendCap: 2_000 });
    const cap = (campaignSpendCap: number, more: object = {}) =>
      fixture.updateCampaign({ campaignId, campaignSpendCap, ...more });
    expect(await exceeded(cap(99_999_999))).toMatchObject([
      { guard: 'lifetimeBudget', path: 'campaignSpendCap', asked: 99_999_999 },
      { guard: 'risePercent' },
    ]);
    await expect(cap(25_000)).rejects.toMatchObject({
      details: [{ code: 'confirm_required', path: 'campaignSpendCap' }],
    });
    await cap(25_000, { confirm: true });
    await cap(2_000);
    // One is set where there was none: that holds spending back.
    const open = await fixture.campaign({});
    const { updateId } = await fixture.updateCampaign({
      campaignId: open,
      campaignSpendCap: 999_999,
    });
    await fixture.undo({ updateId });
    const kept = await fixture.updateCampaign({ campaignId: open, campaignSpendCap: 5_000 });
    await fixture.ports.clock.sleep(2 * DAY);
    expect(await exceeded(fixture.undo({ updateId: kept.updateId }))).toMatchObject([
      { guard: 'lifetimeBudget' },
      { guard: 'risePercent' },
    ]);
  });

  test('a bid may rise within a day as far as a budget, in one step or in many', async () => {
    const fixture = await createGuardFixture();
    await fixture.limits({ risePercent: 300 });
    const campaignId = await fixture.campaign({});
    const bidding = { bidStrategy: 'LOWEST_COST_WITH_BID_CAP', bidAmount: 1 };
    const adSetId = await fixture.adSet({ campaignId, dailyBudget: 20, ...bidding });
    const bid = (bidAmount: number) => fixture.updateAdSet({ adSetId, bidAmount });
    await bid(2);
    await bid(4);
    expect(await exceeded(bid(4.01))).toMatchObject([
      { guard: 'risePercent', path: 'bidAmount', asked: 301 },
    ]);
    await fixture.ports.clock.sleep(DAY);
    await bid(8);
  });

  test('a bid above the limit of the company is refused, of a new ad set too', async () => {
    const fixture = await createGuardFixture();
    await fixture.limits({ currencies: { EUR: { bid: 3 } } });
    const campaignId = await fixture.campaign({});
    const made = (bidAmount: number) =>
      fixture.adSet({
        campaignId,
        dailyBudget: 20,
        bidStrategy: 'LOWEST_COST_WITH_BID_CAP',
        bidAmount,
      });
    expect(await exceeded(made(3.01))).toMatchObject([
      { guard: 'bid', path: 'bidAmount', asked: 3.01, limit: 3 },
    ]);
    const adSetId = await made(3);
    expect(await exceeded(fixture.updateAdSet({ adSetId, bidAmount: 3.5 }))).toMatchObject([
      { guard: 'bid', asked: 3.5 },
    ]);
    await fixture.updateAdSet({ adSetId, bidAmount: 2 });
  });

  test('a strategy that takes the cap on bids away is judged by the limit on bids', async () => {
    const fixture = await createGuardFixture();
    await fixture.limits({ currencies: { EUR: { bid: 5 } } });
    const capped = { bidStrategy: 'LOWEST_COST_WITH_BID_CAP', bidAmount: 3 };
    const adSetId = await fixture.adSet({
      campaignId: await fixture.campaign({}),
      dailyBudget: 20,
      ...capped,
    });
    const bidStrategy = 'LOWEST_COST_WITHOUT_CAP';
    expect(await exceeded(fixture.updateAdSet({ adSetId, bidStrategy }))).toMatchObject([
      { guard: 'bid', path: 'bidStrategy', limit: 5 },
    ]);
    const shared = await fixture.campaign({
      dailyBudget: 20,
      bidStrategy: 'LOWEST_COST_WITH_BID_CAP',
    });
    expect(
      await exceeded(fixture.updateCampaign({ campaignId: shared, bidStrategy })),
    ).toMatchObject([{ guard: 'bid' }]);
    // A cap of another kind stays one, and without a limit on bids a strategy is free.
    await fixture.updateAdSet({ adSetId, bidStrategy: 'COST_CAP' });
    await fixture.limits({ currencies: {} });
    await fixture.updateAdSet({ adSetId, bidStrategy });
  });

  test('caps and least amounts of new campaigns and ad sets are judged like their budgets', async () => {
    const fixture = await createGuardFixture();
    await suggested(fixture);
    expect(await exceeded(fixture.campaign({ campaignSpendCap: 99_999_999 }))).toMatchObject([
      { guard: 'lifetimeBudget', path: 'campaignSpendCap', asked: 99_999_999 },
    ]);
    const campaignId = await fixture.campaign({ campaignSpendCap: 2_000, dailyBudget: 20 });
    expect(await exceeded(fixture.adSet({ campaignId, dailySpendCap: 999_999 }))).toMatchObject([
      { guard: 'dailyBudget', path: 'dailySpendCap' },
    ]);
  });
});

test('a scheduled higher budget counts as what it is until its period is over', async () => {
  const fixture = await createGuardFixture();
  await suggested(fixture, 500);
  const campaignId = await fixture.campaign({ status: 'ACTIVE' });
  const budgetSchedules = [
    {
      budgetValue: 8,
      budgetValueType: 'MULTIPLIER',
      timeStart: later(fixture, DAY),
      timeEnd: later(fixture, 2 * DAY),
    },
  ];
  const adSetId = await fixture.adSet({
    campaignId,
    status: 'ACTIVE',
    dailyBudget: 100,
    budgetSchedules,
  });
  expect(await exceeded(launchInto(fixture, adSetId))).toMatchObject([
    { guard: 'accountDailyBudget' },
  ]);
  await fixture.ports.clock.sleep(2 * DAY);
  await launchInto(fixture, adSetId);
});
