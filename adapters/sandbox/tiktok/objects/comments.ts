import type { CommentSection } from '../../kit/comments.ts';
import { isTooNew } from '../../kit/faults.ts';
import { fieldsOf } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import { isSmartAd, keptCreatives } from '../smart/creatives.ts';
import { wrongFamily } from '../smart/gates.ts';
import {
  accountOf,
  type Endpoints,
  formatTime,
  invalid,
  kinds,
  newId,
  oneOf,
  ownedBy,
  type Params,
  paged,
  pageOf,
  parseTime,
  required,
  requiredOneOf,
  requiredWords,
  type Turn,
  wordList,
  words,
  writableAccount,
} from '../wire.ts';

const day = 86_400_000;
const longestDays = 30;
const types = ['COMMENT', 'REPLY'] as const;
const statuses = ['PUBLIC', 'HIDDEN'] as const;
/** Identities that can reply. */
const speakers = ['CUSTOMIZED_USER', 'TT_USER'] as const;

/** The post it shows, or its own. */
const itemOf = (ad: Entity) => words(postIn(ad).tiktok_item_id) || `7${ad.id.slice(1)}`;

/** Of a Smart+ ad, the first creative. */
const postIn = (ad: Entity): JsonObject => keptCreatives(ad)[0]?.creative_info ?? ad.data;

const isOwn = (comment: Entity) => comment.data.own === true;

export const commentEndpoints: Endpoints = {
  'GET comment/list': {
    known: names(`
      search_field search_value comment_type comment_status sort_field sort_type start_time end_time page page_size
    `),
    run(turn) {
      const account = accountOf(turn);
      const { params, world } = turn;
      requiredOneOf(params, 'search_field', ['ADGROUP_ID']);
      const adGroup = ownedBy(turn, account, kinds.adGroup, required(params, 'search_value'));
      const { from, to } = rangeOf(params);
      const wantedTypes = choice(params, 'comment_type', types);
      const wantedStatuses = choice(params, 'comment_status', statuses);
      oneOf(params, 'sort_field', ['CREATE_TIME', 'LIKES', 'REPLIES']);
      const sign = oneOf(params, 'sort_type', ['ASC', 'DESC']) === 'ASC' ? 1 : -1;
      const rows = (adGroup === undefined ? [] : world.entities(kinds.comment, adGroup.id))
        .filter((comment) => !isTooNew(turn, comment, 'list-lag'))
        .filter(({ created }) => created >= from && created < to + 1_000)
        .filter(
          ({ data }) =>
            wantedTypes.includes(typeOf(data)) && wantedStatuses.includes(statusOf(data)),
        )
        .sort((a, b) => sign * (a.created - b.created || (a.id < b.id ? -1 : 1)))
        .map((comment) => rowOf(world, comment));
      const page = pageOf(params, 100, 10);
      const answer = paged(rows, page, 'comments');
      // The platform removed the rest of the page.
      return turn.fired.has('comments-empty-page') && page.page === 1 && rows.length > page.size
        ? { ...answer, comments: [] }
        : answer;
    },
  },
  'POST comment/status/update': {
    known: ['comment_ids', 'operation'],
    run(turn) {
      const account = writableAccount(turn);
      const hidden = requiredOneOf(turn.params, 'operation', statuses) === 'HIDDEN';
      const comments = requiredWords(turn.params, 'comment_ids', 20).map((id) =>
        commentOf(turn, account, id),
      );
      for (const comment of comments) turn.world.change(comment.id, { hidden });
      return {};
    },
  },
  'POST comment/post': {
    known: names('ad_id tiktok_item_id comment_id comment_type identity_type identity_id text'),
    run(turn) {
      const account = writableAccount(turn);
      const { params, world } = turn;
      const comment = namedWhole(turn, account);
      requiredOneOf(params, 'comment_type', ['REPLY']);
      if (typeOf(comment.data) === 'REPLY')
        throw invalid('comment_id: Only first-level comments can be replied to.');
      const text = required(params, 'text');
      if (text.length > 150) throw invalid('text: Length must be between 1 and 150.');
      const reply = addComment(world, world.get(comment.parents[2] ?? '') ?? comment, {
        content: text,
        user_id: words(comment.data.identity_id),
        user_name: 'Sandbox Brand',
        own: true,
        original: comment.id,
      });
      const made = {
        comment_id: reply.id,
        tiktok_item_id: required(params, 'tiktok_item_id'),
        create_time: formatTime(reply.created),
        reply_to_comment_id: comment.id,
      };
      return turn.fired.has('comment-nested')
        ? { comment: { ...made, text } }
        : { ...made, content: text };
    },
  },
  'POST comment/delete': {
    known: ['ad_id', 'tiktok_item_id', 'comment_id', 'identity_type', 'identity_id'],
    run(turn) {
      const comment = namedWhole(turn, writableAccount(turn));
      if (!isOwn(comment))
        throw invalid('comment_id: Only comments of the identity itself can be deleted.');
      turn.world.remove(comment.id);
      return {};
    },
  },
};

/** Descriptions differ: a time, or a day (bububa/tiktok-business@051f6c0, 2026-07). */
function timeOf(params: Params, name: string) {
  const value = required(params, name);
  return parseTime(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value} 00:00:00` : value, name);
}

function rangeOf(params: Params): { readonly from: number; readonly to: number } {
  const from = timeOf(params, 'start_time');
  const to = timeOf(params, 'end_time');
  if (to < from) throw invalid('end_time: Must not be before start_time.');
  if (to - from > longestDays * day)
    throw invalid(`end_time: At most ${longestDays} days after start_time.`);
  return { from, to };
}

function choice<T extends string>(
  params: Params,
  name: string,
  all: readonly T[],
): readonly string[] {
  const wanted = wordList(params, name, 3) ?? ['ALL'];
  const unknown = wanted.find((each) => each !== 'ALL' && !all.some((known) => known === each));
  if (unknown !== undefined) throw invalid(`${name}: Must be one of: ALL, ${all.join(', ')}.`);
  return wanted.includes('ALL') ? all : wanted;
}

const typeOf = (data: JsonObject) => (data.original === undefined ? 'COMMENT' : 'REPLY');
const statusOf = (data: JsonObject) => (data.hidden === true ? 'HIDDEN' : 'PUBLIC');

function commentOf(turn: Turn, account: Entity, id: string) {
  const comment = ownedBy(turn, account, kinds.comment, id);
  if (comment === undefined) throw invalid(`comment_id: The comment ${id} does not exist.`);
  return comment;
}

/** All must belong together. */
function namedWhole(turn: Turn, account: Entity): Entity {
  const { params, world } = turn;
  const comment = commentOf(turn, account, required(params, 'comment_id'));
  const ad = world.get(comment.parents[2] ?? '');
  if (ad !== undefined && isSmartAd(ad)) throw wrongFamily();
  if (ad === undefined || ad.id !== required(params, 'ad_id'))
    throw invalid('ad_id: Does not match the comment.');
  if (required(params, 'tiktok_item_id') !== itemOf(ad))
    throw invalid('tiktok_item_id: Does not match the ad.');
  const type = requiredOneOf(params, 'identity_type', speakers);
  if (
    type !== comment.data.identity_type ||
    required(params, 'identity_id') !== comment.data.identity_id
  )
    throw invalid('identity_id: Does not match the ad.');
  return comment;
}

function rowOf(world: World, comment: Entity): JsonObject {
  const { data, parents } = comment;
  const ad = world.get(parents[2] ?? '');
  const row = {
    comment_id: comment.id,
    app_id: '1233',
    content: words(data.content),
    likes: 0,
    replies: world
      .entities(kinds.comment, parents[1])
      .filter((each) => each.data.original === comment.id).length,
    comment_type: typeOf(data),
    ...(data.original !== undefined && { original_comment_id: data.original }),
    comment_status: statusOf(data),
    hit_blockedword: false,
    create_time: formatTime(comment.created),
    campaign_id: words(ad?.data.campaign_id),
    adgroup_id: parents[1] ?? '',
    ad_id: parents[2] ?? '',
    ad_name: words(ad?.data.ad_name),
    tiktok_item_id: ad === undefined ? '' : itemOf(ad),
    identity_id: words(data.identity_id),
    identity_type: words(data.identity_type),
    is_pinned: false,
    can_delete: isOwn(comment),
    video_cover_url: 'https://sandbox.example/cover.jpg',
    user_id: words(data.user_id),
    user_name: words(data.user_name),
  };
  // Whose ad it is is not told of Smart+.
  return ad !== undefined && isSmartAd(ad)
    ? fieldsOf(row, (name) => !['ad_id', 'ad_name', 'adgroup_id'].includes(name))
    : row;
}

/** Listed under account, ad group and ad. */
export function addComment(
  world: World,
  ad: Entity,
  data: JsonObject,
  created = world.now(),
  id = newId(world),
): Entity {
  const { identity_id = '', identity_type = '' } = postIn(ad);
  return world.add({
    id,
    kind: kinds.comment,
    company: ad.company,
    parents: [ad.parents[0] ?? '', words(ad.data.adgroup_id), ad.id],
    created,
    data: { identity_id, identity_type, ...data },
  });
}

export const commentSection: CommentSection = {
  kind: '.tiktok_comment_arrivals',
  write: (world, ad, { at, text, author }) =>
    addComment(world, ad, { content: text, user_id: author.id, user_name: author.name }, at).id,
  hide: (world, id) => void world.change(id, { hidden: true }),
  remove: (world, id) => world.remove(id),
};
