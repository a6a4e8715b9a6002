import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { AdListing, CursorPage, InspectCapability } from '../../../../core/ports/platform-reads.ts';
import type { Api } from '../../kit/calls.ts';
import { badCursor, type Fail } from '../../kit/failures.ts';
import { at, type Row, rowsOf, text } from '../../kit/json.ts';
import { finder } from '../wire/client.ts';
import { createdAt, isoTime } from '../wire/dates.ts';
import { effectiveStatus, listed, living, statusOf, wordsFor } from '../wire/statuses.ts';
import { campaignOf, collectionPath, creativeQuery, listGroups, nameOf, rowId } from './objects.ts';

/** Cursor: `<place on the page>.<the platform's token>`. */
export async function listAds(
  { calls, wire }: Api,
  access: Access,
  { adSetId, campaignId, status, limit, after }: Parameters<InspectCapability['ads']>[1],
): Promise<CursorPage<AdListing>> {
  let { place, pageToken } = placeOf(after, wire.fail);
  // Deleted drafts leave no trace: a list of deleted creatives would lack most.
  if (status === 'DELETED') return { data: [] };
  const campaigns = adSetId !== undefined ? [adSetId] : campaignId === undefined ? undefined : await campaignsOf(campaignId);
  if (campaigns?.length === 0) return { data: [] };
  const query = creativeQuery(status === undefined ? listed : wordsFor[status], campaigns);
  const data: AdListing[] = [];
  for (;;) {
    const page = await calls.read(access, collectionPath(access, 'ad'), { ...query, pageToken }, finder);
    const rows = rowsOf(page.elements);
    for (; place < rows.length; place += 1) {
      if (data.length === limit) return { data, after: `${place}.${pageToken ?? ''}` };
      data.push(listingOf(rows[place] ?? {}));
    }
    pageToken = text(at(page, 'metadata', 'nextPageToken')) || undefined;
    if (pageToken === undefined) return { data };
    place = 0;
  }

  async function campaignsOf(group: string): Promise<readonly string[]> {
    return (await listGroups(calls, access, 'adset', living, [group])).map((row) => rowId('adset', row));
  }
}

function placeOf(cursor: string | undefined, fail: Fail): { place: number; pageToken: string | undefined } {
  if (cursor === undefined) return { place: 0, pageToken: undefined };
  const [, place, pageToken] = /^(\d{1,3})\.([^\s]{0,500})$/.exec(cursor) ?? [];
  if (place !== undefined) return { place: Number(place), pageToken: pageToken || undefined };
  throw badCursor(fail);
}

const listingOf = (row: Row): AdListing => ({
  id: rowId('ad', row),
  name: nameOf('ad', row),
  status: statusOf(row),
  effectiveStatus: effectiveStatus('ad', row),
  createdTime: isoTime(createdAt(row)),
  // Its address would cost further calls and work for some hours.
  thumbnailUrl: null,
  adSetId: campaignOf(row),
});
