import { defined } from '../../../../core/base/defined.ts';
import type { CommentThread, PlatformComment } from '../../../../core/ports/platform-comments.ts';
import { at, numeric, type Row, rowsOf, said, text } from '../../kit/json.ts';
import { msOf } from '../wire/params.ts';

/** The two sides name the same things differently. */
export const postFields =
  'id,message,from,created_time,is_hidden,like_count,comment_count,user_likes,parent,permalink_url,can_hide,can_remove,can_comment,can_like';
const ownPhotoFields = 'id,text,username,from,timestamp,like_count,hidden,parent_id';
export const replyFields = ownPhotoFields;
export const photoFields = `${ownPhotoFields},replies.limit(50){${ownPhotoFields}}`;

export function postComment(thread: CommentThread, row: Row): PlatformComment {
  const authorId = text(at(row, 'from', 'id'));
  const name = text(at(row, 'from', 'name'));
  const own = authorId !== undefined && authorId === thread.owner;
  return {
    id: said(row.id),
    text: said(row.message),
    ...(authorId !== undefined && { author: { id: authorId, ...defined({ name }) } }),
    createdAt: msOf(row.created_time) ?? 0,
    own,
    hidden: row.is_hidden === true,
    liked: row.user_likes === true,
    likes: numeric(row.like_count) ?? 0,
    replies: numeric(row.comment_count) ?? 0,
    ...defined({ parentId: text(at(row, 'parent', 'id')), permalink: text(row.permalink_url) }),
    can: {
      reply: row.can_comment !== false,
      hide: row.can_hide === true,
      like: row.can_like !== false,
      delete: row.can_remove === true,
    },
  };
}

/** Followed by its replies. The photo network has no likes and no links to comments. */
export function photoComments(thread: CommentThread, row: Row): readonly PlatformComment[] {
  const replies = rowsOf(row.replies);
  const comment = photoComment(thread, row, replies.length);
  return [comment, ...replies.map((reply) => ({ ...photoComment(thread, reply, 0), parentId: comment.id }))];
}

function photoComment(thread: CommentThread, row: Row, replies: number): PlatformComment {
  const authorId = text(at(row, 'from', 'id'));
  const name = text(at(row, 'from', 'username')) ?? text(row.username);
  const own = authorId !== undefined && authorId === thread.owner;
  const parentId = text(row.parent_id);
  return {
    id: said(row.id),
    text: said(row.text),
    ...((authorId ?? name) !== undefined && { author: defined({ id: authorId, name }) }),
    createdAt: msOf(row.timestamp) ?? 0,
    own,
    hidden: row.hidden === true,
    liked: false,
    likes: numeric(row.like_count) ?? 0,
    replies,
    ...defined({ parentId, permalink: thread.permalink }),
    // Without an owner our own reply could not be told from others.
    can: { reply: parentId === undefined && thread.owner !== undefined, hide: !own, like: false, delete: true },
  };
}
