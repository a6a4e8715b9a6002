import { describe, expect, it } from 'vitest';
import { defaults, fact, type Ground } from './ground.ts';

/** What forgetting promises. */
export function forgottenFacts(ground: Ground): void {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];
  const forgetAll = async (companyId: string, limits: Parameters<Ground['facts']['forget']>[1]) => {
    for (let steps = 0; (await ground.facts.forget(companyId, limits, 1)) > 0; steps++)
      expect(steps).toBeLessThan(20);
  };
  const spend = async (companyId: string, groupBy: 'adId' | 'campaignId', asOf?: number) =>
    (await ground.sums(companyId, { groupBy: [groupBy], ...(asOf !== undefined && { asOf }) })).map(
      ({ sums }) => sums.spend,
    );

  describe('forgetting', () => {
    it('lets go of days before a limit, of one company, and answers accordingly', async () => {
      const [companyId, other] = [ground.company(), ground.company()];
      for (const each of [companyId, other])
        await ground.put(
          each,
          days.map((day) => fact({ day, spend: 1 })),
        );
      expect(await spend(companyId, 'campaignId')).toEqual([4]);
      const [before] = await ground.facts.generations(companyId, ['act_1']);
      await forgetAll(companyId, { factsBefore: '2026-11-03' });
      expect([await spend(companyId, 'campaignId'), await spend(companyId, 'adId')]).toEqual([
        [2],
        [2],
      ]);
      expect((await ground.facts.coverage(companyId, defaults))[0]?.day).toBe('2026-11-03');
      expect(await ground.facts.generations(companyId, ['act_1'])).not.toEqual([before]);
      expect(await spend(other, 'campaignId')).toEqual([4]);
      expect(await ground.facts.forget(companyId, { factsBefore: '2026-11-03' }, 5)).toBe(0);
      await ground.put(companyId, [fact({ spend: 7 })], { to: '2026-11-01' });
      expect(await spend(companyId, 'campaignId')).toEqual([9]);
    });

    ground.it(
      'lets go of vintages before a moment: nothing is known of earlier ones, and all of later ones',
      async (companyId) => {
        for (const [fetchedAt, amount] of [
          [1000, 1],
          [2000, 2],
          [3000, 3],
          [4000, 4],
        ] as const)
          await ground.put(companyId, [fact({ spend: amount })], { to: '2026-11-01', fetchedAt });
        await ground.put(companyId, [fact({ day: '2026-11-02', spend: 10 })], {
          from: '2026-11-02',
          to: '2026-11-02',
        });
        await forgetAll(companyId, { vintagesBefore: 2500 });
        expect(await spend(companyId, 'adId', 1500)).toEqual([]);
        expect(await spend(companyId, 'adId', 2500)).toEqual([2]);
        expect(await spend(companyId, 'adId', 3500)).toEqual([3]);
        expect(await spend(companyId, 'adId', 4000)).toEqual([4]);
        expect(await spend(companyId, 'adId')).toEqual([14]);
        await forgetAll(companyId, { vintagesBefore: 9000 });
        expect(await spend(companyId, 'adId', 3999)).toEqual([]);
        expect(await spend(companyId, 'adId', 4000)).toEqual([4]);
        expect(await spend(companyId, 'adId')).toEqual([14]);
      },
    );
  });
}
