import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { AdListing, CursorPage, InspectCapability } from '../../../../core/ports/platform-reads.ts';
import type { Api } from '../../kit/calls.ts';
import { badCursor, type Fail } from '../../kit/failures.ts';
import { at, type Row, said } from '../../kit/json.ts';
import { cursorOf } from '../wire/client.ts';
import { itemsOf } from '../wire/errors.ts';
import { msOf, statusOf } from '../wire/values.ts';
import { effectiveOf } from './reasons.ts';

const pageSize = 200;

/**
 * The platform has no filter for what the user set: pages are read and sifted. Cursor: `<place on the page>.<the platform's
 * cursor>`.
 */
export async function listAds(
  { calls, wire }: Api,
  access: Access,
  { adSetId, campaignId, status, limit, after }: Parameters<InspectCapability['ads']>[1],
): Promise<CursorPage<AdListing>> {
  if (status === 'ARCHIVED') return { data: [] };
  const under =
    adSetId !== undefined
      ? `adsquads/${adSetId}`
      : campaignId !== undefined
        ? `campaigns/${campaignId}`
        : `adaccounts/${access.adAccountId}`;
  const data: AdListing[] = [];
  let { cursor, place } = placeOf(after, wire.fail);
  for (;;) {
    const answer = await calls.read(access, `${under}/ads`, {
      limit: pageSize,
      ...(status === 'DELETED' && { read_deleted_entities: true }),
      ...(cursor !== '' && { cursor }),
    });
    const rows = itemsOf(answer, 'ads', '').flatMap((item) => (item.ok ? [item.row] : []));
    for (; place < rows.length; place += 1) {
      const row = rows[place];
      if (row === undefined || (status !== undefined && statusOf(row) !== status)) continue;
      if (data.length === limit) return { data, after: `${place}.${cursor}` };
      data.push(listingOf(row));
    }
    const next = cursorOf(at(answer, 'paging', 'next_link'));
    if (next === undefined) return { data };
    cursor = next;
    place = 0;
  }
}

function placeOf(given: string | undefined, fail: Fail): { cursor: string; place: number } {
  if (given === undefined) return { cursor: '', place: 0 };
  const [, place, cursor = ''] = /^(\d{1,3})\.(\S*)$/.exec(given) ?? [];
  if (place !== undefined) return { cursor, place: Number(place) };
  throw badCursor(fail);
}

function listingOf(row: Row): AdListing {
  const created = msOf(row.created_at);
  return {
    id: said(row.id),
    name: said(row.name),
    status: statusOf(row),
    effectiveStatus: effectiveOf(row),
    createdTime: created === undefined ? '' : new Date(created).toISOString(),
    // Its address would cost two calls for each ad.
    thumbnailUrl: null,
    adSetId: said(row.ad_squad_id),
  };
}
