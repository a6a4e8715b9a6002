import { describe, expect, it } from 'vitest';
import type { FactQuery } from '../../../core/ports/facts.ts';
import { defaults, everything, fact, type Ground } from './ground.ts';

/** What put, coverage and generation promise. */
export function keepingFacts(ground: Ground): void {
  describe('keeping', () => {
    ground.it('adds nothing up that was not put', async (companyId) => {
      expect(await ground.facts.aggregate(companyId, everything)).toEqual({ groups: [], total: 0 });
      expect(await ground.facts.coverage(companyId, defaults)).toEqual([]);
      expect(
        await ground.facts.scan(companyId, { scope: defaults, level: 'adId', limit: 10 }),
      ).toEqual({ rows: [] });
    });

    ground.it('replaces exactly the range it is given', async (companyId) => {
      const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
      await ground.put(
        companyId,
        days.map((day) => fact({ day, spend: 1 })),
      );
      await ground.put(companyId, [], { from: '2026-11-02', to: '2026-11-02' });
      const groups = await ground.sums(companyId, { groupBy: ['day'] });
      expect(groups.map(({ group }) => group.day)).toEqual(['2026-11-01', '2026-11-03']);
    });

    ground.it('replaces all or nothing: a bad row leaves what was there', async (companyId) => {
      await ground.put(companyId, [fact({ spend: 5 })]);
      const bad = [fact({ spend: 6 }), fact({ adId: 'a2', spend: Number.NaN })];
      await expect(ground.put(companyId, bad, { fetchedAt: 99 })).rejects.toThrow('spend of ad a2');
      await expect(ground.put(companyId, [fact({ day: '2027-01-01' })])).rejects.toThrow('outside');
      await expect(ground.put(companyId, [fact({ country: 'US' })])).rejects.toThrow('country');
      const [group] = await ground.sums(companyId, { groupBy: ['campaignId'] });
      expect(group?.sums.spend).toBe(5);
      expect((await ground.facts.coverage(companyId, defaults))[0]?.fetchedAt).toBe(
        defaults.fetchedAt,
      );
    });

    ground.it('counts a row that comes twice once', async (companyId) => {
      await ground.put(companyId, [fact({ spend: 5 }), fact({ spend: 7 })]);
      expect((await ground.sums(companyId, { groupBy: ['adId'] }))[0]?.sums.spend).toBe(7);
    });

    ground.it(
      'notes every day of the range as covered, days without delivery included',
      async (companyId) => {
        await ground.put(companyId, [fact({})], {
          from: '2026-10-31',
          to: '2026-11-02',
          fetchedAt: 1000,
        });
        await ground.put(companyId, [], { from: '2026-11-02', to: '2026-11-02', fetchedAt: 2000 });
        expect(
          await ground.facts.coverage(companyId, {
            ...defaults,
            from: '2026-10-30',
            to: '2026-11-05',
          }),
        ).toEqual([
          { day: '2026-10-31', fetchedAt: 1000 },
          { day: '2026-11-01', fetchedAt: 1000 },
          { day: '2026-11-02', fetchedAt: 2000 },
        ]);
      },
    );

    it('removes all of a company step by step, and nothing of another', async () => {
      const [gone, stays] = [ground.company(), ground.company()];
      const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
      for (const companyId of [gone, stays])
        for (const accountId of ['act_1', 'act_2'])
          await ground.put(
            companyId,
            days.map((day) => fact({ day, spend: 1 })),
            { accountId },
          );
      const both = { accountIds: ['act_1', 'act_2'], groupBy: ['accountId', 'day'] } as const;
      const before = await ground.sums(stays, both);
      expect(before).toHaveLength(6);
      for (let steps = 0; (await ground.facts.remove(gone, 2)) === 'more'; steps++)
        expect(steps).toBeLessThan(100);
      expect(await ground.facts.remove(gone, 2)).toBe('done');
      expect(await ground.sums(gone, both)).toEqual([]);
      expect(await ground.facts.coverage(gone, defaults)).toEqual([]);
      expect(await ground.facts.generations(gone, ['act_1', 'act_2'])).toEqual(['0', '0']);
      expect(await ground.sums(stays, both)).toEqual(before);
    });

    it('names the accounts of a company that anything is kept of', async () => {
      const [one, other] = [ground.company(), ground.company()];
      await ground.put(one, [fact({})], { accountId: 'act_2' });
      await ground.put(one, [], { accountId: 'act_10', breakdown: 'country' });
      await ground.put(one, [fact({})], { accountId: 'Act_3' });
      await ground.put(other, [fact({})], { accountId: 'act_4' });
      expect(await ground.facts.accounts(one)).toEqual(['Act_3', 'act_10', 'act_2']);
      while ((await ground.facts.remove(one, 100)) === 'more');
      expect([await ground.facts.accounts(one), await ground.facts.accounts(other)]).toEqual([
        [],
        ['act_4'],
      ]);
    });

    it('keeps companies, accounts and breakdowns apart', async () => {
      const [one, other] = [ground.company(), ground.company()];
      await ground.put(one, [fact({ spend: 1 })]);
      await ground.put(one, [fact({ spend: 2 })], { accountId: 'act_2' });
      await ground.put(other, [fact({ spend: 4 })]);
      await ground.put(
        one,
        [fact({ spend: 8, country: 'DE' }), fact({ spend: 16, country: 'FR' })],
        { breakdown: 'country' },
      );
      const spends = async (companyId: string, query: Partial<FactQuery>): Promise<unknown[]> =>
        (await ground.sums(companyId, query)).map((group) => group.sums.spend);
      expect(await spends(one, { groupBy: ['campaignId'] })).toEqual([1]);
      expect(await spends(one, { groupBy: ['accountId'], accountIds: ['act_1', 'act_2'] })).toEqual(
        [1, 2],
      );
      expect(await spends(other, { groupBy: ['campaignId'] })).toEqual([4]);
      expect(await spends(one, { groupBy: ['country'], breakdown: 'country' })).toEqual([8, 16]);
      expect(await ground.facts.coverage(other, { ...defaults, breakdown: 'country' })).toEqual([]);
    });

    ground.it('tells ads of two accounts apart although their ids are equal', async (companyId) => {
      await ground.put(companyId, [fact({ spend: 1, adName: 'here' })]);
      await ground.put(companyId, [fact({ spend: 2, adName: 'there' })], { accountId: 'act_2' });
      const groups = (
        await ground.sums(companyId, { groupBy: ['adId'], accountIds: ['act_1', 'act_2'] })
      ).map((group) => group.entity);
      expect(groups.map(({ accountId, adName }) => `${accountId} ${adName}`).sort()).toEqual([
        'act_1 here',
        'act_2 there',
      ]);
    });

    ground.it(
      'does not mistake one account for the other when their puts alternate',
      async (companyId) => {
        for (const accountId of ['act_2', 'act_1', 'act_2', 'act_2', 'act_1'])
          await ground.put(
            companyId,
            [fact({ adName: `Ad of ${accountId}` }), fact({ adId: `only ${accountId}` })],
            { accountId },
          );
        const groups = await ground.sums(companyId, {
          groupBy: ['adId'],
          accountIds: ['act_1', 'act_2'],
        });
        expect(groups.map(({ entity }) => `${entity.accountId}: ${entity.adName}`).sort()).toEqual([
          'act_1: Ad',
          'act_1: Ad of act_1',
          'act_2: Ad',
          'act_2: Ad of act_2',
        ]);
      },
    );

    ground.it(
      'changes its generation with every put to one of the accounts and with nothing else',
      async (companyId) => {
        const both = ['act_1', 'act_2'];
        const before = await ground.facts.generations(companyId, both);
        await ground.put(companyId, [fact({})], { accountId: 'act_2' });
        const after = await ground.facts.generations(companyId, both);
        expect(after[0]).toBe(before[0]);
        expect(after[1]).not.toBe(before[1]);
        await ground.put(companyId, [fact({})], { accountId: 'act_3' });
        await ground.put(ground.company(), [fact({})]);
        await ground.facts.aggregate(companyId, everything);
        expect(await ground.facts.generations(companyId, both)).toEqual(after);
        await ground.put(companyId, [], { accountId: 'act_2', breakdown: 'country' });
        expect(await ground.facts.generations(companyId, both)).not.toEqual(after);
      },
    );

    ground.it('lets the last of two puts at once win as a whole', async (companyId) => {
      const worlds = [1, 2, 3, 4].map((spend) =>
        Array.from({ length: 50 }, (_, i) => fact({ adId: `a${i}`, spend })),
      );
      await Promise.all(worlds.map((rows) => ground.put(companyId, rows)));
      const totals = (await ground.sums(companyId, { groupBy: ['campaignId'] })).map(
        (group) => group.sums.spend,
      );
      expect([50, 100, 150, 200]).toContain(totals[0]);
    });
  });
}
