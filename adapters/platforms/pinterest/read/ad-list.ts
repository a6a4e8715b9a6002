import { PlatformError } from '../../../../core/base/errors.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { AdListing, CursorPage, InspectCapability } from '../../../../core/ports/platform-reads.ts';
import type { Api } from '../../kit/calls.ts';
import { badCursor } from '../../kit/failures.ts';
import { type Row, rowsOf, said, text } from '../../kit/json.ts';
import { pageSize } from '../wire/client.ts';
import { livingStatuses, msOfSeconds, pathOf, statusOf } from '../wire/values.ts';

/** The cursor is the platform's bookmark. */
export async function listAds(
  { calls, wire }: Api,
  access: Access,
  { adSetId, campaignId, status, limit, after }: Parameters<InspectCapability['ads']>[1],
): Promise<CursorPage<AdListing>> {
  // Removed objects are archived; only drafts are ever deleted.
  if (status === 'DELETED') return { data: [] };
  const params = {
    ...(adSetId !== undefined ? { ad_group_ids: [adSetId] } : campaignId !== undefined && { campaign_ids: [campaignId] }),
    entity_statuses: status === undefined ? livingStatuses : [status],
    order: 'DESCENDING',
    page_size: Math.min(limit, pageSize),
    bookmark: after,
  };
  try {
    const answer = await calls.read(access, pathOf(access.adAccountId, 'ad'), params);
    const next = text(answer.bookmark);
    return { data: rowsOf(answer.items).map(listingOf), ...(next !== undefined && next !== '' && { after: next }) };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.failure.class !== 'invalid' || after === undefined) throw error;
    throw badCursor(wire.fail);
  }
}

function listingOf(row: Row): AdListing {
  const created = msOfSeconds(row.created_time);
  return {
    id: said(row.id),
    name: said(row.name),
    status: statusOf(row),
    effectiveStatus: said(row.summary_status),
    createdTime: created === undefined ? '' : new Date(created).toISOString(),
    // Its address would cost a call for each ad.
    thumbnailUrl: null,
    adSetId: said(row.ad_group_id),
  };
}
