import { defined } from '../../../../core/base/defined.ts';
import { entityReader, rowsById } from '../../kit/anywhere.ts';
import { asRow, isoTime, said, text } from '../../kit/json.ts';
import type { Access, Api, Calls, EntityFacts, EntityType, Params, Row } from '../../types.ts';
import { allStatuses, budgetsOf, msOfSeconds, nouns, paceOf, pathOf, statusOf } from '../wire/values.ts';

export const idsPerFilter = 100;

/** Newest first. Filters take one kind of id. */
export const listRows = (calls: Calls, access: Access, type: EntityType, params: Params) =>
  calls.list(access, pathOf(access.adAccountId, type), { order: 'DESCENDING', ...params });

/** With archived ones; leaves out unknown ids. */
export const readRows = (calls: Calls, access: Access, type: EntityType, ids: readonly string[]) =>
  rowsById(ids, { size: idsPerFilter }, (some) =>
    listRows(calls, access, type, { [nouns[type].ids]: some, entity_statuses: allStatuses }),
  );

export const readEntities = entityReader(({ calls }: Api, ...asked) => readRows(calls, ...asked), factsOf);

function factsOf({ adAccountId }: Access, type: EntityType, id: string, row: Row): EntityFacts {
  return {
    type,
    id,
    name: said(row.name),
    status: statusOf(row),
    adAccountId,
    createdTime: isoTime(msOfSeconds(row.created_time)),
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
