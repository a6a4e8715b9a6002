import { describe, expect, test } from 'vitest';
import { launchedAds, type Open, offered, unknownId } from '../platform-under-test.ts';

export function deliverySuite(open: Open): void {
  describe('delivery', () => {
    test('of ad sets and ads is told in order; one that does not exist fails alone', async (context) => {
      const at = await open();
      const delivery = offered(context, 'delivery.read', at.platform.delivery);
      const [ad = ''] = await launchedAds(at, 1);
      for (const [type, id] of [['ad', ad] as const, ['adset', at.adSetIds[0]] as const]) {
        const [found, missing] = await delivery.read(at.access, { type, ids: [id, unknownId], estimate: type === 'adset' });
        expect(found).toMatchObject({ id, name: expect.any(String), issues: [], rejections: [] });
        expect(missing).toMatchObject({ id: unknownId, failure: { class: 'missing' } });
      }
    });

    test('the least budgets of the account are amounts in its currency', async (context) => {
      const at = await open();
      const budgets = await offered(context, 'delivery.minimumBudgets', at.platform.delivery?.minimumBudgets)(at.access);
      for (const amount of Object.values(budgets)) expect(amount).toBeGreaterThan(0);
    });
  });
}
