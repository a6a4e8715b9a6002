import { PlatformError } from '../../../../core/base/errors.ts';
import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { unless } from '../../kit/failures.ts';
import { said, text } from '../../kit/json.ts';
import type { Access, Api, Caller, EntityType, Row } from '../../types.ts';
import { itemsOf } from '../wire/errors.ts';
import { isUuid, msOf, plurals } from '../wire/values.ts';

/**
 * No list takes ids: up to this many objects are read one by one, more from the account's lists.
 */
const fewIds = 20;

/** Placements have to be asked for. */
const shown = (type: EntityType, deleted: boolean) => ({
  ...(type === 'adset' && { return_placement_v2: true }),
  ...(deleted && { read_deleted_entities: true }),
});

/** Deleted or not; undefined for an unknown id. */
export async function readOne({ calls }: Api, caller: Caller, type: EntityType, id: string) {
  if (!isUuid(id)) return undefined;
  const plural = plurals[type];
  return unless(['missing'], async () => {
    const [item] = itemsOf(
      await calls.read(caller, `${plural}/${id}`, shown(type, true)),
      plural,
      '',
    );
    if (item !== undefined && !item.ok) throw new PlatformError(item.failure);
    return item?.row;
  });
}

interface ListOptions {
  /** `adaccounts/…`, `campaigns/…`, `adsquads/…`. Default: the account. */
  readonly under?: string;
  readonly deleted?: boolean;
}

/** Newest first. */
export async function listRows(
  { calls }: Api,
  access: Access,
  type: EntityType,
  { under = `adaccounts/${access.adAccountId}`, deleted = false }: ListOptions = {},
) {
  return newestFirst(await calls.list(access, `${under}/${plurals[type]}`, shown(type, deleted)));
}

export const newestFirst = (rows: readonly Row[]) =>
  [...rows].sort((one, other) => (msOf(other.created_at) ?? 0) - (msOf(one.created_at) ?? 0));

/** With what is above it. */
export interface Located {
  readonly type: EntityType;
  readonly row: Row;
  readonly adAccountId: string;
  readonly campaign: Row;
  /** Of ad squads and ads. */
  readonly adSquad?: Row;
}

/**
 * With deleted ones and what is above them: ads and ad squads do not tell their account. Leaves out
 * unknown ids and objects outside `within`.
 */
export async function locate(
  api: Api,
  caller: Caller,
  {
    type,
    ids,
    within,
  }: {
    readonly type: EntityType;
    readonly ids: readonly string[];
    readonly within?: string | undefined;
  },
): Promise<ReadonlyMap<string, Located>> {
  const wanted = [...new Set(ids)];
  const read =
    wanted.length > fewIds && within !== undefined
      ? await readerOfLists(api, caller, type, within)
      : readerOfOne(api, caller);
  const found = await mapBounded(
    wanted,
    4,
    async (id): Promise<readonly [string, Located] | undefined> => {
      const row = await read(type, id);
      const located = row === undefined ? undefined : await placed(type, row, read);
      return located === undefined || (within !== undefined && located.adAccountId !== within)
        ? undefined
        : [id, located];
    },
  );
  return new Map(found.filter((each) => each !== undefined));
}

type Read = (type: EntityType, id: string) => Promise<Row | undefined>;

async function placed(type: EntityType, row: Row, read: Read): Promise<Located | undefined> {
  const adSquad =
    type === 'campaign'
      ? undefined
      : type === 'adset'
        ? row
        : await read('adset', said(row.ad_squad_id));
  const campaign = type === 'campaign' ? row : await read('campaign', said(adSquad?.campaign_id));
  const adAccountId = text(campaign?.ad_account_id);
  if (campaign === undefined || adAccountId === undefined) return undefined;
  return { type, row, adAccountId, campaign, ...(adSquad !== undefined && { adSquad }) };
}

/** Reads each object once. */
function readerOfOne(api: Api, caller: Caller): Read {
  const seen = new Map<string, Promise<Row | undefined>>();
  return (type, id) => {
    const key = `${type} ${id}`;
    const known = seen.get(key);
    if (known !== undefined) return known;
    const row = readOne(api, caller, type, id);
    seen.set(key, row);
    return row;
  };
}

async function readerOfLists(
  { calls }: Api,
  caller: Caller,
  lowest: EntityType,
  account: string,
): Promise<Read> {
  const rows = new Map<string, Row>();
  const levels = ['campaign', 'adset', 'ad'] as const;
  for (const type of levels.slice(0, levels.indexOf(lowest) + 1))
    for (const row of await calls.list(
      caller,
      `adaccounts/${account}/${plurals[type]}`,
      shown(type, true),
    ))
      rows.set(`${type} ${said(row.id)}`, row);
  return async (type, id) => rows.get(`${type} ${id}`);
}
