import { defined } from '../../../../core/base/defined.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { AdCreative, AdListing, CursorPage, InspectCapability, OrganicPost } from '../../../../core/ports/platform-reads.ts';
import { accountHolding, eachAd } from '../../kit/anywhere.ts';
import type { Api } from '../../kit/calls.ts';
import { badCursor, type Fail } from '../../kit/failures.ts';
import { at, numeric, type Row, rowsOf, said, text } from '../../kit/json.ts';
import { msOf, statusOf } from '../wire/values.ts';
import { aboutAd, picturesOf, readSurroundings } from './debug.ts';
import { readEntities, readRows } from './entities.ts';
import type { Identities } from './identities.ts';

interface InspectPorts extends Api {
  readonly identities: Identities;
}

export function createInspect(ports: InspectPorts): InspectCapability {
  const { calls, wire } = ports;
  const rowsOfType = (type: EntityType) => (access: Access, ids: readonly string[]) => readRows(calls, access, type, ids);
  return {
    listsDeleted: true,
    ads: (access, query) => listAds(ports, access, query),
    entities: (access, objects) => readEntities(ports, access, objects),
    pictures: (access, adIds) => picturesOf(calls, access, adIds),
    posts: (access, identity) => posts(ports, access, identity),
    debug: (asker, adIds) =>
      eachAd(
        wire,
        { asker, adIds },
        (access, open) => readSurroundings(calls, access, open, ports.identities),
        (adId, found, adAccountId) => ({
          adId,
          about: aboutAd(adId, adAccountId, found),
          record: { advertiser_id: adAccountId, ...found.ad },
        }),
      ),
    creatives: (asker, adIds) => eachAd(wire, { asker, adIds }, rowsOfType('ad'), creativeOf),
    accountOf: (asker, { type, id }) => accountHolding(wire, asker, id, rowsOfType(type)),
  };
}

function creativeOf(adId: string, row: Row): AdCreative {
  const caption = text(row.ad_text);
  const videoId = text(row.video_id);
  const images = Array.isArray(row.image_ids) ? row.image_ids.flatMap((id) => text(id) ?? []) : [];
  return {
    adId,
    creativeId: adId,
    titles: [],
    bodies: caption === undefined ? [] : [caption],
    descriptions: [],
    ...defined({ cta: text(row.call_to_action), link: text(row.landing_page_url), page: text(row.identity_id) }),
    images: images.map((ref) => ({ ref })),
    videos: videoId === undefined ? [] : [{ id: videoId }],
  };
}

/** Newest first, the first sixty. */
async function posts({ calls, identities }: InspectPorts, access: Access, value: string) {
  const { type, id, centre } = await identities.find(access, value);
  // Such an identity has no profile, and the platform refuses the question.
  if (type === 'CUSTOMIZED_USER') return [];
  const found: OrganicPost[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 3; page += 1) {
    const data = await calls.read(access, 'identity/video/get/', {
      identity_type: type,
      identity_id: id,
      identity_authorized_bc_id: centre,
      count: 20,
      cursor,
    });
    found.push(...rowsOf(data.video_list).map(postOf));
    cursor = text(data.cursor);
    if (data.has_more !== true || cursor === undefined) break;
  }
  return found;
}

function postOf(row: Row): OrganicPost {
  const id = said(row.item_id);
  const video = row.video_info as Row | null | undefined; // null for a post of photos
  return {
    id,
    ...defined({ message: text(row.text), imageUrl: text(video?.poster_url) }),
    createdAt: madeAt(id),
    type: row.item_type === 'CAROUSEL' ? 'image' : 'video',
    boostable: row.status !== 'ITEM_STATUS_ONLY_AUTHOR_SEE' && row.item_type !== 'CAROUSEL',
  };
}

/** The list tells no times, but ids hold seconds since 1970 above their lower 32 bits. */
function madeAt(id: string) {
  return /^\d{18,19}$/.test(id) ? (numeric(String(BigInt(id) >> 32n)) ?? 0) * 1_000 : 0;
}

const fields = ['ad_id', 'adgroup_id', 'campaign_id', 'ad_name', 'operation_status', 'secondary_status', 'create_time'];
const pageSize = 200;

/** The platform has no filter for what the user set: pages are read and sifted. Cursor: `<page>.<place on it>`. */
async function listAds(
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
