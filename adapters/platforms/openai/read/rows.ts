import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { entityReader } from '../../kit/anywhere.ts';
import { unless } from '../../kit/failures.ts';
import { asRow, at, defined, said, text } from '../../kit/json.ts';
import { kept } from '../../kit/rebuild.ts';
import { shapesOf } from '../../kit/shapes.ts';
import type { Access, Api, Calls, EntityFacts, EntityType, Params, Row } from '../../types.ts';
import { bidOf } from '../money.ts';
import { budgetsOf, effectiveOf, msOf, nouns, objectiveOf, paceOf, placeOf, statusOf, typeOfId } from '../wire/values.ts';

const atOnce = 4;

/** Undefined for an unknown id. Throws `PlatformError`. */
export const readRow = (calls: Calls, access: Access, type: EntityType, id: string) =>
  unless(['missing'], () => calls.read(access, placeOf(type, id)));

/** One call each, archived ones too; leaves out unknown ids. */
export async function readRows(calls: Calls, access: Access, type: EntityType, ids: readonly string[]) {
  const rows = await mapBounded([...new Set(ids)], atOnce, async (id) => [id, await readRow(calls, access, type, id)] as const);
  return new Map(rows.flatMap(([id, row]) => (row === undefined ? [] : [[id, row] as const])));
}

interface Parent {
  readonly type: 'campaign' | 'adset';
  readonly id: string;
}

const above = { adset: 'campaign', ad: 'adset' } as const;

/** Newest first, archived ones too, each with the id of its parent. */
export async function listRows(calls: Calls, access: Access, type: EntityType, parent?: Parent): Promise<readonly Row[]> {
  const { path, parent: field } = nouns[type];
  const ask = (params: Params) => calls.list(access, path, { order: 'desc', ...params });
  if (field === undefined || type === 'campaign') return ask({});
  if (parent !== undefined && parent.type === above[type])
    return (await ask({ [field]: parent.id })).map((row) => ({ ...row, [field]: parent.id }));
  if (parent === undefined) {
    // Some accounts refuse to list ads without a parent, and a row may leave its parent out.
    const rows = await unless(['invalid'], () => ask({}));
    if (rows?.every((row) => text(row[field]) !== undefined)) return rows;
  }
  const parents = await listRows(calls, access, above[type], parent);
  const below = await mapBounded(parents, atOnce, ({ id }) => listRows(calls, access, type, { type: above[type], id: said(id) }));
  return below.flat().sort((a, b) => (msOf(b.created_at) ?? 0) - (msOf(a.created_at) ?? 0));
}

/** Ids that begin otherwise are not asked for. An ad does not name its campaign: its ad group does. */
async function placedRows(calls: Calls, access: Access, type: EntityType, ids: readonly string[]) {
  const own = ids.filter((id) => (typeOfId(id) ?? type) === type);
  const rows = await readRows(calls, access, type, own);
  if (type !== 'ad') return rows;
  const groups = await readRows(
    calls,
    access,
    'adset',
    [...rows.values()].map((row) => said(row.ad_group_id)),
  );
  return new Map(
    [...rows].map(([id, row]) => [id, { ...row, campaign_id: groups.get(said(row.ad_group_id))?.campaign_id }] as const),
  );
}

export const shapes = shapesOf({
  statusOf,
  effectiveOf,
  objectiveOf,
  createdAt: (row) => msOf(row.created_at),
  updatedAt: (row) => msOf(row.updated_at),
  budgetsOf: (row, type) => (type === 'campaign' ? budgetsOf(row) : {}),
  paceOf: (row, type) => (type === 'campaign' ? paceOf(row) : {}),
  bidOf: (row, type) =>
    type === 'adset'
      ? bidOf(at(row.bidding_config, 'max_bid_micros'), said(row.bidding_config, 'billing_event_type'))
      : undefined,
  campaignOf: (row) => text(row.campaign_id),
  adSetOf: (row) => text(row.ad_group_id),
});

export const factsOf = (access: Access, type: EntityType, _id: string, row: Row): EntityFacts => ({
  ...shapes.facts(access, type, row),
  ...(type === 'campaign' && { objective: objectiveOf(row), ...defined({ targeting: asRow(row.targeting) }) }),
  ...(type === 'adset' && { targeting: kept(row, ['context_hints', 'product_set']) }),
});

export const readEntities = entityReader(({ calls }: Api, ...asked) => placedRows(calls, ...asked), factsOf);
