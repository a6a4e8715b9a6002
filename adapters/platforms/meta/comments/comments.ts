import { PlatformError } from '../../../../core/base/errors.ts';
import { harmlessTwice, orThrow } from '../../kit/calls.ts';
import { editEach, failureOf } from '../../kit/edits.ts';
import { unless } from '../../kit/failures.ts';
import { at, defined, numeric, rowsOf, said, text } from '../../kit/json.ts';
import type {
  Access,
  Caller,
  CommentsCapability,
  CommentThread,
  CursorPage,
  Params,
  PlatformComment,
  Row,
  ThreadQuery,
} from '../../types.ts';
import type { Calls } from '../wire/calls.ts';
import { madeFrom } from '../wire/marks.ts';
import { edgeOf, msOf } from '../wire/params.ts';
import { type PageTokens, throwAuth } from './page-tokens.ts';

/** The two sides name the same things differently. */
const postFields =
  'id,message,from,created_time,is_hidden,like_count,comment_count,user_likes,parent,permalink_url,can_hide,can_remove,can_comment,can_like';
const replyFields = 'id,text,username,from,timestamp,like_count,hidden,parent_id';
const photoFields = `${replyFields},replies.limit(50){${replyFields}}`;

function postComment(thread: CommentThread, row: Row): PlatformComment {
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
function photoComments(thread: CommentThread, row: Row): readonly PlatformComment[] {
  const replies = rowsOf(row.replies);
  const comment = photoComment(thread, row, replies.length);
  return [
    comment,
    ...replies.map((reply) => ({ ...photoComment(thread, reply, 0), parentId: comment.id })),
  ];
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
    can: {
      reply: parentId === undefined && thread.owner !== undefined,
      hide: !own,
      like: false,
      delete: true,
    },
  };
}

/** The creative names both threads; the ad knows neither. */
const fields =
  'id,creative{effective_object_story_id,effective_instagram_media_id,instagram_user_id,object_story_spec,instagram_permalink_url,thumbnail_url}';

async function listThreads(
  calls: Calls,
  access: Access,
  query: ThreadQuery,
): Promise<CursorPage<CommentThread>> {
  if ('postId' in query) return { data: await threadOfPost(calls, access, query.postId) };
  if ('adIds' in query) {
    const answers = await calls.readMany(
      access,
      query.adIds.map((path) => ({ path, params: { fields } })),
    );
    // A deleted ad has no threads.
    const there = answers.filter((answer) => answer.ok || answer.failure.class !== 'missing');
    return { data: merged(there.map((answer) => orThrow(answer).body)) };
  }
  const { limit, after } = query;
  const page = await calls.page(access, edgeOf(access, 'ads'), { fields, limit, after });
  return { data: merged(page.rows), ...(page.after !== undefined && { after: page.after }) };
}

/** Several ads may show one post. */
function merged(rows: readonly Row[]) {
  const threads = new Map<string, CommentThread>();
  for (const thread of rows.flatMap(threadsOf)) {
    const adIds = [...new Set([...(threads.get(thread.id)?.adIds ?? []), ...thread.adIds])];
    threads.set(thread.id, { ...thread, adIds });
  }
  return [...threads.values()];
}

function threadsOf(ad: Row): readonly CommentThread[] {
  const adIds = [said(ad.id)];
  const story = text(at(ad, 'creative', 'effective_object_story_id'));
  const media = text(at(ad, 'creative', 'effective_instagram_media_id'));
  const page = story?.split('_')[0];
  const picture = defined({ pictureUrl: text(at(ad, 'creative', 'thumbnail_url')) });
  const profile =
    text(at(ad, 'creative', 'instagram_user_id')) ??
    text(at(ad, 'creative', 'object_story_spec', 'instagram_user_id'));
  return [
    ...(story === undefined || page === undefined
      ? []
      : [{ ...pagePost(story, page), adIds, ...picture }]),
    // The page's token opens the profile.
    ...(media === undefined || page === undefined
      ? []
      : [
          {
            id: media,
            placement: 'photo' as const,
            postId: media,
            adIds,
            handle: { page },
            ...picture,
            ...defined({
              owner: profile,
              permalink: text(at(ad, 'creative', 'instagram_permalink_url')),
            }),
          },
        ]),
  ];
}

const pagePost = (id: string, page: string): CommentThread => ({
  id,
  placement: 'feed',
  postId: id,
  owner: page,
  adIds: [],
  handle: { page },
});

/** `{page}_{post}`. Only ads tell which page may speak for a media object. */
async function threadOfPost(
  calls: Calls,
  access: Access,
  postId: string,
): Promise<readonly CommentThread[]> {
  const page = /^(\d+)_\d+$/.exec(postId)?.[1];
  if (page === undefined) return [];
  const row = await calls.read(access, postId, { fields: 'id,full_picture,permalink_url' });
  return [
    {
      ...pagePost(postId, page),
      ...defined({ pictureUrl: text(row.full_picture), permalink: text(row.permalink_url) }),
    },
  ];
}

interface CommentsOptions extends Pick<CommentsCapability, 'settleMs' | 'answerMs' | 'lagMs'> {
  readonly calls: Calls;
  readonly tokens: PageTokens;
}

export function createComments({ calls, tokens, ...times }: CommentsOptions): CommentsCapability {
  const as = <T>(
    access: Access,
    thread: CommentThread,
    work: (caller: Caller) => Promise<T>,
  ): Promise<T> => tokens.as(access, pageOf(thread), work);

  return {
    ...times,
    threads: (access, query) => listThreads(calls, access, query),
    async page(access, thread, { limit, after }) {
      const side = sideOf(thread);
      const page = await as(access, thread, (caller) =>
        calls.page(caller, `${thread.id}/comments`, { ...side.list, limit, after }),
      );
      const data = page.rows.flatMap((row) => side.comments(thread, row));
      return { data, ...(page.after !== undefined && { after: page.after }) };
    },
    async read(access, { thread, id }) {
      const side = sideOf(thread);
      return unless(['missing'], async () => {
        const row = await as(access, thread, (caller) =>
          calls.read(caller, id, { fields: side.fields }),
        );
        return side.comments(thread, row)[0];
      });
    },
    async replies(access, { thread, id }) {
      const side = sideOf(thread);
      const params = { fields: side.replyFields, ...side.order };
      const rows = await as(access, thread, (caller) =>
        calls.list(caller, `${id}/${side.replies}`, { ...params, limit: 100 }),
      );
      return rows
        .flatMap((row) => side.comments(thread, row))
        .map((reply): PlatformComment => ({ ...reply, parentId: id }));
    },
    async reply(access, { thread, id }, message) {
      const answer = await as(access, thread, async (caller) =>
        throwAuth(await calls.tried(caller, `${id}/${sideOf(thread).replies}`, { message })),
      );
      return madeFrom(answer, (row) => ({ id: said(row.id) }));
    },
    setHidden: (access, comments, hidden) =>
      editEach(comments, ({ thread, id }) =>
        as(access, thread, (caller) => {
          const { hiding, withAd } = sideOf(thread);
          return calls.write(caller, id, { ...hiding(hidden), ...withAd(thread) }, harmlessTwice);
        }),
      ),
    async like(access, { thread, id }, liked) {
      await as(access, thread, (caller) =>
        calls.write(caller, `${id}/likes`, undefined, {
          ...harmlessTwice,
          method: liked ? 'POST' : 'DELETE',
        }),
      );
    },
    async remove(access, { thread, id }) {
      const failure = await failureOf(() =>
        as(access, thread, (caller) =>
          calls.write(caller, id, undefined, {
            ...harmlessTwice,
            method: 'DELETE',
            query: sideOf(thread).withAd(thread),
          }),
        ),
      );
      if (failure !== undefined && failure.class !== 'missing') throw new PlatformError(failure);
    },
  };
}

interface Side {
  readonly list: Params;
  readonly order: Params;
  readonly fields: string;
  readonly replies: 'comments' | 'replies';
  readonly replyFields: string;
  /** Sent with every change of a comment. */
  withAd(thread: CommentThread): Params;
  hiding(hidden: boolean): Params;
  comments(
    thread: CommentThread,
    row: Parameters<typeof postComment>[1],
  ): readonly PlatformComment[];
}

const newestFirst = { order: 'reverse_chronological' } as const;

const postSide: Side = {
  list: { fields: postFields, filter: 'stream', ...newestFirst },
  order: newestFirst,
  fields: postFields,
  replies: 'comments',
  replyFields: postFields,
  withAd: () => ({}),
  hiding: (hidden) => ({ is_hidden: hidden }),
  comments: (thread, row) => [postComment(thread, row)],
};

const photoSide: Side = {
  list: { fields: photoFields },
  order: {},
  fields: photoFields,
  replies: 'replies',
  replyFields,
  // Changes under an ad name its id.
  withAd: ({ adIds: [ad_id] }) => (ad_id === undefined ? {} : { ad_id }),
  hiding: (hidden) => ({ hide: hidden }),
  comments: photoComments,
};

const sideOf = ({ placement }: CommentThread): Side =>
  placement === 'photo' ? photoSide : postSide;

const pageOf = ({ handle, owner = '' }: CommentThread) => text(at(handle, 'page')) ?? owner;
