import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { addDays, dayNumber, daysIn } from '../../../core/base/time/days.ts';
import { queryReport } from '../../../core/report/query-report.ts';
import { reportQueryRequest, reportQueryResponse } from '../../../core/report/schema/report.ts';
import { company, createWorld, type FakeWorld, fakeRow } from './world.ts';

const query = async (world: FakeWorld, given: { readonly [name: string]: string }) => {
  const response = await queryReport(
    world.ports,
    company,
    parseRequest(reportQueryRequest, { accountIds: 'act_1', ...given }),
  );
  expect(v.parse(reportQueryResponse, response)).toEqual(response);
  return response;
};

/** 60 days: ad a1 all along, ad a2 in the last 10 only, one of last year. */
const rows = [
  ...Array.from({ length: 60 }, (_, i) =>
    fakeRow({
      adId: 'a1',
      campaignId: 'c1',
      day: addDays('2026-09-12', i),
      spend: i,
      clicks: i,
      impressions: 100,
    }),
  ),
  ...Array.from({ length: 10 }, (_, i) =>
    fakeRow({ adId: 'a2', campaignId: 'c1', day: addDays('2026-11-01', i), spend: 1000 }),
  ),
  fakeRow({ adId: 'a1', campaignId: 'c1', day: '2025-11-05', spend: 7 }),
];
const world = () => createWorld([{ id: 'act_1', rows }]);
const november = { startDate: '2026-11-01', endDate: '2026-11-10' };
const spendOf = (from: string, to: string, adId: string) =>
  rows
    .filter((row) => row.day >= from && row.day <= to && row.adId === adId)
    .reduce((sum, { spend }) => sum + spend, 0);

describe('a report that is compared', () => {
  it('tells what each row was in as many days before, and by how much it changed', async () => {
    const { data, metadata } = await query(await world(), {
      ...november,
      groupBy: 'adId',
      metrics: 'spend,ctr',
      compareTo: 'previousPeriod',
    });
    expect(metadata.compareTo).toEqual({ startDate: '2026-10-22', endDate: '2026-10-31' });
    const [first, second] = data;
    // An ad that did not run then has spent nothing, and has no rate.
    expect(first).toMatchObject({
      adId: 'a2',
      previous: { spend: 0, ctr: null },
      change: { spend: null, ctr: null },
    });
    const [then, now] = [
      spendOf('2026-10-22', '2026-10-31', 'a1'),
      spendOf('2026-11-01', '2026-11-10', 'a1'),
    ];
    expect(second).toMatchObject({
      adId: 'a1',
      spend: now,
      previous: { spend: then },
      change: { spend: (now - then) / then },
    });
  });

  it('meets each day with its own, by days and by dates of the year before', async () => {
    const byDay = await query(await world(), {
      ...november,
      groupBy: 'date',
      metrics: 'spend',
      compareTo: 'previousPeriod',
    });
    expect(byDay.data[3]).toMatchObject({
      day: '2026-11-04',
      previous: { spend: spendOf('2026-10-25', '2026-10-25', 'a1') },
    });
    const year = await query(await world(), {
      ...november,
      groupBy: 'day',
      metrics: 'spend',
      compareTo: 'previousYear',
    });
    expect(year.metadata.compareTo).toEqual({ startDate: '2025-11-01', endDate: '2025-11-10' });
    expect(
      year.data
        .map(({ day, previous }) => [day, previous?.spend])
        .filter(([, spend]) => spend !== 0),
    ).toEqual([['2026-11-05', 7]]);
    const month = {
      startDate: '2026-10-01',
      endDate: '2026-10-31',
      groupBy: 'month',
      metrics: 'spend',
    };
    const months = await query(await world(), { ...month, compareTo: 'previousPeriod' });
    expect(months.metadata.compareTo).toEqual({ startDate: '2026-09-01', endDate: '2026-09-30' });
    expect(months.data[0]).toMatchObject({
      month: '2026-10',
      previous: { spend: spendOf('2026-09-01', '2026-09-30', 'a1') },
    });
  });

  it('meets every day, week and month of any range with one of the earlier range, or refuses', async () => {
    const here = await world();
    const anyDay = fc.integer({
      min: dayNumber('2026-09-20') ?? 0,
      max: dayNumber('2026-10-22') ?? 0,
    });
    await fc.assert(
      fc.asyncProperty(
        anyDay,
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom('day', 'week', 'month'),
        fc.constantFrom('previousPeriod', 'previousYear'),
        async (number, length, groupBy, compareTo) => {
          const startDate = addDays('1970-01-01', number);
          const range = { startDate, endDate: addDays(startDate, length - 1) };
          const report = await query(here, {
            ...range,
            groupBy,
            metrics: 'spend',
            compareTo,
          }).catch((error) => error);
          if (report instanceof Error) {
            expect(report).toMatchObject({
              details: [{ path: 'compareTo', code: 'compare_not_aligned' }],
            });
            return;
          }
          const { startDate: from = '', endDate: to = '' } = report.metadata.compareTo;
          if (groupBy !== 'month') expect(daysIn(from, to)).toBe(length);
          const then = report.data.reduce(
            (sum: number, row: { previous: { spend: number } }) => sum + row.previous.spend,
            0,
          );
          const delivered = rows
            .filter(({ day }) => day >= from && day <= to)
            .reduce((sum, { spend }) => sum + spend, 0);
          expect(then).toBe(delivered);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('refuses what does not meet, and says why', async () => {
    const refused = async (given: { readonly [name: string]: string }) =>
      query(await world(), { ...november, metrics: 'spend', ...given }).then(
        () => undefined,
        ({ details }) => details[0].code,
      );
    expect(await refused({ groupBy: 'week', compareTo: 'previousPeriod' })).toBe(
      'compare_not_aligned',
    );
    expect(await refused({ groupBy: 'month', compareTo: 'previousPeriod' })).toBe(
      'compare_not_aligned',
    );
    expect(await refused({ groupBy: 'day,month', compareTo: 'previousYear' })).toBe(
      'compare_not_aligned',
    );
  });
});

describe('search by name', () => {
  const named = [
    fakeRow({
      adId: 'a1',
      adName: 'Red boat',
      adsetId: 's1',
      adsetName: 'Broad',
      campaignId: 'c1',
      campaignName: 'Spring',
      spend: 1,
    }),
    fakeRow({
      adId: 'a2',
      adName: 'Blue boat',
      adsetId: 's1',
      adsetName: 'Broad',
      campaignId: 'c1',
      campaignName: 'Spring',
      spend: 2,
    }),
    fakeRow({
      adId: 'a3',
      adName: 'Red car',
      adsetId: 's2',
      adsetName: 'Boats',
      campaignId: 'c2',
      campaignName: 'Autumn',
      spend: 4,
    }),
  ].map((row) => ({ ...row, day: '2026-11-03' }));
  const spent = async (given: { readonly [name: string]: string }) => {
    const { data, pagination } = await query(await createWorld([{ id: 'act_1', rows: named }]), {
      ...november,
      metrics: 'spend',
      ...given,
    });
    expect(pagination.total).toBe(data.length);
    return data.map(({ spend }) => spend);
  };

  it('looks at the names of what rows stand for and of what it lies in, in any case', async () => {
    expect(await spent({ q: 'RED' })).toEqual([4, 1]);
    expect(await spent({ q: 'boat' })).toEqual([4, 2, 1]);
    expect(await spent({ q: 'spring' })).toEqual([2, 1]);
    expect(await spent({ q: 'boat', groupBy: 'adset' })).toEqual([4]);
    expect(await spent({ q: 'boat', groupBy: 'campaign' })).toEqual([]);
    expect(await spent({ q: 'autumn', groupBy: 'campaign' })).toEqual([4]);
    expect(await spent({ q: 'red', groupBy: 'day' })).toEqual([5]);
    expect(await spent({ q: 'red', 'filters[campaignId]': 'c1' })).toEqual([1]);
  });
});
