import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../core/errors.ts';
import type { AdSet } from '../../../core/ports/ad-platform.ts';
import { countryBreakdown } from '../../../core/report/country-breakdown.ts';
import { listReportFields } from '../../../core/report/list-fields.ts';
import { adsetPerformance, campaignPerformance } from '../../../core/report/performance.ts';
import { reachComposition } from '../../../core/report/reach-composition.ts';
import { topAds } from '../../../core/report/top-ads.ts';
import { parseRequest } from '../../../core/schema/parse.ts';
import * as shapes from '../../../core/schema/report.ts';
import {
  adsetPerformanceRequest,
  adsetPerformanceResponse,
  campaignPerformanceRequest,
  campaignPerformanceResponse,
} from '../../../core/schema/report-performance.ts';
import { company, createWorld, type FakeWorld, failure, fakeRow } from './world.ts';

type Query = { readonly [name: string]: string };

/** Every answer fits its schema and holds nothing the schema does not know. */
function fits<S extends v.GenericSchema>(schema: S, response: v.InferOutput<S>): v.InferOutput<S> {
  expect(v.parse(schema, response)).toEqual(response);
  return response;
}

describe('the list of report fields', () => {
  it('names every metric with the platforms that have it here, and every grouping with its aliases', async () => {
    const { ports } = await createWorld([
      { id: 'act_1', rows: [] },
      { id: '5', platform: 'pin', rows: [] },
    ]);
    const { metrics, dimensions } = fits(shapes.reportFieldsResponse, listReportFields(ports));
    expect(metrics).toHaveLength(13);
    expect(metrics.find(({ key }) => key === 'costPerResult')).toEqual({
      ...{ key: 'costPerResult', label: 'Cost per result', type: 'money', additive: false },
      ...{ aliases: ['cpa'], platforms: ['primary', 'pin'] },
    });
    expect(metrics.filter(({ additive }) => additive).map(({ key }) => key)).toEqual([
      ...['spend', 'impressions', 'clicks', 'results', 'conversions', 'conversionValue'],
    ]);
    expect(dimensions.map(({ key }) => key)).toEqual([
      'adId',
      'adsetId',
      'campaignId',
      'accountId',
      'platform',
      'day',
      'week',
      'month',
      'country',
    ]);
  });
});

describe('top ads', () => {
  const rows = ['a1', 'a2', 'a3'].map((adId, i) => fakeRow({ adId, spend: 10 * (i + 1), clicks: 30 - 10 * i, people: [i] }));
  const inspect = (asked: string[][]) =>
    ({
      pictures: async (_: unknown, ids: string[]) => {
        asked.push(ids);
        return new Map(ids.filter((adId) => adId !== 'a2').map((adId) => [adId, `https://img/${adId}`]));
      },
    }) as never;
  const ask = async (world: FakeWorld, query: Query = {}) =>
    fits(
      shapes.topAdsResponse,
      await topAds(
        world.ports,
        company,
        parseRequest(shapes.topAdsRequest, { accountId: 'act_1', dateFrom: '2026-11-01', dateTo: '2026-11-02', ...query }),
      ),
    );

  it('come by spend with their pictures, which are asked for once', async () => {
    const asked: string[][] = [];
    const world = await createWorld([{ id: 'act_1', rows }], { inspect: inspect(asked) });
    const { data, metadata } = await ask(world, { limit: '2' });
    expect(data.map(({ adId, spend, thumbnailUrl }) => [adId, spend, thumbnailUrl])).toEqual([
      ['a3', 30, 'https://img/a3'],
      ['a2', 20, null],
    ]);
    expect(data[0]).toMatchObject({ adName: 'Ad a3', adsetName: 'Set s1', campaignName: 'Campaign c1', ctr: 1, roas: 1 });
    expect(metadata.metric).toBe('spend');
    await ask(world, { limit: '2' });
    expect(asked).toEqual([['a3', 'a2']]);
    await ask(world);
    expect(asked).toEqual([['a3', 'a2'], ['a1']]);
  });

  it('come by any other metric, reach included', async () => {
    const world = await createWorld([{ id: 'act_1', rows }]);
    expect((await ask(world, { metric: 'clicks' })).data.map(({ adId }) => adId)).toEqual(['a1', 'a2', 'a3']);
    expect((await ask(world, { metric: 'reach' })).data.map(({ reach }) => reach)).toEqual([1, 1, 1]);
    await expect(ask(world, { metric: 'beauty' })).rejects.toMatchObject({
      code: 'unprocessable_entity',
      details: [{ path: 'metric' }],
    });
    await expect(ask(world, { limit: '51' })).rejects.toMatchObject({
      code: 'unprocessable_entity',
      details: [{ path: 'limit' }],
    });
  });

  it('are ranked all the same when no picture can be had', async () => {
    const broken = { pictures: () => Promise.reject(new PlatformError(failure('throttled'))) } as never;
    const world = await createWorld([{ id: 'act_1', rows }], { inspect: broken });
    expect((await ask(world)).data.map(({ thumbnailUrl }) => thumbnailUrl)).toEqual([null, null, null]);
  });
});

describe('the country breakdown', () => {
  const rows = [
    fakeRow({ country: 'DE', spend: 1, people: [1, 2] }),
    fakeRow({ country: 'FR', spend: 2, people: [2] }),
    fakeRow({ country: 'US', spend: 4, adId: 'a2', campaignId: 'c2', people: [3] }),
  ];
  const ask = async (world: FakeWorld, query: Query) =>
    fits(
      shapes.countryBreakdownResponse,
      await countryBreakdown(
        world.ports,
        company,
        parseRequest(shapes.countryBreakdownRequest, {
          accountId: 'act_1',
          startDate: '2026-11-01',
          endDate: '2026-11-01',
          ...query,
        }),
      ),
    );

  it('has a row for each country, and for what else it is grouped by', async () => {
    const world = await createWorld([{ id: 'act_1', rows }]);
    const { data } = await ask(world, { metrics: 'spend,reach' });
    expect(data).toEqual([
      { country: 'US', spend: 4, reach: 1 },
      { country: 'FR', spend: 2, reach: 1 },
      { country: 'DE', spend: 1, reach: 2 },
    ]);
    const some = await ask(world, {
      countries: 'de, fr',
      groupBy: 'campaign',
      metrics: 'spend',
      sortBy: 'country',
      sortDirection: 'asc',
    });
    expect(some.data.map(({ country, campaignId, spend }) => [country, campaignId, spend])).toEqual([
      ['DE', 'c1', 1],
      ['FR', 'c1', 2],
    ]);
  });

  it('is offered on primary only', async () => {
    const world = await createWorld([{ id: '5', platform: 'pin', rows }]);
    await expect(ask(world, { accountId: '5' })).rejects.toMatchObject({
      details: [{ code: 'unsupported_on_platform', path: 'accountId' }],
    });
  });
});

describe('the composition of reach', () => {
  const rows = [
    fakeRow({ day: '2026-08-20', people: [1, 2, 3], impressions: 9, spend: 1 }),
    fakeRow({ day: '2026-09-10', people: [2, 3], impressions: 4, spend: 2 }),
    fakeRow({ day: '2026-11-10', people: [1, 4], impressions: 6, spend: 3, country: 'FR' }),
  ];
  const ask = async (world: FakeWorld, query: Query = {}) =>
    fits(
      shapes.reachCompositionResponse,
      await reachComposition(
        world.ports,
        company,
        parseRequest(shapes.reachCompositionRequest, {
          accountId: 'act_1',
          startDate: '2026-08-15',
          endDate: '2026-12-31',
          ...query,
        }),
      ),
    );

  it('counts people once over the months', async () => {
    const world = await createWorld([{ id: 'act_1', rows }]);
    const { data, metadata } = await ask(world);
    expect(data).toEqual([
      { month: '2026-08', reach: 3, cumulativeReach: 3, incrementalReach: 3, impressions: 9, spend: 1, frequency: 3 },
      { month: '2026-09', reach: 2, cumulativeReach: 3, incrementalReach: 0, impressions: 4, spend: 2, frequency: 2 },
      { month: '2026-11', reach: 2, cumulativeReach: 4, incrementalReach: 1, impressions: 6, spend: 3, frequency: 3 },
    ]);
    expect(metadata).toMatchObject({
      accountId: 'act_1',
      startDate: '2026-08-15',
      endDate: '2026-12-31',
      countries: null,
      source: 'live',
      currency: 'EUR',
    });
  });

  it('is kept: the second time nobody is asked, later only for what has not settled', async () => {
    const world = await createWorld([{ id: 'act_1', rows }]);
    const first = await ask(world);
    const asked = world.asked.length;
    const second = await ask(world);
    expect([second.data, second.metadata.source]).toEqual([first.data, 'cache']);
    expect(world.asked.length).toBe(asked);
    await world.ports.clock.advance(16 * 60_000);
    await ask(world);
    const again = world.asked.slice(asked).map(({ query }) => JSON.parse(query).to);
    expect(again).toEqual(['2026-11-15', '2026-10-31', '2026-11-15']);
  });

  it('gives the last good answer when the platform fails', async () => {
    const world = await createWorld([{ id: 'act_1', rows }]);
    const first = await ask(world);
    await world.ports.clock.advance(3_600_000);
    world.failing = failure('transient');
    const second = await ask(world);
    expect(second.data).toEqual(first.data);
    expect(second.metadata).toMatchObject({ stale: true, ageSeconds: 3600 });
    expect(second.metadata.warnings).toHaveLength(1);
  });

  it('counts only people in the countries asked for', async () => {
    const world = await createWorld([{ id: 'act_1', rows }]);
    const { data, metadata } = await ask(world, { countries: 'FR' });
    expect(data.map(({ month, cumulativeReach }) => [month, cumulativeReach])).toEqual([['2026-11', 2]]);
    expect(metadata.countries).toEqual(['FR']);
  });

  it('is for one account of the primary platform', async () => {
    const world = await createWorld([
      { id: 'act_1', rows },
      { id: 'act_2', rows },
      { id: '5', platform: 'short-video', rows },
    ]);
    await expect(ask(world, { accountId: 'act_1,act_2' })).rejects.toMatchObject({ details: [{ code: 'one_account' }] });
    await expect(ask(world, { accountId: '5' })).rejects.toMatchObject({ details: [{ code: 'unsupported_on_platform' }] });
  });
});

describe('the performance views', () => {
  const adSet = (id: string, campaignId: string, status: AdSet['status']): AdSet => ({
    ...{ id, name: `Set ${id}`, status, effectiveStatus: status, campaignId, campaignName: `Campaign ${campaignId}` },
    ...{ objective: 'SALES', adCount: 3, capacity: 50, dailyBudget: 20 },
  });
  const structure = {
    campaigns: async () =>
      ['c1', 'c2'].map((id) => ({
        id,
        name: `Campaign ${id}`,
        objective: 'SALES',
        status: 'ACTIVE' as const,
        effectiveStatus: 'ACTIVE',
      })),
    adSets: async () => [adSet('s3', 'c2', 'PAUSED'), adSet('s2', 'c1', 'ACTIVE'), adSet('s1', 'c1', 'ACTIVE')],
  };
  const rows = [
    fakeRow({ day: '2026-11-10', adsetId: 's1', spend: 5 }),
    fakeRow({ day: '2026-11-12', adsetId: 's2', adId: 'a2', spend: 7 }),
  ];
  const adsets = async (world: FakeWorld, query: Query = {}) =>
    fits(
      adsetPerformanceResponse,
      await adsetPerformance(world.ports, company, parseRequest(adsetPerformanceRequest, { accountId: 'act_1', ...query })),
    );

  it('show campaigns with their spend of the last 30 days, those without delivery too', async () => {
    const world = await createWorld([{ id: 'act_1', rows }], { structure });
    const response = await campaignPerformance(
      world.ports,
      company,
      parseRequest(campaignPerformanceRequest, { accountId: 'act_1', metrics: 'roas' }),
    );
    const { data, metadata } = fits(campaignPerformanceResponse, response);
    expect(data.map(({ id, spend, roas }) => [id, spend, roas])).toEqual([
      ['c1', 12, 5],
      ['c2', 0, null],
    ]);
    expect(metadata).toMatchObject({ startDate: '2026-10-17', endDate: '2026-11-15', currency: 'EUR' });
  });

  it('show ad sets as a launch takes them, filtered, sorted and paged', async () => {
    const world = await createWorld([{ id: 'act_1', rows }], { structure });
    const { data } = await adsets(world);
    expect(data[1]).toEqual({
      ...{
        value: 's2',
        label: 'Set s2',
        adCount: 3,
        capacity: 50,
        campaign: { id: 'c1', name: 'Campaign c1', objective: 'SALES' },
      },
      ...{ status: 'ACTIVE', effectiveStatus: 'ACTIVE', dailyBudget: 20, lifetimeBudget: null, spend: 7 },
    });
    const values = async (query: Query): Promise<unknown> => (await adsets(world, query)).data.map(({ value }) => value);
    expect(await values({ sortBy: 'spend', sortDirection: 'asc' })).toEqual(['s3', 's1', 's2']);
    expect(await values({ campaignId: 'c1', status: 'ACTIVE', limit: '1', offset: '1' })).toEqual(['s1']);
    expect((await adsets(world, { startDate: '2026-11-10', endDate: '2026-11-11' })).data.map(({ spend }) => spend)).toEqual([
      0, 0, 5,
    ]);
  });

  it('show the structure without figures when there are none to be had', async () => {
    const world = await createWorld([{ id: 'act_1', rows }], { structure });
    world.failing = failure('throttled');
    const { data, metadata } = await adsets(world);
    expect(data.map(({ value, spend }) => [value, spend])).toEqual([
      ['s3', null],
      ['s2', null],
      ['s1', null],
    ]);
    expect(metadata.warnings?.[0]).toMatchObject({ code: 'no_figures', accountId: 'act_1' });
  });
});
