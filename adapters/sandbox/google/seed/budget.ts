import type { Entity } from '../../entity.ts';
import type { World } from '../../world.ts';
import { kinds } from '../wire/call.ts';

/** Answers its resource name. */
export function seedBudget(
  world: World,
  account: Entity,
  created: number,
  number: number,
  title: string,
  shared: boolean,
): string {
  const id = `6${account.id.slice(-6)}5${String(number).padStart(4, '0')}`;
  const resourceName = `customers/${account.id}/campaignBudgets/${id}`;
  world.add({
    ...{ id: `budget:${id}`, kind: kinds.budget, company: account.company, parents: [account.id], created },
    data: {
      ...{ resourceName, id, name: title, amountMicros: '500000000', explicitlyShared: shared, deliveryMethod: 'STANDARD' },
      ...{ period: 'DAILY', status: 'ENABLED', type: 'STANDARD' },
    },
  });
  return resourceName;
}
