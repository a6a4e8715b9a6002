import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monthOf, weekOf } from '../../../core/base/time/days.ts';
import {
  type Fact,
  type FactDimension,
  type FactGroup,
  type FactQuery,
  type Measure,
  measures,
} from '../../../core/ports/facts.ts';
import { defaults, everything, fact, type Ground, keyOf, zero } from './ground.ts';

/** What aggregate and scan promise, for worlds nobody thought of. */
export function randomFacts(ground: Ground): void {
  describe('random worlds', () => {
    it('equals a plain sum over the rows for random worlds, groupings and pages', async () => {
      await fc.assert(
        fc.asyncProperty(worldArbitrary, queryArbitrary, async (world, asked) => {
          const companyId = ground.company();
          for (const [accountId, rows] of world) await ground.put(companyId, rows, { accountId });
          const query: FactQuery = { ...everything, ...asked };
          const whole = await ground.facts.aggregate(companyId, query);
          const expected = plainSums(world, query);
          expect(whole.total).toBe(expected.size);
          for (const group of whole.groups)
            expect([keyOf(group), group.sums]).toEqual([keyOf(group), expected.get(keyOf(group))]);
          const paged: FactGroup[] = [];
          for (let offset = 0; offset <= whole.total; offset += 3) {
            const page = await ground.facts.aggregate(companyId, { ...query, offset, limit: 3 });
            expect(page.total).toBe(whole.total);
            paged.push(...page.groups);
          }
          expect(paged).toEqual(whole.groups);
        }),
        { numRuns: 15 },
      );
    });

    it('scans every row once, whatever the size of a slice', async () => {
      await fc.assert(
        fc.asyncProperty(
          worldArbitrary,
          fc.integer({ min: 1, max: 7 }),
          levelArbitrary,
          async (world, limit, level) => {
            const companyId = ground.company();
            const rows = world.get('act_1') ?? [];
            for (const [accountId, each] of world) await ground.put(companyId, each, { accountId });
            const seen: FactGroup[] = [];
            let after: string | undefined;
            do {
              const slice = await ground.facts.scan(companyId, {
                scope: defaults,
                level,
                limit,
                ...(after !== undefined && { after }),
              });
              expect(slice.rows.length).toBeLessThanOrEqual(limit);
              for (const { day, entity, country, resultType, ...sums } of slice.rows) {
                expect([country, resultType]).toEqual(['', '']);
                seen.push({ group: { day, [level]: entity[level] ?? '' }, entity, sums });
              }
              after = slice.next;
            } while (after !== undefined);
            const expected = plainSums(new Map([['act_1', rows]]), {
              ...everything,
              groupBy: ['day', level],
            });
            expect(new Map(seen.map((group) => [keyOf(group), group.sums]))).toEqual(expected);
            expect(seen.length).toBe(expected.size);
            expect(seen.map(({ group }) => group.day)).toEqual(
              seen.map(({ group }) => group.day).sort(),
            );
          },
        ),
        { numRuns: 10 },
      );
    });
  });
}

const cents = fc.integer({ min: 0, max: 10_000_000 }).map((n) => n / 100);
const factArbitrary: fc.Arbitrary<Fact> = fc
  .record({
    day: fc.integer({ min: 1, max: 10 }),
    ad: fc.integer({ min: 0, max: 11 }),
    spend: cents,
    impressions: fc.nat(100_000),
    clicks: fc.nat(1000),
    conversions: fc.nat(20),
    conversionValue: cents,
    videoViews: fc.nat(1000),
  })
  .map(({ day, ad, ...given }) =>
    fact({
      ...given,
      day: `2026-11-${String(day).padStart(2, '0')}`,
      adId: `a${ad}`,
      adsetId: `s${ad % 6}`,
      campaignId: `c${ad % 3}`,
    }),
  );
const worldArbitrary = fc
  .array(
    fc.uniqueArray(factArbitrary, { maxLength: 40, selector: ({ day, adId }) => `${day} ${adId}` }),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((accounts) => new Map(accounts.map((rows, i) => [`act_${i + 1}`, rows] as const)));
const levelArbitrary = fc.constantFrom('adId' as const, 'adsetId' as const, 'campaignId' as const);
const dimensionNames = [
  'accountId',
  'campaignId',
  'adsetId',
  'adId',
  'day',
  'week',
  'month',
] as const;
const queryArbitrary = fc.record({
  accountIds: fc.subarray(['act_1', 'act_2', 'act_3'], { minLength: 1 }),
  groupBy: fc.subarray([...dimensionNames] as FactDimension[], { maxLength: 4 }),
  from: fc.constantFrom('2026-11-01', '2026-11-04'),
  to: fc.constantFrom('2026-11-06', '2026-11-10'),
  order: fc.constantFrom<NonNullable<FactQuery['order']>>(
    { by: { measure: 'spend' }, direction: 'desc' },
    { by: { measure: 'clicks' }, direction: 'asc' },
    { by: { of: 'spend', per: 'conversions' }, direction: 'desc' },
  ),
});

function plainSums(
  world: ReadonlyMap<string, readonly Fact[]>,
  query: FactQuery,
): Map<string, { [M in Measure]?: number }> {
  const sums = new Map<string, { [M in Measure]: number }>();
  for (const [accountId, rows] of world) {
    if (!query.accountIds.includes(accountId)) continue;
    for (const row of rows) {
      if (row.day < query.from || row.day > query.to) continue;
      const values = { ...row, accountId, week: weekOf(row.day), month: monthOf(row.day) };
      const group = Object.fromEntries(
        query.groupBy.map((dimension) => [dimension, values[dimension]]),
      );
      const owned = ['accountId', 'campaignId', 'adsetId', 'adId'].some((each) =>
        query.groupBy.includes(each as FactDimension),
      );
      const key = keyOf({ group, entity: owned ? { accountId } : {} });
      const sum = sums.get(key) ?? { ...zero };
      for (const measure of measures)
        sum[measure] = Math.round((sum[measure] + (row[measure] ?? 0)) * 100) / 100;
      sums.set(key, sum);
    }
  }
  return sums;
}
