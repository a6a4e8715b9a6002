import type { Entity, JsonObject } from '../../world.ts';
import { GraphError, invalid } from '../graph/errors.ts';
import { type Edge, type Listing, type NodeType, newId, string, type Turn } from '../graph/graph.ts';
import { bool, type Params, part, required, text } from '../graph/params.ts';
import { formatTime } from '../graph/times.ts';
import { success } from '../graph/writes.ts';

/** Comments are the page's business: they need its own token. */
function checkPageToken(turn: Turn): void {
  if (turn.token.data.type !== 'PAGE')
    throw new GraphError({ code: 210, status: 403, message: '(#210) A page access token is required to request this resource.' });
}

const listing = (turn: Turn, parent: Entity, params: Params): Listing => {
  checkPageToken(turn);
  const everything = text(params, 'filter') === 'stream';
  const ids = turn.world.under('comments', parent.id);
  return {
    ids: everything ? ids.flatMap((id) => [id, ...turn.world.under('comments', id)]) : ids,
    order: text(params, 'order') === 'chronological' ? 'oldest' : 'newest',
  };
};

function addComment(turn: Turn, parent: Entity): JsonObject {
  checkPageToken(turn);
  const message = required(turn.call.params, 'message');
  const page = turn.world.get(string(turn.token.data.page) ?? '');
  const comment = turn.world.add({
    id: `${parent.id.split('_').pop()}_${newId(turn.world)}`,
    kind: 'comments',
    company: parent.company,
    parents: [parent.id],
    data: {
      message,
      from: { id: page?.id ?? '', name: string(page?.data.name) ?? '' },
      ...(parent.kind === 'comments' ? { parent: parent.id } : {}),
    },
  });
  return { id: comment.id };
}

/** Under a post, a media object or another comment. */
export const commentsEdge: Edge = { list: listing, post: addComment };

const likesEdge: Edge = {
  post(turn, comment) {
    checkPageToken(turn);
    turn.world.change(comment.id, { liked: true });
    return success;
  },
  remove(turn, comment) {
    checkPageToken(turn);
    turn.world.change(comment.id, { liked: null });
    return success;
  },
};

const childCount = (comment: Entity, turn: Turn): number => turn.world.under('comments', comment.id).length;

export const commentType: NodeType = {
  kind: 'comments',
  word: 'Comment',
  defaults: ['id', 'message', 'created_time'],
  fields: {
    message: (comment) => string(comment.data.message),
    text: (comment) => string(comment.data.message),
    from: (comment) => comment.data.from,
    username: (comment) => string(part(comment.data, 'from').name),
    created_time: (comment) => formatTime(comment.created),
    timestamp: (comment) => formatTime(comment.created),
    is_hidden: (comment) => comment.data.hidden === true,
    hidden: (comment) => comment.data.hidden === true,
    can_hide: () => true,
    can_remove: () => true,
    can_comment: () => true,
    can_like: () => true,
    user_likes: (comment) => comment.data.liked === true,
    like_count: (comment) => (comment.data.liked === true ? 1 : 0),
    comment_count: childCount,
    permalink_url: (comment) => `https://www.sandbox.invalid/comment/${comment.id}`,
    parent: (comment) => (comment.data.parent === undefined ? undefined : { id: comment.data.parent }),
    parent_id: (comment) => comment.data.parent,
    attachment: () => undefined,
  },
  edges: { comments: commentsEdge, replies: commentsEdge, likes: likesEdge },
  update(turn, comment) {
    checkPageToken(turn);
    const hidden = bool(turn.call.params, 'is_hidden') ?? bool(turn.call.params, 'hide');
    const message = text(turn.call.params, 'message');
    if (hidden === undefined && message === undefined) throw invalid('The parameter hide is required', 'hide');
    turn.world.change(comment.id, { ...(hidden === undefined ? {} : { hidden }), ...(message === undefined ? {} : { message }) });
    return success;
  },
  remove(turn, comment) {
    checkPageToken(turn);
    turn.world.remove(comment.id);
    return success;
  },
};
