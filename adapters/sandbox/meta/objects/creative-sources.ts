import type { Entity, JsonObject } from '../../entity.ts';
import { invalid, refuse } from '../graph/errors.ts';
import { string, type Turn } from '../graph/graph.ts';
import { find } from '../graph/nodes.ts';
import { isList, isObject, part } from '../graph/params.ts';
import { mayAdvertise } from './pages.ts';

export function checkSources(turn: Turn, account: Entity, data: JsonObject): void {
  const story = string(data.object_story_id);
  if (story !== undefined) checkPost(turn, story, data);
  const media = string(data.source_instagram_media_id);
  if (media !== undefined) checkMedia(turn, account, media, data);
  checkPartnership(data);
}

function checkPost(turn: Turn, id: string, data: JsonObject): void {
  if (
    data.object_story_spec !== undefined ||
    (data.asset_feed_spec !== undefined && part(data, 'asset_feed_spec').asset_customization_rules !== undefined)
  )
    throw refuse(1443048, { userMessage: 'A creative is made from an existing post or from a new story, not both.' });
  const post = turn.world.get(id);
  if (post?.kind !== 'posts') throw refuse(1885557, { blame: [['object_story_id']] });
  const page = post.parents[0] ?? '';
  if (post.company !== turn.company) throw refuse(1885557, { blame: [['object_story_id']] });
  if (!mayAdvertise(turn, page) && !isPartner(data)) throw refuse(1487202);
  if (post.data.promotable === false) throw refuse(1487472);
}

const isPartner = (data: JsonObject): boolean =>
  data.facebook_branded_content !== undefined || data.branded_content !== undefined;

function checkMedia(turn: Turn, account: Entity, id: string, data: JsonObject): void {
  const media = find(turn, 'instagram-media', id);
  if (media === undefined) throw refuse(2490155, { blame: [['source_instagram_media_id']] });
  const owner = media.parents[0] ?? '';
  if (!turn.world.under('instagram', account.id).includes(owner) && media.data.partner !== true) throw refuse(1815199);
  if (media.data.partner === true && !isPartner(data) && data.instagram_branded_content === undefined) throw refuse(3867105);
  if (media.data.music === true) throw refuse(2875030);
}

const codeFields = ['instagram_boost_post_access_token', 'facebook_boost_post_access_token'] as const;

const withoutCodePrefix = (code: string): string => code.replace(/^adcode-/, '');

/** Codes are written with a prefix and kept without. */
export function withBareCodes(data: JsonObject): JsonObject {
  if (!isObject(data.branded_content)) return data;
  const codes = codeFields.flatMap((field) => {
    const code = string(part(data, 'branded_content')[field]);
    return code === undefined ? [] : [[field, withoutCodePrefix(code)]];
  });
  return { ...data, branded_content: { ...data.branded_content, ...Object.fromEntries(codes) } };
}

function checkPartnership(data: JsonObject): void {
  const branded = data.branded_content;
  if (branded === undefined) return;
  if (!isObject(branded)) throw invalid('Param branded_content must be an object', 'branded_content');
  if (branded.ad_format !== undefined && ![1, 2, 3].includes(Number(branded.ad_format)))
    throw invalid('ad_format is 1, 2 or 3', 'branded_content', 'ad_format');
  for (const field of codeFields) {
    const code = string(branded[field]);
    // The seed cannot know real codes: only those that say so are expired.
    if (code !== undefined && /expired|revoked/i.test(code)) throw refuse(3867105, { blame: [['branded_content', field]] });
  }
}

export function partnershipCodes(turn: Turn): readonly string[] {
  return turn.world.under('pages', turn.company).flatMap((id) => {
    const codes = turn.world.get(id)?.data.partnership_codes;
    return isList(codes) ? codes.map(String) : [];
  });
}
