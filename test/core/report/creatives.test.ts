import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { addDays } from '../../../core/base/time/days.ts';
import { namingConventions } from '../../../core/features/naming/records.ts';
import { queryReport } from '../../../core/report/query-report.ts';
import * as shapes from '../../../core/report/schema/report.ts';
import * as views from '../../../core/report/schema/views.ts';
import { topCreatives } from '../../../core/report/top-creatives.ts';
import {
  company,
  createWorld,
  type FakeAccount,
  type FakeRow,
  type FakeWorld,
  fakeRow,
} from './world.ts';

const caller = { companyId: company, keyId: 'test', scopes: ['admin'] as const };
const hooks = ['blue', 'red', 'old'];

/** Ads are called `DE_blue`, campaigns `cold-2026`. */
async function nameAds(world: FakeWorld): Promise<void> {
  await namingConventions.create(world.ports, caller, {
    name: 'Ads',
    level: 'ad',
    separator: '_',
    fields: [
      { key: 'country', source: 'option', options: ['DE', 'FR'] },
      { key: 'hook', source: 'option', options: hooks, required: false },
    ],
  });
  await namingConventions.create(world.ports, caller, {
    name: 'Campaigns',
    level: 'campaign',
    separator: '-',
    fields: [
      { key: 'funnel', source: 'option', options: ['cold', 'warm'] },
      { key: 'year', source: 'free', kind: 'number' },
    ],
  });
}

const query = (given: { readonly [name: string]: string }) =>
  parseRequest(shapes.reportQueryRequest, {
    accountIds: 'act_1',
    startDate: '2026-10-01',
    endDate: '2026-11-09',
    ...given,
  });

const rowArbitrary: fc.Arbitrary<FakeRow> = fc
  .record({
    day: fc.integer({ min: 1, max: 40 }),
    ad: fc.integer({ min: 0, max: 9 }),
    country: fc.constantFrom('DE', 'FR'),
    spend: fc.integer({ min: 0, max: 5_000_000 }).map((n) => n / 100),
    impressions: fc.nat(50_000),
    clicks: fc.nat(300),
    conversions: fc.nat(9),
    results: fc.nat(9),
    conversionValue: fc.integer({ min: 0, max: 5_000_000 }).map((n) => n / 100),
  })
  .map(({ day, ad, ...given }) =>
    fakeRow({
      ...given,
      day: addDays('2026-09-30', day),
      adId: `a${ad}`,
      adName: ['DE_blue', 'DE', 'FR_red', 'no convention', 'DE_blue_x'][ad % 5] ?? '',
      adsetId: `s${ad % 4}`,
      campaignId: `c${ad % 2}`,
      campaignName: ['cold-2026', 'Spring'][ad % 2] ?? '',
    }),
  );
const rowsArbitrary = fc.uniqueArray(rowArbitrary, {
  maxLength: 60,
  selector: ({ day, adId, country }) => `${day} ${adId} ${country}`,
});

describe('reports by name and by asset', () => {
  it('add up to the totals of the same days, by whatever they are grouped besides', async () => {
    const others = [
      'adId',
      'adsetId',
      'campaignId',
      'accountId',
      'platform',
      'day',
      'week',
      'month',
      'country',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(rowsArbitrary, { minLength: 1, maxLength: 2 }),
        fc.subarray(['asset', 'name.hook', 'name.country', 'name.funnel'], { minLength: 1 }),
        fc.subarray(others, { maxLength: 2 }),
        async (accounts, creative, besides) => {
          const world = await createWorld(
            accounts.map((rows, i): FakeAccount => ({ id: `act_${i + 1}`, rows })),
          );
          await nameAds(world);
          const accountIds = accounts.map((_, i) => `act_${i + 1}`).join();
          const asked = {
            accountIds,
            metrics: 'spend,impressions,clicks,results,conversions,conversionValue',
            limit: '1000',
          };
          const ask = async (groupBy: readonly string[]) =>
            (await queryReport(world.ports, company, query({ ...asked, groupBy: groupBy.join() })))
              .data;
          const counted = ['impressions', 'clicks', 'results', 'conversions'] as const;
          const amounts = ['spend', 'conversionValue'] as const;
          type Rows = Awaited<ReturnType<typeof ask>>;
          const sums = (rows: Rows) =>
            counted.map((key) => rows.reduce((sum, row) => sum + (row[key] ?? 0), 0));
          const cents = (rows: Rows, key: (typeof amounts)[number]) =>
            rows.reduce((sum, row) => sum + Math.round((row[key] ?? 0) * 100), 0);
          const grouped = await ask([...creative, ...besides]);
          const plain = await ask(besides.length === 0 ? ['platform'] : besides);
          expect(sums(grouped)).toEqual(sums(plain));
          for (const key of amounts) expect(cents(grouped, key)).toBe(cents(plain, key));
          expect(grouped.length).toBeGreaterThanOrEqual(plain.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  const rows = [
    fakeRow({ adId: 'a1', adName: 'DE_blue', campaignName: 'cold-2026', spend: 10 }),
    fakeRow({
      adId: 'a2',
      adName: 'FR_blue',
      campaignName: 'cold-2026',
      spend: 20,
      resultType: 'lead',
      results: 5,
    }),
    fakeRow({ adId: 'a3', adName: 'DE', campaignName: 'Spring', campaignId: 'c2', spend: 30 }),
    fakeRow({ adId: 'a4', adName: 'Old ad', campaignName: 'Spring', campaignId: 'c2', spend: 40 }),
  ];
  const open = async () => {
    const world = await createWorld([{ id: 'act_1', rows }]);
    await nameAds(world);
    return (given: { readonly [name: string]: string }) =>
      queryReport(world.ports, company, query(given));
  };

  it('have what no convention reads in one group of null, and say how much is read', async () => {
    const ask = await open();
    const { data, metadata } = await ask({
      groupBy: 'name.hook',
      metrics: 'spend',
      sortBy: 'name.hook',
      sortDirection: 'ASC',
    });
    expect(data).toEqual([
      { name: { hook: 'blue' }, spend: 30 },
      { name: { hook: null }, spend: 70 },
    ]);
    expect(metadata.coverage).toEqual([
      { dimension: 'name.hook', spendShare: 0.6, ads: 4, knownAds: 3 },
    ]);
    const both = await ask({ groupBy: 'name.funnel,campaignId', metrics: 'spend' });
    expect(
      both.data.map(({ name, campaignId, spend }) => [name?.funnel, campaignId, spend]),
    ).toEqual([
      [null, 'c2', 70],
      ['cold', 'c1', 30],
    ]);
    expect((await ask({ groupBy: 'asset', metrics: 'spend' })).data).toEqual([
      { asset: null, spend: 100 },
    ]);
  });

  it('give no reach, and results kind by kind', async () => {
    const { data, metadata } = await (await open())({
      groupBy: 'name.hook',
      metrics: 'reach,results',
      sortBy: 'name.hook',
    });
    expect(data.find(({ name }) => name?.hook === 'blue')).toMatchObject({
      reach: null,
      results: null,
      resultsByType: { purchase: 2, lead: 5 },
    });
    expect(metadata.warnings?.map(({ code }) => code)).toEqual([
      'reach_unavailable',
      'mixed_results',
    ]);
  });

  it('name the fields there are where one is unknown', async () => {
    await expect((await open())({ groupBy: 'name.colour' })).rejects.toMatchObject({
      code: 'unprocessable_entity',
      details: [
        {
          path: 'groupBy',
          code: 'unknown_name_field',
          message: expect.stringContaining('name.country, name.funnel, name.hook'),
        },
      ],
    });
    expect(() => query({ groupBy: 'name.' })).toThrow();
  });
});

describe('top creatives', () => {
  const ask = async (world: FakeWorld, given: { readonly [name: string]: string }) => {
    const request = {
      accountIds: 'act_1,5',
      startDate: '2026-10-01',
      endDate: '2026-11-09',
      groupBy: 'name.hook',
      ...given,
    };
    return topCreatives(
      world.ports as never,
      company,
      parseRequest(views.topCreativesRequest, request),
    );
  };

  it('join ads over accounts and platforms, with their days and the click rate of their first and last weeks', async () => {
    const days = Array.from({ length: 20 }, (_, i) => addDays('2026-10-05', i));
    const blue = (adId: string) =>
      days.map((day, i) =>
        fakeRow({
          day,
          adId,
          adName: 'DE_blue',
          spend: 1,
          impressions: 100,
          clicks: i < 7 ? 4 : 1,
        }),
      );
    const world = await createWorld([
      {
        id: 'act_1',
        rows: [
          ...blue('a1'),
          fakeRow({ day: '2026-10-06', adId: 'a2', adName: 'DE_red', spend: 9, clicks: 9 }),
        ],
      },
      {
        id: '5',
        platform: 'pin',
        rows: [...blue('p1'), fakeRow({ adId: 'p2', adName: 'Old', spend: 51 })],
      },
    ]);
    await nameAds(world);
    const { data, metadata } = await ask(world, {});
    expect(data.map(({ name, spend }) => [name?.hook, spend])).toEqual([
      ['blue', 40],
      ['red', 9],
    ]);
    expect(data[0]).toMatchObject({
      ads: 2,
      accountIds: ['5', 'act_1'],
      platforms: ['pin', 'primary'],
      firstDay: '2026-10-05',
      lastDay: '2026-10-24',
      fatigue: {
        firstWeek: {
          startDate: '2026-10-05',
          endDate: '2026-10-11',
          impressions: 1400,
          clicks: 56,
          ctr: 4,
          spend: 14,
        },
        lastWeek: {
          startDate: '2026-10-18',
          endDate: '2026-10-24',
          impressions: 1400,
          clicks: 14,
          ctr: 1,
          spend: 14,
        },
        ctrChange: -0.75,
      },
    });
    expect(data[1]?.fatigue.ctrChange).toBeNull();
    expect(metadata).toMatchObject({ metric: 'spend', groupBy: 'name.hook', coverage: 0.49 });
    expect((await ask(world, { metric: 'ctr', limit: '1' })).data).toHaveLength(1);
  });

  it('are not ranked by people, who cannot be added', async () => {
    const world = await createWorld([
      { id: 'act_1', rows: [] },
      { id: '5', platform: 'pin', rows: [] },
    ]);
    await nameAds(world);
    await expect(ask(world, { metric: 'reach' })).rejects.toMatchObject({
      details: [{ path: 'metric' }],
    });
    expect((await ask(world, { groupBy: 'asset' })).data).toEqual([]);
  });
});
