import { PlatformError } from '../../../../core/base/errors.ts';
import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { rowsById } from '../../kit/anywhere.ts';
import { harmlessTwice } from '../../kit/calls.ts';
import { chunks, rowsOf, said, text } from '../../kit/json.ts';
import type { Access, Calls, Row } from '../../types.ts';
import { type Api, mostAtOnce } from '../wire/client.ts';
import { statusOf, statusWords } from '../wire/values.ts';
import { allCampaigns, idOf } from './campaigns.ts';

/** A creative set in a campaign: an ad. */
export interface PlacedSet {
  readonly id: string;
  readonly campaignId: string;
  readonly row: Row;
}

/** A set in several campaigns is listed once for each. */
export async function setsOf(calls: Calls, access: Access, campaignIds: readonly string[]) {
  const sets: PlacedSet[] = [];
  for (const some of chunks([...new Set(campaignIds)], mostAtOnce))
    sets.push(...(await calls.list(access, byCampaign, { ids: some.join(',') })).map(placedSet));
  return sets;
}

export const placedSet = ({ campaign, ...row }: Row): PlacedSet => ({
  id: idOf(row),
  campaignId: said(campaign),
  row,
});

export const byCampaign = 'creative_set/list_by_campaign_id';

export const allSets = async (calls: Calls, access: Access): Promise<readonly PlacedSet[]> =>
  setsOf(calls, access, (await allCampaigns(calls, access)).map(idOf));

/** Creative sets, in a campaign or not; leaves out unknown ids. */
export const setRows = (calls: Calls, access: Access, ids: readonly string[]) =>
  rowsById(ids, { size: mostAtOnce }, (some) =>
    calls.list(access, 'creative_set/list', { ids: some.join(',') }),
  );

/** With their campaigns; leaves out sets in none, which never deliver again. */
export async function setsById(calls: Calls, access: Access, ids: readonly string[]) {
  const placed = new Map<string, PlacedSet>();
  const open = new Map<string, Row>();
  for (const [id, row] of await setRows(calls, access, ids)) {
    const campaigns = campaignsOf(row);
    if (campaigns === undefined) open.set(id, row);
    else if (campaigns[0] !== undefined) placed.set(id, { id, campaignId: campaigns[0], row });
  }
  // Some lists do not tell the campaign of a set: then each campaign is asked.
  if (open.size > 0)
    for (const { id, campaignId } of await allSets(calls, access)) {
      const row = open.get(id);
      if (row !== undefined && !placed.has(id)) placed.set(id, { id, campaignId, row });
    }
  return placed;
}

export function campaignsOf(row: Row) {
  if (Array.isArray(row.campaign_ids)) return row.campaign_ids.flatMap((id) => text(id) ?? []);
  const own = text(row.campaign_id);
  return own === undefined ? undefined : own === '' ? [] : [own];
}

export const assetIds = (row: Row) => rowsOf(row.assets).flatMap((asset) => text(asset.id) ?? []);

export const isLive = (row: Row) => statusOf(row) === 'ACTIVE';

interface MadeSet {
  readonly id: string;
  readonly type: string;
}

/**
 * Pauses new sets that are live or not listed yet: the platform may ignore the status of a set as
 * it does a campaign's. Answers those it could not pause.
 */
export async function keepPaused(api: Api, access: Access, sets: readonly MadeSet[]) {
  const rows = await rowsOrNone(
    api,
    access,
    sets.map(({ id }) => id),
  );
  const doubtful = sets.filter(({ id }) => {
    const row = rows.get(id);
    return row === undefined || isLive(row);
  });
  const failed = await mapBounded(doubtful, 4, async ({ id, type }) => {
    const body = { id, type, status: statusWords.PAUSED };
    const answer = await api.calls.tried(access, 'creative_set/update', body, harmlessTwice);
    return answer.ok ? [] : [id];
  });
  return new Set(failed.flat());
}

async function rowsOrNone({ calls }: Api, access: Access, ids: readonly string[]) {
  try {
    return await setRows(calls, access, ids);
  } catch (error) {
    if (error instanceof PlatformError) return new Map();
    throw error;
  }
}
