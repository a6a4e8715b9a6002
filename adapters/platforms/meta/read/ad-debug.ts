import type { AdDebug } from '../../../../core/ports/platform-reads.ts';
import { asRow, at, type Row, rowsOf, said, text } from '../../kit/json.ts';
import type { Caller } from '../../kit/requests.ts';
import type { Answer } from '../../kit/wire.ts';
import type { Calls } from '../wire/calls.ts';
import { accountNode } from '../wire/params.ts';

const fields = [
  'account_id,created_time,updated_time,campaign{id,name,objective},adset{id,name,optimization_goal,destination_type}',
  'creative{id,name,object_story_spec,asset_feed_spec,thumbnail_url,video_id,image_hash,effective_object_story_id,instagram_user_id,url_tags,call_to_action_type}',
].join(',');

type Read = { readonly path: string; readonly params?: { readonly [name: string]: unknown } };

/** The ads, then their images, videos, pages and profiles, each asked once. Leaves out what cannot be resolved. */
export async function debugAds(
  calls: Calls,
  caller: Caller,
  adIds: readonly string[],
  captions: boolean,
): Promise<readonly AdDebug[]> {
  const answers = await readAds(calls, caller, adIds);
  const ads = answers.flatMap((answer) => (answer.ok ? [answer.body] : []));
  return records(adIds, answers, await resolve(calls, caller, ads, captions));
}

/** The ads alone: ids and hashes without addresses. */
export async function bareAds(calls: Calls, caller: Caller, adIds: readonly string[]): Promise<readonly AdDebug[]> {
  const nothing = (): undefined => undefined;
  return records(adIds, await readAds(calls, caller, adIds), { imageUrl: nothing, node: nothing, captions: nothing });
}

const readAds = (calls: Calls, caller: Caller, adIds: readonly string[]): Promise<readonly Answer[]> =>
  calls.readMany(
    caller,
    adIds.map((path) => ({ path, params: { fields } })),
  );

function records(adIds: readonly string[], answers: readonly Answer[], known: Known): readonly AdDebug[] {
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

async function resolve(calls: Calls, caller: Caller, ads: readonly Row[], captions: boolean): Promise<Known> {
  const reads = new Map<string, Read>();
  for (const ad of ads) {
    const account = said(ad.account_id);
    const hashes = hashesOf(ad);
    if (hashes.length > 0) {
      const key = `images ${account}`;
      const all = [...new Set([...((reads.get(key)?.params?.hashes as string[] | undefined) ?? []), ...hashes])];
      reads.set(key, {
        path: `${accountNode(account)}/adimages`,
        params: { hashes: all, fields: 'hash,url,permalink_url', limit: all.length },
      });
    }
    const video = videoOf(ad);
    if (video !== undefined) {
      reads.set(video, { path: video, params: { fields: 'source,picture,thumbnails,permalink_url' } });
      if (captions) reads.set(`captions ${video}`, { path: `${video}/captions` });
    }
    const page = pageOf(ad);
    if (page !== undefined) reads.set(page, { path: page, params: { fields: 'id,name,username,picture{url}' } });
    const profile = profileOf(ad);
    if (profile !== undefined) reads.set(profile, { path: profile, params: { fields: 'id,username,profile_picture_url' } });
  }
  const keys = [...reads.keys()];
  const answers = await calls.readMany(caller, [...reads.values()]);
  const byKey = new Map<string, Answer | undefined>(keys.map((key, position) => [key, answers[position]]));
  const bodyOf = (key: string): Row | undefined => {
    const answer = byKey.get(key);
    return answer?.ok ? answer.body : undefined;
  };
  return {
    imageUrl(account, hash) {
      const image = rowsOf(bodyOf(`images ${account}`)).find((row) => row.hash === hash);
      return text(image?.permalink_url) ?? text(image?.url);
    },
    node: (id) => (id === undefined ? undefined : bodyOf(id)),
    captions: (videoId) => (captions && videoId !== undefined ? rowsOf(bodyOf(`captions ${videoId}`)) : undefined),
  };
}

function record(ad: Row, known: Known): Row {
  const account = said(ad.account_id);
  const video = known.node(videoOf(ad));
  const page = known.node(pageOf(ad));
  const profile = known.node(profileOf(ad));
  const captions = known.captions(videoOf(ad));
  const feed = asRow(at(ad, 'creative', 'asset_feed_spec'));
  const images = rowsOf(feed?.images).map((image) => ({ ...image, url: known.imageUrl(account, said(image.hash)) }));
  const hash = text(at(ad, 'creative', 'image_hash')) ?? text(at(ad, 'creative', 'object_story_spec', 'link_data', 'image_hash'));
  const thumbnails = rowsOf(video?.thumbnails);
  return {
    ...ad,
    campaign: { ...unset('id,name,objective'), ...asRow(ad.campaign) },
    adset: { ...unset('id,name,optimization_goal,destination_type'), ...asRow(ad.adset) },
    creative: {
      ...unset('id,name,object_story_spec,asset_feed_spec,thumbnail_url'),
      ...asRow(ad.creative),
      ...(feed !== undefined && { asset_feed_spec: { ...feed, ...(images.length > 0 && { images }) } }),
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
      text((thumbnails.find((each) => each.is_preferred === true) ?? thumbnails[0])?.uri) ?? text(video?.picture) ?? null,
    ...(captions !== undefined && { videoCaptions: captions }),
  };
}

/** The platform leaves out fields without a value; the record has null. */
const unset = (names: string): Row => Object.fromEntries(names.split(',').map((name) => [name, null]));

function hashesOf(ad: Row): readonly string[] {
  const feed = rowsOf(at(ad, 'creative', 'asset_feed_spec', 'images'));
  const cards = rowsOf(at(ad, 'creative', 'object_story_spec', 'link_data', 'child_attachments'));
  const single = [at(ad, 'creative', 'image_hash'), at(ad, 'creative', 'object_story_spec', 'link_data', 'image_hash')];
  return [...feed.map((row) => row.hash), ...cards.map((row) => row.image_hash), ...single].flatMap((hash) => text(hash) ?? []);
}

const videoOf = (ad: Row): string | undefined =>
  text(at(ad, 'creative', 'video_id')) ??
  text(at(ad, 'creative', 'object_story_spec', 'video_data', 'video_id')) ??
  text(rowsOf(at(ad, 'creative', 'asset_feed_spec', 'videos'))[0]?.video_id);

const pageOf = (ad: Row): string | undefined =>
  text(at(ad, 'creative', 'object_story_spec', 'page_id')) ??
  text(at(ad, 'creative', 'effective_object_story_id'))?.split('_')[0];

const profileOf = (ad: Row): string | undefined =>
  text(at(ad, 'creative', 'instagram_user_id')) ?? text(at(ad, 'creative', 'object_story_spec', 'instagram_user_id'));
