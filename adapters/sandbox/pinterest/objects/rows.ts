import type { Entity, JsonObject } from '../../entity.ts';
import type { World } from '../../world.ts';
import { kinds, seconds } from '../wire/call.ts';
import { reviewOf, summaryStatus } from './statuses.ts';

/** Fields of the simulator. */
const hidden = ['spans', 'reviewed_at', 'rejected'];

const types: { readonly [kind: string]: string } = {
  [kinds.campaign]: 'campaign',
  [kinds.adGroup]: 'adgroup',
  [kinds.ad]: 'pinpromotion',
};

export function rowOf(world: World, entity: Entity): JsonObject {
  const shown = Object.fromEntries(Object.entries(entity.data).filter(([name]) => !hidden.includes(name)));
  return {
    id: entity.id,
    ad_account_id: entity.parents[0] ?? '',
    ...shown,
    ...(entity.kind === kinds.ad && review(world, entity)),
    summary_status: summaryStatus(world, entity),
    type: types[entity.kind] ?? '',
    created_time: seconds(entity.created),
    updated_time: seconds(entity.updated),
  };
}

function review(world: World, ad: Entity): JsonObject {
  const review_status = reviewOf(world, ad);
  const rejected = review_status === 'REJECTED';
  return { review_status, rejected_reasons: rejected ? ['CLICKBAIT'] : [], rejection_labels: rejected ? ['Clickbait'] : [] };
}
