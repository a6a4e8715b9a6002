import { defined } from '../../../../core/base/defined.ts';
import { entityReader, rowsById } from '../../kit/anywhere.ts';
import { isoTime, said, text } from '../../kit/json.ts';
import type { Access, Api, Calls, EntityFacts, EntityType, Row } from '../../types.ts';
import { msOf, nouns, statusOf } from '../wire/values.ts';
import { budgetsOf, idsPerFilter, paceOf } from './accounts.ts';

/** With deleted ones; leaves out unknown ids. */
export async function readRows(calls: Calls, access: Access, type: EntityType, ids: readonly string[]) {
  const noun = nouns[type];
  return rowsById(ids, { size: idsPerFilter, idField: `${noun}_id` }, (some) =>
    calls.list(access, `${noun}/get/`, { filtering: { [`${noun}_ids`]: some, primary_status: 'STATUS_ALL' } }),
  );
}

export const readEntities = entityReader(({ calls }: Api, ...asked) => readRows(calls, ...asked), factsOf);

function factsOf({ adAccountId }: Access, type: EntityType, id: string, row: Row): EntityFacts {
  return {
    type,
    id,
    name: said(row[`${nouns[type]}_name`]),
    status: statusOf(row),
    adAccountId,
    createdTime: isoTime(msOf(row.create_time)),
    ...(type === 'ad' ? {} : { ...budgetsOf(row), ...paceOf(row) }),
    ...defined({
      campaignId: type === 'campaign' ? undefined : text(row.campaign_id),
      adSetId: type === 'ad' ? text(row.adgroup_id) : undefined,
      objective: text(row.objective_type),
    }),
  };
}
