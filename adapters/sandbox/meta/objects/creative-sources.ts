import { textOf } from '../../kit/json.ts';
import type { Entity, JsonObject, Table } from '../../types.ts';
import { type Edge, find, string, success, type Turn } from '../graph/graph.ts';
import {
  bool,
  invalid,
  isList,
  isObject,
  part,
  refuse,
  refuseWith,
  setOf,
  text,
  words,
} from '../graph/params.ts';
import { mayAdvertise } from './pages.ts';

export function checkSources(turn: Turn, account: Entity, data: JsonObject) {
  const story = string(data.object_story_id);
  if (story !== undefined) checkPost(turn, story, data);
  const media = string(data.source_instagram_media_id);
  if (media !== undefined) checkMedia(turn, account, media, data);
  checkPartnership(data);
}

function checkPost(turn: Turn, id: string, data: JsonObject): void {
  if (
    data.object_story_spec !== undefined ||
    (data.asset_feed_spec !== undefined &&
      part(data, 'asset_feed_spec').asset_customization_rules !== undefined)
  )
    throw refuseWith(1443048, {
      userMessage: 'A creative is made from an existing post or from a new story, not both.',
    });
  const post = turn.world.get(id);
  if (post?.kind !== 'posts') throw refuse(1885557, 'object_story_id');
  const page = post.parents[0] ?? '';
  if (post.company !== turn.company) throw refuse(1885557, 'object_story_id');
  if (!mayAdvertise(turn, page) && !isPartner(data)) throw refuse(1487202);
  if (post.data.promotable === false) throw refuse(1487472);
}

const isPartner = (data: JsonObject) =>
  data.facebook_branded_content !== undefined || data.branded_content !== undefined;

function checkMedia(turn: Turn, account: Entity, id: string, data: JsonObject): void {
  const media = find(turn, 'instagram-media', id);
  if (media === undefined) throw refuse(2490155, 'source_instagram_media_id');
  const owner = media.parents[0] ?? '';
  if (!turn.world.under('instagram', account.id).includes(owner) && media.data.partner !== true)
    throw refuse(1815199);
  if (
    media.data.partner === true &&
    !isPartner(data) &&
    data.instagram_branded_content === undefined
  )
    throw refuse(3867105);
  if (media.data.music === true) throw refuse(2875030);
}

const codeFields = [
  'instagram_boost_post_access_token',
  'facebook_boost_post_access_token',
] as const;

const withoutCodePrefix = (code: string) => code.replace(/^adcode-/, '');

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
  if (!isObject(branded))
    throw invalid('Param branded_content must be an object', 'branded_content');
  if (branded.ad_format !== undefined && ![1, 2, 3].includes(Number(branded.ad_format)))
    throw invalid('ad_format is 1, 2 or 3', 'branded_content', 'ad_format');
  for (const field of codeFields) {
    const code = string(branded[field]);
    // The seed cannot know real codes: only those that say so are expired.
    if (code !== undefined && /expired|revoked/i.test(code))
      throw refuse(3867105, 'branded_content', field);
  }
}

function partnershipCodes(turn: Turn) {
  return turn.world.under('pages', turn.company).flatMap((id) => {
    const codes = turn.world.get(id)?.data.partnership_codes;
    return isList(codes) ? codes.map(String) : [];
  });
}

/** Found by ad code, creator or link. */
export const partnershipEdges: Table<Edge> = {
  branded_content_advertisable_medias: {
    list(turn, _profile, params) {
      const code = text(params, 'ad_code')?.replace(/^adcode-/, '');
      const creator = text(params, 'creator_username');
      const links = words(params, 'permalinks');
      const rows = turn.world.all('instagram-media').flatMap((id): readonly JsonObject[] => {
        const media = turn.world.get(id);
        if (media === undefined || media.company !== turn.company || media.data.partner !== true)
          return [];
        if (code !== undefined && !partnershipCodes(turn).includes(code)) return [];
        if (creator !== undefined && media.data.username !== creator) return [];
        if (links !== undefined && !links.includes(textOf(media.data.permalink))) return [];
        return [
          {
            id,
            owner_id: media.parents[0] ?? '',
            permalink: textOf(media.data.permalink),
            has_permission_for_partnership_ad: true,
            eligibility_errors: [],
          },
        ];
      });
      return {
        rows,
        known: setOf('id eligibility_errors owner_id permalink has_permission_for_partnership_ad'),
      };
    },
  },
  branded_content_ad_permissions: {
    list: (_turn, profile) => ({
      rows: isList(profile.data.creators)
        ? profile.data.creators.map((creator) => ({
            id: String(creator),
            permission_status: 'APPROVED',
          }))
        : [],
      known: setOf('id permission_status'),
    }),
    post(turn, profile) {
      const creator =
        text(turn.params, 'creator_instagram_account') ??
        text(turn.params, 'creator_instagram_username') ??
        '';
      const others = (
        isList(profile.data.creators) ? profile.data.creators.map(String) : []
      ).filter((each) => each !== creator);
      turn.world.change(profile.id, {
        creators: bool(turn.params, 'revoke') === true ? others : [...others, creator],
      });
      return success;
    },
  },
};
