import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../core/base/errors.ts';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { countryBreakdown } from '../../../core/report/country-breakdown.ts';
import { listReportFields } from '../../../core/report/list-fields.ts';
import * as shapes from '../../../core/report/schema/fields.ts';
import * as views from '../../../core/report/schema/views.ts';
import { topAds } from '../../../core/report/top-ads.ts';
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
    expect(metrics).toHaveLength(15);
    expect(metrics.find(({ key }) => key === 'costPerResult')).toMatchObject({
      key: 'costPerResult',
      label: 'Cost per result',
      type: 'money',
      additive: false,
      aliases: ['cpa'],
      platforms: ['primary', 'pin'],
    });
    expect(metrics.filter(({ additive }) => additive).map(({ key }) => key)).toEqual([
      'spend',
      'impressions',
      'clicks',
      'results',
      'conversions',
      'conversionValue',
      'videoViews',
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
  const rows = ['a1', 'a2', 'a3'].map((adId, i) =>
    fakeRow({ adId, spend: 10 * (i + 1), clicks: 30 - 10 * i, people: [i] }),
  );
  const inspect = (asked: string[][]) =>
    ({
      pictures: async (_: unknown, ids: string[]) => {
        asked.push(ids);
        return new Map(
          ids.filter((adId) => adId !== 'a2').map((adId) => [adId, `https://img/${adId}`]),
        );
      },
    }) as never;
  const ask = async (world: FakeWorld, query: Query = {}) =>
    fits(
      views.topAdsResponse,
      await topAds(
        world.ports,
        company,
        parseRequest(views.topAdsRequest, {
          accountId: 'act_1',
          dateFrom: '2026-11-01',
          dateTo: '2026-11-02',
          ...query,
        }),
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
    expect(data[0]).toMatchObject({
      adName: 'Ad a3',
      adsetName: 'Set s1',
      campaignName: 'Campaign c1',
      ctr: 1,
      roas: 1,
    });
    expect(metadata.metric).toBe('spend');
    await ask(world, { limit: '2' });
    expect(asked).toEqual([['a3', 'a2']]);
    await ask(world);
    expect(asked).toEqual([['a3', 'a2'], ['a1']]);
  });

  it('come by any other metric, reach included', async () => {
    const world = await createWorld([{ id: 'act_1', rows }], { inspect: inspect([]) });
    expect((await ask(world, { metric: 'clicks' })).data.map(({ adId }) => adId)).toEqual([
      'a1',
      'a2',
      'a3',
    ]);
    expect((await ask(world, { metric: 'reach' })).data.map(({ reach }) => reach)).toEqual([
      1, 1, 1,
    ]);
    await expect(ask(world, { metric: 'beauty' })).rejects.toMatchObject({
      code: 'unprocessable_entity',
      details: [{ path: 'metric' }],
    });
    await expect(ask(world, { limit: '51' })).rejects.toMatchObject({
      code: 'unprocessable_entity',
      details: [{ path: 'limit' }],
    });
  });

  it('are refused where the platform has no pictures of ads', async () => {
    const world = await createWorld([{ id: 'act_1', rows }], { inspect: {} as never });
    await expect(ask(world)).rejects.toMatchObject({
      code: 'unprocessable_entity',
      details: [{ path: 'accountId', code: 'unsupported_on_platform' }],
    });
  });

  it('are ranked all the same when no picture can be had', async () => {
    const broken = {
      pictures: () => Promise.reject(new PlatformError(failure('throttled'))),
    } as never;
    const world = await createWorld([{ id: 'act_1', rows }], { inspect: broken });
    expect((await ask(world)).data.map(({ thumbnailUrl }) => thumbnailUrl)).toEqual([
      null,
      null,
      null,
    ]);
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
      views.countryBreakdownResponse,
      await countryBreakdown(
        world.ports,
        company,
        parseRequest(views.countryBreakdownRequest, {
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
    expect(some.data.map(({ country, campaignId, spend }) => [country, campaignId, spend])).toEqual(
      [
        ['DE', 'c1', 1],
        ['FR', 'c1', 2],
      ],
    );
  });

  it('is offered on primary only', async () => {
    const world = await createWorld([{ id: '5', platform: 'pin', rows }]);
    await expect(ask(world, { accountId: '5' })).rejects.toMatchObject({
      details: [{ code: 'unsupported_on_platform', path: 'accountId' }],
    });
  });
});
