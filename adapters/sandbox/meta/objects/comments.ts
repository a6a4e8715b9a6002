import type { CommentSection } from '../../kit/comments.ts';
import { textOf, within } from '../../kit/json.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import {
  checkKnown,
  type Edge,
  type FieldReader,
  type Listing,
  type NodeType,
  newId,
  string,
  success,
  type Turn,
} from '../graph/graph.ts';
import {
  bool,
  formatTime,
  GraphError,
  invalid,
  lacking,
  missing,
  oneOf,
  type Params,
  part,
  required,
  setOf,
  text,
} from '../graph/params.ts';

export const commentKind = 'comments';
/** Their fields have other names. */
export const photoCommentKind = 'instagram-comments';

/** Comments need the page's token. */
function checkPageToken(turn: Turn) {
  if (turn.token.data.type !== 'PAGE')
    throw new GraphError({
      code: 210,
      status: 403,
      message: '(#210) A page access token is required to request this resource.',
    });
}

/** Of the page they are on, or whose profile they are on. */
function checkOwner(turn: Turn, under: Entity) {
  checkPageToken(turn);
  const owner = ownerOf(turn.world, under);
  const page = turn.world.get(textOf(turn.token.data.page));
  if (owner?.id !== page?.id && owner?.id !== string(page?.data.instagram))
    throw missing(under.id, turn.call.method);
}

function ownerOf(world: World, entity: Entity): Entity | undefined {
  if (entity.kind === 'pages' || entity.kind === 'instagram') return entity;
  const parent = world.get(entity.parents[0] ?? '');
  return parent === undefined ? undefined : ownerOf(world, parent);
}

const isOwn = (world: World, comment: Entity) =>
  string(part(comment.data, 'from').id) === ownerOf(world, comment)?.id;

const byTime = (world: World, ids: readonly string[]) =>
  [...ids].sort((a, b) => (world.get(a)?.created ?? 0) - (world.get(b)?.created ?? 0));

const repliesOf = (turn: Turn, comment: Entity) => turn.world.under(comment.kind, comment.id);

const listed = setOf('filter order summary limit after before');

const postComments = (turn: Turn, parent: Entity, params: Params): Listing => {
  checkOwner(turn, parent);
  if (turn.call.path[1] === 'comments') checkKnown(turn, listed);
  const filter = oneOf(params, 'filter', ['toplevel', 'stream']);
  const order = oneOf(params, 'order', ['chronological', 'reverse_chronological']);
  const ids = turn.world.under(commentKind, parent.id);
  const all =
    filter === 'stream' ? ids.flatMap((id) => [id, ...turn.world.under(commentKind, id)]) : ids;
  return { ids: byTime(turn.world, all), order: order === 'chronological' ? 'oldest' : 'newest' };
};

/** Newest first, replies under their comments. */
const photoComments = (turn: Turn, parent: Entity): Listing => {
  checkOwner(turn, parent);
  return { ids: byTime(turn.world, turn.world.under(photoCommentKind, parent.id)) };
};

function add(
  world: World,
  parent: Entity,
  {
    from,
    message,
    at,
  }: { readonly from: JsonObject; readonly message: string; readonly at?: number | undefined },
): Entity {
  const isPhoto = parent.kind === 'instagram-media' || parent.kind === photoCommentKind;
  const number = newId(world);
  return world.add({
    id: isPhoto
      ? `17${number.slice(2)}`
      : `${parent.id.split('_')[parent.kind === commentKind ? 0 : 1] ?? parent.id}_${number}`,
    kind: isPhoto ? photoCommentKind : commentKind,
    ...within(parent),
    ...(at !== undefined && { created: at }),
    data: {
      message,
      from,
      ...(parent.kind === 'posts' || parent.kind === 'instagram-media'
        ? {}
        : { parent: parent.id }),
    },
  });
}

/** Replies to a reply stand under the comment. */
const topmost = (world: World, parent: Entity) => world.get(textOf(parent.data.parent)) ?? parent;

const writtenWith = setOf('message ad_id attachment_url');

function addComment(turn: Turn, parent: Entity): JsonObject {
  checkOwner(turn, parent);
  checkKnown(turn, writtenWith);
  const message = required(turn.params, 'message');
  if (message.length > 8_000)
    throw invalid('Param message must be at most 8000 characters', 'message');
  const under = topmost(turn.world, parent);
  const owner = ownerOf(turn.world, under);
  const name = textOf(owner?.data.name);
  return { id: add(turn.world, under, { from: { id: owner?.id ?? '', name }, message }).id };
}

export const commentsEdge: Edge = { list: postComments, post: addComment };
export const photoCommentsEdge: Edge = { list: photoComments, post: addComment };

const likesEdge: Edge = {
  post(turn, comment) {
    checkOwner(turn, comment);
    turn.world.change(comment.id, { liked: true });
    return success;
  },
  remove(turn, comment) {
    checkOwner(turn, comment);
    turn.world.change(comment.id, { liked: null });
    return success;
  },
};

const author: FieldReader = (comment, turn) =>
  turn.fired.has('author-withheld') ? undefined : comment.data.from;

function hide(turn: Turn, comment: Entity, hidden: boolean) {
  if (isOwn(turn.world, comment)) throw invalid('Comments of the page itself cannot be hidden');
  turn.world.change(comment.id, { hidden });
}

function removeComment(turn: Turn, comment: Entity): JsonObject {
  checkOwner(turn, comment);
  takeAway(turn.world, comment.id);
  return success;
}

function takeAway(world: World, id: string) {
  const comment = world.get(id);
  if (comment === undefined) return;
  for (const reply of [...world.under(comment.kind, id)]) world.remove(reply);
  world.remove(id);
}

export const commentType: NodeType = {
  kind: commentKind,
  word: 'Comment',
  defaults: ['id', 'message', 'created_time'],
  fields: {
    message: (comment) => string(comment.data.message),
    from: author,
    created_time: (comment) => formatTime(comment.created),
    is_hidden: (comment) => comment.data.hidden === true,
    is_private: () => false,
    can_hide: (comment, turn) => !isOwn(turn.world, comment),
    can_remove: () => true,
    can_comment: () => true,
    can_like: () => true,
    can_reply_privately: (comment, turn) => !isOwn(turn.world, comment),
    user_likes: (comment) => comment.data.liked === true,
    like_count: (comment) => (comment.data.liked === true ? 1 : 0),
    comment_count: (comment, turn) => repliesOf(turn, comment).length,
    permalink_url: (comment) => `https://www.sandbox.invalid/comment/${comment.id}`,
    parent: (comment) =>
      comment.data.parent === undefined ? undefined : { id: comment.data.parent },
    attachment: () => undefined,
  },
  edges: { comments: commentsEdge, likes: likesEdge },
  update(turn, comment) {
    checkOwner(turn, comment);
    checkKnown(turn, setOf('is_hidden message'));
    const hidden = bool(turn.params, 'is_hidden');
    const message = text(turn.params, 'message');
    if (hidden === undefined && message === undefined) throw lacking('is_hidden');
    if (hidden !== undefined) hide(turn, comment, hidden);
    if (message !== undefined) turn.world.change(comment.id, { message });
    return success;
  },
  remove: removeComment,
};

export const photoCommentType: NodeType = {
  kind: photoCommentKind,
  word: 'IGComment',
  defaults: ['id', 'text', 'timestamp'],
  fields: {
    text: (comment) => string(comment.data.message),
    username: (comment) => string(part(comment.data, 'from').name),
    from: (comment, turn, args) => {
      const from = author(comment, turn, args);
      return from === undefined
        ? undefined
        : {
            id: part(comment.data, 'from').id ?? '',
            username: part(comment.data, 'from').name ?? '',
          };
    },
    timestamp: (comment) => formatTime(comment.created),
    hidden: (comment) => comment.data.hidden === true,
    like_count: () => 0,
    parent_id: (comment) => comment.data.parent,
  },
  links: { media: (comment) => comment.parents[0] },
  edges: { replies: photoCommentsEdge },
  update(turn, comment) {
    checkOwner(turn, comment);
    checkKnown(turn, setOf('hide ad_id'));
    const hidden = bool(turn.params, 'hide');
    if (hidden === undefined) throw lacking('hide');
    hide(turn, comment, hidden);
    return success;
  },
  remove: removeComment,
};

export const commentSection: CommentSection = {
  kind: '.comment_arrivals',
  write: (world, thread, { at, text: message, author: from }) =>
    add(world, thread, { from, message, at }).id,
  hide: (world, id) => void world.change(id, { hidden: true }),
  remove: takeAway,
};
