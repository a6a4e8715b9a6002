import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fact, FactDimension, FactGroup, FactQuery, Facts, Measure } from '../../core/ports/facts.ts';
import { measures } from '../../core/ports/facts.ts';
import { monthOf, weekOf } from '../../core/report/days.ts';

/** What every backend of the Facts port must do. `open` gives a backend with nothing in it. */
export function factsConformance(name: string, open: () => Promise<{ facts: Facts; remove?: () => Promise<void> }>): void {
  describe(`${name}: facts`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let facts: Facts;
    let companies = 0;
    /** Each test works in a company of its own. */
    const company = (): string => `company-${++companies}`;

    beforeAll(async () => {
      opened = await open();
      facts = opened.facts;
    });
    afterAll(async () => {
      await facts.close();
      await opened.remove?.();
    });

    const put = (companyId: string, rows: readonly Fact[], options: Partial<PutOptions> = {}): Promise<void> => {
      const { accountId, from, to, breakdown, fetchedAt } = { ...defaults, ...options };
      return facts.put(companyId, { accountId, from, to, breakdown }, rows, fetchedAt);
    };
    const sums = async (companyId: string, query: Partial<FactQuery>): Promise<FactGroup[]> =>
      [...(await facts.aggregate(companyId, { ...everything, ...query })).groups].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

    it('adds nothing up that was not put', async () => {
      const companyId = company();
      expect(await facts.aggregate(companyId, everything)).toEqual({ groups: [], total: 0 });
      expect(await facts.coverage(companyId, defaults)).toEqual([]);
      expect(await facts.scan(companyId, { scope: defaults, level: 'adId', limit: 10 })).toEqual({ rows: [] });
    });

    it('sums cents exactly, in any order', async () => {
      const companyId = company();
      const rows = Array.from({ length: 300 }, (_, i) => fact({ adId: `a${i}`, spend: 0.1, conversionValue: 19.99 }));
      await put(companyId, rows);
      const [group] = await sums(companyId, { groupBy: ['campaignId'] });
      expect(group?.sums).toMatchObject({ spend: 30, conversionValue: 5997, impressions: 3000 });
    });

    it('keeps six decimals and large amounts', async () => {
      const companyId = company();
      await put(companyId, [fact({ adId: 'a1', spend: 0.000001 }), fact({ adId: 'a2', spend: 987_654_321.25 })]);
      const groups = await sums(companyId, { groupBy: ['adId'] });
      expect(groups.map((group) => group.sums.spend)).toEqual([0.000001, 987_654_321.25]);
    });

    it('replaces exactly the range it is given', async () => {
      const companyId = company();
      const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
      await put(
        companyId,
        days.map((day) => fact({ day, spend: 1 })),
      );
      await put(companyId, [], { from: '2026-11-02', to: '2026-11-02' });
      const groups = await sums(companyId, { groupBy: ['day'] });
      expect(groups.map(({ group }) => group.day)).toEqual(['2026-11-01', '2026-11-03']);
    });

    it('replaces all or nothing: a bad row leaves what was there', async () => {
      const companyId = company();
      await put(companyId, [fact({ spend: 5 })]);
      const bad = [fact({ spend: 6 }), fact({ adId: 'a2', spend: Number.NaN })];
      await expect(put(companyId, bad, { fetchedAt: 99 })).rejects.toThrow('spend of ad a2');
      await expect(put(companyId, [fact({ day: '2027-01-01' })])).rejects.toThrow('outside');
      await expect(put(companyId, [fact({ country: 'US' })])).rejects.toThrow('country');
      const [group] = await sums(companyId, { groupBy: ['campaignId'] });
      expect(group?.sums.spend).toBe(5);
      expect((await facts.coverage(companyId, defaults))[0]?.fetchedAt).toBe(defaults.fetchedAt);
    });

    it('counts a row that comes twice once', async () => {
      const companyId = company();
      await put(companyId, [fact({ spend: 5 }), fact({ spend: 7 })]);
      expect((await sums(companyId, { groupBy: ['adId'] }))[0]?.sums.spend).toBe(7);
    });

    it('notes every day of the range as covered, days without delivery included', async () => {
      const companyId = company();
      await put(companyId, [fact({})], { from: '2026-10-31', to: '2026-11-02', fetchedAt: 1000 });
      await put(companyId, [], { from: '2026-11-02', to: '2026-11-02', fetchedAt: 2000 });
      expect(await facts.coverage(companyId, { ...defaults, from: '2026-10-30', to: '2026-11-05' })).toEqual([
        { day: '2026-10-31', fetchedAt: 1000 },
        { day: '2026-11-01', fetchedAt: 1000 },
        { day: '2026-11-02', fetchedAt: 2000 },
      ]);
    });

    it('keeps companies, accounts and breakdowns apart', async () => {
      const [one, other] = [company(), company()];
      await put(one, [fact({ spend: 1 })]);
      await put(one, [fact({ spend: 2 })], { accountId: 'act_2' });
      await put(other, [fact({ spend: 4 })]);
      await put(one, [fact({ spend: 8, country: 'DE' }), fact({ spend: 16, country: 'FR' })], { breakdown: 'country' });
      const spends = async (companyId: string, query: Partial<FactQuery>): Promise<unknown[]> =>
        (await sums(companyId, query)).map((group) => group.sums.spend);
      expect(await spends(one, { groupBy: ['campaignId'] })).toEqual([1]);
      expect(await spends(one, { groupBy: ['accountId'], accountIds: ['act_1', 'act_2'] })).toEqual([1, 2]);
      expect(await spends(other, { groupBy: ['campaignId'] })).toEqual([4]);
      expect(await spends(one, { groupBy: ['country'], breakdown: 'country' })).toEqual([8, 16]);
      expect(await facts.coverage(other, { ...defaults, breakdown: 'country' })).toEqual([]);
    });

    it('tells ads of two accounts apart although their ids are equal', async () => {
      const companyId = company();
      await put(companyId, [fact({ spend: 1, adName: 'here' })]);
      await put(companyId, [fact({ spend: 2, adName: 'there' })], { accountId: 'act_2' });
      const groups = (await sums(companyId, { groupBy: ['adId'], accountIds: ['act_1', 'act_2'] })).map((group) => group.entity);
      expect(groups.map(({ accountId, adName }) => `${accountId} ${adName}`).sort()).toEqual(['act_1 here', 'act_2 there']);
    });

    it('does not mistake one account for the other when their puts alternate', async () => {
      const companyId = company();
      for (const accountId of ['act_2', 'act_1', 'act_2', 'act_2', 'act_1'])
        await put(companyId, [fact({ adName: `Ad of ${accountId}` }), fact({ adId: `only ${accountId}` })], { accountId });
      const groups = await sums(companyId, { groupBy: ['adId'], accountIds: ['act_1', 'act_2'] });
      expect(groups.map(({ entity }) => `${entity.accountId}: ${entity.adName}`).sort()).toEqual([
        ...['act_1: Ad', 'act_1: Ad of act_1', 'act_2: Ad', 'act_2: Ad of act_2'],
      ]);
    });

    it('names an ad with what is above it, by the latest names', async () => {
      const companyId = company();
      await put(companyId, [fact({ adName: 'old', campaignName: 'Spring 🌱' })]);
      await put(companyId, [fact({ day: '2026-11-02', adName: 'new', campaignName: '' })], {
        from: '2026-11-02',
        to: '2026-11-02',
      });
      const [group] = await sums(companyId, { groupBy: ['adId'] });
      const names = { adId: 'a1', adName: 'new', adsetId: 's1', adsetName: 'Set', campaignId: 'c1', campaignName: 'Spring 🌱' };
      expect(group).toMatchObject({ group: { adId: 'a1' }, entity: { accountId: 'act_1', ...names } });
      const [campaign] = await sums(companyId, { groupBy: ['campaignId', 'month'] });
      expect(campaign).toMatchObject({
        group: { campaignId: 'c1', month: '2026-11' },
        entity: { accountId: 'act_1', campaignId: 'c1', campaignName: 'Spring 🌱' },
      });
    });

    it('puts days into ISO weeks and months', async () => {
      const companyId = company();
      const days = ['2024-12-29', '2024-12-30', '2026-12-31', '2027-01-01', '2027-01-04'];
      await put(
        companyId,
        days.map((day) => fact({ day, spend: 1 })),
        { from: '2024-12-01', to: '2027-02-01' },
      );
      const range = { from: '2024-12-01', to: '2027-02-01' };
      const weeks = await sums(companyId, { ...range, groupBy: ['week'] });
      expect(weeks.map(({ group, sums }) => `${group.week} ${sums.spend}`)).toEqual([
        '2024-W52 1',
        '2025-W01 1',
        '2026-W53 2',
        '2027-W01 1',
      ]);
      const months = await sums(companyId, { ...range, groupBy: ['month'] });
      expect(months.map(({ group, sums }) => `${group.month} ${sums.spend}`)).toEqual(['2024-12 2', '2026-12 1', '2027-01 2']);
    });

    it('says what kind of results a group has, and when there are several', async () => {
      const companyId = company();
      await put(companyId, [
        fact({ adId: 'a1', adsetId: 's1', results: 3, resultType: 'purchase' }),
        fact({ adId: 'a2', adsetId: 's1', results: 4, resultType: 'purchase' }),
        fact({ adId: 'a3', adsetId: 's2', results: 5, resultType: 'lead' }),
        fact({ adId: 'a4', adsetId: 's3', results: 6 }),
      ]);
      const sets = await sums(companyId, { groupBy: ['adsetId'] });
      expect(sets.map(({ resultType, sums }) => [resultType, sums.results])).toEqual([
        ['purchase', 7],
        ['lead', 5],
        ['', 6],
      ]);
      expect((await sums(companyId, { groupBy: ['campaignId'] }))[0]?.resultType).toBeNull();
      expect((await sums(companyId, { groupBy: ['campaignId'], measures: ['spend'] }))[0]).not.toHaveProperty('resultType');
    });

    it('says the kind of results of scanned rows too', async () => {
      const companyId = company();
      await put(companyId, [
        fact({ adId: 'a1', resultType: 'purchase' }),
        fact({ adId: 'a2', resultType: 'lead' }),
        fact({ adId: 'a3', campaignId: 'c2', adsetId: 's2' }),
      ]);
      const kinds = async (level: 'adId' | 'campaignId'): Promise<unknown> =>
        (await facts.scan(companyId, { scope: defaults, level, limit: 10 })).rows.map(({ resultType }) => resultType);
      expect(new Set((await kinds('adId')) as string[])).toEqual(new Set(['purchase', 'lead', '']));
      expect(new Set((await kinds('campaignId')) as string[])).toEqual(new Set([null, '']));
    });

    it('filters by campaign, ad set, ad and country together', async () => {
      const companyId = company();
      const rows = ['1', '2', '3', '4'].map((n) =>
        fact({ adId: `a${n}`, adsetId: `s${Number(n) % 2}`, campaignId: n < '3' ? 'c1' : 'c2', spend: Number(n) }),
      );
      await put(companyId, rows);
      const ids = async (filter: FactQuery['filter']): Promise<unknown> =>
        (await sums(companyId, { groupBy: ['adId'], ...(filter ? { filter } : {}) })).map(({ group }) => group.adId);
      expect(await ids({ campaignIds: ['c1'] })).toEqual(['a1', 'a2']);
      expect(await ids({ campaignIds: ['c1', 'c2'], adsetIds: ['s0'] })).toEqual(['a2', 'a4']);
      expect(await ids({ adIds: ['a3', 'nobody'], campaignIds: ['c2'] })).toEqual(['a3']);
      expect(await ids({ adIds: [] })).toEqual([]);
      await put(
        companyId,
        rows.map((row, i) => ({ ...row, country: i % 2 ? 'US' : 'DE' })),
        { breakdown: 'country' },
      );
      const german = await sums(companyId, { groupBy: ['country'], breakdown: 'country', filter: { countries: ['DE'] } });
      expect(german.map(({ group, sums }) => [group.country, sums.spend])).toEqual([['DE', 4]]);
    });

    it('orders by measures, ratios, names and dimensions, the missing last both ways', async () => {
      const companyId = company();
      await put(companyId, [
        fact({ adId: 'a1', adName: 'b', spend: 2, clicks: 1 }),
        fact({ adId: 'a2', adName: 'B', spend: 3, clicks: 0 }),
        fact({ adId: 'a3', adName: 'ä', spend: 1, clicks: 4 }),
        fact({ adId: 'a4', adName: '\u{1F600}', spend: 9, clicks: 9 }),
        fact({ adId: 'a5', adName: '\uFF5E', spend: 8, clicks: 16 }),
      ]);
      const ids = async (by: NonNullable<FactQuery['order']>['by'], direction: 'asc' | 'desc'): Promise<string> =>
        (await facts.aggregate(companyId, { ...everything, groupBy: ['adId'], order: { by, direction } })).groups
          .map(({ group }) => group.adId)
          .join(' ');
      expect(await ids({ measure: 'spend' }, 'desc')).toBe('a4 a5 a2 a1 a3');
      expect(await ids({ of: 'spend', per: 'clicks' }, 'asc')).toBe('a3 a5 a4 a1 a2');
      expect(await ids({ of: 'spend', per: 'clicks' }, 'desc')).toBe('a1 a4 a5 a3 a2');
      expect(await ids({ dimension: 'adId' }, 'desc')).toBe('a5 a4 a3 a2 a1');
      expect(await ids({ name: 'adId' }, 'asc')).toBe('a2 a1 a3 a5 a4');
    });

    it('orders by results with those of several kinds last', async () => {
      const companyId = company();
      await put(companyId, [
        fact({ adId: 'a1', campaignId: 'c1', adsetId: 's1', results: 50, resultType: 'purchase' }),
        fact({ adId: 'a2', campaignId: 'c1', adsetId: 's1', results: 60, resultType: 'lead' }),
        fact({ adId: 'a3', campaignId: 'c2', adsetId: 's2', results: 5, resultType: 'lead' }),
        fact({ adId: 'a4', campaignId: 'c3', adsetId: 's3', results: 9 }),
      ]);
      for (const by of [{ measure: 'results' }, { of: 'results', per: 'clicks' }] as const) {
        const order = { by, direction: 'desc' } as const;
        const { groups } = await facts.aggregate(companyId, { ...everything, groupBy: ['campaignId'], order });
        expect(groups.map(({ group }) => group.campaignId)).toEqual(['c3', 'c2', 'c1']);
      }
    });

    it('orders accounts, days, weeks, months and countries by what they say', async () => {
      const companyId = company();
      const rows = ['2026-11-01', '2026-12-01', '2026-10-15'].map((day) =>
        fact({ day, country: day.slice(5, 7) === '10' ? 'ZA' : 'AT' }),
      );
      const range = { from: '2026-10-01', to: '2026-12-31' };
      await put(companyId, rows, { ...range, breakdown: 'country' });
      await put(companyId, rows, { ...range, breakdown: 'country', accountId: 'act_0' });
      const query = { ...everything, ...range, accountIds: ['act_1', 'act_0'], breakdown: 'country' as const };
      for (const dimension of ['accountId', 'day', 'week', 'month', 'country'] as const) {
        const { groups } = await facts.aggregate(companyId, {
          ...query,
          groupBy: [dimension],
          order: { by: { dimension }, direction: 'desc' },
        });
        const values = groups.map(({ group }) => group[dimension] ?? '');
        expect(values.length).toBeGreaterThan(1);
        expect(values).toEqual([...values].sort().reverse());
      }
    });

    it('changes its generation with every put to one of the accounts and with nothing else', async () => {
      const companyId = company();
      const both = ['act_1', 'act_2'];
      const before = await facts.generation(companyId, both);
      await put(companyId, [fact({})], { accountId: 'act_2' });
      const after = await facts.generation(companyId, both);
      expect(after).not.toBe(before);
      await put(companyId, [fact({})], { accountId: 'act_3' });
      await put(company(), [fact({})]);
      await facts.aggregate(companyId, everything);
      expect(await facts.generation(companyId, both)).toBe(after);
      await put(companyId, [], { accountId: 'act_2', breakdown: 'country' });
      expect(await facts.generation(companyId, both)).not.toBe(after);
    });

    it('lets the last of two puts at once win as a whole', async () => {
      const companyId = company();
      const worlds = [1, 2, 3, 4].map((spend) => Array.from({ length: 50 }, (_, i) => fact({ adId: `a${i}`, spend })));
      await Promise.all(worlds.map((rows) => put(companyId, rows)));
      const totals = (await sums(companyId, { groupBy: ['campaignId'] })).map((group) => group.sums.spend);
      expect([50, 100, 150, 200]).toContain(totals[0]);
    });

    it('equals a plain sum over the rows for random worlds, groupings and pages', async () => {
      await fc.assert(
        fc.asyncProperty(worldArbitrary, queryArbitrary, async (world, asked) => {
          const companyId = company();
          for (const [accountId, rows] of world) await put(companyId, rows, { accountId });
          const query: FactQuery = { ...everything, ...asked };
          const whole = await facts.aggregate(companyId, query);
          const expected = plainSums(world, query);
          expect(whole.total).toBe(expected.size);
          for (const group of whole.groups)
            expect([keyOf(group), group.sums]).toEqual([keyOf(group), expected.get(keyOf(group))]);
          const paged: FactGroup[] = [];
          for (let offset = 0; offset <= whole.total; offset += 3) {
            const page = await facts.aggregate(companyId, { ...query, offset, limit: 3 });
            expect(page.total).toBe(whole.total);
            paged.push(...page.groups);
          }
          expect(paged).toEqual(whole.groups);
        }),
        { numRuns: 40 },
      );
    });

    it('scans every row once, whatever the size of a slice', async () => {
      await fc.assert(
        fc.asyncProperty(worldArbitrary, fc.integer({ min: 1, max: 7 }), levelArbitrary, async (world, limit, level) => {
          const companyId = company();
          const rows = world.get('act_1') ?? [];
          for (const [accountId, each] of world) await put(companyId, each, { accountId });
          const seen: FactGroup[] = [];
          let after: string | undefined;
          do {
            const slice = await facts.scan(companyId, {
              scope: defaults,
              level,
              limit,
              ...(after === undefined ? {} : { after }),
            });
            expect(slice.rows.length).toBeLessThanOrEqual(limit);
            for (const { day, entity, country, resultType, ...sums } of slice.rows) {
              expect([country, resultType]).toEqual(['', '']);
              seen.push({ group: { day, [level]: entity[level] ?? '' }, entity, sums });
            }
            after = slice.next;
          } while (after !== undefined);
          const expected = plainSums(new Map([['act_1', rows]]), { ...everything, groupBy: ['day', level] });
          expect(new Map(seen.map((group) => [keyOf(group), group.sums]))).toEqual(expected);
          expect(seen.length).toBe(expected.size);
          expect(seen.map(({ group }) => group.day)).toEqual(seen.map(({ group }) => group.day).sort());
        }),
        { numRuns: 25 },
      );
    });
  });
}

const defaults = { accountId: 'act_1', from: '2026-11-01', to: '2026-11-10', breakdown: 'none', fetchedAt: 1_000_000 } as const;
interface PutOptions {
  readonly accountId: string;
  readonly from: string;
  readonly to: string;
  readonly breakdown: 'none' | 'country';
  readonly fetchedAt: number;
}

const everything: FactQuery = {
  accountIds: ['act_1'],
  from: '2026-11-01',
  to: '2026-11-10',
  breakdown: 'none',
  groupBy: ['adId'],
  measures,
};

const fact = (given: Partial<Fact>): Fact => ({
  day: '2026-11-01',
  adId: 'a1',
  adName: 'Ad',
  adsetId: 's1',
  adsetName: 'Set',
  campaignId: 'c1',
  campaignName: 'Campaign',
  country: '',
  spend: 1,
  impressions: 10,
  clicks: 2,
  results: 0,
  conversions: 0,
  conversionValue: 0,
  ...given,
});

const keyOf = ({ group, entity }: Pick<FactGroup, 'group' | 'entity'>): string =>
  JSON.stringify([entity.accountId ?? '', Object.entries(group).sort()]);

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
  .array(fc.uniqueArray(factArbitrary, { maxLength: 40, selector: ({ day, adId }) => `${day} ${adId}` }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((accounts) => new Map(accounts.map((rows, i) => [`act_${i + 1}`, rows] as const)));
const levelArbitrary = fc.constantFrom('adId' as const, 'adsetId' as const, 'campaignId' as const);
const dimensionNames = ['accountId', 'campaignId', 'adsetId', 'adId', 'day', 'week', 'month'] as const;
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

function plainSums(world: ReadonlyMap<string, readonly Fact[]>, query: FactQuery): Map<string, { [M in Measure]?: number }> {
  const sums = new Map<string, { [M in Measure]: number }>();
  for (const [accountId, rows] of world) {
    if (!query.accountIds.includes(accountId)) continue;
    for (const row of rows) {
      if (row.day < query.from || row.day > query.to) continue;
      const values = { ...row, accountId, week: weekOf(row.day), month: monthOf(row.day) };
      const group = Object.fromEntries(query.groupBy.map((dimension) => [dimension, values[dimension]]));
      const owned = ['accountId', 'campaignId', 'adsetId', 'adId'].some((each) => query.groupBy.includes(each as FactDimension));
      const key = keyOf({ group, entity: owned ? { accountId } : {} });
      const sum = sums.get(key) ?? { spend: 0, impressions: 0, clicks: 0, results: 0, conversions: 0, conversionValue: 0 };
      for (const measure of measures) sum[measure] = Math.round((sum[measure] + row[measure]) * 100) / 100;
      sums.set(key, sum);
    }
  }
  return sums;
}
