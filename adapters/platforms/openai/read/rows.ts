import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { entityReader } from '../../kit/anywhere.ts';
import { unless } from '../../kit/failures.ts';
import { asRow, at, defined, said, text } from '../../kit/json.ts';
import { kept } from '../../kit/rebuild.ts';
import { shapesOf } from '../../kit/shapes.ts';
import type { Access, Api, Calls, EntityFacts, EntityType, Params, Row } from '../../types.ts';
import { bidOf } from '../money.ts';
import {
  budgetsOf,
  effectiveOf,
  msOf,
  nouns,
  objectiveOf,
  paceOf,
  placeOf,
  statusOf,
  typeOfId,
} from '../wire/values.ts';

const atOnce = 4;

/** Undefined for an unknown id. Throws `PlatformError`. */
export const readRow = (calls: Calls, access: Access, type: EntityType, id: string) =>
  unless(['missing'], () => calls.read(access, placeOf(type, id)));

/** One call each, archived ones too; leaves out unknown ids. */
export async function readRows(
  calls: Calls,
  access: Access,
  type: EntityType,
  ids: readonly string[],
) {
  const rows = await mapBounded(
    [...new Set(ids)],
    atOnce,
    async (id) => [id, await readRow(calls, access, type, id)] as const,
  );
  return new Map(rows.flatMap(([id, row]) => (row === undefined ? [] : [[id, row] as const])));
}

interface Parent {
  readonly type: 'campaign' | 'adset';
  readonly id: string;
}

const above = { adset: 'campaign', ad: 'adset' } as const;

/** Accounts that list nothing without its parent, by level: each refusal is one call too many. */
const refusing = new WeakMap<Calls, Set<string>>();

/** Answers undefined where the account wants the parent of what it lists. */
export async function withoutParent<T>(
  calls: Calls,
  access: Access,
  type: EntityType,
  ask: () => Promise<T>,
) {
  const known = refusing.get(calls) ?? new Set<string>();
  refusing.set(calls, known);
  const key = `${type} ${access.adAccountId}`;
  if (known.has(key)) return undefined;
  const answer = await unless(['invalid'], ask);
  if (answer === undefined) known.add(key);
  return answer;
}

/**
 * Newest first, archived ones too, each with the id of its parent. `parents`: all objects of the
 * level above, where they were read.
 */
export async function listRows(
  calls: Calls,
  access: Access,
  type: EntityType,
  parent?: Parent,
  parents?: readonly Row[],
): Promise<readonly Row[]> {
  const { path, parent: field } = nouns[type];
  const ask = (params: Params) => calls.list(access, path, { order: 'desc', ...params });
  if (field === undefined || type === 'campaign') return ask({});
  if (parent !== undefined && parent.type === above[type])
    return (await ask({ [field]: parent.id })).map((row) => ({ ...row, [field]: parent.id }));
  if (parent === undefined) {
    // Described as refused, seen both ways; and a row may leave its parent out.
    const rows = await withoutParent(calls, access, type, () => ask({}));
    if (rows?.every((row) => text(row[field]) !== undefined)) return rows;
  }
  const holders = parents ?? (await listRows(calls, access, above[type], parent));
  const below = await mapBounded(holders, atOnce, ({ id }) =>
    listRows(calls, access, type, { type: above[type], id: said(id) }),
  );
  return below.flat().sort((a, b) => (msOf(b.created_at) ?? 0) - (msOf(a.created_at) ?? 0));
}

/** The whole account, each level once. */
export async function listAll(calls: Calls, access: Access) {
  const campaigns = await listRows(calls, access, 'campaign');
  const adSets = await listRows(calls, access, 'adset', undefined, campaigns);
  return { campaigns, adSets, ads: await listRows(calls, access, 'ad', undefined, adSets) };
}

/**
 * Ids that begin otherwise are not asked for. An ad does not name its campaign: its ad group does.
 */
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
    [...rows].map(
      ([id, row]) =>
        [id, { ...row, campaign_id: groups.get(said(row.ad_group_id))?.campaign_id }] as const,
    ),
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
      ? bidOf(
          at(row.bidding_config, 'max_bid_micros'),
          said(row.bidding_config, 'billing_event_type'),
        )
      : undefined,
  campaignOf: (row) => text(row.campaign_id),
  adSetOf: (row) => text(row.ad_group_id),
});

export const factsOf = (access: Access, type: EntityType, _id: string, row: Row): EntityFacts => ({
  ...shapes.facts(access, type, row),
  ...(type === 'campaign' && {
    objective: objectiveOf(row),
    ...defined({ targeting: asRow(row.targeting) }),
  }),
  ...(type === 'adset' && { targeting: kept(row, ['context_hints', 'product_set']) }),
});

export const readEntities = entityReader(
  ({ calls }: Api, ...asked) => placedRows(calls, ...asked),
  factsOf,
);
