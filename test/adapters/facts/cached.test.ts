import { describe, expect, it } from 'vitest';
import { createCachedFacts } from '../../../adapters/facts/cached.ts';
import { createMemoryFacts } from '../../../adapters/facts/memory.ts';
import { factsSuite } from '../../../adapters/testing/facts.suite.ts';
import type { FactQuery, Facts } from '../../../core/ports/facts.ts';

factsSuite('remembered', async () => ({ facts: createCachedFacts(createMemoryFacts(), 20) }));

const scope = {
  accountId: 'act_1',
  from: '2026-11-01',
  to: '2026-11-02',
  breakdown: 'none',
} as const;
const query: FactQuery = {
  accountIds: ['act_1'],
  from: scope.from,
  to: scope.to,
  breakdown: 'none',
  groupBy: ['day'],
  measures: ['spend'],
};
const row = {
  day: '2026-11-01',
  adId: 'a',
  adName: '',
  adsetId: 's',
  adsetName: '',
  campaignId: 'c',
  campaignName: '',
  country: '',
  spend: 1,
  impressions: 1,
  clicks: 1,
  results: 0,
  conversions: 0,
  conversionValue: 0,
};

/** Facts that count the questions that reach them. */
function counted(): { facts: Facts; asked: () => number } {
  const facts = createMemoryFacts();
  let asked = 0;
  const aggregate: Facts['aggregate'] = (...question) => {
    asked++;
    return facts.aggregate(...question);
  };
  return { facts: { ...facts, aggregate }, asked: () => asked };
}

describe('remembered answers', () => {
  it('are given again without asking, until something is put to the account', async () => {
    const { facts, asked } = counted();
    const cached = createCachedFacts(facts);
    await cached.put('c1', scope, [row], 1);
    const first = await cached.aggregate('c1', query);
    expect(await cached.aggregate('c1', { ...query })).toEqual(first);
    expect(asked()).toBe(1);
    // Past the cache: another process.
    await facts.put('c1', scope, [{ ...row, spend: 2 }], 2);
    expect((await cached.aggregate('c1', query)).groups[0]?.sums.spend).toBe(2);
    expect(asked()).toBe(2);
  });

  it('are asked for once by many at the same time', async () => {
    const { facts, asked } = counted();
    const cached = createCachedFacts(facts);
    await Promise.all(Array.from({ length: 10 }, () => cached.aggregate('c1', query)));
    expect(asked()).toBe(1);
  });

  it('cost one look at all accounts that are asked about at the same time', async () => {
    const facts = createMemoryFacts();
    const looks: (readonly string[])[] = [];
    const generations: Facts['generations'] = (companyId, accountIds) => {
      looks.push(accountIds);
      return facts.generations(companyId, accountIds);
    };
    const cached = createCachedFacts({ ...facts, generations });
    await Promise.all(
      ['act_1', 'act_2', 'act_3'].map((accountId) =>
        cached.coverage('c1', { ...scope, accountId }),
      ),
    );
    expect(looks).toEqual([['act_1', 'act_2', 'act_3']]);
  });

  it('belong to their company', async () => {
    const { facts, asked } = counted();
    const cached = createCachedFacts(facts);
    await cached.aggregate('c1', query);
    await cached.aggregate('c2', query);
    expect(asked()).toBe(2);
  });

  it('make room for others when there are too many', async () => {
    const { facts, asked } = counted();
    const cached = createCachedFacts(facts, 2);
    for (const from of ['2026-11-01', '2026-11-02', '2026-11-01'])
      await cached.aggregate('c1', { ...query, from });
    expect(asked()).toBe(2);
    await cached.aggregate('c1', { ...query, from: '2026-10-01' });
    await cached.aggregate('c1', { ...query, from: '2026-11-02' });
    expect(asked()).toBe(4);
  });

  it('are not failures', async () => {
    const { facts, asked } = counted();
    let broken = true;
    const flaky: Facts = {
      ...facts,
      aggregate: (...question) =>
        broken ? Promise.reject(new Error('down')) : facts.aggregate(...question),
    };
    const cached = createCachedFacts(flaky);
    await expect(cached.aggregate('c1', query)).rejects.toThrow('down');
    broken = false;
    await expect(cached.aggregate('c1', query)).resolves.toEqual({ groups: [], total: 0 });
    expect(asked()).toBe(1);
  });
});
