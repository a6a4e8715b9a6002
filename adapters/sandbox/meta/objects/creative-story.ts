import { textOf } from '../../kit/json.ts';
import type { Entity, Json, JsonObject } from '../../types.ts';
import { find, string, type Turn } from '../graph/graph.ts';
import { invalid, isObject, items, onlyKeys, part, refuse, refuseWith } from '../graph/params.ts';
import {
  callToActions,
  cardKeys,
  cropKeys,
  ctaValueKeys,
  linkKeys,
  storyKeys,
  videoKeys,
} from './creative-words.ts';
import { imageOf } from './images.ts';
import { mayAdvertise } from './pages.ts';
import { videoStatus } from './videos.ts';

export function checkStory(
  turn: Turn,
  account: Entity,
  story: JsonObject,
  feed: JsonObject | undefined,
): void {
  onlyKeys(story, storyKeys, 'object_story_spec');
  const page = string(story.page_id);
  if (page === undefined) throw refuse(1443048, 'object_story_spec', 'page_id');
  if (!mayAdvertise(turn, page)) throw refuse(1487202, 'object_story_spec', 'page_id');
  checkInstagram(turn, account, story);
  const link = story.link_data;
  const video = story.video_data;
  if (isObject(link) && isObject(video))
    throw refuseWith(1443048, { userMessage: 'A story holds link_data or video_data, not both.' });
  if (isObject(link)) checkLink(turn, account, link, feed);
  else if (isObject(video)) checkVideo(turn, account, video);
  else if (
    feed === undefined &&
    !isObject(story.photo_data) &&
    !isObject(story.text_data) &&
    !isObject(story.template_data)
  )
    throw refuse(1443048);
}

/** The old and the new parameter exclude each other. */
export function checkInstagram(turn: Turn, account: Entity, holder: JsonObject): void {
  const profile = string(holder.instagram_user_id);
  if (holder.instagram_actor_id !== undefined) {
    if (profile !== undefined)
      throw refuseWith(2446149, {
        userMessage: 'Give only one of instagram_actor_id and instagram_user_id.',
      });
    if (turn.call.major >= 22)
      throw invalid(
        'instagram_actor_id is deprecated. Use instagram_user_id',
        'instagram_actor_id',
      );
  }
  if (profile !== undefined && !turn.world.under('instagram', account.id).includes(profile))
    throw refuse(1815199, 'instagram_user_id');
}

function checkLink(
  turn: Turn,
  account: Entity,
  data: JsonObject,
  feed: JsonObject | undefined,
): void {
  onlyKeys(data, linkKeys, 'object_story_spec[link_data]');
  const link = string(data.link);
  if (link === undefined) throw refuse(1443048, 'object_story_spec', 'link_data', 'link');
  checkAddress(link);
  checkCallToAction(data.call_to_action, link);
  checkCrops(data);
  const cards = items(data, 'child_attachments');
  if (data.components !== undefined && cards.length > 0) throw refuse(2446580);
  if (data.child_attachments !== undefined) {
    if (cards.length < 2 || cards.length > 10)
      throw invalid(
        'A carousel has 2 to 10 cards',
        'object_story_spec',
        'link_data',
        'child_attachments',
      );
    for (const card of cards) checkCard(turn, account, card);
  } else if (
    !hasImage(turn, account, data) &&
    items(feed, 'images').length === 0 &&
    items(feed, 'videos').length === 0
  )
    throw refuse(2446388);
}

function checkCard(turn: Turn, account: Entity, card: Json): void {
  if (!isObject(card)) throw refuse(1443048);
  onlyKeys(card, cardKeys, 'object_story_spec[link_data][child_attachments]');
  const link = string(card.link);
  if (link === undefined)
    throw refuse(1443048, 'object_story_spec', 'link_data', 'child_attachments', 'link');
  checkAddress(link);
  checkCallToAction(card.call_to_action, undefined);
  checkCrops(card);
  const video = string(card.video_id);
  if (video !== undefined) checkVideoReady(turn, account, video);
  if (!hasImage(turn, account, card)) throw video === undefined ? refuse(2446388) : refuse(1443226);
}

function checkVideo(turn: Turn, account: Entity, data: JsonObject): void {
  const stray = ['link', 'description'].find((key) => data[key] !== undefined);
  if (stray !== undefined)
    throw refuseWith(1443048, {
      userMessage: `The field video_data takes no ${stray}.`,
      blame: [['object_story_spec', 'video_data', stray]],
    });
  onlyKeys(data, videoKeys, 'object_story_spec[video_data]');
  const id = string(data.video_id);
  if (id === undefined) throw refuse(1443048, 'object_story_spec', 'video_data', 'video_id');
  checkVideoReady(turn, account, id);
  if (!hasImage(turn, account, data)) throw refuse(1443226, 'object_story_spec', 'video_data');
  checkCallToAction(data.call_to_action, undefined);
}

export function checkVideoReady(turn: Turn, account: Entity, id: string) {
  const video = find(turn, 'advideos', id);
  if (video === undefined || video.parents[0] !== account.id)
    throw invalid(`The video ${id} does not exist in this ad account`, 'video_id');
  if (videoStatus(turn, video) !== 'ready') throw refuse(1885252, 'video_id');
}

/** By hash: in the account; by address: reachable. */
export function hasImage(turn: Turn, account: Entity, data: JsonObject): boolean {
  const hash = string(data.image_hash) ?? string(data.hash);
  if (hash !== undefined) {
    if (imageOf(turn, account, hash) === undefined)
      throw invalid(`The image ${hash} does not exist in this ad account`, 'image_hash');
    return true;
  }
  const address = string(data.picture) ?? string(data.image_url) ?? string(data.thumbnail_url);
  if (address === undefined) return false;
  if (!/^https?:\/\//.test(address))
    throw invalid('The address of an image must start with http', 'picture');
  if (address.includes('unreachable') || turn.fired.has('picture-blocked'))
    throw refuse(3858258, 'picture');
  return true;
}

function checkAddress(link: string) {
  if (!/^(https?:\/\/[^\s]+\.[^\s]+|fb:\/\/|tel:|https:\/\/fb\.me)/.test(link))
    throw invalid(`The link "${link.slice(0, 60)}" is not a valid address`, 'link');
}

/** Some types take no value; the link is the story's. */
export function checkCallToAction(action: Json | undefined, link: string | undefined): void {
  if (action === undefined) return;
  if (!isObject(action)) throw invalid('Param call_to_action must be an object', 'call_to_action');
  const type = textOf(action.type);
  if (!callToActions.has(type)) throw refuse(1373054, 'call_to_action', 'type');
  const value = part(action, 'value');
  if (type === 'WHATSAPP_MESSAGE' && Object.keys(value).length > 0) throw refuse(1815630);
  onlyKeys(value, ctaValueKeys, 'call_to_action[value]');
  const target = string(value.link);
  if (type === 'CALL_NOW') {
    if (target === undefined || !/^tel:\+\d+/.test(target))
      throw invalid(
        'CALL_NOW needs a link that starts with tel:+',
        'call_to_action',
        'value',
        'link',
      );
  } else if (link !== undefined && target !== undefined && target !== link)
    throw refuseWith(1443048, {
      userMessage: 'The link of the call to action differs from the link of the story.',
    });
}

export function checkCrops(data: JsonObject) {
  const crops = part(data, 'image_crops');
  if (crops['191x100'] !== undefined) throw refuse(2490085);
  onlyKeys(crops, cropKeys, 'image_crops');
}
