import { expect, test } from 'vitest';
import { createAdSetReader } from '../../../core/accounts/ad-sets.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { accountTotalKind } from '../../../core/gate/totals.ts';
import { runBatch } from '../../../core/launch/run/run.ts';
import { updateBudget } from '../../../core/manage/edit/update-budget.ts';
import { updateBudgetRequest } from '../../../core/manage/schema/edit.ts';
import { createHolder } from '../../../core/records/lease.ts';
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

const onPrimary = seed.deliveringAdSet(eur, 'traffic');
const onShortVideo = shortVideo.deliveringAdGroup(clips, 'traffic');

const raiseIn = (
  fixture: GuardFixture,
  businessId: string,
  entityId: string,
  dailyBudget: number,
) => fixture.budget({ businessId, entityType: 'adset', entityId, dailyBudget, confirm: true });

/** Limits for the euro that leave so much room over what delivers now. */
async function leaveRoom(
  fixture: GuardFixture,
  room: { readonly account?: number; readonly company?: number },
): Promise<void> {
  await fixture.limits({ currencies: { EUR: { companyDailyBudget: 1, accountDailyBudget: 1 } } });
  const told = await exceeded(raiseIn(fixture, eur, onPrimary, 51));
  const now = (guard: string): number =>
    Number(told.find((each) => each.guard === guard)?.asked) - 1;
  await fixture.limits({
    currencies: {
      EUR: {
        ...(room.company !== undefined && {
          companyDailyBudget: now('companyDailyBudget') + room.company,
        }),
        ...(room.account !== undefined && {
          accountDailyBudget: now('accountDailyBudget') + room.account,
        }),
      },
    },
  });
}

const outcomes = async (works: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(works)).map((each) => {
    if (each.status === 'fulfilled') return 'done';
    return each.reason instanceof SlipwayError
      ? each.reason.details.map(({ guard }) => guard?.name).join()
      : String(each.reason);
  });

test('two operations at the same time, in two accounts and two processes, do not take the same room of the company', async () => {
  const fixture = await createGuardFixture();
  await leaveRoom(fixture, { company: 60 });
  const other = { ...fixture.ports, adSets: createAdSetReader(fixture.ports.clock) };
  const request = {
    businessId: clips,
    entityType: 'adset',
    entityId: onShortVideo,
    dailyBudget: 140,
    confirm: true,
  };
  const told = await outcomes([
    raiseIn(fixture, eur, onPrimary, 90),
    updateBudget(other, fixture.caller, parseRequest(updateBudgetRequest, request)),
  ]);
  expect(told.sort()).toEqual(['companyDailyBudget', 'done']);
});

test('nor of one account', async () => {
  const fixture = await createGuardFixture();
  await leaveRoom(fixture, { account: 60 });
  const second = seed.deliveringAdSet(eur, 'leads');
  const told = await outcomes([
    raiseIn(fixture, eur, onPrimary, 90),
    raiseIn(fixture, eur, second, 90),
  ]);
  expect(told.sort()).toEqual(['accountDailyBudget', 'done']);
});

test('what is being sent counts for the others, what the platform refused no longer does, and a process that died is given up', async () => {
  const fixture = await createGuardFixture();
  await leaveRoom(fixture, { company: 60 });
  await fixture.fault({ fault: 'error', path: onPrimary, method: 'POST', code: 100, status: 400 });
  await expect(raiseIn(fixture, eur, onPrimary, 100)).rejects.toThrow();
  await fixture.clearFaults();
  await raiseIn(fixture, clips, onShortVideo, 150);
  await raiseIn(fixture, clips, onShortVideo, 100);
  // A reservation whose process died before it sent anything.
  const key = `primary:${eur}`;
  const found = await fixture.ports.store.get(accountTotalKind, fixture.companyId, key);
  const reserved = [{ id: 'dead', daily: 50_000_000, at: fixture.ports.clock.now() }];
  await fixture.ports.store.commit([
    {
      kind: accountTotalKind,
      companyId: fixture.companyId,
      id: key,
      expect: found?.version ?? 'absent',
      doc: { ...found?.doc, reserved },
    },
  ]);
  expect(await outcomes([raiseIn(fixture, clips, onShortVideo, 150)])).toEqual([
    'companyDailyBudget',
  ]);
  await fixture.ports.clock.sleep(10 * 60_000);
  expect(await outcomes([raiseIn(fixture, clips, onShortVideo, 150)])).toEqual(['done']);
});

test('an account is asked what delivers once in a quarter of an hour', async () => {
  const fixture = await createGuardFixture();
  await leaveRoom(fixture, { account: 100 });
  await raiseIn(fixture, eur, onPrimary, 60);
  const before = await fixture.ports.store.get(
    accountTotalKind,
    fixture.companyId,
    `primary:${eur}`,
  );
  await raiseIn(fixture, eur, onPrimary, 70);
  const after = await fixture.ports.store.get(
    accountTotalKind,
    fixture.companyId,
    `primary:${eur}`,
  );
  expect(after?.doc.readAt).toBe(before?.doc.readAt);
  await fixture.ports.clock.sleep(15 * 60_000);
  await raiseIn(fixture, eur, onPrimary, 80);
  const later = await fixture.ports.store.get(
    accountTotalKind,
    fixture.companyId,
    `primary:${eur}`,
  );
  expect(later?.doc.readAt).toBeGreaterThan(before?.doc.readAt ?? 0);
});

test('a launch counts once, however much of its new campaign is there', async () => {
  const fixture = await createGuardFixture();
  await fixture.limits({ currencies: { EUR: { accountDailyBudget: 100_000 } } });
  const { adBatchId } = await fixture.launch({
    newCampaigns: [
      { ref: 'new', adAccountId: eur, name: 'New', objective: 'OUTCOME_TRAFFIC', status: 'ACTIVE' },
    ],
    newAdSets: ['one', 'two'].map((ref) => ({
      ...{
        ref,
        adAccountId: eur,
        campaign: { ref: 'new' },
        name: `New ${ref}`,
        status: 'ACTIVE',
        dailyBudget: 20,
      },
      location: { countries: ['US'] },
    })),
    ads: ['one', 'two'].flatMap((ref) =>
      adIn([], { adName: `New ${ref}`, adSets: [{ ref }], status: 'ACTIVE' }),
    ),
  });
  await fixture.limits({ currencies: { EUR: { accountDailyBudget: 1 } } });
  const asked = async () => (await exceeded(raiseIn(fixture, eur, onPrimary, 51)))[0]?.asked;
  const holder = createHolder(fixture.ports.clock, 'worker');
  const told = new Set([await asked()]);
  for (let rounds = 0, isOver = false; !isOver; rounds++) {
    // The worker is stopped after each round.
    let round = 0;
    const stopping = () => round++ > 0;
    isOver =
      (await runBatch(fixture.ports, fixture.companyId, String(adBatchId), {
        holder,
        stopping,
      })) === undefined;
    told.add(await asked());
    expect(rounds).toBeLessThan(50);
  }
  const held = (await fixture.held('campaigns')).find(({ name }) => name === 'New');
  expect([held?.status, [...told]]).toEqual(['ACTIVE', [expect.any(Number)]]);
});
