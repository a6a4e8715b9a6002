import { describe, expect, test } from 'vitest';
import { createAdSetReader } from '../../../core/accounts/ad-sets.ts';
import { adAccountKind } from '../../../core/accounts/records.ts';
import { accountKey } from '../../../core/base/account-key.ts';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { budgetSeenKind, forgetSeenBudgets } from '../../../core/gate/seen.ts';
import { dryRun } from '../../../core/launch/accept/dry-run.ts';
import { adSetCopies } from '../../../core/manage/duplicate/duplicate-ad-set.ts';
import { prepareDuplicate } from '../../../core/manage/duplicate/prepare.ts';
import { acceptDuplicate } from '../../../core/manage/duplicate/submit.ts';
import { updateBudget } from '../../../core/manage/edit/update-budget.ts';
import { updateStatus } from '../../../core/manage/edit/update-status.ts';
import { duplicateAdSetRequest } from '../../../core/manage/schema/duplicate.ts';
import { updateBudgetRequest, updateStatusRequest } from '../../../core/manage/schema/edit.ts';
import { portsFor } from '../../../core/operations/carry-out.ts';
import {
  adIn,
  clips,
  createGuardFixture,
  eur,
  exceeded,
  type GuardFixture,
  seed,
  shortVideo,
} from './guard-fixture.ts';

const HOUR = 3_600_000;

/** No limit but the one on rises, so that it alone can refuse. */
const onlyRises = (adAccountId: string, risePercent = 1_900) => ({
  risePercent,
  accounts: {
    [adAccountId]: { dailyBudget: 1e9, startedDailyBudget: 1e9, accountDailyBudget: 1e9 },
  },
});

const until = async (fixture: GuardFixture, iso: string): Promise<void> => {
  await fixture.ports.clock.sleep(Date.parse(iso) - fixture.ports.clock.now());
};

describe('a chain of rises', () => {
  test.each([
    ['primary', eur, seed.emptyAdSets(eur, 'traffic')[0] ?? '', 50],
    ['short-video', clips, shortVideo.emptyAdGroups(clips, 'traffic')[0] ?? '', 100],
  ])('within a day counts as one: %s', async (_, businessId, entityId, first) => {
    const fixture = await createGuardFixture();
    await fixture.limits(onlyRises(businessId));
    const raise = (dailyBudget: number) =>
      fixture.budget({ businessId, entityType: 'adset', entityId, dailyBudget, confirm: true });
    await raise(first * 10);
    expect(await exceeded(raise(first * 100))).toMatchObject([
      { guard: 'risePercent', asked: 9_900, limit: 1_900, path: 'dailyBudget' },
    ]);
    await raise(first * 20);
    expect(await exceeded(raise(first * 20 + 0.01))).toMatchObject([{ guard: 'risePercent' }]);
    expect(await fixture.dailyBudget(businessId, 'adset', entityId)).toBe(first * 20);
    await raise(first);
    expect(await exceeded(raise(first * 21))).toHaveLength(1);
  });

  test('is not broken by changes past this service, whether they raise or lower', async () => {
    const fixture = await createGuardFixture();
    const entityId = seed.emptyAdSets(eur, 'traffic')[0] ?? '';
    await fixture.limits(onlyRises(eur));
    const raise = (dailyBudget: number) =>
      fixture.budget({ entityType: 'adset', entityId, dailyBudget, confirm: true });
    await raise(60);
    await fixture.rawBudget(eur, 'adset', entityId, 900);
    expect(await exceeded(raise(1_001))).toMatchObject([{ guard: 'risePercent', asked: 1_902 }]);
    await fixture.rawBudget(eur, 'adset', entityId, 5);
    await raise(1_000);
    expect(await fixture.dailyBudget(eur, 'adset', entityId)).toBe(1_000);
  });

  test('is measured from local midnight, though somebody raised the budget past this service before its first look', async () => {
    const fixture = await createGuardFixture();
    const entityId = seed.emptyAdSets(eur, 'traffic')[0] ?? '';
    await fixture.limits(onlyRises(eur, 100));
    const raise = (dailyBudget: number) =>
      fixture.budget({ entityType: 'adset', entityId, dailyBudget, confirm: true });
    await until(fixture, '2026-11-17T08:00:00Z');
    await fixture.rawBudget(eur, 'adset', entityId, 60);
    await fixture.rawBudget(eur, 'adset', entityId, 90);
    expect(await exceeded(raise(101))).toMatchObject([{ guard: 'risePercent', asked: 102 }]);
    await raise(100);
    await until(fixture, '2026-11-18T08:00:00Z');
    await raise(200);
  });

  test('begins with the first look of the day, though that one was refused or was at the status', async () => {
    const fixture = await createGuardFixture();
    await fixture.limits(onlyRises(eur));
    const [first = '', second = ''] = seed.emptyAdSets(eur, 'traffic');
    const raise = (entityId: string, dailyBudget: number) =>
      fixture.budget({ entityType: 'adset', entityId, dailyBudget, confirm: true });
    expect(await exceeded(raise(first, 1_001))).toHaveLength(1);
    await fixture.rawStatus(eur, 'adset', second, 'PAUSED');
    await fixture.status({ entityType: 'adset', entityId: second, newStatus: 'ACTIVE' });
    for (const entityId of [first, second]) {
      await fixture.rawBudget(eur, 'adset', entityId, 1_000);
      expect(await exceeded(raise(entityId, 1_001))).toMatchObject([
        { guard: 'risePercent', asked: 1_902 },
      ]);
    }
  });

  test('begins with the creation of what was created today, and goes on in a copy of what rose today', async () => {
    const fixture = await createGuardFixture();
    await fixture.limits(onlyRises(eur));
    const raise = (entityId: string, dailyBudget: number) =>
      fixture.budget({ entityType: 'campaign', entityId, dailyBudget, confirm: true });
    const made = await fixture.campaign({ dailyBudget: 50 });
    await fixture.rawBudget(eur, 'campaign', made, 1_000);
    expect(await exceeded(raise(made, 1_001))).toMatchObject([{ guard: 'risePercent' }]);
    const { results } = await fixture.copyCampaign({ campaignId: made });
    const copy = results[0]?.newCampaignId ?? '';
    expect(await fixture.dailyBudget(eur, 'campaign', copy)).toBe(1_000);
    expect(await exceeded(raise(copy, 1_001))).toMatchObject([
      { guard: 'risePercent', asked: 1_902 },
    ]);
  });

  test('needs confirm beyond tenfold as before, and confirm lifts no limit', async () => {
    const fixture = await createGuardFixture();
    await fixture.limits(onlyRises(eur));
    const entityId = seed.emptyAdSets(eur, 'traffic')[0] ?? '';
    const raise = (dailyBudget: number, confirm?: boolean) =>
      fixture.budget({ entityType: 'adset', entityId, dailyBudget, ...(confirm && { confirm }) });
    await raise(500);
    await expect(raise(501)).rejects.toMatchObject({ details: [{ code: 'confirm_required' }] });
    await raise(1_000, true);
    expect(await exceeded(raise(1_001))).toHaveLength(1);
    expect(await exceeded(raise(1_001, true))).toHaveLength(1);
  });
});

describe('the day is that of the account', () => {
  test.each([
    // The fixture starts on Sunday 15 November 2026, 12:00 UTC.
    [
      'Berlin',
      eur,
      seed.emptyAdSets(eur, 'traffic')[0] ?? '',
      '2026-11-15T22:59:59Z',
      '2026-11-15T23:00:01Z',
    ],
    [
      'Tokyo',
      seed.accounts.jpy,
      seed.emptyAdSets(seed.accounts.jpy, 'traffic')[0] ?? '',
      '2026-11-15T14:59:59Z',
      '2026-11-15T15:00:01Z',
    ],
    [
      'New York',
      seed.accounts.usd,
      seed.emptyAdSets(seed.accounts.usd, 'traffic')[0] ?? '',
      '2026-11-16T04:59:59Z',
      '2026-11-16T05:00:01Z',
    ],
  ])('%s: a chain ends at midnight there', async (_, businessId, entityId, before, after) => {
    const fixture = await createGuardFixture();
    await fixture.limits(onlyRises(businessId, 100));
    const first = (await fixture.dailyBudget(businessId, 'adset', entityId)) ?? 0;
    const raise = (times: number) =>
      fixture.budget({
        businessId,
        entityType: 'adset',
        entityId,
        dailyBudget: first * times,
        confirm: true,
      });
    await raise(2);
    await until(fixture, before);
    expect(await exceeded(raise(4))).toMatchObject([{ guard: 'risePercent', asked: 300 }]);
    await until(fixture, after);
    await raise(4);
    expect(await exceeded(raise(8))).toMatchObject([{ guard: 'risePercent', asked: 300 }]);
  });

  test.each([
    [
      'spring, 23 hours',
      '2027-03-27T22:30:00Z',
      '2027-03-27T23:30:00Z',
      '2027-03-28T21:59:59Z',
      '2027-03-28T22:00:01Z',
    ],
    [
      'autumn, 25 hours',
      '2027-10-30T21:30:00Z',
      '2027-10-30T22:30:00Z',
      '2027-10-31T22:59:59Z',
      '2027-10-31T23:00:01Z',
    ],
  ])('Berlin in %s', async (_, eve, morning, night, next) => {
    const fixture = await createGuardFixture();
    await fixture.limits(onlyRises(eur, 100));
    const entityId = seed.emptyAdSets(eur, 'traffic')[0] ?? '';
    const raise = (dailyBudget: number) =>
      fixture.budget({ entityType: 'adset', entityId, dailyBudget, confirm: true });
    await until(fixture, eve);
    await raise(100);
    await until(fixture, morning);
    await raise(200);
    await until(fixture, night);
    expect(await exceeded(raise(400))).toMatchObject([{ asked: 300 }]);
    await until(fixture, next);
    await raise(400);
  });

  test('what was seen is kept for the day, and forgotten when no day can need it any more', async () => {
    const fixture = await createGuardFixture();
    const entityId = seed.emptyAdSets(eur, 'traffic')[0] ?? '';
    const kept = async () =>
      (await fixture.ports.store.find(budgetSeenKind, fixture.companyId)).items.length;
    const forget = () => forgetSeenBudgets(fixture.ports, fixture.companyId);
    await fixture.limits(onlyRises(eur, 100));
    await fixture.budget({ entityType: 'adset', entityId, dailyBudget: 100 });
    await forget();
    expect(
      await exceeded(fixture.budget({ entityType: 'adset', entityId, dailyBudget: 200 })),
    ).toHaveLength(1);
    await fixture.ports.clock.sleep(48 * HOUR);
    await forget();
    expect(await kept()).toBe(1);
    await fixture.ports.clock.sleep(25 * HOUR);
    expect(await forget()).toBe('done');
    expect(await kept()).toBe(0);
  });
});

describe('at the same time', () => {
  const entityId = seed.emptyAdSets(eur, 'traffic')[0] ?? '';

  /** Another process on the same store, with its own idea of everything else. */
  function otherProcess(fixture: GuardFixture) {
    const ports = { ...fixture.ports };
    return {
      budget: (body: object) =>
        updateBudget(
          ports,
          fixture.caller,
          parseRequest(updateBudgetRequest, { businessId: eur, ...body }),
        ),
      status: (body: object) =>
        updateStatus(
          ports,
          fixture.caller,
          parseRequest(updateStatusRequest, { businessId: eur, ...body }),
        ),
    };
  }

  test('a rise to tenfold and one to a hundredfold: the second is measured like the first', async () => {
    const fixture = await createGuardFixture();
    await fixture.limits(onlyRises(eur));
    const other = otherProcess(fixture);
    const raise = (at: { budget: GuardFixture['budget'] }, dailyBudget: number) =>
      at.budget({ entityType: 'adset', entityId, dailyBudget, confirm: true }).then(
        () => 'passed',
        () => 'refused',
      );
    expect(
      await Promise.all([
        raise(fixture, 500),
        raise(other, 5_000),
        raise(fixture, 1_000),
        raise(other, 1_001),
      ]),
    ).toEqual(['passed', 'refused', 'passed', 'refused']);
    expect([500, 1_000]).toContain(await fixture.dailyBudget(eur, 'adset', entityId));
  });

  test('a rise of what is paused and its activation: together they may not start more than one operation may', async () => {
    const fixture = await createGuardFixture();
    const delivering = seed.deliveringAdSet(eur, 'traffic');
    await fixture.status({ entityType: 'adset', entityId: delivering, newStatus: 'PAUSED' });
    await fixture.limits({ accounts: { [eur]: { startedDailyBudget: 100 } } });
    const other = otherProcess(fixture);
    const outcomes = await Promise.allSettled([
      fixture.budget({ entityType: 'adset', entityId: delivering, dailyBudget: 200 }),
      other.status({ entityType: 'adset', entityId: delivering, newStatus: 'ACTIVE' }),
    ]);
    // Whichever came second was judged by what the first had left behind.
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('what was accepted and is not there yet counts when its ad set or campaign is switched on', async () => {
    const fixture = await createGuardFixture();
    const [first = '', second = ''] = seed.emptyAdSets(eur, 'traffic');
    const campaignId = seed.campaign(eur, 'traffic');
    for (const [type, id] of [['adset', first] as const, ['campaign', campaignId] as const])
      await fixture.status({ entityType: type, entityId: id, newStatus: 'PAUSED' });
    await fixture.launch({ ads: [adIn([first, second], { status: 'ACTIVE' })] });
    const source = seed.deliveringAdSet(eur, 'leads');
    const wanted = adSetCopies(
      parseRequest(duplicateAdSetRequest, {
        accountId: eur,
        adsetId: source,
        targetCampaignId: campaignId,
        copyCount: 2,
        initialStatus: 'ACTIVE',
      }),
    );
    await acceptDuplicate(fixture.ports, fixture.caller, () =>
      prepareDuplicate(fixture.ports, fixture.caller, { accountId: eur }, wanted),
    );
    // The delivering ad set of the campaign, the second empty one and two copies on their way: 50
    // each.
    await fixture.limits({ accounts: { [eur]: { startedDailyBudget: 199 } } });
    const on = { entityType: 'campaign', entityId: campaignId, newStatus: 'ACTIVE' };
    expect(await exceeded(fixture.status(on))).toMatchObject([
      { guard: 'startedDailyBudget', asked: 200 },
    ]);
    await fixture.limits({ accounts: { [eur]: { startedDailyBudget: 200 } } });
    await fixture.status(on);
    await fixture.limits({ accounts: { [eur]: { startedDailyBudget: 49 } } });
    expect(
      await exceeded(fixture.status({ entityType: 'adset', entityId: first, newStatus: 'ACTIVE' })),
    ).toMatchObject([{ asked: 50 }]);
  });

  test('and counts for a person of one workspace, who sees nothing of a launch into accounts of two', async () => {
    const fixture = await createGuardFixture();
    const { ports, companyId, caller, store } = fixture;
    const id = accountKey('primary', eur);
    const account = await store.get(adAccountKind, companyId, id);
    if (account === undefined) throw new Error('The account is there.');
    const workspaceId = 'north';
    await store.commit([
      {
        kind: adAccountKind,
        companyId,
        id,
        expect: account.version,
        doc: { ...account.doc, workspaceId },
      },
    ]);
    const [entityId = ''] = seed.emptyAdSets(eur, 'traffic');
    await fixture.status({ entityType: 'adset', entityId, newStatus: 'PAUSED' });
    const { usd } = seed.accounts;
    const elsewhere = adIn([seed.emptyAdSets(usd, 'traffic')[0] ?? ''], {
      adAccountId: usd,
      status: 'PAUSED',
    });
    await fixture.launch({ ads: [adIn([entityId], { status: 'ACTIVE' }), elsewhere] });
    await fixture.limits({ accounts: { [eur]: { startedDailyBudget: 49 } } });
    const person = {
      email: 'a@example.com',
      workspaces: [{ workspaceId, role: 'manager' as const }],
    };
    const theirs = portsFor(
      ports,
      { ...caller, person },
      { role: 'manager', reach: 'workspace', scope: 'manage' },
    );
    const on = parseRequest(updateStatusRequest, {
      businessId: eur,
      entityType: 'adset',
      entityId,
      newStatus: 'ACTIVE',
    });
    expect(await exceeded(updateStatus(theirs, caller, on))).toMatchObject([
      { guard: 'startedDailyBudget', asked: 50 },
    ]);
  });

  test('a launch in another process knows what was switched on a moment ago, though it had read the ad sets before', async () => {
    const fixture = await createGuardFixture();
    const other = { ...fixture.ports, adSets: createAdSetReader(fixture.ports.clock) };
    const entityId = seed.emptyAdSets(eur, 'traffic')[1] ?? '';
    await fixture.status({ entityType: 'adset', entityId, newStatus: 'PAUSED' });
    const body = { ads: [adIn([entityId], { status: 'ACTIVE' })] };
    expect(await dryRun(other, fixture.companyId, body)).toMatchObject({
      moneyAtStake: [{ dailyBudget: 0 }],
    });
    await fixture.status({ entityType: 'adset', entityId, newStatus: 'ACTIVE' });
    await fixture.budget({ entityType: 'adset', entityId, dailyBudget: 80 });
    expect(await dryRun(other, fixture.companyId, body)).toMatchObject({
      moneyAtStake: [{ dailyBudget: 80, delivering: 1 }],
    });
  });

  test('what the platform refuses, or never answers, uses up nothing', async () => {
    const fixture = await createGuardFixture();
    await fixture.limits(onlyRises(eur, 100));
    const raise = (dailyBudget: number) =>
      fixture.budget({ entityType: 'adset', entityId, dailyBudget });
    await fixture.fault({
      fault: 'error',
      path: `*${entityId}`,
      method: 'POST',
      code: 100,
      subcode: 1885272,
      status: 400,
      times: 1,
    });
    await expect(raise(100)).rejects.toThrow();
    expect(await fixture.dailyBudget(eur, 'adset', entityId)).toBe(50);
    await raise(100);
    expect(await exceeded(raise(101))).toHaveLength(1);
  });
});
