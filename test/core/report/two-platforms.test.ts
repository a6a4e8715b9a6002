import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { dailySpend } from '../../../core/report/daily-spend.ts';
import { adsetPerformance, campaignPerformance } from '../../../core/report/performance.ts';
import { queryReport } from '../../../core/report/query-report.ts';
import { topAds } from '../../../core/report/top-ads.ts';
import { createTwoPlatforms, shortVideo, type TwoPlatforms } from '../../two-platforms.ts';

const accounts = [seed.accounts.eur, shortVideo.accounts.eur];
const range = { startDate: '2026-10-01', endDate: '2026-11-12' };

interface Totals {
  readonly spend: number;
  readonly impressions: number;
  readonly clicks: number;
}

/**
 * The short-video account's own sums by day, past the adapter, at the level nobody here adds up.
 */
async function shortVideoTotals({ sandbox }: TwoPlatforms): Promise<ReadonlyMap<string, Totals>> {
  const totals = new Map<string, Totals>();
  for (const [start_date, end_date] of [
    ['2026-10-01', '2026-10-30'],
    ['2026-10-31', '2026-11-12'],
  ] as const) {
    const query = new URLSearchParams({
      advertiser_id: shortVideo.accounts.eur,
      report_type: 'BASIC',
      data_level: 'AUCTION_ADVERTISER',
      start_date,
      end_date,
      dimensions: '["advertiser_id","stat_time_day"]',
      metrics: '["spend","impressions","clicks"]',
      page_size: '1000',
    });
    const request = new Request(
      `http://sandbox.test/tiktok/open_api/v1.3/report/integrated/get/?${query}`,
      {
        headers: { 'access-token': seed.token },
      },
    );
    const { data } = (await (await sandbox.fetch(request)).json()) as {
      data: {
        list: { dimensions: { stat_time_day: string }; metrics: { [name: string]: string } }[];
      };
    };
    for (const { dimensions, metrics } of data.list)
      totals.set(dimensions.stat_time_day.slice(0, 10), figures(metrics));
  }
  return totals;
}

/** The same of the primary account. */
async function primaryTotals({ sandbox }: TwoPlatforms): Promise<ReadonlyMap<string, Totals>> {
  const query = new URLSearchParams({
    access_token: seed.token,
    level: 'account',
    time_increment: '1',
    fields: 'spend,impressions,clicks',
    limit: '100',
    time_range: JSON.stringify({ since: range.startDate, until: range.endDate }),
  });
  const response = await sandbox.fetch(
    new Request(`http://sandbox.test/meta/${seed.accounts.eur}/insights?${query}`),
  );
  const { data } = (await response.json()) as { data: { [name: string]: string }[] };
  return new Map(data.map((row) => [row.date_start ?? '', figures(row)]));
}

const figures = (row: { readonly [name: string]: string }): Totals => ({
  spend: Number(row.spend),
  impressions: Number(row.impressions),
  clicks: Number(row.clicks),
});

describe('a report over accounts of both platforms', () => {
  test('grouped by platform and day is what each platform itself adds up to', async () => {
    const fixture = await createTwoPlatforms({ seed: 5 });
    const { data, metadata } = await queryReport(fixture.ports, fixture.companyId, {
      accountIds: accounts,
      ...range,
      groupBy: ['platform', 'day'],
      metrics: ['spend', 'impressions', 'clicks'],
      limit: 1000,
    });
    const own = {
      primary: await primaryTotals(fixture),
      'short-video': await shortVideoTotals(fixture),
    };
    expect(own.primary.size).toBe(43);
    expect(own['short-video'].size).toBe(43);
    expect(data).toHaveLength(86);
    for (const row of data) {
      const expected = own[row.platform as keyof typeof own].get(row.day ?? '');
      expect([row.platform, row.day, row.impressions, row.clicks]).toEqual([
        row.platform,
        row.day,
        expected?.impressions,
        expected?.clicks,
      ]);
      expect(row.spend).toBeCloseTo(expected?.spend ?? -1, 6);
    }
    expect(metadata.currency).toBe('EUR');
  });

  test('by platform alone, with derived figures and people that are counted once each', async () => {
    const fixture = await createTwoPlatforms();
    const request = {
      accountIds: [shortVideo.accounts.eur],
      ...range,
      groupBy: ['platform'],
      metrics: ['spend', 'ctr', 'cpm', 'roas', 'reach'],
    };
    const { data } = await queryReport(fixture.ports, fixture.companyId, request);
    const totals = [...(await shortVideoTotals(fixture)).values()];
    const sum = (name: keyof Totals) => totals.reduce((all, each) => all + each[name], 0);
    expect(data).toHaveLength(1);
    expect(data[0]?.ctr).toBeCloseTo((sum('clicks') / sum('impressions')) * 100, 9);
    expect(data[0]?.cpm).toBeCloseTo((sum('spend') / sum('impressions')) * 1000, 6);
    expect(data[0]?.reach).toBeGreaterThan(0);
    expect(data[0]?.reach).toBeLessThan(sum('impressions'));
  });

  test('by ad set and campaign, results of one kind each', async () => {
    const fixture = await createTwoPlatforms();
    const request = {
      accountIds: [shortVideo.accounts.eur],
      ...range,
      groupBy: ['campaign'],
      metrics: ['results', 'costPerResult', 'clicks'],
    };
    const { data } = await queryReport(fixture.ports, fixture.companyId, request);
    const traffic = data.find(({ campaignName }) => campaignName === 'Traffic');
    expect(traffic?.results).toBe(traffic?.clicks);
  });
});

describe('the other reports', () => {
  test('daily spend covers both platforms and adds up', async () => {
    const fixture = await createTwoPlatforms();
    const { data, metadata } = await dailySpend(fixture.ports, fixture.companyId, {
      startDate: '2026-11-01',
      endDate: '2026-11-03',
    });
    const mine = data.filter(({ accountId }) => accountId === shortVideo.accounts.eur);
    expect(mine.map(({ date, platform, currency }) => [date, platform, currency])).toEqual(
      ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => [day, 'short-video', 'EUR']),
    );
    const totals = await shortVideoTotals(fixture);
    for (const { date, spend } of mine) expect(spend).toBeCloseTo(totals.get(date)?.spend ?? -1, 6);
    expect(Object.keys(metadata.totalsByCurrency).sort()).toEqual(['EUR', 'JPY', 'USD']);
  });

  test('top ads come with their pictures', async () => {
    const fixture = await createTwoPlatforms();
    const { data } = await topAds(fixture.ports, fixture.companyId, {
      accountId: [shortVideo.accounts.eur],
      ...range,
      limit: 5,
    });
    expect(data).toHaveLength(5);
    expect(data.map(({ spend }) => spend)).toEqual(
      [...data.map(({ spend }) => spend ?? 0)].sort((a, b) => b - a),
    );
    for (const { thumbnailUrl } of data) expect(thumbnailUrl).toMatch(/^http.*\.jpg/);
  });

  test('campaigns and ad groups are shown with their figures and their room', async () => {
    const fixture = await createTwoPlatforms();
    const campaigns = await campaignPerformance(fixture.ports, fixture.companyId, {
      accountId: [shortVideo.accounts.eur],
    });
    expect(campaigns.data.map(({ name, spend }) => [name, (spend ?? 0) > 0])).toEqual([
      // Its ad group has no ads.
      ['Leads', false],
      ['Reach', true],
      ['Conversions', true],
      ['Traffic', true],
    ]);
    const adSets = await adsetPerformance(fixture.ports, fixture.companyId, {
      accountId: [shortVideo.accounts.eur],
    });
    const delivering = adSets.data.find(
      ({ value }) => value === shortVideo.deliveringAdGroup(shortVideo.accounts.eur, 'traffic'),
    );
    expect(delivering).toMatchObject({ label: 'Traffic delivering', adCount: 3, capacity: 20 });
  });

  test('reach composition stays a report of the primary platform', async () => {
    const fixture = await createTwoPlatforms();
    const { reachComposition } = await import('../../../core/report/reach-composition.ts');
    await expect(
      reachComposition(fixture.ports, fixture.companyId, {
        accountId: [shortVideo.accounts.eur],
        ...range,
      }),
    ).rejects.toMatchObject({ details: [{ code: 'unsupported_on_platform' }] });
  });
});
