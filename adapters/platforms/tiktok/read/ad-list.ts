import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { AdListing, CursorPage, InspectCapability } from '../../../../core/ports/platform-reads.ts';
import type { Api } from '../../kit/calls.ts';
import { badCursor, type Fail } from '../../kit/failures.ts';
import { at, numeric, type Row, rowsOf, said, text } from '../../kit/json.ts';
import { msOf, statusOf } from '../wire/values.ts';

const fields = ['ad_id', 'adgroup_id', 'campaign_id', 'ad_name', 'operation_status', 'secondary_status', 'create_time'];
const pageSize = 200;

/** The platform has no filter for what the user set: pages are read and sifted. Cursor: `<page>.<place on it>`. */
export async function listAds(
  { calls, wire }: Api,
  access: Access,
  { adSetId, campaignId, status, limit, after }: Parameters<InspectCapability['ads']>[1],
): Promise<CursorPage<AdListing>> {
  if (status === 'ARCHIVED') return { data: [] };
  const filtering = {
    ...(adSetId !== undefined && { adgroup_ids: [adSetId] }),
    ...(campaignId !== undefined && { campaign_ids: [campaignId] }),
    ...(status === 'DELETED' && { primary_status: 'STATUS_DELETE' }),
  };
  const data: AdListing[] = [];
  let { page, place } = placeOf(after, wire.fail);
  for (;;) {
    const answer = await calls.read(access, 'ad/get/', { filtering, fields, page, page_size: pageSize });
    const rows = rowsOf(answer.list);
    for (; place < rows.length; place += 1) {
      const row = rows[place];
      if (row === undefined || (status !== undefined && statusOf(row) !== status)) continue;
      if (data.length === limit) return { data, after: `${page}.${place}` };
      data.push(listingOf(row));
    }
    if (page >= (numeric(at(answer, 'page_info', 'total_page')) ?? 0)) return { data };
    page += 1;
    place = 0;
  }
}

function placeOf(cursor: string | undefined, fail: Fail): { page: number; place: number } {
  if (cursor === undefined) return { page: 1, place: 0 };
  const [, page, place] = /^([1-9]\d{0,5})\.(\d{1,3})$/.exec(cursor) ?? [];
  if (page !== undefined) return { page: Number(page), place: Number(place) };
  throw badCursor(fail);
}

function listingOf(row: Row): AdListing {
  const campaignId = text(row.campaign_id);
  const created = msOf(row.create_time);
  return {
    id: said(row.ad_id),
    name: said(row.ad_name),
    status: statusOf(row),
    effectiveStatus: said(row.secondary_status),
    createdTime: created === undefined ? '' : new Date(created).toISOString(),
    // Its address would cost further calls and work for an hour.
    thumbnailUrl: null,
    adSetId: said(row.adgroup_id),
    ...(campaignId !== undefined && { campaignId }),
  };
}
