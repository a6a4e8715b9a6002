import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Fact,
  type FactDimension,
  type FactGroup,
  type FactMeasures,
  measures,
} from '../../../core/ports/facts.ts';
import { defaults, fact, type Ground, keyOf, zero } from './ground.ts';

/** Coarse questions answer the sums of fine ones, whatever was put, replaced and rebuilt before. */
export function rolledUpFacts(ground: Ground): void {
  describe('roll-ups', () => {
    it('equal the sums of the facts after any puts, for every grouping, filter and breakdown', async () => {
      await fc.assert(
        fc.asyncProperty(
          putsArbitrary,
          groupingArbitrary,
          filterArbitrary,
          async (puts, groupBy, filter) => {
            const companyId = ground.company();
            for (const [i, { from, to, breakdown, rows, rollUp }] of puts.entries()) {
              const range = { from: dayOf(from), to: dayOf(Math.max(from, to)), breakdown };
              const within = rows
                .filter(({ day }) => day >= range.from && day <= range.to)
                .map((row) => ({ ...row, country: breakdown === 'none' ? '' : row.country }));
              await ground.put(companyId, within, { ...range, fetchedAt: 1000 + i });
              if (rollUp) await ground.facts.rollUp(companyId, 3, { anew: true });
            }
            for (const breakdown of ['none', 'country'] as const) {
              const coarse = await ground.sums(companyId, { breakdown, groupBy, filter });
              const fine = await ground.sums(companyId, {
                breakdown,
                groupBy: [...groupBy, 'adId'],
                filter,
              });
              expect(coarse.map(shown)).toEqual(added(fine, groupBy));
            }
          },
        ),
        { numRuns: 15 },
      );
    });

    it('are scanned as the rows of ads add up', async () => {
      await fc.assert(
        fc.asyncProperty(
          putsArbitrary,
          fc.constantFrom('campaignId' as const, 'adsetId' as const),
          async (puts, level) => {
            const companyId = ground.company();
            const rows = puts[0]?.rows.map((row) => ({ ...row, country: '' })) ?? [];
            await ground.put(companyId, rows);
            const scanned = (
              await ground.facts.scan(companyId, { scope: defaults, level, limit: 1000 })
            ).rows;
            const expected = await ground.sums(companyId, { groupBy: ['day', level] });
            expect(
              new Map(
                scanned.map(({ day, entity, ...row }) => [`${day} ${entity[level]}`, shownOf(row)]),
              ),
            ).toEqual(
              new Map(
                expected.map(({ group, sums, resultType }) => [
                  `${group.day} ${group[level]}`,
                  shownOf({ ...zero, ...sums, resultType }),
                ]),
              ),
            );
          },
        ),
        { numRuns: 10 },
      );
    });

    it('by ad over months equal the sums of the days, whatever was put, removed and made before', async () => {
      await fc.assert(
        fc.asyncProperty(monthlyArbitrary, rangeArbitrary, async (puts, [from, to]) => {
          const companyId = ground.company();
          for (const [i, { month, breakdown, rows, rollUp }] of puts.entries()) {
            const scope = { from: `2026-0${month}-01`, to: `2026-0${month}-28`, breakdown };
            const within = rows.map((row) => ({
              ...row,
              day: `2026-0${month}-${row.day.slice(-2)}`,
              country: breakdown === 'none' ? '' : row.country,
            }));
            await ground.put(companyId, within, { ...scope, fetchedAt: 1000 + i });
            if (rollUp) while ((await ground.facts.rollUp(companyId, 7)) === 'more');
          }
          for (const breakdown of ['none', 'country'] as const)
            for (const groupBy of [
              ['adId'],
              ['month', 'adId'],
              ['campaignId', 'adId', 'country'],
            ] as FactDimension[][]) {
              const wanted = { breakdown, from, to };
              const coarse = await ground.sums(companyId, { ...wanted, groupBy });
              const fine = await ground.sums(companyId, {
                ...wanted,
                groupBy: [...groupBy, 'day'],
              });
              expect(coarse.map(shown)).toEqual(added(fine, groupBy));
            }
        }),
        { numRuns: 25 },
      );
    });

    ground.it('are made anew step by step', async (companyId) => {
      const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
      await ground.put(
        companyId,
        days.map((day) => fact({ day, spend: 2 })),
      );
      const before = await ground.sums(companyId, { groupBy: ['campaignId', 'day'] });
      let left = await ground.facts.rollUp(companyId, 1, { anew: true });
      for (let steps = 0; left === 'more'; steps++) {
        expect(steps).toBeLessThan(20);
        expect(await ground.sums(companyId, { groupBy: ['campaignId', 'day'] })).toEqual(before);
        left = await ground.facts.rollUp(companyId, 1);
      }
      expect(await ground.sums(companyId, { groupBy: ['campaignId', 'day'] })).toEqual(before);
      expect(before.map(({ sums }) => sums.spend)).toEqual([2, 2, 2]);
    });
  });
}

const dayOf = (day: number) => `2026-11-${String(day).padStart(2, '0')}`;

const shownOf = ({
  resultType,
  ...row
}: FactMeasures & { readonly resultType?: string | null | undefined }) => [
  resultType ?? null,
  ...measures.map((measure) => row[measure]),
];
const shown = (group: FactGroup) => [
  keyOf(group),
  ...shownOf({ ...zero, ...group.sums, resultType: group.resultType }),
];

/** Groups by ad added up, as they are shown. */
function added(fine: readonly FactGroup[], groupBy: readonly FactDimension[]) {
  const sums = new Map<
    string,
    {
      readonly totals: { -readonly [M in keyof FactMeasures]: number };
      readonly kinds: Set<string | null>;
    }
  >();
  const owned = groupBy.some((each) =>
    ['accountId', 'campaignId', 'adsetId', 'adId'].includes(each),
  );
  for (const { group, entity, sums: each, resultType = '' } of fine) {
    const coarse = Object.fromEntries(groupBy.map((dimension) => [dimension, group[dimension]]));
    const key = keyOf({
      group: coarse,
      entity: owned && entity.accountId !== undefined ? { accountId: entity.accountId } : {},
    });
    const sum = sums.get(key) ?? { totals: { ...zero }, kinds: new Set() };
    for (const measure of measures)
      sum.totals[measure] = Math.round((sum.totals[measure] + (each[measure] ?? 0)) * 1e6) / 1e6;
    if (resultType !== '') sum.kinds.add(resultType);
    sums.set(key, sum);
  }
  return [...sums]
    .map(([key, { totals, kinds }]) => {
      const [kind = ''] = kinds;
      return [key, ...shownOf({ ...totals, resultType: kinds.size > 1 ? null : kind })];
    })
    .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
}

const cents = fc.integer({ min: 0, max: 100_000 }).map((n) => n / 100);
const rowArbitrary: fc.Arbitrary<Fact> = fc
  .record({
    day: fc.integer({ min: 1, max: 10 }).map(dayOf),
    ad: fc.integer({ min: 0, max: 7 }),
    moved: fc.boolean(),
    country: fc.constantFrom('DE', 'FR'),
    resultType: fc.constantFrom('', 'lead', 'purchase'),
    spend: cents,
    clicks: fc.nat(50),
    results: fc.nat(5),
  })
  .map(({ ad, moved, ...given }) =>
    fact({
      ...given,
      adId: `a${ad}`,
      adsetId: `s${ad % 4}${moved ? 'm' : ''}`,
      campaignId: `c${ad % 2}${moved ? 'm' : ''}`,
    }),
  );
const putsArbitrary = fc.array(
  fc.record({
    from: fc.integer({ min: 1, max: 10 }),
    to: fc.integer({ min: 1, max: 10 }),
    breakdown: fc.constantFrom('none' as const, 'none' as const, 'country' as const),
    rows: fc.uniqueArray(rowArbitrary, {
      maxLength: 25,
      selector: ({ day, adId }) => `${day} ${adId}`,
    }),
    rollUp: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);
const monthlyArbitrary = fc.array(
  fc.record({
    month: fc.integer({ min: 1, max: 6 }),
    breakdown: fc.constantFrom('none' as const, 'none' as const, 'country' as const),
    rows: fc.uniqueArray(rowArbitrary, {
      maxLength: 12,
      selector: ({ day, adId }) => `${day} ${adId}`,
    }),
    rollUp: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);
const rangeArbitrary = fc.constantFrom(
  ['2026-01-01', '2026-06-30'],
  ['2026-01-05', '2026-06-06'],
  ['2026-02-02', '2026-05-20'],
  ['2025-12-15', '2026-04-03'],
);
const groupingArbitrary = fc.subarray(
  ['accountId', 'campaignId', 'adsetId', 'day', 'week', 'month', 'country'] as FactDimension[],
  { maxLength: 3 },
);
const filterArbitrary = fc.record(
  {
    campaignIds: fc.subarray(['c0', 'c1', 'c0m']),
    adsetIds: fc.subarray(['s0', 's1', 's2m']),
    countries: fc.subarray(['', 'DE']),
  },
  { requiredKeys: [] },
);
