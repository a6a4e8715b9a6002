import { entityReader, rowsById } from '../../kit/anywhere.ts';
import { asRow, defined, said, text } from '../../kit/json.ts';
import { shapesOf } from '../../kit/shapes.ts';
import type { Access, Api, Calls, EntityFacts, EntityType, Params, Row } from '../../types.ts';
import {
  allStatuses,
  bidOf,
  budgetsOf,
  msOfSeconds,
  nouns,
  paceOf,
  pathOf,
  statusOf,
} from '../wire/values.ts';

export const idsPerFilter = 100;

/** Newest first. Filters take one kind of id. */
export const listRows = (calls: Calls, access: Access, type: EntityType, params: Params) =>
  calls.list(access, pathOf(access.adAccountId, type), { order: 'DESCENDING', ...params });

/** With archived ones; leaves out unknown ids. */
export const readRows = (calls: Calls, access: Access, type: EntityType, ids: readonly string[]) =>
  rowsById(ids, { size: idsPerFilter }, (some) =>
    listRows(calls, access, type, { [nouns[type].ids]: some, entity_statuses: allStatuses }),
  );

export const shapes = shapesOf({
  statusOf,
  budgetsOf: (row, type) => budgetsOf(type, row),
  paceOf,
  bidOf: (row, type) => (type === 'adset' ? bidOf(row) : undefined),
  effectiveOf: (row) => said(row.summary_status),
  createdAt: (row) => msOfSeconds(row.created_time),
  updatedAt: (row) => msOfSeconds(row.updated_time),
  campaignOf: (row) => text(row.campaign_id),
  adSetOf: (row) => text(row.ad_group_id),
  objectiveOf: (row) => said(row.objective_type),
});

const factsOf = (access: Access, type: EntityType, _id: string, row: Row): EntityFacts => ({
  ...shapes.facts(access, type, row),
  ...defined({ objective: text(row.objective_type), targeting: asRow(row.targeting_spec) }),
});

export const readEntities = entityReader(
  ({ calls }: Api, ...asked) => readRows(calls, ...asked),
  factsOf,
);
