import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { AdListing, CursorPage, InspectCapability } from '../../../../core/ports/platform-reads.ts';
import { badCursor, type Fail } from '../../kit/failures.ts';
import { chunks, said } from '../../kit/json.ts';
import { type Api, listed, mostAtOnce } from '../wire/client.ts';
import { msOf, statusOf } from '../wire/values.ts';
import { allCampaigns, idOf } from './campaigns.ts';
import { byCampaign, campaignsOf, type PlacedSet, placedSet } from './creative-sets.ts';

/** Hundred of campaigns, page of their creative sets, place on it. */
interface Place {
  readonly part: number;
  readonly page: number;
  readonly place: number;
}

/** The platform filters by campaign alone: pages are read and sifted. */
export async function listAds(
  { calls, wire }: Api,
  access: Access,
  { adSetId, campaignId = adSetId, status, limit, after }: Parameters<InspectCapability['ads']>[1],
): Promise<CursorPage<AdListing>> {
  const start = placeOf(after, wire.fail);
  if (status === 'ARCHIVED' || status === 'DELETED') return { data: [] };
  const campaigns = campaignId === undefined ? (await allCampaigns(calls, access)).map(idOf) : [campaignId];
  const isMeant = (set: PlacedSet): boolean =>
    (status === undefined || statusOf(set.row) === status) && (campaignId !== undefined || isFirstOf(set));
  const data: AdListing[] = [];
  for (const [part, ids] of chunks(campaigns, mostAtOnce).entries()) {
    if (part < start.part) continue;
    for (let page = part === start.part ? start.page : 1; ; page += 1) {
      const answer = await calls.answer(access, byCampaign, { ids: ids.join(','), page, size: mostAtOnce });
      const sets = listed(answer, wire.fail).map(placedSet);
      if (sets.length === 0) break;
      const isStart = part === start.part && page === start.page;
      for (const [place, set] of sets.entries()) {
        if ((isStart && place < start.place) || !isMeant(set)) continue;
        if (data.length === limit) return { data, after: `${part}.${page}.${place}` };
        data.push(listingOf(set));
      }
    }
  }
  return { data };
}

/** A set in several campaigns is listed under the first. */
const isFirstOf = ({ campaignId, row }: PlacedSet): boolean => (campaignsOf(row)?.[0] ?? campaignId) === campaignId;

function placeOf(cursor: string | undefined, fail: Fail): Place {
  if (cursor === undefined) return { part: 0, page: 1, place: 0 };
  const [, part, page, place] = /^(\d{1,4})\.([1-9]\d{0,5})\.(\d{1,5})$/.exec(cursor) ?? [];
  if (part !== undefined) return { part: Number(part), page: Number(page), place: Number(place) };
  throw badCursor(fail);
}

function listingOf({ id, campaignId, row }: PlacedSet): AdListing {
  const created = msOf(row.created_at);
  return {
    id,
    name: said(row.name),
    status: statusOf(row),
    effectiveStatus: said(row.status),
    createdTime: created === undefined ? '' : new Date(created).toISOString(),
    thumbnailUrl: null,
    adSetId: campaignId,
  };
}
