import { PlatformError, SlipwayError } from '../../../../core/base/errors.ts';
import { asRow, at, defined, rowsOf, said, text } from '../../kit/json.ts';
import type {
  Access,
  AdDebug,
  AdListing,
  AdsQuery,
  Answer,
  Caller,
  CursorPage,
  EntityStatus,
  InspectCapability,
  OrganicPost,
  Params,
  Row,
} from '../../types.ts';
import type { Calls, EdgePage } from '../wire/calls.ts';
import { accountNode, asMissing, msOf } from '../wire/params.ts';
import { adCreative } from './ad-creatives.ts';
import { readEntities } from './entity-facts.ts';

export function createInspect(calls: Calls): InspectCapability {
  return {
    listsDeleted: false,
    ads: (access, query) => listAds(calls, access, query),
    debug: ({ companyId, credentials }, adIds, { captions }) =>
      debugAds(calls, { companyId, credentials }, adIds, captions),
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
      // An account or a page has no such edge; a format that it does not know has a code of its
      // own.
      const rows = await calls
        .list(access, `${adId}/previews`, { ad_format: format })
        .catch((error: unknown) => {
          const isOther = error instanceof PlatformError && error.failure.code === '2500';
          throw isOther ? new PlatformError(asMissing(error.failure, 'ad')) : error;
        });
      return { html: said(rows[0]?.body) };
    },
    posts: (access, page) => posts(calls, access, page),
  };
}

const postFields =
  'id,message,created_time,full_picture,permalink_url,is_eligible_for_promotion,attachments,call_to_action';

async function posts(calls: Calls, access: Access, page: string): Promise<readonly OrganicPost[]> {
  const { rows } = await calls.page(access, `${page}/published_posts`, {
    fields: postFields,
    limit: 50,
  });
  return rows.map((row) => {
    const attachment = rowsOf(row.attachments)[0];
    const kind = text(attachment?.media_type) ?? text(attachment?.type) ?? '';
    const button = row.call_to_action;
    const link =
      text(at(button, 'value', 'link')) ??
      (postType(kind) === 'link' ? text(attachment?.url) : undefined);
    return {
      id: said(row.id),
      ...defined({
        message: text(row.message),
        imageUrl: text(row.full_picture),
        permalink: text(row.permalink_url),
      }),
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

const mostPages = 20;

/** Parents and reviews decide too. */
const held = [
  'CAMPAIGN_PAUSED',
  'ADSET_PAUSED',
  'PENDING_REVIEW',
  'DISAPPROVED',
  'PREAPPROVED',
  'PENDING_BILLING_INFO',
];
const appearances: { readonly [S in EntityStatus]?: readonly string[] } = {
  ACTIVE: ['ACTIVE', ...held, 'IN_PROCESS', 'WITH_ISSUES'],
  PAUSED: ['PAUSED', ...held, 'IN_PROCESS', 'WITH_ISSUES'],
  ARCHIVED: ['ARCHIVED'],
};

/**
 * The platform cannot filter by what the user set: it is asked for all that may be set so, and the
 * rest is dropped. Each page asks for the missing number, so that the cursor stands behind the last
 * ad.
 */
async function listAds(
  calls: Calls,
  access: Access,
  query: AdsQuery,
): Promise<CursorPage<AdListing>> {
  if (query.status === 'DELETED') {
    throw new SlipwayError(
      'unprocessable_entity',
      'The platform does not list deleted ads; they can only be read by their ids.',
    );
  }
  const path = `${query.adSetId ?? query.campaignId ?? accountNode(access.adAccountId)}/ads`;
  const params: Params = {
    fields:
      'id,name,status,effective_status,created_time,updated_time,adset_id,campaign_id,creative{id,thumbnail_url}',
    effective_status: query.status && appearances[query.status],
  };
  const found: Row[] = [];
  let page: EdgePage | undefined;
  let first: EdgePage | undefined;
  for (let pages = 0; pages < mostPages && found.length < query.limit; pages += 1) {
    const after = page === undefined ? query.after : page.after;
    page = await calls.page(access, path, { ...params, limit: query.limit - found.length, after });
    first ??= page;
    found.push(
      ...page.rows.filter((row) => query.status === undefined || row.status === query.status),
    );
    if (page.after === undefined) break;
  }
  const before = first?.before;
  const after = page?.after;
  return { data: found.map(listing), ...(before && { before }), ...(after && { after }) };
}

function listing(row: Row): AdListing {
  return {
    id: said(row.id),
    name: said(row.name),
    status: said(row.status),
    effectiveStatus: said(row.effective_status),
    createdTime: said(row.created_time),
    thumbnailUrl: text(at(row, 'creative', 'thumbnail_url')) ?? null,
    adSetId: said(row.adset_id),
    ...defined({
      campaignId: text(row.campaign_id),
      creativeId: text(at(row, 'creative', 'id')),
      updatedAt: msOf(row.updated_time),
    }),
  };
}

const fields = [
  'account_id,created_time,updated_time,campaign{id,name,objective},adset{id,name,optimization_goal,destination_type}',
  'creative{id,name,object_story_spec,asset_feed_spec,thumbnail_url,video_id,image_hash,effective_object_story_id,instagram_user_id,url_tags,call_to_action_type}',
].join(',');

type Read = { readonly path: string; readonly params?: { readonly [name: string]: unknown } };

/**
 * The ads, then their images, videos, pages and profiles, each asked once. Leaves out what cannot
 * be resolved.
 */
async function debugAds(
  calls: Calls,
  caller: Caller,
  adIds: readonly string[],
  captions: boolean,
): Promise<readonly AdDebug[]> {
  const answers = await readAds(calls, caller, adIds);
  const ads = answers.flatMap((answer) => (answer.ok ? [answer.body] : []));
  return records(adIds, answers, await resolve(calls, caller, ads, captions));
}

async function bareAds(
  calls: Calls,
  caller: Caller,
  adIds: readonly string[],
): Promise<readonly AdDebug[]> {
  const nothing = () => undefined;
  return records(adIds, await readAds(calls, caller, adIds), {
    imageUrl: nothing,
    node: nothing,
    captions: nothing,
  });
}

const readAds = (calls: Calls, caller: Caller, adIds: readonly string[]) =>
  calls.readMany(
    caller,
    adIds.map((path) => ({ path, params: { fields } })),
  );

function records(
  adIds: readonly string[],
  answers: readonly Answer[],
  known: Known,
): readonly AdDebug[] {
  return adIds.map((adId, position): AdDebug => {
    const answer = answers[position];
    if (answer !== undefined && !answer.ok) return { adId, failure: answer.failure };
    // The API's fields are the platform's own.
    return { adId, about: {}, record: record(answer?.body ?? {}, known) };
  });
}

interface Known {
  readonly imageUrl: (account: string, hash: string) => string | undefined;
  readonly node: (id: string | undefined) => Row | undefined;
  readonly captions: (videoId: string | undefined) => readonly Row[] | undefined;
}

async function resolve(
  calls: Calls,
  caller: Caller,
  ads: readonly Row[],
  captions: boolean,
): Promise<Known> {
  const reads = new Map<string, Read>();
  for (const ad of ads) {
    const account = said(ad.account_id);
    const hashes = hashesOf(ad);
    if (hashes.length > 0) {
      const key = `images ${account}`;
      const all = [
        ...new Set([
          ...((reads.get(key)?.params?.hashes as string[] | undefined) ?? []),
          ...hashes,
        ]),
      ];
      reads.set(key, {
        path: `${accountNode(account)}/adimages`,
        params: { hashes: all, fields: 'hash,url,permalink_url', limit: all.length },
      });
    }
    const video = videoOf(ad);
    if (video !== undefined) {
      reads.set(video, {
        path: video,
        params: { fields: 'source,picture,thumbnails,permalink_url' },
      });
      if (captions) reads.set(`captions ${video}`, { path: `${video}/captions` });
    }
    const page = pageOf(ad);
    if (page !== undefined)
      reads.set(page, { path: page, params: { fields: 'id,name,username,picture{url}' } });
    const profile = profileOf(ad);
    if (profile !== undefined)
      reads.set(profile, { path: profile, params: { fields: 'id,username,profile_picture_url' } });
  }
  const keys = [...reads.keys()];
  const answers = await calls.readMany(caller, [...reads.values()]);
  const byKey = new Map<string, Answer | undefined>(
    keys.map((key, position) => [key, answers[position]]),
  );
  const bodyOf = (key: string) => {
    const answer = byKey.get(key);
    return answer?.ok ? answer.body : undefined;
  };
  return {
    imageUrl(account, hash) {
      const image = rowsOf(bodyOf(`images ${account}`)).find((row) => row.hash === hash);
      return text(image?.permalink_url) ?? text(image?.url);
    },
    node: (id) => (id === undefined ? undefined : bodyOf(id)),
    captions: (videoId) =>
      captions && videoId !== undefined ? rowsOf(bodyOf(`captions ${videoId}`)) : undefined,
  };
}

function record(ad: Row, known: Known) {
  const account = said(ad.account_id);
  const video = known.node(videoOf(ad));
  const page = known.node(pageOf(ad));
  const profile = known.node(profileOf(ad));
  const captions = known.captions(videoOf(ad));
  const feed = asRow(at(ad, 'creative', 'asset_feed_spec'));
  const images = rowsOf(feed?.images).map((image) => ({
    ...image,
    url: known.imageUrl(account, said(image.hash)),
  }));
  const hash =
    text(at(ad, 'creative', 'image_hash')) ??
    text(at(ad, 'creative', 'object_story_spec', 'link_data', 'image_hash'));
  const thumbnails = rowsOf(video?.thumbnails);
  return {
    ...ad,
    campaign: { ...unset('id,name,objective'), ...asRow(ad.campaign) },
    adset: { ...unset('id,name,optimization_goal,destination_type'), ...asRow(ad.adset) },
    creative: {
      ...unset('id,name,object_story_spec,asset_feed_spec,thumbnail_url'),
      ...asRow(ad.creative),
      ...(feed !== undefined && {
        asset_feed_spec: { ...feed, ...(images.length > 0 && { images }) },
      }),
      ...(hash !== undefined && { image_url: known.imageUrl(account, hash) }),
    },
    pageMetadata: {
      pageId: pageOf(ad) ?? null,
      pageName: text(page?.name) ?? null,
      secondaryUserId: profileOf(ad) ?? null,
      secondaryName: text(profile?.username) ?? null,
      profileImageUrl: text(at(page, 'picture', 'data', 'url')) ?? null,
      companySlug: text(page?.username) ?? null,
    },
    videoSource: text(video?.source) ?? null,
    videoThumbnail:
      text((thumbnails.find((each) => each.is_preferred === true) ?? thumbnails[0])?.uri) ??
      text(video?.picture) ??
      null,
    ...(captions !== undefined && { videoCaptions: captions }),
  };
}

/** The platform leaves out fields without a value; the record has null. */
const unset = (names: string) => Object.fromEntries(names.split(',').map((name) => [name, null]));

function hashesOf(ad: Row) {
  const feed = rowsOf(at(ad, 'creative', 'asset_feed_spec', 'images'));
  const cards = rowsOf(at(ad, 'creative', 'object_story_spec', 'link_data', 'child_attachments'));
  const single = [
    at(ad, 'creative', 'image_hash'),
    at(ad, 'creative', 'object_story_spec', 'link_data', 'image_hash'),
  ];
  return [...feed.map((row) => row.hash), ...cards.map((row) => row.image_hash), ...single].flatMap(
    (hash) => text(hash) ?? [],
  );
}

const videoOf = (ad: Row) =>
  text(at(ad, 'creative', 'video_id')) ??
  text(at(ad, 'creative', 'object_story_spec', 'video_data', 'video_id')) ??
  text(rowsOf(at(ad, 'creative', 'asset_feed_spec', 'videos'))[0]?.video_id);

const pageOf = (ad: Row) =>
  text(at(ad, 'creative', 'object_story_spec', 'page_id')) ??
  text(at(ad, 'creative', 'effective_object_story_id'))?.split('_')[0];

const profileOf = (ad: Row) =>
  text(at(ad, 'creative', 'instagram_user_id')) ??
  text(at(ad, 'creative', 'object_story_spec', 'instagram_user_id'));
