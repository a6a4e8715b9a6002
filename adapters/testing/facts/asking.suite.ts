import { describe, expect } from 'vitest';
import type { FactQuery } from '../../../core/ports/facts.ts';
import { defaults, everything, fact, type Ground } from './ground.ts';

/** What aggregate and scan promise, case by case. */
export function askingFacts(ground: Ground): void {
  describe('asking', () => {
    ground.it('sums cents exactly, in any order', async (companyId) => {
      const rows = Array.from({ length: 300 }, (_, i) =>
        fact({ adId: `a${i}`, spend: 0.1, conversionValue: 19.99 }),
      );
      await ground.put(companyId, rows);
      const [group] = await ground.sums(companyId, { groupBy: ['campaignId'] });
      expect(group?.sums).toMatchObject({ spend: 30, conversionValue: 5997, impressions: 3000 });
    });

    ground.it('keeps six decimals and large amounts', async (companyId) => {
      await ground.put(companyId, [
        fact({ adId: 'a1', spend: 0.000001 }),
        fact({ adId: 'a2', spend: 987_654_321.25 }),
      ]);
      const groups = await ground.sums(companyId, { groupBy: ['adId'] });
      expect(groups.map((group) => group.sums.spend)).toEqual([0.000001, 987_654_321.25]);
    });

    ground.it('names an ad with what is above it, by the latest names', async (companyId) => {
      await ground.put(companyId, [fact({ adName: 'old', campaignName: 'Spring 🌱' })]);
      await ground.put(companyId, [fact({ day: '2026-11-02', adName: 'new', campaignName: '' })], {
        from: '2026-11-02',
        to: '2026-11-02',
      });
      const [group] = await ground.sums(companyId, { groupBy: ['adId'] });
      const names = {
        adId: 'a1',
        adName: 'new',
        adsetId: 's1',
        adsetName: 'Set',
        campaignId: 'c1',
        campaignName: 'Spring 🌱',
      };
      expect(group).toMatchObject({
        group: { adId: 'a1' },
        entity: { accountId: 'act_1', ...names },
      });
      const [campaign] = await ground.sums(companyId, { groupBy: ['campaignId', 'month'] });
      expect(campaign).toMatchObject({
        group: { campaignId: 'c1', month: '2026-11' },
        entity: { accountId: 'act_1', campaignId: 'c1', campaignName: 'Spring 🌱' },
      });
    });

    ground.it('puts days into ISO weeks and months', async (companyId) => {
      const days = ['2024-12-29', '2024-12-30', '2026-12-31', '2027-01-01', '2027-01-04'];
      await ground.put(
        companyId,
        days.map((day) => fact({ day, spend: 1 })),
        { from: '2024-12-01', to: '2027-02-01' },
      );
      const range = { from: '2024-12-01', to: '2027-02-01' };
      const weeks = await ground.sums(companyId, { ...range, groupBy: ['week'] });
      expect(weeks.map(({ group, sums }) => `${group.week} ${sums.spend}`)).toEqual([
        '2024-W52 1',
        '2025-W01 1',
        '2026-W53 2',
        '2027-W01 1',
      ]);
      const months = await ground.sums(companyId, { ...range, groupBy: ['month'] });
      expect(months.map(({ group, sums }) => `${group.month} ${sums.spend}`)).toEqual([
        '2024-12 2',
        '2026-12 1',
        '2027-01 2',
      ]);
    });

    ground.it(
      'says what kind of results a group has, and when there are several',
      async (companyId) => {
        await ground.put(companyId, [
          fact({ adId: 'a1', adsetId: 's1', results: 3, resultType: 'purchase' }),
          fact({ adId: 'a2', adsetId: 's1', results: 4, resultType: 'purchase' }),
          fact({ adId: 'a3', adsetId: 's2', results: 5, resultType: 'lead' }),
          fact({ adId: 'a4', adsetId: 's3', results: 6 }),
        ]);
        const sets = await ground.sums(companyId, { groupBy: ['adsetId'] });
        expect(sets.map(({ resultType, sums }) => [resultType, sums.results])).toEqual([
          ['purchase', 7],
          ['lead', 5],
          ['', 6],
        ]);
        expect(
          (await ground.sums(companyId, { groupBy: ['campaignId'] }))[0]?.resultType,
        ).toBeNull();
        expect(
          (await ground.sums(companyId, { groupBy: ['campaignId'], measures: ['spend'] }))[0],
        ).not.toHaveProperty('resultType');
      },
    );

    ground.it('says the kind of results of scanned rows too', async (companyId) => {
      await ground.put(companyId, [
        fact({ adId: 'a1', resultType: 'purchase' }),
        fact({ adId: 'a2', resultType: 'lead' }),
        fact({ adId: 'a3', campaignId: 'c2', adsetId: 's2' }),
      ]);
      const kinds = async (level: 'adId' | 'campaignId'): Promise<unknown> =>
        (await ground.facts.scan(companyId, { scope: defaults, level, limit: 10 })).rows.map(
          ({ resultType }) => resultType,
        );
      expect(new Set((await kinds('adId')) as string[])).toEqual(new Set(['purchase', 'lead', '']));
      expect(new Set((await kinds('campaignId')) as string[])).toEqual(new Set([null, '']));
    });

    ground.it('tells what was put meanwhile when a scan goes on', async (companyId) => {
      const days = ['01', '02', '03', '04', '05', '06'].map((day) => `2026-11-${day}`);
      const put = (spend: number, adName: string) =>
        ground.put(
          companyId,
          days.map((day) => fact({ day, spend, adName })),
        );
      await put(1, 'old');
      const seen: unknown[] = [];
      let after: string | undefined;
      const go = async (slices: number): Promise<void> => {
        for (let i = 0; i < slices; i++) {
          const more = { limit: 1, ...(after !== undefined && { after }) };
          const slice = await ground.facts.scan(companyId, {
            scope: defaults,
            level: 'adId',
            ...more,
          });
          after = slice.next;
          seen.push(
            ...slice.rows.map(({ day, spend, entity }) => `${day} ${spend} ${entity.adName}`),
          );
        }
      };
      await go(3);
      await put(2, 'new');
      await go(3);
      expect(seen).toEqual(days.map((day, i) => (i < 3 ? `${day} 1 old` : `${day} 2 new`)));
      expect(after).toBeUndefined();
    });

    ground.it('filters by campaign, ad set, ad and country together', async (companyId) => {
      const rows = ['1', '2', '3', '4'].map((n) =>
        fact({
          adId: `a${n}`,
          adsetId: `s${Number(n) % 2}`,
          campaignId: n < '3' ? 'c1' : 'c2',
          spend: Number(n),
        }),
      );
      await ground.put(companyId, rows);
      const ids = async (filter: FactQuery['filter']): Promise<unknown> =>
        (await ground.sums(companyId, { groupBy: ['adId'], ...(filter ? { filter } : {}) })).map(
          ({ group }) => group.adId,
        );
      expect(await ids({ campaignIds: ['c1'] })).toEqual(['a1', 'a2']);
      expect(await ids({ campaignIds: ['c1', 'c2'], adsetIds: ['s0'] })).toEqual(['a2', 'a4']);
      expect(await ids({ adIds: ['a3', 'nobody'], campaignIds: ['c2'] })).toEqual(['a3']);
      expect(await ids({ adIds: [] })).toEqual([]);
      await ground.put(
        companyId,
        rows.map((row, i) => ({ ...row, country: i % 2 ? 'US' : 'DE' })),
        { breakdown: 'country' },
      );
      const german = await ground.sums(companyId, {
        groupBy: ['country'],
        breakdown: 'country',
        filter: { countries: ['DE'] },
      });
      expect(german.map(({ group, sums }) => [group.country, sums.spend])).toEqual([['DE', 4]]);
    });

    ground.it(
      'orders by measures, ratios, names and dimensions, the missing last both ways',
      async (companyId) => {
        await ground.put(companyId, [
          fact({ adId: 'a1', adName: 'b', spend: 2, clicks: 1 }),
          fact({ adId: 'a2', adName: 'B', spend: 3, clicks: 0 }),
          fact({ adId: 'a3', adName: 'ä', spend: 1, clicks: 4 }),
          fact({ adId: 'a4', adName: '\u{1F600}', spend: 9, clicks: 9 }),
          fact({ adId: 'a5', adName: '\uFF5E', spend: 8, clicks: 16 }),
        ]);
        const ids = async (by: NonNullable<FactQuery['order']>['by'], direction: 'asc' | 'desc') =>
          (
            await ground.facts.aggregate(companyId, {
              ...everything,
              groupBy: ['adId'],
              order: { by, direction },
            })
          ).groups
            .map(({ group }) => group.adId)
            .join(' ');
        expect(await ids({ measure: 'spend' }, 'desc')).toBe('a4 a5 a2 a1 a3');
        expect(await ids({ of: 'spend', per: 'clicks' }, 'asc')).toBe('a3 a5 a4 a1 a2');
        expect(await ids({ of: 'spend', per: 'clicks' }, 'desc')).toBe('a1 a4 a5 a3 a2');
        expect(await ids({ dimension: 'adId' }, 'desc')).toBe('a5 a4 a3 a2 a1');
        expect(await ids({ name: 'adId' }, 'asc')).toBe('a2 a1 a3 a5 a4');
      },
    );

    ground.it('orders by results with those of several kinds last', async (companyId) => {
      await ground.put(companyId, [
        fact({ adId: 'a1', campaignId: 'c1', adsetId: 's1', results: 50, resultType: 'purchase' }),
        fact({ adId: 'a2', campaignId: 'c1', adsetId: 's1', results: 60, resultType: 'lead' }),
        fact({ adId: 'a3', campaignId: 'c2', adsetId: 's2', results: 5, resultType: 'lead' }),
        fact({ adId: 'a4', campaignId: 'c3', adsetId: 's3', results: 9 }),
      ]);
      for (const by of [{ measure: 'results' }, { of: 'results', per: 'clicks' }] as const) {
        const order = { by, direction: 'desc' } as const;
        const { groups } = await ground.facts.aggregate(companyId, {
          ...everything,
          groupBy: ['campaignId'],
          order,
        });
        expect(groups.map(({ group }) => group.campaignId)).toEqual(['c3', 'c2', 'c1']);
      }
    });

    ground.it(
      'orders accounts, days, weeks, months and countries by what they say',
      async (companyId) => {
        const rows = ['2026-11-01', '2026-12-01', '2026-10-15'].map((day) =>
          fact({ day, country: day.slice(5, 7) === '10' ? 'ZA' : 'AT' }),
        );
        const range = { from: '2026-10-01', to: '2026-12-31' };
        await ground.put(companyId, rows, { ...range, breakdown: 'country' });
        await ground.put(companyId, rows, { ...range, breakdown: 'country', accountId: 'act_0' });
        const query = {
          ...everything,
          ...range,
          accountIds: ['act_1', 'act_0'],
          breakdown: 'country' as const,
        };
        for (const dimension of ['accountId', 'day', 'week', 'month', 'country'] as const) {
          const { groups } = await ground.facts.aggregate(companyId, {
            ...query,
            groupBy: [dimension],
            order: { by: { dimension }, direction: 'desc' },
          });
          const values = groups.map(({ group }) => group[dimension] ?? '');
          expect(values.length).toBeGreaterThan(1);
          expect(values).toEqual([...values].sort().reverse());
        }
      },
    );
  });
}
