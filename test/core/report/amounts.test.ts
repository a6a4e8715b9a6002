import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dailyCells } from '../../../core/features/exports/fields.ts';
import type { FactRow } from '../../../core/ports/facts.ts';
import type { AdSet } from '../../../core/ports/platform-accounts.ts';
import type { ReportAccount } from '../../../core/report/accounts.ts';
import { countryBreakdown } from '../../../core/report/country-breakdown.ts';
import { dailySpend } from '../../../core/report/daily-spend.ts';
import { adsetPerformance, campaignPerformance } from '../../../core/report/performance.ts';
import { queryReport } from '../../../core/report/query-report.ts';
import { reachComposition } from '../../../core/report/reach-composition.ts';
import { topAds } from '../../../core/report/top-ads.ts';
import { company, createWorld, type FakeRow, fakeRow } from './world.ts';

const amounts = ['spend', 'conversionValue', 'totalSpend', 'EUR', 'JPY'];
const rates = ['cpm', 'cpc', 'costPerResult'];

/** Every amount of an answer, wherever it stands. */
function figuresIn(
  value: unknown,
  found: [name: string, amount: number][] = [],
): [string, number][] {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'number') found.push([name, member]);
    else figuresIn(member, found);
  }
  return found;
}

const has = (amount: number, decimals: number): boolean =>
  Number(amount.toFixed(decimals)) === amount;

const structure = {
  campaigns: async () => [
    {
      id: 'c1',
      name: 'Campaign',
      objective: 'SALES',
      status: 'ACTIVE' as const,
      effectiveStatus: 'ACTIVE',
    },
  ],
  adSets: async (): Promise<AdSet[]> => [
    {
      id: 's1',
      name: 'Set',
      status: 'ACTIVE',
      effectiveStatus: 'ACTIVE',
      campaignId: 'c1',
      campaignName: 'Campaign',
      objective: 'SALES',
      adCount: 3,
      capacity: 50,
      campaign: { status: 'ACTIVE' },
      hasActiveAds: true,
    },
  ],
};

const row = fc.record({
  day: fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-03'),
  adId: fc.constantFrom('a1', 'a2', 'a3'),
  country: fc.constantFrom('DE', 'FR'),
  spend: fc.integer({ min: 0, max: 5_000_000 }),
  conversionValue: fc.integer({ min: 0, max: 5_000_000 }),
});

/** One row for an ad, a day and a country, in amounts as a platform has them in this currency. */
const rowsIn = (
  rows: readonly {
    day: string;
    adId: string;
    country: string;
    spend: number;
    conversionValue: number;
  }[],
  per: number,
) =>
  [...new Map(rows.map((each) => [`${each.day} ${each.adId} ${each.country}`, each])).values()].map(
    (each): FakeRow =>
      fakeRow({ ...each, spend: each.spend / per, conversionValue: each.conversionValue / per }),
  );

it.each([
  ['EUR', 2, 100],
  ['JPY', 0, 1],
] as const)(
  'every amount in %s has at most %i decimals, through every report',
  async (currency, decimals, per) => {
    const range = { startDate: '2026-11-01', endDate: '2026-11-30' };
    const metrics = ['spend', 'conversionValue', 'cpm', 'cpc', 'costPerResult'] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 3, maxLength: 18 }), async (some) => {
        const { ports } = await createWorld([{ id: 'act_1', currency, rows: rowsIn(some, per) }], {
          structure,
          inspect: { pictures: async () => new Map() } as never,
        });
        const accountIds = ['act_1'];
        const asked = { accountIds, ...range, metrics: [...metrics] };
        const answers = [
          await queryReport(ports, company, { ...asked, groupBy: ['accountId'] }),
          await queryReport(ports, company, { ...asked, groupBy: ['day'] }),
          await topAds(ports, company, { accountIds, ...range }),
          await dailySpend(ports, company, range),
          await countryBreakdown(ports, company, asked),
          await reachComposition(ports, company, {
            accountId: accountIds,
            ...range,
            countries: ['DE', 'FR'],
          }),
          await campaignPerformance(ports, company, asked),
          await adsetPerformance(ports, company, asked),
        ];
        for (const [name, amount] of figuresIn(answers)) {
          if (amounts.includes(name))
            expect([name, amount, has(amount, decimals)]).toEqual([name, amount, true]);
          if (rates.includes(name))
            expect([name, amount, has(amount, decimals + 4)]).toEqual([name, amount, true]);
        }
        const [whole] = answers[0]?.data ?? [];
        const spent = rowsIn(some, per).reduce(
          (sum, { spend }) => sum + Math.round(spend * per),
          0,
        );
        expect(whole?.spend).toBe(spent / per);
      }),
      { numRuns: 25 },
    );
  },
);

it('an export tells amounts as reports do', () => {
  const account = {
    id: 'act_1',
    name: 'Shop',
    platform: 'primary',
    currency: 'EUR',
    decimals: 2,
  } as ReportAccount;
  const {
    day,
    spend: _spend,
    conversionValue: _value,
    ...rest
  } = fakeRow({ clicks: 3, impressions: 7 });
  const fact = {
    ...rest,
    day,
    spend: 0.1 + 0.2,
    conversionValue: 7913.860000000001,
    entity: {},
  } as unknown as FactRow;
  expect(dailyCells('ad', ['spend', 'conversionValue', 'cpc'])(fact, account)).toEqual([
    0.3, 7913.86, 0.1,
  ]);
});

it('a row of several kinds of results has each of them by itself', async () => {
  const rows = [
    fakeRow({ adId: 'a1', results: 2, resultType: 'purchase' }),
    fakeRow({ adId: 'a2', results: 3, resultType: 'lead' }),
    fakeRow({ adId: 'a3', results: 4, resultType: 'lead' }),
    fakeRow({ adId: 'a3', day: '2026-11-02', results: 5, resultType: 'lead' }),
  ];
  const { ports } = await createWorld([{ id: 'act_1', rows }]);
  const asked = {
    accountIds: ['act_1'],
    startDate: '2026-11-01',
    endDate: '2026-11-30',
    metrics: ['results' as const],
  };
  const all = await queryReport(ports, company, { ...asked, groupBy: ['accountId'] });
  expect(all.data[0]).toMatchObject({ results: null, resultsByType: { purchase: 2, lead: 12 } });
  expect(all.metadata.warnings).toMatchObject([
    { code: 'mixed_results', message: expect.stringContaining('kinds cannot be added') },
  ]);
  const byDay = await queryReport(ports, company, { ...asked, groupBy: ['day'] });
  expect(byDay.data).toMatchObject([
    { day: '2026-11-01', results: null, resultsByType: { purchase: 2, lead: 7 } },
    { day: '2026-11-02', results: 5 },
  ]);
  expect(byDay.data[1]).not.toHaveProperty('resultsByType');
});
