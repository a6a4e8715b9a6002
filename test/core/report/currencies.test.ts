import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { dailySpend } from '../../../core/report/daily-spend.ts';
import { queryReport } from '../../../core/report/query-report.ts';
import { reportQueryRequest } from '../../../core/report/schema/report.ts';
import { dailySpendRequest, dailySpendResponse } from '../../../core/report/schema/views.ts';
import { company, createWorld, type FakeWorld, failure, fakeRow } from './world.ts';

const day = (spends: readonly number[], offset = 0) =>
  spends.map((spend, i) =>
    fakeRow({
      day: `2026-11-0${i + 1 + offset}`,
      adId: `a${i}`,
      spend,
      conversionValue: spend * 3,
    }),
  );

/** Three accounts, three currencies, one of them without cents. */
const three = () =>
  createWorld([
    {
      id: 'act_1',
      name: 'Europe',
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      rows: day([10.1, 20.2]),
    },
    {
      id: 'act_2',
      name: 'Japan',
      currency: 'JPY',
      timezone: 'Asia/Tokyo',
      rows: day([1500, 2500]),
    },
    {
      id: 'act_3',
      name: 'America',
      currency: 'USD',
      timezone: 'America/New_York',
      rows: day([0.1, 0.2]),
    },
  ]);
const accountIds = 'act_1,act_2,act_3';
const range = { startDate: '2026-11-01', endDate: '2026-11-05' };

type Query = { readonly [name: string]: string };
const report = (world: FakeWorld, query: Query) =>
  queryReport(
    world.ports,
    company,
    parseRequest(reportQueryRequest, { accountIds, ...range, ...query }),
  );
const spend = async (world: FakeWorld, query: Query = {}) => {
  const response = await dailySpend(
    world.ports,
    company,
    parseRequest(dailySpendRequest, { ...range, ...query }),
  );
  expect(v.parse(dailySpendResponse, response)).toEqual(response);
  return response;
};

describe('a report over accounts in EUR, JPY and USD', () => {
  it.each(['day', 'week', 'month', 'platform', 'country', 'day,country'])(
    'is refused by %s, where amounts would be added up',
    async (groupBy) => {
      const world = await three();
      for (const metrics of [
        'spend',
        'cpc',
        'roas',
        'conversionValue',
        'impressions,costPerResult',
      ])
        await expect(report(world, { groupBy, metrics })).rejects.toMatchObject({
          code: 'unprocessable_entity',
          details: [
            {
              path: 'groupBy',
              code: 'mixed_currencies',
              message: expect.stringContaining('EUR, JPY, USD'),
            },
          ],
        });
      await expect(
        report(world, { groupBy, metrics: 'clicks', sortBy: 'spend' }),
      ).rejects.toMatchObject({
        details: [{ code: 'mixed_currencies' }],
      });
      expect(world.asked).toEqual([]);
    },
  );

  it('adds up counts, which have no currency', async () => {
    const { data } = await report(await three(), {
      groupBy: 'day',
      metrics: 'impressions,ctr,conversions',
    });
    expect(data.map(({ day, impressions, ctr }) => [day, impressions, ctr])).toEqual([
      ['2026-11-01', 3000, 2],
      ['2026-11-02', 3000, 2],
    ]);
  });

  it.each([
    ['accountId', 3],
    ['campaign', 3],
    ['ad', 6],
    ['accountId,day', 6],
    ['platform,adset', 3],
  ])('is given by %s, each row in its own currency', async (groupBy, count) => {
    const { data, metadata } = await report(await three(), {
      groupBy,
      metrics: 'spend,roas',
      sortBy: 'spend',
    });
    expect(data).toHaveLength(count);
    const totals: { [currency: string]: number } = {};
    for (const row of data)
      totals[row.currency ?? '?'] =
        Math.round(((totals[row.currency ?? '?'] ?? 0) + (row.spend ?? 0)) * 100) / 100;
    expect(totals).toEqual({ EUR: 30.3, JPY: 4000, USD: 0.3 });
    expect(data.every(({ roas }) => Math.abs((roas ?? 0) - 3) < 1e-9)).toBe(true);
    expect(metadata).toMatchObject({ currency: null, timezone: null, platform: 'primary' });
    expect(metadata.warnings).toMatchObject([{ code: 'mixed_currencies' }]);
  });

  it('may be grouped by platform when each platform has one currency', async () => {
    const world = await createWorld([
      { id: 'act_1', currency: 'EUR', rows: day([1]) },
      { id: 'act_2', currency: 'EUR', rows: day([2]) },
      { id: '5', platform: 'pin', currency: 'USD', rows: day([4]) },
    ]);
    const { data, pagination } = await queryReport(
      world.ports,
      company,
      parseRequest(reportQueryRequest, {
        accountIds: 'act_1,act_2,5',
        ...range,
        groupBy: 'platform',
        metrics: 'spend',
      }),
    );
    expect(data).toEqual([
      { platform: 'pin', spend: 4 },
      { platform: 'primary', spend: 3 },
    ]);
    expect(pagination.total).toBe(2);
  });
});

describe('daily spend', () => {
  it('has a row per account and day, and totals that mix no currencies', async () => {
    const { data, metadata, pagination } = await spend(await three());
    expect(data).toEqual([
      {
        date: '2026-11-01',
        accountId: 'act_1',
        accountName: 'Europe',
        platform: 'primary',
        currency: 'EUR',
        spend: 10.1,
      },
      {
        date: '2026-11-01',
        accountId: 'act_2',
        accountName: 'Japan',
        platform: 'primary',
        currency: 'JPY',
        spend: 1500,
      },
      {
        date: '2026-11-01',
        accountId: 'act_3',
        accountName: 'America',
        platform: 'primary',
        currency: 'USD',
        spend: 0.1,
      },
      {
        date: '2026-11-02',
        accountId: 'act_1',
        accountName: 'Europe',
        platform: 'primary',
        currency: 'EUR',
        spend: 20.2,
      },
      {
        date: '2026-11-02',
        accountId: 'act_2',
        accountName: 'Japan',
        platform: 'primary',
        currency: 'JPY',
        spend: 2500,
      },
      {
        date: '2026-11-02',
        accountId: 'act_3',
        accountName: 'America',
        platform: 'primary',
        currency: 'USD',
        spend: 0.2,
      },
    ]);
    expect(metadata).toMatchObject({
      currency: 'EUR',
      totalSpend: 30.3,
      totalsByCurrency: { EUR: 30.3, JPY: 4000, USD: 0.3 },
    });
    expect(pagination.total).toBe(6);
  });

  it('takes the currency of most accounts for the total, which is always a number', async () => {
    const world = await createWorld([
      { id: 'act_1', currency: 'JPY', rows: day([100]) },
      { id: 'act_2', currency: 'USD', rows: day([0.1]) },
      { id: 'act_3', currency: 'USD', rows: day([0.2]) },
    ]);
    expect((await spend(world)).metadata).toMatchObject({ currency: 'USD', totalSpend: 0.3 });
    expect(
      (await spend(world, { accountIds: 'act_1', startDate: '2026-12-01', endDate: '2026-12-02' }))
        .metadata,
    ).toMatchObject({
      currency: 'JPY',
      totalSpend: 0,
    });
    expect((await spend(await createWorld([]))).metadata).toMatchObject({
      currency: null,
      totalSpend: 0,
      totalsByCurrency: {},
    });
  });

  it('counts the whole range in its totals, not only the page', async () => {
    const { data, metadata, pagination } = await spend(await three(), { limit: '1', offset: '5' });
    expect(data).toHaveLength(1);
    expect(pagination).toEqual({ offset: 5, limit: 1, total: 6, hasMore: false });
    expect(metadata.totalsByCurrency).toEqual({ EUR: 30.3, JPY: 4000, USD: 0.3 });
  });

  it('leaves out an account that cannot be asked, and says so, unless it was asked for by name', async () => {
    const world = await three();
    await spend(world, { accountIds: 'act_1,act_2' });
    world.failing = failure('auth');
    const { data, metadata } = await spend(world);
    expect(new Set(data.map(({ accountId }) => accountId))).toEqual(new Set(['act_1', 'act_2']));
    expect(metadata.warnings).toMatchObject([{ code: 'platform_error', accountId: 'act_3' }]);
    await expect(spend(world, { accountIds: 'act_3' })).rejects.toMatchObject({
      failure: { class: 'auth' },
    });
  });
});
