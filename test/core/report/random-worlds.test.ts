import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryFacts } from '../../../adapters/facts/memory.ts';
import { openPostgresFacts } from '../../../adapters/facts/postgres.ts';
import { openSqliteFacts } from '../../../adapters/facts/sqlite.ts';
import { monthOf, weekOf } from '../../../core/base/time/days.ts';
import type { Facts } from '../../../core/ports/facts.ts';
import { queryReport } from '../../../core/report/query-report.ts';
import type { ReportRowAnswer } from '../../../core/report/schema/report.ts';
import { createDatabase } from '../../postgres/database.ts';
import { company, createWorld, type FakeAccount, type FakeRow, fakeRow } from './world.ts';

/**
 * Rows are made first; what a report must say follows from them by plain addition in whole cents.
 */
const rowArbitrary: fc.Arbitrary<FakeRow> = fc
  .record({
    day: fc.integer({ min: 1, max: 40 }),
    ad: fc.integer({ min: 0, max: 9 }),
    country: fc.constantFrom('DE', 'FR', 'US'),
    spend: fc.integer({ min: 0, max: 5_000_000 }).map((n) => n / 100),
    impressions: fc.nat(50_000),
    clicks: fc.nat(300),
    conversions: fc.nat(9),
    conversionValue: fc.integer({ min: 0, max: 5_000_000 }).map((n) => n / 100),
    people: fc.uniqueArray(fc.nat(30), { maxLength: 6 }),
  })
  .map(({ day, ad, ...given }) =>
    fakeRow({
      ...given,
      day: new Date(Date.UTC(2026, 9, day)).toISOString().slice(0, 10),
      adId: `a${ad}`,
      adsetId: `s${ad % 6}`,
      campaignId: `c${ad % 2}`,
      resultType: 'purchase',
      results: given.conversions,
    }),
  );
const worldArbitrary = fc
  .array(
    fc.uniqueArray(rowArbitrary, {
      maxLength: 60,
      selector: ({ day, adId, country }) => `${day} ${adId} ${country}`,
    }),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((accounts) =>
    accounts.map(
      (rows, i): FakeAccount => ({
        id: `act_${i + 1}`,
        rows,
        currency: ['EUR', 'EUR', 'JPY'][i] ?? 'EUR',
      }),
    ),
  );
const queryArbitrary = fc.record({
  groupBy: fc.subarray(
    ['adId', 'adsetId', 'campaignId', 'accountId', 'platform', 'day', 'week', 'month', 'country'],
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  startDate: fc.constantFrom('2026-10-01', '2026-10-20'),
  endDate: fc.constantFrom('2026-10-31', '2026-11-09'),
  sortBy: fc.constantFrom('spend', 'ctr', 'conversions'),
  sortDirection: fc.constantFrom('ASC' as const, 'DESC' as const),
});

const counted = ['impressions', 'clicks', 'conversions'] as const;
const money = ['spend', 'conversionValue'] as const;
const metrics = [...counted, ...money, 'ctr', 'cpc', 'roas'];

interface Sums {
  [measure: string]: number;
}

/** What the rows add up to, group by group. */
function totals(
  accounts: readonly FakeAccount[],
  query: { groupBy: readonly string[]; startDate: string; endDate: string },
): Map<string, Sums> {
  const groups = new Map<string, Sums>();
  for (const { id, rows } of accounts)
    for (const row of rows) {
      if (row.day < query.startDate || row.day > query.endDate) continue;
      const key = keyOf(
        {
          ...row,
          accountId: id,
          platform: 'primary',
          week: weekOf(row.day),
          month: monthOf(row.day),
        },
        query.groupBy,
      );
      const sums = groups.get(key) ?? {};
      groups.set(key, sums);
      for (const measure of counted) sums[measure] = (sums[measure] ?? 0) + row[measure];
      for (const measure of money)
        sums[measure] = (sums[measure] ?? 0) + Math.round(row[measure] * 100);
    }
  return groups;
}

const owners = ['adId', 'adsetId', 'campaignId', 'accountId'];
const keyOf = (row: object, groupBy: readonly string[]): string => {
  const fields = row as { readonly [field: string]: unknown };
  // The same ad id in two accounts is two ads.
  const all = groupBy.some((each) => owners.includes(each)) ? ['accountId', ...groupBy] : groupBy;
  return JSON.stringify(all.map((field) => fields[field]));
};

const backends: {
  readonly [name: string]: () => Promise<{
    facts: () => Promise<Facts>;
    close: () => Promise<void>;
  }>;
} = {
  memory: async () => ({ facts: async () => createMemoryFacts(), close: async () => undefined }),
  sqlite: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-worlds-'));
    let count = 0;
    return {
      facts: () => openSqliteFacts(join(folder, `${count++}.db`)),
      close: () => rm(folder, { recursive: true }),
    };
  },
  postgres: async () => {
    const { url, query, drop } = await createDatabase();
    return {
      async facts() {
        await query('DROP SCHEMA IF EXISTS slipway CASCADE');
        return openPostgresFacts({ url });
      },
      close: drop,
    };
  },
};

for (const [name, open] of Object.entries(backends))
  describe(`random worlds on ${name}`, { tags: name === 'postgres' ? ['postgres'] : [] }, () => {
    let backend: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      backend = await open();
    });
    afterAll(() => backend.close());
    const numRuns = name === 'postgres' ? 6 : 20;

    it('add up to the same by any grouping, live and from the cache, in one page and in many', async () => {
      await fc.assert(
        fc.asyncProperty(worldArbitrary, queryArbitrary, async (accounts, asked) => {
          const facts = await backend.facts();
          try {
            const world = await createWorld(accounts, { facts });
            const sameCurrency = new Set(accounts.map(({ currency }) => currency)).size === 1;
            const together = sameCurrency || asked.groupBy.some((each) => owners.includes(each));
            const request = {
              ...asked,
              accountIds: accounts.map(({ id }) => id),
              metrics: together ? metrics : ['impressions', 'clicks', 'conversions', 'ctr'],
              sortBy: together ? asked.sortBy : 'ctr',
            };
            const live = await queryReport(world.ports, company, { ...request, limit: 1000 });
            const expected = totals(accounts, request);
            expect(live.pagination.total).toBe(expected.size);
            expect(live.data.length).toBe(Math.min(1000, expected.size));
            for (const row of live.data)
              expectRow(row, expected.get(keyOf(row, request.groupBy)), together);

            const questions = world.asked.length;
            const cached = await queryReport(world.ports, company, { ...request, limit: 1000 });
            expect(cached.data).toEqual(live.data);
            expect(world.asked.length).toBe(questions);

            const size = Math.max(1, Math.ceil(live.data.length / 3));
            const pages: ReportRowAnswer[] = [];
            for (let offset = 0; offset < live.data.length; offset += size) {
              const { data, pagination } = await queryReport(world.ports, company, {
                ...request,
                limit: size,
                offset,
              });
              expect(pagination).toEqual({
                offset,
                limit: size,
                total: live.pagination.total,
                hasMore: offset + size < live.pagination.total,
              });
              pages.push(...data);
            }
            expect(pages).toEqual(live.data);
          } finally {
            await facts.close();
          }
        }),
        { numRuns },
      );
    });

    it('have the reach of people counted once, by entity and range', async () => {
      await fc.assert(
        fc.asyncProperty(
          worldArbitrary,
          fc.constantFrom('adId', 'adsetId', 'campaignId', 'accountId'),
          fc.constantFrom('', ',day', ',week', ',month'),
          async (accounts, entity, time) => {
            const facts = await backend.facts();
            try {
              const world = await createWorld(accounts, { facts });
              const groupBy = `${entity}${time}`.split(',');
              const request = {
                accountIds: accounts.map(({ id }) => id),
                startDate: '2026-10-05',
                endDate: '2026-11-09',
                groupBy,
                metrics: ['reach', 'frequency'],
                limit: 1000,
              };
              const { data } = await queryReport(world.ports, company, request);
              const people = new Map<string, Set<number>>();
              for (const { id, rows } of accounts)
                for (const row of rows) {
                  if (row.day < request.startDate || row.day > request.endDate) continue;
                  const key = keyOf(
                    { ...row, accountId: id, week: weekOf(row.day), month: monthOf(row.day) },
                    groupBy,
                  );
                  people.set(key, new Set([...(people.get(key) ?? []), ...(row.people ?? [])]));
                }
              expect(data.length).toBe(Math.min(1000, people.size));
              for (const row of data)
                expect([keyOf(row, groupBy), row.reach]).toEqual([
                  keyOf(row, groupBy),
                  people.get(keyOf(row, groupBy))?.size,
                ]);
            } finally {
              await facts.close();
            }
          },
        ),
        { numRuns: numRuns / 2 },
      );
    });
  });

function expectRow(row: ReportRowAnswer, sums: Sums | undefined, withMoney: boolean): void {
  if (sums === undefined) throw new Error(`There should be no row ${JSON.stringify(row)}`);
  const { impressions = 0, clicks = 0, spend = 0, conversionValue = 0, conversions = 0 } = sums;
  expect(row).toMatchObject({ impressions, clicks, conversions });
  expect(row.ctr).toEqual(impressions === 0 ? null : (clicks * 100) / impressions);
  if (!withMoney) return;
  // Amounts are told to the decimals of their currency, and what a click costs to four more.
  const unit = row.currency === 'JPY' ? 1 : 100;
  const told = (hundredths: number): number => Math.round((hundredths / 100) * unit) / unit;
  expect(row).toMatchObject({ spend: told(spend), conversionValue: told(conversionValue) });
  if (clicks === 0) expect(row.cpc).toBeNull();
  else expect(Math.abs((row.cpc ?? -1) - spend / 100 / clicks)).toBeLessThan(0.006 / unit / 100);
  expect(row.roas).toEqual(spend === 0 ? null : conversionValue / 100 / (spend / 100));
}
