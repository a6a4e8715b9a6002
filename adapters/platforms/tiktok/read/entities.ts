import { defined } from '../../../../core/base/defined.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { EntityFacts, InspectCapability } from '../../../../core/ports/platform-reads.ts';
import { entitiesOf } from '../../kit/anywhere.ts';
import type { Api, Calls } from '../../kit/calls.ts';
import { chunks, type Row, said, text } from '../../kit/json.ts';
import { msOf, nouns, statusOf } from '../wire/values.ts';
import { budgetsOf, idsPerFilter, paceOf } from './accounts.ts';

/** With deleted ones; leaves out unknown ids. */
export async function readRows(
  calls: Calls,
  access: Access,
  type: EntityType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const noun = nouns[type];
  const rows = new Map<string, Row>();
  for (const some of chunks([...new Set(ids)], idsPerFilter)) {
    const filtering = { [`${noun}_ids`]: some, primary_status: 'STATUS_ALL' };
    for (const row of await calls.list(access, `${noun}/get/`, { filtering })) rows.set(said(row[`${noun}_id`]), row);
  }
  return rows;
}

export const readEntities = (
  { calls, wire }: Api,
  access: Access,
  objects: Parameters<InspectCapability['entities']>[1],
): ReturnType<InspectCapability['entities']> =>
  entitiesOf(
    wire,
    objects,
    (type, ids) => readRows(calls, access, type, ids),
    (type, id, row) => factsOf(access, type, id, row),
  );

function factsOf({ adAccountId }: Access, type: EntityType, id: string, row: Row): EntityFacts {
  const created = msOf(row.create_time);
  return {
    type,
    id,
    name: said(row[`${nouns[type]}_name`]),
    status: statusOf(row),
    adAccountId,
    createdTime: created === undefined ? '' : new Date(created).toISOString(),
    ...(type === 'ad' ? {} : { ...budgetsOf(row), ...paceOf(row) }),
    ...defined({
      campaignId: type === 'campaign' ? undefined : text(row.campaign_id),
      adSetId: type === 'ad' ? text(row.adgroup_id) : undefined,
      objective: text(row.objective_type),
    }),
  };
}
