import { defined } from '../../../../core/base/defined.ts';
import { SlipwayError } from '../../../../core/base/errors.ts';
import type { Access, EntityStatus } from '../../../../core/ports/platform-accounts.ts';
import type { AdListing, CursorPage, InspectCapability, OrganicPost } from '../../../../core/ports/platform-reads.ts';
import { at, type Params, type Row, rowsOf, said, text } from '../../kit/json.ts';
import type { Calls, EdgePage } from '../wire/calls.ts';
import { accountNode, msOf } from '../wire/params.ts';
import { adCreative } from './ad-creatives.ts';
import { bareAds, debugAds } from './ad-debug.ts';
import { readEntities } from './entity-facts.ts';

export function createInspect(calls: Calls): InspectCapability {
  return {
    listsDeleted: false,
    ads: (access, query) => listAds(calls, access, query),
    debug: ({ companyId, credentials }, adIds, { captions }) => debugAds(calls, { companyId, credentials }, adIds, captions),
    entities: (access, objects) => readEntities(calls, access, objects),
    async accountOf({ companyId, credentials }, { id }) {
      const row = await calls.read({ companyId, credentials }, id, { fields: 'account_id' });
      return accountNode(said(row.account_id));
    },
    async creatives({ companyId, credentials }, adIds, { brief = false } = {}) {
      const read = brief ? bareAds : debugAds;
      return (await read(calls, { companyId, credentials }, adIds, false)).map(adCreative);
    },
    async pictures(access, adIds) {
      const reads = adIds.map((path) => ({ path, params: { fields: 'creative{thumbnail_url}' } }));
      const pictures = new Map<string, string>();
      for (const [position, answer] of (await calls.readMany(access, reads)).entries()) {
        const url = answer.ok ? text(at(answer.body, 'creative', 'thumbnail_url')) : undefined;
        if (url !== undefined) pictures.set(adIds[position] ?? '', url);
      }
      return pictures;
    },
    async preview(access, adId, format) {
      const rows = await calls.list(access, `${adId}/previews`, { ad_format: format });
      return { html: said(rows[0]?.body) };
    },
    posts: (access, page) => posts(calls, access, page),
  };
}

const postFields = 'id,message,created_time,full_picture,permalink_url,is_eligible_for_promotion,attachments,call_to_action';

async function posts(calls: Calls, access: Access, page: string): Promise<readonly OrganicPost[]> {
  const { rows } = await calls.page(access, `${page}/published_posts`, { fields: postFields, limit: 50 });
  return rows.map((row) => {
    const attachment = rowsOf(row.attachments)[0];
    const kind = text(attachment?.media_type) ?? text(attachment?.type) ?? '';
    const button = row.call_to_action;
    const link = text(at(button, 'value', 'link')) ?? (postType(kind) === 'link' ? text(attachment?.url) : undefined);
    return {
      id: said(row.id),
      ...defined({ message: text(row.message), imageUrl: text(row.full_picture), permalink: text(row.permalink_url) }),
      createdAt: msOf(row.created_time) ?? 0,
      type: postType(kind),
      ...defined({ link, cta: text(at(button, 'type')) }),
      boostable: row.is_eligible_for_promotion !== false,
    };
  });
}

function postType(kind: string): OrganicPost['type'] {
  if (kind.startsWith('video')) return 'video';
  if (kind === 'photo' || kind === 'album') return 'image';
  return kind === 'link' || kind === 'share' ? 'link' : 'text';
}

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
async function listAds(
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
