import type { Identity as ListedIdentity } from '../../../../core/ports/platform-accounts.ts';
import { accountHolding, eachAd, rowsById } from '../../kit/anywhere.ts';
import { harmlessTwice } from '../../kit/calls.ts';
import { badCursor } from '../../kit/failures.ts';
import { at, chunks, defined, isoTime, numeric, rowsOf, said, text } from '../../kit/json.ts';
import { siftedPage } from '../../kit/sifted.ts';
import type {
  Access,
  AdAbout,
  AdCreative,
  AdListing,
  AdsQuery,
  Calls,
  CursorPage,
  EntityType,
  InspectCapability,
  OrganicPost,
  Row,
} from '../../types.ts';
import { familyOf, isCreative, type Tiktok } from '../family.ts';
import { parseIdentity } from '../identity.ts';
import { msOf, statusOf } from '../wire/values.ts';
import {
  creativeFields,
  creativesOf,
  readEntities,
  readRows,
  smartAd,
  smartAdsPerPage,
} from './entities.ts';
import type { Identities } from './identities.ts';
import { idsPerFilter, shapes } from './shapes.ts';

interface InspectPorts extends Tiktok {
  readonly identities: Identities;
}

export function createInspect(ports: InspectPorts): InspectCapability {
  const { wire } = ports;
  const rowsOfType = (type: EntityType) => (access: Access, ids: readonly string[]) =>
    readRows(ports, access, type, ids);
  return {
    listsDeleted: true,
    ads: (access, query) => listAds(ports, access, query),
    entities: (access, objects) => readEntities(ports, access, objects),
    pictures: (access, adIds) => picturesOf(ports, access, adIds),
    preview: (access, adId) => preview(ports, access, adId),
    posts: (access, identity) => posts(ports, access, identity),
    debug: (asker, adIds) =>
      eachAd(
        wire,
        { asker, adIds },
        (access, open) => readSurroundings(ports, access, open),
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
  // A Smart+ ad has several of each.
  const creatives = creativesOf(row);
  const isSmart = creatives.length > 0;
  const bodies = isSmart ? rowsOf(row.ad_text_list).map(({ ad_text }) => ad_text) : [row.ad_text];
  const videoIds = isSmart
    ? creatives.map(({ video_info }) => at(video_info, 'video_id'))
    : [row.video_id];
  const pictures = isSmart
    ? creatives.flatMap(({ image_info }) => rowsOf(image_info).map(({ web_uri }) => web_uri))
    : row.image_ids;
  const images = (Array.isArray(pictures) ? pictures : []).flatMap((id) => text(id) ?? []);
  return {
    adId,
    creativeId: adId,
    titles: [],
    bodies: bodies.flatMap((body) => text(body) ?? []),
    descriptions: [],
    ...defined({
      cta: text(row.call_to_action),
      link: text(row.landing_page_url),
      page: text(row.identity_id),
    }),
    images: images.map((ref) => ({ ref })),
    videos: videoIds.flatMap((id) => (text(id) === undefined ? [] : [{ id: said(id) }])),
  };
}

/**
 * TikTok shows the ad in a frame of its own, whose address works for 30 days. Each family has its
 * own question.
 */
async function preview(api: Tiktok, access: Access, adId: string) {
  const { calls, wire } = api;
  const row = (await readRows(api, access, 'ad', [adId])).get(adId);
  if (row === undefined) throw wire.notFound(adId);
  const [path, body] =
    familyOf(row) === 'smart'
      ? ['smart_plus/ad/preview/', { preview_type: 'AD', smart_plus_ad_id: adId }]
      : ['creative/ads_preview/create/', { preview_type: 'AD', ad_id: adId }];
  const answer = await calls.write(access, path, body, harmlessTwice);
  return { html: said(answer.iframe) };
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

const common = [
  'adgroup_id',
  'campaign_id',
  'ad_name',
  'operation_status',
  'secondary_status',
  'create_time',
  'modify_time',
];
const fields = ['ad_id', ...common, ...creativeFields];
const smartFields = ['smart_plus_ad_id', ...common];
const pageSize = 200;

/**
 * TikTok cannot filter by the status a user set: this reads pages and sifts. Manual ads come first,
 * then Smart+ ads from their own list, on pages `s1`, `s2`, …; the creatives that the first list
 * has of these are left out.
 */
async function listAds(
  api: Tiktok,
  access: Access,
  { adSetId, campaignId, status, limit, after }: AdsQuery,
): Promise<CursorPage<AdListing>> {
  const { calls, wire } = api;
  if (status === 'ARCHIVED') return { data: [] };
  const filtering = {
    ...(adSetId !== undefined && { adgroup_ids: [adSetId] }),
    ...(campaignId !== undefined && { campaign_ids: [campaignId] }),
    ...(status === 'DELETED' && { primary_status: 'STATUS_DELETE' }),
  };
  const read = async (cursor: string) => {
    const [, list, number = '1'] = /^(s?)(\d{0,6})$/.exec(cursor) ?? [];
    if (list === undefined) throw badCursor(wire.fail);
    const page = Number(number || 1);
    const isSmart = list === 's';
    const answer = await calls.read(access, isSmart ? 'smart_plus/ad/get/' : 'ad/get/', {
      filtering,
      fields: isSmart ? smartFields : fields,
      page,
      page_size: isSmart ? smartAdsPerPage : pageSize,
    });
    const listed = rowsOf(answer.list);
    const rows = isSmart
      ? listed.map((row) => smartAd(api, row))
      : listed.filter((row) => !isCreative(row));
    if (page < (numeric(at(answer, 'page_info', 'total_page')) ?? 0))
      return { rows, next: `${list}${page + 1}` };
    // All ads of a campaign are of one family.
    const isOver =
      isSmart || (rows.length > 0 && (adSetId !== undefined || campaignId !== undefined));
    return { rows, next: isOver ? undefined : 's1' };
  };
  const isMeant = (row: Row) => status === undefined || statusOf(row) === status;
  return siftedPage(wire.fail, { limit, after, read, isMeant }, listingOf);
}

/** TikTok gives the address of a picture by further calls, and it ends after an hour. */
const listingOf = (row: Row): AdListing => ({
  ...shapes.listing(row),
  ...defined({ campaignId: text(row.campaign_id) }),
});

interface AdSurroundings {
  readonly ad: Row;
  readonly campaign: Row;
  readonly adGroup: Row;
  readonly pictureUrl: string | undefined;
  readonly video: Row;
  readonly identity: ListedIdentity | undefined;
}

const videosPerCall = 60;

const isoOf = (value: unknown) => isoTime(msOf(value)) || undefined;

async function readSurroundings(
  ports: InspectPorts,
  access: Access,
  adIds: readonly string[],
): Promise<ReadonlyMap<string, AdSurroundings>> {
  const { calls, identities } = ports;
  const ads = await readRows(ports, access, 'ad', adIds);
  const named = (field: string) => [...ads.values()].flatMap((row) => text(row[field]) ?? []);
  if (ads.size === 0) return new Map();
  const campaigns = await readRows(ports, access, 'campaign', named('campaign_id'));
  const adGroups = await readRows(ports, access, 'adset', named('adgroup_id'));
  const pictures = await picturesOf(ports, access, [...ads.keys()]);
  const videos = await videosOf(calls, access, named('video_id'));
  const known = named('identity_id').length === 0 ? [] : await identities.all(access);
  const rowIn = (rows: ReadonlyMap<string, Row>, id: unknown) => rows.get(said(id)) ?? {};
  return new Map(
    [...ads].map(([id, ad]) => [
      id,
      {
        ad,
        campaign: rowIn(campaigns, ad.campaign_id),
        adGroup: rowIn(adGroups, ad.adgroup_id),
        pictureUrl: pictures.get(id),
        video: rowIn(videos, ad.video_id),
        identity: known.find(({ value }) => parseIdentity(value)?.id === said(ad.identity_id)),
      },
    ]),
  );
}

const videosOf = (calls: Calls, access: Access, ids: readonly string[]) =>
  rowsById(ids, { size: videosPerCall, idField: 'video_id' }, async (video_ids) =>
    rowsOf((await calls.read(access, 'file/video/ad/info/', { video_ids })).list),
  );

const aboutAd = (
  adId: string,
  adAccountId: string,
  { ad, campaign, adGroup, pictureUrl, video, identity }: AdSurroundings,
): AdAbout => ({
  adAccountId,
  createdTime: isoOf(ad.create_time),
  updatedTime: isoOf(ad.modify_time),
  campaign: {
    id: text(ad.campaign_id),
    name: text(campaign.campaign_name),
    objective: text(campaign.objective_type),
  },
  adSet: {
    id: text(ad.adgroup_id),
    name: text(adGroup.adgroup_name),
    optimizationGoal: text(adGroup.optimization_goal),
  },
  creative: { id: adId, name: text(ad.ad_name) },
  identity: defined({
    value: text(ad.identity_id),
    label: text(ad.display_name) ?? identity?.label,
    imageUrl: text(ad.profile_image_url) ?? identity?.imageUrl,
    handle: identity?.handle,
  }),
  thumbnailUrl: pictureUrl ?? text(video.video_cover_url),
  video: { sourceUrl: text(video.preview_url), thumbnailUrl: text(video.video_cover_url) },
});

/** Both kinds of ads name it first among their images. */
async function picturesOf(api: Tiktok, access: Access, adIds: readonly string[]) {
  const { calls } = api;
  const imageOf = new Map<string, string>();
  for (const [adId, row] of await readRows(api, access, 'ad', adIds)) {
    const image = Array.isArray(row.image_ids) ? text(row.image_ids[0]) : undefined;
    if (image !== undefined) imageOf.set(adId, image);
  }
  const urls = new Map<string, string>();
  for (const image_ids of chunks([...new Set(imageOf.values())], idsPerFilter))
    for (const row of rowsOf(
      (await calls.read(access, 'file/image/ad/info/', { image_ids })).list,
    )) {
      const url = text(row.image_url);
      if (url !== undefined) urls.set(said(row.image_id), url);
    }
  return new Map(
    [...imageOf].flatMap(([adId, image]) =>
      urls.has(image) ? [[adId, urls.get(image) ?? ''] as const] : [],
    ),
  );
}
