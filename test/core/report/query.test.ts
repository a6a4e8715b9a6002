import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { queryReport } from '../../../core/report/query-report.ts';
import { reportQueryRequest, reportQueryResponse } from '../../../core/report/schema/report.ts';
import { company, createWorld, type FakeWorld, fakeRow } from './world.ts';

type Query = { readonly [name: string]: string };

const query = async (world: FakeWorld, given: Query, companyId = company) => {
  const request = parseRequest(reportQueryRequest, given);
  const response = await queryReport(world.ports, companyId, request);
  expect(v.parse(reportQueryResponse, response)).toEqual(response);
  return response;
};

const november = { startDate: '2026-11-01', endDate: '2026-11-10' };

const rows = [
  fakeRow({
    adId: 'a1',
    adsetId: 's1',
    campaignId: 'c1',
    spend: 10,
    day: '2026-11-01',
    people: [1, 2],
  }),
  fakeRow({
    adId: 'a1',
    adsetId: 's1',
    campaignId: 'c1',
    spend: 20,
    day: '2026-11-02',
    people: [2, 3],
  }),
  fakeRow({
    adId: 'a2',
    adsetId: 's1',
    campaignId: 'c1',
    spend: 5,
    day: '2026-11-02',
    clicks: 0,
    country: 'FR',
    people: [3, 4],
  }),
  fakeRow({
    adId: 'a3',
    adsetId: 's2',
    campaignId: 'c2',
    spend: 40,
    day: '2026-11-09',
    resultType: 'lead',
    people: [1],
  }),
];
const one = () => createWorld([{ id: 'act_1', name: 'Shop', rows }]);

describe('a report query', () => {
  it('takes both spellings of its parameters and answers alike', async () => {
    const world = await one();
    const metrics = 'spend, ctr ,cpa';
    const first = await query(world, {
      accountIds: 'act_1',
      ...november,
      metrics,
      groupBy: 'campaignName',
    });
    const second = await query(world, {
      accountId: '1',
      dateFrom: '2026-11-01',
      dateTo: '2026-11-10',
      metrics,
      groupBy: 'campaign',
    });
    expect(second.data).toEqual(first.data);
    expect(first.data).toEqual([
      {
        accountId: 'act_1',
        currency: 'EUR',
        campaignId: 'c2',
        campaignName: 'Campaign c2',
        spend: 40,
        ctr: 2,
        cpa: 20,
        resultType: 'lead',
      },
      {
        accountId: 'act_1',
        currency: 'EUR',
        campaignId: 'c1',
        campaignName: 'Campaign c1',
        spend: 35,
        ctr: 4000 / 3000,
        cpa: 5.833333,
        resultType: 'purchase',
      },
    ]);
    expect(first.pagination).toEqual({ offset: 0, limit: 100, total: 2, hasMore: false });
    expect(first.metadata).toEqual({
      platform: 'primary',
      source: 'live',
      fetchedAt: '2026-11-15T12:00:00.000Z',
      currency: 'EUR',
      timezone: 'Europe/Berlin',
    });
    expect(second.metadata.source).toBe('cache');
  });

  it('shows spend, impressions and clicks of each ad when nothing else is asked for', async () => {
    const { data } = await query(await one(), { accountIds: 'act_1', ...november });
    expect(data[0]).toEqual({
      accountId: 'act_1',
      currency: 'EUR',
      campaignId: 'c2',
      campaignName: 'Campaign c2',
      adsetId: 's2',
      adsetName: 'Set s2',
      adId: 'a3',
      adName: 'Ad a3',
      spend: 40,
      impressions: 1000,
      clicks: 20,
    });
    expect(data.map(({ adId }) => adId)).toEqual(['a3', 'a1', 'a2']);
  });

  it.each([
    ['adset', ['s2', 's1'], 'adsetId'],
    ['account', ['act_1'], 'accountId'],
    ['platform', ['primary'], 'platform'],
    ['date', ['2026-11-01', '2026-11-02', '2026-11-09'], 'date'],
    ['week', ['2026-W44', '2026-W45', '2026-W46'], 'week'],
    ['month', ['2026-11'], 'month'],
    ['country', ['DE', 'FR'], 'country'],
  ] as const)('groups by %s', async (groupBy, expected, field) => {
    const { data } = await query(await one(), { accountIds: 'act_1', ...november, groupBy });
    expect(data.map((row) => row[field])).toEqual(expected);
    expect(data.reduce((sum, row) => sum + (row.spend ?? 0), 0)).toBe(75);
  });

  it('groups by several things at once', async () => {
    const { data } = await query(await one(), {
      accountIds: 'act_1',
      ...november,
      groupBy: 'campaign,platform,day,country',
      metrics: 'spend',
    });
    expect(data).toHaveLength(4);
    expect(data[2]).toEqual({
      platform: 'primary',
      accountId: 'act_1',
      currency: 'EUR',
      campaignId: 'c1',
      campaignName: 'Campaign c1',
      day: '2026-11-02',
      country: 'FR',
      spend: 5,
    });
  });

  it('sorts by any metric and by what it is grouped by', async () => {
    const world = await one();
    const ads = async (given: Query): Promise<unknown> =>
      (await query(world, { accountIds: 'act_1', ...november, ...given })).data.map(
        ({ adId }) => adId,
      );
    expect(await ads({ sortBy: 'spend', sortDirection: 'asc' })).toEqual(['a2', 'a1', 'a3']);
    expect(await ads({ sortBy: 'adName', sortDirection: 'DESC' })).toEqual(['a3', 'a2', 'a1']);
    expect(await ads({ sortBy: 'cpc', metrics: 'spend' })).toEqual(['a3', 'a1', 'a2']);
    expect(await ads({ sortBy: 'reach', metrics: 'spend' })).toEqual(['a1', 'a2', 'a3']);
  });

  it('filters by campaign, ad set and country', async () => {
    const world = await one();
    const spend = async (filter: Query): Promise<unknown> =>
      (await query(world, { accountIds: 'act_1', ...november, groupBy: 'month', ...filter }))
        .data[0]?.spend;
    expect(await spend({ 'filters[campaignId]': 'c1' })).toBe(35);
    expect(await spend({ 'filters[adsetId]': 's2' })).toBe(40);
    expect(await spend({ 'filters[adId]': 'a1,a3' })).toBe(70);
    expect(await spend({ 'filters[country]': 'fr' })).toBe(5);
    expect(await spend({ 'filters[campaignId]': 'nobody' })).toBeUndefined();
  });

  it('filters by the status ads have now', async () => {
    const listing = (id: string) => ({
      id,
      name: id,
      status: 'PAUSED',
      effectiveStatus: 'PAUSED',
      createdTime: '',
      thumbnailUrl: null,
    });
    const pages = [{ data: [listing('a1')], after: 'more' }, { data: [listing('a2')] }];
    const inspect = {
      ads: async (_: unknown, { after }: { after?: string }) => pages[after === undefined ? 0 : 1],
    } as never;
    const world = await createWorld([{ id: 'act_1', rows }], { inspect });
    const { data } = await query(world, {
      accountIds: 'act_1',
      ...november,
      'filters[status]': 'paused',
    });
    expect(data.map(({ adId }) => adId)).toEqual(['a1', 'a2']);
  });

  it('pages through exactly what one big page holds', async () => {
    const world = await one();
    const given = { accountIds: 'act_1', ...november, groupBy: 'ad,day', sortBy: 'impressions' };
    const whole = await query(world, given);
    const pages = await Promise.all(
      [1, 2, 3].map((page) => query(world, { ...given, limit: '2', page: String(page) })),
    );
    expect(pages.flatMap(({ data }) => data)).toEqual(whole.data);
    expect(pages.map(({ pagination }) => pagination.hasMore)).toEqual([true, false, false]);
    expect(pages.map(({ pagination }) => pagination.total)).toEqual([4, 4, 4]);
  });

  it('asks for reach at the level and over the range wanted and never adds it', async () => {
    const world = await one();
    const reach = async (groupBy: string, more: Query = {}): Promise<unknown> =>
      (
        await query(world, {
          accountIds: 'act_1',
          ...november,
          metrics: 'reach,frequency',
          groupBy,
          ...more,
        })
      ).data.map((row) => row.reach);
    expect(await reach('campaign', { sortBy: 'campaign', sortDirection: 'asc' })).toEqual([4, 1]);
    expect(await reach('account')).toEqual([4]);
    expect(await reach('day')).toEqual([2, 3, 1]);
    expect(await reach('week')).toEqual([2, 3, 1]);
    expect(await reach('month')).toEqual([4]);
    expect(await reach('country', { sortBy: 'country', sortDirection: 'asc' })).toEqual([3, 2]);
    expect(await reach('ad', { sortBy: 'ad', sortDirection: 'asc' })).toEqual([3, 2, 1]);
    expect(await reach('month', { 'filters[campaignId]': 'c2' })).toEqual([1]);
    expect(await reach('month', { 'filters[country]': 'FR' })).toEqual([2]);
  });

  it('gives frequency as impressions by reach', async () => {
    const { data } = await query(await one(), {
      accountIds: 'act_1',
      ...november,
      metrics: 'frequency',
      groupBy: 'account',
    });
    expect(data[0]?.frequency).toBe(1000);
  });

  it('gives no reach, and says why, where the platform cannot know it', async () => {
    const world = await createWorld([
      { id: 'act_1', rows },
      { id: 'act_2', rows },
    ]);
    const together = await query(world, {
      accountIds: 'act_1,act_2',
      ...november,
      metrics: 'reach',
      groupBy: 'day',
    });
    expect(together.data[0]?.reach).toBeNull();
    expect(together.metadata.warnings?.[0]).toMatchObject({ code: 'reach_unavailable' });
    const several = { 'filters[adId]': 'a1,a2', metrics: 'reach', groupBy: 'campaign' };
    expect(
      (await query(world, { accountIds: 'act_1', ...november, ...several })).data[0]?.reach,
    ).toBeNull();
  });

  it('does not add purchases to leads', async () => {
    const { data, metadata } = await query(await one(), {
      accountIds: 'act_1',
      ...november,
      metrics: 'results,costPerResult',
      groupBy: 'account',
    });
    expect(data[0]).toMatchObject({ results: null, costPerResult: null });
    expect(metadata.warnings?.[0]).toMatchObject({ code: 'mixed_results' });
  });

  it('takes the reach as the results of awareness ads instead of adding days', async () => {
    const awareness = rows.map((row) => ({
      ...row,
      resultType: 'reach',
      results: row.people?.length ?? 0,
    }));
    const world = await createWorld([{ id: 'act_1', rows: awareness }]);
    const { data } = await query(world, {
      accountIds: 'act_1',
      ...november,
      metrics: 'results',
      groupBy: 'campaign',
      sortBy: 'campaign',
      sortDirection: 'ASC',
    });
    expect(data.map(({ results }) => results)).toEqual([4, 1]);
  });

  it('has no rows for days that have not begun, and asks nobody about them', async () => {
    const world = await one();
    const answer = await query(world, {
      accountIds: 'act_1',
      startDate: '2026-12-01',
      endDate: '2026-12-31',
    });
    expect(answer).toMatchObject({ data: [], metadata: { fetchedAt: null, source: 'cache' } });
    expect(world.asked).toEqual([]);
  });

  it('ends today where the account is', async () => {
    const world = await createWorld([
      { id: 'act_1', rows, timezone: 'Pacific/Kiritimati' },
      { id: 'act_2', rows, timezone: 'America/Los_Angeles' },
    ]);
    const { metadata } = await query(world, {
      accountIds: 'act_1,act_2',
      startDate: '2026-11-14',
      endDate: '2026-11-30',
    });
    expect(
      Object.fromEntries(world.asked.map(({ account, query }) => [account, JSON.parse(query).to])),
    ).toEqual({
      act_1: '2026-11-16',
      act_2: '2026-11-15',
    });
    expect(metadata.timezone).toBeNull();
  });
});
