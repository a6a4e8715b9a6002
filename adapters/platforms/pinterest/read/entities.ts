import { defined } from '../../../../core/base/defined.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { EntityFacts, InspectCapability } from '../../../../core/ports/platform-reads.ts';
import type { Calls } from '../../kit/calls.ts';
import { missing } from '../../kit/failures.ts';
import { asRow, type Row, text } from '../../kit/json.ts';
import { chunks, type Params } from '../../kit/params.ts';
import type { Api } from '../wire/client.ts';
import { allStatuses, nouns, pathOf, statusOf } from '../wire/statuses.ts';
import { msOfSeconds } from '../wire/units.ts';
import { budgetsOf, paceOf } from './budgets.ts';

/** Ids one filter takes. */
export const idsPerFilter = 100;

/** Newest first. Filters take one kind of id. */
export const listRows = (calls: Calls, access: Access, type: EntityType, params: Params): Promise<readonly Row[]> =>
  calls.list(access, pathOf(access.adAccountId, type), { order: 'DESCENDING', ...params });

/** With archived ones; leaves out unknown ids. */
export async function readRows(
  calls: Calls,
  access: Access,
  type: EntityType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const rows = new Map<string, Row>();
  for (const some of chunks([...new Set(ids)], idsPerFilter))
    for (const row of await listRows(calls, access, type, { [nouns[type].ids]: some, entity_statuses: allStatuses }))
      rows.set(text(row.id) ?? '', row);
  return rows;
}

/** Ids do not tell their type. */
export async function readEntities(
  { calls, wire }: Api,
  access: Access,
  objects: Parameters<InspectCapability['entities']>[1],
): ReturnType<InspectCapability['entities']> {
  const found = new Map<string, EntityFacts>();
  for (const type of ['ad', 'adset', 'campaign'] as const) {
    const ids = objects.filter((each) => (each.type ?? type) === type && !found.has(each.id)).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const [id, row] of await readRows(calls, access, type, ids)) found.set(id, factsOf(access, type, id, row));
  }
  return objects.map(({ id }) => found.get(id) ?? { id, failure: missing(id, wire.fail) });
}

function factsOf({ adAccountId }: Access, type: EntityType, id: string, row: Row): EntityFacts {
  const created = msOfSeconds(row.created_time);
  return {
    type,
    id,
    name: text(row.name) ?? '',
    status: statusOf(row),
    adAccountId,
    createdTime: created === undefined ? '' : new Date(created).toISOString(),
    ...budgetsOf(type, row),
    ...(type === 'ad' ? {} : paceOf(row)),
    ...defined({
      campaignId: type === 'campaign' ? undefined : text(row.campaign_id),
      adSetId: type === 'ad' ? text(row.ad_group_id) : undefined,
      objective: text(row.objective_type),
      targeting: asRow(row.targeting_spec),
    }),
  };
}
