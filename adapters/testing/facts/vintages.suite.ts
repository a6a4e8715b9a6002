import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../core/ports/facts.ts';
import { defaults, everything, fact, type Ground } from './ground.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What `asOf` and thinning promise. */
export function vintagesOfFacts(ground: Ground): void {
  /** The conversions by ad that a question at a moment is told. */
  const known = async (
    companyId: string,
    asOf?: number,
  ): Promise<{ [adId: string]: number | undefined }> =>
    Object.fromEntries(
      (await ground.sums(companyId, asOf === undefined ? {} : { asOf })).map(({ group, sums }) => [
        group.adId,
        sums.conversions,
      ]),
    );

  describe('vintages', () => {
    ground.it(
      'tell what was known at a moment: changed rows, rows that came and rows that went',
      async (companyId) => {
        const put = (fetchedAt: number, rows: readonly Fact[]) =>
          ground.put(companyId, rows, { from: '2026-11-01', to: '2026-11-01', fetchedAt });
        await put(1000, [
          fact({ adId: 'a1', conversions: 1 }),
          fact({ adId: 'a2', conversions: 5 }),
        ]);
        await put(2000, [
          fact({ adId: 'a1', conversions: 2 }),
          fact({ adId: 'a2', conversions: 5 }),
        ]);
        await put(3000, [
          fact({ adId: 'a1', conversions: 2 }),
          fact({ adId: 'a3', conversions: 7 }),
        ]);
        await put(4000, [
          fact({ adId: 'a1', conversions: 4 }),
          fact({ adId: 'a2', conversions: 6 }),
          fact({ adId: 'a3', conversions: 7 }),
        ]);
        expect(await known(companyId, 999)).toEqual({});
        expect(await known(companyId, 1000)).toEqual({ a1: 1, a2: 5 });
        expect(await known(companyId, 1999)).toEqual({ a1: 1, a2: 5 });
        expect(await known(companyId, 2000)).toEqual({ a1: 2, a2: 5 });
        expect(await known(companyId, 3500)).toEqual({ a1: 2, a3: 7 });
        expect(await known(companyId, 4000)).toEqual({ a1: 4, a2: 6, a3: 7 });
        expect(await known(companyId)).toEqual({ a1: 4, a2: 6, a3: 7 });
      },
    );

    ground.it(
      'know no day that nobody had fetched, and tell when the others were',
      async (companyId) => {
        await ground.put(companyId, [fact({})], {
          from: '2026-11-01',
          to: '2026-11-02',
          fetchedAt: 1000,
        });
        await ground.put(companyId, [fact({ spend: 2 })], {
          from: '2026-11-01',
          to: '2026-11-03',
          fetchedAt: 2000,
        });
        const days = async (asOf: number) => await ground.facts.coverage(companyId, defaults, asOf);
        expect(await days(999)).toEqual([]);
        expect(await days(1500)).toEqual([
          { day: '2026-11-01', fetchedAt: 1000 },
          { day: '2026-11-02', fetchedAt: 1000 },
        ]);
        expect((await days(2000)).map(({ day, fetchedAt }) => [day, fetchedAt])).toEqual([
          ['2026-11-01', 2000],
          ['2026-11-02', 2000],
          ['2026-11-03', 2000],
        ]);
      },
    );

    ground.it('are scanned too, and kept apart by breakdown and company', async (companyId) => {
      const country = (spend: number, fetchedAt: number) =>
        ground.put(companyId, [fact({ country: 'DE', spend })], {
          breakdown: 'country',
          fetchedAt,
        });
      await country(1, 1000);
      await country(2, 2000);
      await ground.put(companyId, [fact({ spend: 8 })], { fetchedAt: 1500 });
      const scope = { ...defaults, breakdown: 'country' as const };
      const scan = async (asOf: number) =>
        (await ground.facts.scan(companyId, { scope, level: 'adId', limit: 10, asOf })).rows.map(
          ({ spend }) => spend,
        );
      expect([await scan(999), await scan(1500), await scan(2500)]).toEqual([[], [1], [2]]);
      expect((await ground.sums(companyId, { asOf: 1600 })).map(({ sums }) => sums.spend)).toEqual([
        8,
      ]);
      expect(await ground.sums(ground.company(), { asOf: 5000 })).toEqual([]);
    });

    it('equal what was put by then, for random histories, and never more after thinning', async () => {
      await fc.assert(
        fc.asyncProperty(historyArbitrary, async (history) => {
          const companyId = ground.company();
          const now = 20_400 * DAY;
          const at = (i: number) => now - 40 * DAY + i * 5 * HOUR;
          for (const [i, rows] of history.entries())
            await ground.put(companyId, rows, { fetchedAt: at(i) });
          const told = async (asOf: number) => {
            const { groups } = await ground.facts.aggregate(companyId, {
              ...everything,
              groupBy: ['day', 'adId'],
              asOf,
            });
            return asText(
              groups.map(({ group, sums }) => [
                group.day ?? '',
                group.adId ?? '',
                sums.conversions ?? 0,
              ]),
            );
          };
          const put = history.map((rows) =>
            asText(rows.map(({ day, adId, conversions }) => [day, adId, conversions])),
          );
          for (const i of history.keys()) expect(await told(at(i) + 1)).toEqual(put[i]);
          expect(await told(at(0) - 1)).toEqual('');
          for (let steps = 0; (await ground.facts.thin(companyId, now)) === 'more'; steps++)
            expect(steps).toBeLessThan(200);
          for (const [i] of history.entries()) {
            const answer = await told(at(i) + 1);
            // Each day is as it was at that moment or at an earlier one.
            for (const day of new Set(history.flat().map((row) => row.day))) {
              const ofDay = (text: string) =>
                text
                  .split('\n')
                  .filter((line) => line.startsWith(day))
                  .join('\n');
              expect(['', ...put.slice(0, i + 1).map(ofDay)]).toContain(ofDay(answer));
            }
          }
          expect(await told(now)).toEqual(put[put.length - 1]);
        }),
        { numRuns: 10 },
      );
    });

    ground.it('go with their company', async (companyId) => {
      await ground.put(companyId, [fact({ spend: 1 })], { fetchedAt: 1000 });
      await ground.put(companyId, [fact({ spend: 2 })], { fetchedAt: 2000 });
      while ((await ground.facts.remove(companyId, 5)) === 'more');
      expect(await ground.sums(companyId, { asOf: 1500 })).toEqual([]);
    });
  });
}

const asText = (rows: readonly (readonly (string | number)[])[]) =>
  rows
    .map((row) => row.join(' '))
    .sort()
    .join('\n');

/** A few ads whose conversions come late, as each fetch found them. */
const historyArbitrary = fc.array(
  fc.uniqueArray(
    fc
      .record({ day: fc.integer({ min: 1, max: 3 }), ad: fc.nat(3), conversions: fc.nat(2) })
      .map(({ day, ad, conversions }) =>
        fact({ day: `2026-11-0${day}`, adId: `a${ad}`, conversions }),
      ),
    { maxLength: 8, selector: ({ day, adId }) => `${day} ${adId}` },
  ),
  { minLength: 1, maxLength: 8 },
);
