import { SlipwayError } from '../../../../core/base/errors.ts';
import type { Access, EntityStatus } from '../../../../core/ports/platform-accounts.ts';
import type { AdListing, CursorPage, InspectCapability } from '../../../../core/ports/platform-reads.ts';
import { at, type Params, type Row, said, text } from '../../kit/json.ts';
import type { Calls, EdgePage } from '../wire/calls.ts';
import { accountNode } from '../wire/params.ts';

/** Pages read for one page of ours. */
const mostPages = 20;

/** Parents and reviews decide too. */
const held = ['CAMPAIGN_PAUSED', 'ADSET_PAUSED', 'PENDING_REVIEW', 'DISAPPROVED', 'PREAPPROVED', 'PENDING_BILLING_INFO'];
const appearances: { readonly [S in EntityStatus]?: readonly string[] } = {
  ACTIVE: ['ACTIVE', ...held, 'IN_PROCESS', 'WITH_ISSUES'],
  PAUSED: ['PAUSED', ...held, 'IN_PROCESS', 'WITH_ISSUES'],
  ARCHIVED: ['ARCHIVED'],
};

/**
 * The platform cannot filter by what the user set: it is asked for all that may be set so, and the rest is dropped. Each page
 * asks for the missing number, so that the cursor stands behind the last ad.
 */
export async function listAds(
  calls: Calls,
  access: Access,
  query: Parameters<InspectCapability['ads']>[1],
): Promise<CursorPage<AdListing>> {
  if (query.status === 'DELETED') {
    throw new SlipwayError('unprocessable_entity', 'The platform does not list deleted ads; they can only be read by their ids.');
  }
  const path = `${query.adSetId ?? query.campaignId ?? accountNode(access.adAccountId)}/ads`;
  const params: Params = {
    fields: 'id,name,status,effective_status,created_time,adset_id,campaign_id,creative{id,thumbnail_url}',
    effective_status: query.status && appearances[query.status],
  };
  const found: Row[] = [];
  let page: EdgePage | undefined;
  let first: EdgePage | undefined;
  for (let pages = 0; pages < mostPages && found.length < query.limit; pages += 1) {
    const after = page === undefined ? query.after : page.after;
    page = await calls.page(access, path, { ...params, limit: query.limit - found.length, after });
    first ??= page;
    found.push(...page.rows.filter((row) => query.status === undefined || row.status === query.status));
    if (page.after === undefined) break;
  }
  const before = first?.before;
  const after = page?.after;
  return { data: found.map(listing), ...(before && { before }), ...(after && { after }) };
}

function listing(row: Row): AdListing {
  const campaignId = text(row.campaign_id);
  const creativeId = text(at(row, 'creative', 'id'));
  return {
    id: said(row.id),
    name: said(row.name),
    status: said(row.status),
    effectiveStatus: said(row.effective_status),
    createdTime: said(row.created_time),
    thumbnailUrl: text(at(row, 'creative', 'thumbnail_url')) ?? null,
    adSetId: said(row.adset_id),
    ...(campaignId !== undefined && { campaignId }),
    ...(creativeId !== undefined && { creativeId }),
  };
}
