import type { Entity, Json, JsonObject } from '../../entity.ts';
import { spansAfter, spansOf } from '../../kit/delivery.ts';
import type { Turn } from '../wire/call.ts';
import type { Params } from '../wire/params.ts';
import { invalid } from '../wire/refusals.ts';

/** Kept whatever is written. */
const own = ['spans', 'reviewed_at', 'rejected', 'render_type', 'campaign_id', 'ad_account_id', 'ad_squad_id'];

export const dataOf = (item: Params): JsonObject =>
  Object.fromEntries(Object.entries(item).filter(([name, value]) => name !== 'id' && value !== null)) as { [name: string]: Json };

/** Absent fields are removed; `fixed` ones cannot change. */
export function replace({ world }: Turn, entity: Entity, item: Params, fixed: readonly string[]): Entity {
  const data = dataOf(item);
  for (const name of fixed)
    if (data[name] !== undefined && JSON.stringify(data[name]) !== JSON.stringify(entity.data[name]))
      throw invalid(`${name} cannot be changed.`);
  const kept = [...own, ...fixed];
  const gone = Object.keys(entity.data).filter((name) => !kept.includes(name) && data[name] === undefined);
  const status = data.status ?? 'PAUSED';
  return world.change(entity.id, {
    ...Object.fromEntries(gone.map((name) => [name, null])),
    ...data,
    status,
    spans: spansAfter(spansOf(entity), status === 'ACTIVE', world.now()),
  });
}
