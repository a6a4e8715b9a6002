import type { Entity, JsonObject } from '../../entity.ts';
import { within } from '../../kit/json.ts';
import type { World } from '../../world.ts';
import { kinds } from '../wire.ts';

/** Adds objects to a seeded account, all made at the same time. */
export function createSeeder(world: World, account: Entity, created: number) {
  const name = (collection: string, id: string) => `customers/${account.id}/${collection}/${id}`;
  const add = (kind: string, id: string, above: readonly string[], data: JsonObject) =>
    world.add({ id, kind, ...within(account, ...above), created, data });
  return {
    name,
    add,
    /** Answers its resource name. */
    budget(number: number, title: string, shared: boolean): string {
      const id = `6${account.id.slice(-6)}5${String(number).padStart(4, '0')}`;
      const resourceName = name('campaignBudgets', id);
      add(kinds.budget, `budget:${id}`, [], {
        resourceName,
        id,
        name: title,
        amountMicros: '500000000',
        explicitlyShared: shared,
        deliveryMethod: 'STANDARD',
        period: 'DAILY',
        status: 'ENABLED',
        type: 'STANDARD',
      });
      return resourceName;
    },
    campaignCriteria(campaign: string, first: number, criteria: readonly JsonObject[]): void {
      for (const [at, criterion] of criteria.entries()) {
        const id = `${campaign}~${first + at}`;
        add(kinds.campaignCriterion, `campaign-criterion:${id}`, [campaign], {
          resourceName: name('campaignCriteria', id),
          criterionId: String(first + at),
          campaign: name('campaigns', campaign),
          status: 'ENABLED',
          heldParent: campaign,
          ...criterion,
        });
      }
    },
  };
}

export type Seeder = ReturnType<typeof createSeeder>;
