import { expect, test } from 'vitest';
import { accountKey } from '../../../core/base/account-key.ts';
import { addDays, dayAt } from '../../../core/base/time/days.ts';
import { lagCurve } from '../../../core/report/lag-curve.ts';
import { queryReport } from '../../../core/report/query-report.ts';
import { company, createWorld, fakeRow } from './world.ts';

const DAY = 86_400_000;
const account = 'act_1';
const START = Date.parse('2026-07-01T10:00:00Z');
/** Of ten conversions of a day, so many are known so many days later. */
const knownAfter = [4, 6, 8, 9, 9, 10];

/** Looks at the report every day at noon, while conversions come late. */
async function lookDaily(days: number) {
  const world = await createWorld([{ id: account, rows: [] }], { now: START });
  const { clock } = world.ports;
  const first = dayAt(START, 'Europe/Berlin');
  for (let i = 0; i <= days; i++) {
    const today = dayAt(clock.now(), 'Europe/Berlin');
    const rows = Array.from({ length: i + 1 }, (_, age) =>
      fakeRow({
        day: addDays(today, -age),
        conversions: knownAfter[Math.min(age, knownAfter.length - 1)] ?? 0,
      }),
    );
    world.rows.set(account, rows);
    await queryReport(world.ports, company, {
      accountIds: [account],
      startDate: first,
      endDate: today,
      metrics: ['conversions'],
    });
    await clock.advance(DAY);
  }
  return world;
}

test('the lag curve of an account is the share of its conversions that was known so many days after, and says when they settle', async () => {
  const { ports } = await lookDaily(45);
  const answer = await lagCurve(ports, company, { accountId: account });
  expect(answer).toMatchObject({ accountId: account, attributionDays: 28 });
  expect(answer.settledDays).toBeGreaterThan(10);
  // A day that ended was last looked at on its own noon: 4 of 10. A day later it was looked at once
  // more.
  const shares = Object.fromEntries(answer.curve.map(({ afterDays, share }) => [afterDays, share]));
  expect(shares).toMatchObject({ 0: 0.4, 1: 0.6, 2: 0.8, 3: 0.9, 5: 1, 7: 1, 28: 1 });
  expect(answer.settleDays).toBe(5);
});

test('days that nobody had fetched in time are left out, and too few say nothing', async () => {
  const { ports } = await lookDaily(31);
  const { curve, settleDays } = await lagCurve(ports, company, { accountId: account });
  expect(curve.every(({ days }) => days < 5)).toBe(true);
  expect(settleDays).toBeNull();
  const day = '2026-05-20';
  const row = fakeRow({ day, conversions: 3, country: '' });
  const scope = {
    accountId: accountKey('primary', account),
    from: day,
    to: day,
    breakdown: 'none',
  } as const;
  await ports.facts.put(company, scope, [row], Date.parse('2026-07-25T00:00:00Z'));
  expect(
    (await lagCurve(ports, company, { accountId: account })).curve.map(({ days }) => days),
  ).toEqual(curve.map(({ days }) => days));
});
