import { expect, test } from 'vitest';
import { createAdSetReader } from '../../../core/accounts/ad-sets.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { forgetStarted, startedByKind } from '../../../core/gate/started-by.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { updateStatus } from '../../../core/manage/edit/update-status.ts';
import { updateStatusRequest } from '../../../core/manage/schema/edit.ts';
import { adIn, createGuardFixture, eur, type GuardFixture } from './guard-fixture.ts';

const DAY = 24 * 3_600_000;
const limits = (secondKeyDailyBudget = 2_500) => ({
  currencies: { EUR: { secondKeyDailyBudget, secondKeyLifetimeBudget: 75_000 } },
});

/** An active campaign with an active ad set of 1,000 a day and no ad in it. */
async function adSetOf(
  fixture: GuardFixture,
  budget: object = { dailyBudget: 1_000 },
): Promise<string> {
  const campaignId = await fixture.campaign({ status: 'ACTIVE' });
  return fixture.adSet({ campaignId, status: 'ACTIVE', ...budget });
}

const launchAs = async (
  fixture: GuardFixture,
  adSetId: string,
  who: object = {},
  ports: object = {},
): Promise<void> => {
  const body = { ads: [adIn([adSetId], { status: 'ACTIVE' })], again: true };
  const { adBatchId } = await submitLaunch(
    { ...fixture.ports, ...ports },
    { ...fixture.caller, ...who },
    body,
  );
  await fixture.run(adBatchId);
};

const codesOf = (error: unknown): string => {
  if (!(error instanceof SlipwayError)) throw error;
  return error.details.map(({ code }) => code).join();
};
const outcome = (work: Promise<unknown>): Promise<string> => work.then(() => 'done', codesOf);

test('six launches of 1,000 a day each: the third asks, and every one after it', async () => {
  const fixture = await createGuardFixture();
  await fixture.limits(limits());
  const told: string[] = [];
  for (let i = 0; i < 6; i++) told.push(await outcome(launchAs(fixture, await adSetOf(fixture))));
  expect(told).toEqual(['done', 'done', ...Array(4).fill('approval_required')]);
  // Another caller has started nothing yet, and a day later the first has not either.
  expect(await outcome(launchAs(fixture, await adSetOf(fixture), { keyId: 'another' }))).toBe(
    'done',
  );
  await fixture.ports.clock.sleep(DAY);
  expect(await outcome(launchAs(fixture, await adSetOf(fixture)))).toBe('done');
});

test('rises, activations and copies count too, in every account of the currency', async () => {
  const fixture = await createGuardFixture();
  await fixture.limits(limits());
  const adSetId = await adSetOf(fixture);
  await launchAs(fixture, adSetId);
  await fixture.budget({ entityType: 'adset', entityId: adSetId, dailyBudget: 1_900 });
  expect(
    await outcome(fixture.budget({ entityType: 'adset', entityId: adSetId, dailyBudget: 2_499 })),
  ).toBe('done');
  expect(await outcome(fixture.copyAdSet({ adsetId: adSetId, initialStatus: 'ACTIVE' }))).toBe(
    'approval_required',
  );
  expect(await outcome(launchAs(fixture, await adSetOf(fixture, { dailyBudget: 10 })))).toBe(
    'approval_required',
  );
});

test('what is stopped and started again counts once; what a second key has approved does not count', async () => {
  const fixture = await createGuardFixture();
  await fixture.limits(limits());
  const adSetId = await adSetOf(fixture);
  await launchAs(fixture, adSetId);
  for (let i = 0; i < 3; i++)
    for (const newStatus of ['PAUSED', 'ACTIVE'])
      expect(
        await outcome(fixture.status({ entityType: 'adset', entityId: adSetId, newStatus })),
      ).toBe('done');
  await launchAs(fixture, await adSetOf(fixture), { secondKey: true });
  await launchAs(fixture, await adSetOf(fixture), { secondKey: true });
  expect(await outcome(launchAs(fixture, await adSetOf(fixture)))).toBe('done');
  expect(await outcome(launchAs(fixture, await adSetOf(fixture)))).toBe('approval_required');
});

test('lifetime budgets count by the day as well, and whole against their own limit', async () => {
  const fixture = await createGuardFixture();
  await fixture.limits(limits());
  const lifetime = (lifetimeBudget: number, days: number) =>
    adSetOf(fixture, {
      lifetimeBudget,
      endTime: new Date(fixture.ports.clock.now() + days * DAY).toISOString(),
    });
  expect(await outcome(launchAs(fixture, await lifetime(20_000, 10)))).toBe('done');
  expect(await outcome(launchAs(fixture, await lifetime(20_000, 10)))).toBe('approval_required');
  expect(await outcome(launchAs(fixture, await lifetime(50_000, 200)))).toBe('done');
  expect(await outcome(launchAs(fixture, await lifetime(20_000, 200)))).toBe('approval_required');
});

test('an account with a limit of its own counts alone', async () => {
  const fixture = await createGuardFixture();
  await fixture.limits({ ...limits(100), accounts: { [eur]: { secondKeyDailyBudget: 2_500 } } });
  const told: string[] = [];
  for (let i = 0; i < 3; i++) told.push(await outcome(launchAs(fixture, await adSetOf(fixture))));
  expect(told).toEqual(['done', 'done', 'approval_required']);
});

test('of launches at the same time, in two processes, no more pass than one after the other', async () => {
  const fixture = await createGuardFixture();
  await fixture.limits(limits());
  const other = { adSets: createAdSetReader(fixture.ports.clock) };
  const sets = [];
  for (let i = 0; i < 4; i++) sets.push(await adSetOf(fixture));
  const told = await Promise.all(
    sets.map((id, i) => outcome(launchAs(fixture, id, {}, i % 2 === 0 ? {} : other))),
  );
  expect(told.sort()).toEqual(['approval_required', 'approval_required', 'done', 'done']);
});

test('a rule counts for whoever wrote it', async () => {
  const fixture = await createGuardFixture();
  await fixture.limits(limits());
  for (let i = 0; i < 2; i++) await launchAs(fixture, await adSetOf(fixture));
  const adSetId = await adSetOf(fixture);
  await launchAs(fixture, adSetId, { secondKey: true });
  await fixture.status({ entityType: 'adset', entityId: adSetId, newStatus: 'PAUSED' });
  const resume = parseRequest(updateStatusRequest, {
    businessId: eur,
    entityType: 'adset',
    entityId: adSetId,
    newStatus: 'ACTIVE',
  });
  const rule = { ...fixture.caller, keyId: 'automation:one' };
  expect(
    await outcome(updateStatus(fixture.ports, { ...rule, madeBy: fixture.caller.keyId }, resume)),
  ).toBe('approval_required');
  expect(await outcome(updateStatus(fixture.ports, rule, resume))).toBe('done');
});

test('what a caller has started is forgotten after a day, and nothing is kept where no second key is asked for', async () => {
  const fixture = await createGuardFixture();
  const kept = async () =>
    (await fixture.ports.store.find(startedByKind, fixture.companyId)).items.length;
  await launchAs(fixture, await adSetOf(fixture));
  expect(await kept()).toBe(0);
  await fixture.limits(limits());
  await launchAs(fixture, await adSetOf(fixture));
  expect(await kept()).toBe(1);
  await fixture.ports.clock.sleep(DAY + 1);
  await forgetStarted(fixture.ports, fixture.companyId);
  expect(await kept()).toBe(0);
});
