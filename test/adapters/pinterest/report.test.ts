import { expect, test } from 'vitest';
import { PlatformError } from '../../../core/base/errors.ts';
import { addDays } from '../../../core/base/time/days.ts';
import { pin, pinterestAtSandbox } from './pinterest-at-sandbox.ts';

const today = '2026-11-15';
const query = (from: string, to = from) => ({ from, to, breakdown: 'none' }) as const;

test('figures are whole units of the account, and count results by the objective', async () => {
  const at = await pinterestAtSandbox();
  const rows = await at.platform.report.daily(at.access, query(addDays(today, -5)));
  const of = (name: 'consideration' | 'conversions' | 'awareness') => {
    const row = rows.find(({ adId }) => adId === pin.ad(at.access.adAccountId, name, 1));
    if (row === undefined) throw new Error(`no row of ${name}`);
    return row;
  };
  expect(of('consideration')).toMatchObject({
    adName: 'consideration ad 1',
    campaignName: 'Consideration',
    resultType: 'clicks',
  });
  expect(of('consideration').results).toBe(of('consideration').clicks);
  expect(of('awareness')).toMatchObject({
    resultType: 'impressions',
    results: of('awareness').impressions,
  });
  expect(of('conversions')).toMatchObject({
    resultType: 'conversions',
    results: of('conversions').conversions,
  });
  for (const { spend } of rows)
    expect(Math.abs(spend * 100 - Math.round(spend * 100))).toBeLessThan(1e-6);
});

test('days are those of UTC, and the capability says so', async () => {
  const at = await pinterestAtSandbox();
  expect(at.platform.report.timezone).toBe('UTC');
  await at.platform.report.daily(at.access, query(today));
  const asked = at.sent
    .map(({ url }) => new URL(url))
    .find(({ pathname }) => pathname.endsWith('/ads/analytics'));
  expect(asked?.searchParams.get('start_date')).toBe(today);
});

test('days of more than 90 days ago are ordered in the background, and joined with those that are not', async () => {
  const at = await pinterestAtSandbox();
  await at.clock.sleep(60 * 86_400_000);
  const from = addDays(today, -50);
  const rows = await at.platform.report.daily(at.access, query(from, today));
  const [ordered] = at.sentTo('POST', '/reports');
  expect(JSON.parse(ordered?.body ?? '')).toMatchObject({
    level: 'PIN_PROMOTION',
    granularity: 'DAY',
    report_format: 'JSON',
    start_date: from,
  });
  const days = new Set(rows.map(({ day }) => day));
  for (const day of [from, addDays(today, -30), addDays(today, -29), today])
    expect(days).toContain(day);
  const keys = rows.map(({ day, adId }) => `${day} ${adId}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test('the file of a report is fetched without a token', async () => {
  const at = await pinterestAtSandbox();
  const { runs } = at.platform.report;
  const id = await runs.start(at.access, query(addDays(today, -5)));
  await at.clock.sleep(10_000);
  expect((await runs.rows(at.access, id)).length).toBeGreaterThan(0);
  const file = at.sent.find(({ url }) => url.includes('/files/reports/'));
  expect(file?.headers.get('authorization')).toBeNull();
});

test.each([
  ['report-failed', 'transient'],
  ['report-expired', 'missing'],
] as const)('a report that came to nothing is told to have failed: %s', async (fault, kind) => {
  const at = await pinterestAtSandbox();
  await at.fault({ fault });
  const { runs } = at.platform.report;
  const id = await runs.start(at.access, query(addDays(today, -5)));
  await at.clock.sleep(10_000);
  expect(await runs.state(at.access, id)).toMatchObject({
    state: 'failed',
    failure: { class: kind },
  });
});

test('a report that is finished at once is taken, and one that never ends is given up', async () => {
  const at = await pinterestAtSandbox();
  await at.fault({ fault: 'report-at-once', times: 1 });
  const { runs, daily } = at.platform.report;
  expect(await runs.state(at.access, await runs.start(at.access, query(today)))).toEqual({
    state: 'done',
  });
  await at.fault({ fault: 'report-stuck', times: 1 });
  const error = await daily(at.access, query(addDays(today, -200))).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PlatformError);
  expect(error).toMatchObject({ failure: { class: 'transient', retryable: true } });
});

test('an unknown report is missing', async () => {
  const at = await pinterestAtSandbox();
  expect(await at.platform.report.runs.state(at.access, 'no-such-token')).toMatchObject({
    state: 'failed',
    failure: { class: 'missing' },
  });
});

test('reach is refused for days that the platform does not tell any more', async () => {
  const at = await pinterestAtSandbox();
  const old = { from: addDays(today, -120), to: today, level: 'account', by: 'all' } as const;
  await expect(at.platform.report.reach(at.access, old)).rejects.toMatchObject({
    failure: { class: 'too-large' },
  });
});

test('figures that have not arrived yet make no rows', async () => {
  const at = await pinterestAtSandbox();
  await at.fault({ fault: 'figures-late' });
  expect(await at.platform.report.daily(at.access, query(today))).toEqual([]);
  expect(
    (await at.platform.report.daily(at.access, query(addDays(today, -3)))).length,
  ).toBeGreaterThan(0);
});
