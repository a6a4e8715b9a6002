import { expect } from 'vitest';
import { type Declaring, launchedAds, unknownId } from '../platform-under-test.ts';

export function deliverySuite({ describeOf, testOf }: Declaring): void {
  describeOf('delivery')('delivery', () => {
    testOf('delivery.read')(
      'of ad sets and ads is told in order; one that does not exist fails alone',
      async (at) => {
        const { delivery } = at.platform;
        const [ad = ''] = await launchedAds(at, 1);
        for (const [type, id] of [['ad', ad] as const, ['adset', at.adSetIds[0]] as const]) {
          const [found, missing] = await delivery.read(at.access, {
            type,
            ids: [id, unknownId],
            estimate: type === 'adset',
          });
          expect(found).toMatchObject({ id, name: expect.any(String), issues: [], rejections: [] });
          expect(missing).toMatchObject({ id: unknownId, failure: { class: 'missing' } });
        }
      },
    );

    testOf('delivery.minimumBudgets')(
      'the least budgets of the account are amounts in its currency',
      async (at) => {
        const budgets = await at.platform.delivery.minimumBudgets(at.access);
        for (const amount of Object.values(budgets)) expect(amount).toBeGreaterThan(0);
      },
    );
  });
}
