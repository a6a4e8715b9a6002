import { expect, test } from 'vitest';
import { dayBound, dayStart } from '../../../adapters/platforms/snapchat/wire/values.ts';
import { snapchatAtSandbox } from './snapchat-at-sandbox.ts';

test('days begin at midnight of the account, in summer and in winter', () => {
  expect(dayBound('2026-07-01', 'Europe/Berlin')).toBe('2026-07-01T00:00:00.000+02:00');
  expect(dayBound('2026-11-15', 'Europe/Berlin')).toBe('2026-11-15T00:00:00.000+01:00');
  expect(dayBound('2026-11-15', 'America/Los_Angeles')).toBe('2026-11-15T00:00:00.000-08:00');
  expect(dayBound('2026-11-15', 'Asia/Kolkata')).toBe('2026-11-15T00:00:00.000+05:30');
  // The day on which the clocks are set back has 25 hours.
  expect(dayStart('2026-10-26', 'Europe/Berlin') - dayStart('2026-10-25', 'Europe/Berlin')).toBe(
    25 * 3_600_000,
  );
});

test.each(['eur', 'usd'] as const)(
  'a range is asked for in windows of 31 days, over a change of the clocks too: %s',
  async (account) => {
    const at = await snapchatAtSandbox({ account });
    const rows = await at.platform.report.daily(at.access, {
      from: '2026-09-20',
      to: '2026-11-14',
      breakdown: 'none',
    });
    const asked = at.sent
      .filter(({ path }) => path.endsWith('/stats'))
      .map(({ query }) => query.get('start_time')?.slice(0, 10));
    expect(asked).toEqual(['2026-09-20', '2026-10-21']);
    expect(new Set(rows.map(({ day }) => day)).size).toBe(56);
    const [first] = rows;
    expect(Number.isInteger((first?.spend ?? 0) * 100)).toBe(true);
  },
);

test('purchases of a day that is not settled arrive later, and the platform says until when figures are settled', async () => {
  const at = await snapchatAtSandbox();
  const query = { from: '2026-11-14', to: '2026-11-14', breakdown: 'none' } as const;
  const purchases = async () =>
    (await at.platform.report.daily(at.access, query)).reduce(
      (sum, { conversions }) => sum + conversions,
      0,
    );
  expect(await purchases()).toBe(0);
  expect(at.platform.report.settledUntil(at.access)).toBe(Date.UTC(2026, 10, 14, 12));
  await at.clock.sleep(12 * 3_600_000);
  expect(await purchases()).toBeGreaterThan(0);
});

test('a breakdown is read wherever it stands, and pages are followed', async () => {
  const at = await snapchatAtSandbox();
  const query = { from: '2026-11-01', to: '2026-11-03', breakdown: 'none' } as const;
  const usual = await at.platform.report.daily(at.access, query);
  await at.fault({ fault: 'breakdown-outside' });
  expect(await at.platform.report.daily(at.access, query)).toEqual(usual);
  expect(usual.length).toBeGreaterThan(0);
  expect(new Set(usual.map(({ resultType }) => resultType))).toEqual(
    new Set(['swipes', 'conversion_purchases', 'impressions']),
  );
});

test('a whole account tells its spend alone: its reach is unknown, not nothing', async () => {
  const at = await snapchatAtSandbox();
  const range = { from: '2026-11-01', to: '2026-11-10', by: 'all' } as const;
  const [account] = await at.platform.report.reach(at.access, { ...range, level: 'account' });
  expect(account).toMatchObject({ entityId: at.access.adAccountId, reach: null });
  expect(account?.impressions).toBeGreaterThan(0);
  const campaigns = await at.platform.report.reach(at.access, { ...range, level: 'campaign' });
  expect(campaigns.reduce((sum, { impressions }) => sum + impressions, 0)).toBe(
    account?.impressions,
  );
  for (const { reach, impressions } of campaigns) expect(reach).toBeLessThan(impressions);
});
