import { PlatformError } from '../../../../core/base/errors.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { CommentsCapability, CommentThread, PlatformComment } from '../../../../core/ports/platform-comments.ts';
import { editEach, failureOf } from '../../kit/edits.ts';
import { at, type Params, said, text } from '../../kit/json.ts';
import type { Caller } from '../../kit/requests.ts';
import type { Answer } from '../../kit/wire.ts';
import type { Calls } from '../wire/calls.ts';
import type { PageTokens } from './page-tokens.ts';
import { photoComments, photoFields, postComment, postFields, replyFields } from './rows.ts';
import { listThreads } from './threads.ts';

interface CommentsOptions extends Pick<CommentsCapability, 'settleMs' | 'answerMs' | 'lagMs'> {
  readonly calls: Calls;
  readonly tokens: PageTokens;
}

/** All but a reply set a state: repeating them does no harm. */
const harmlessTwice = { harmlessTwice: true } as const;

/** Of both threads of an ad: the page's post and the media object of the photo network. */
export function createComments({ calls, tokens, ...times }: CommentsOptions): CommentsCapability {
  const as = <T>(access: Access, thread: CommentThread, work: (caller: Caller) => Promise<T>): Promise<T> =>
    tokens.as(access, pageOf(thread), work);

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
      try {
        const row = await as(access, thread, (caller) => calls.read(caller, id, { fields: side.fields }));
        return side.comments(thread, row)[0];
      } catch (error) {
        if (error instanceof PlatformError && error.failure.class === 'missing') return undefined;
        throw error;
      }
    },
    async replies(access, { thread, id }) {
      const side = sideOf(thread);
      const params = { fields: side.replyFields, ...side.order };
      const rows = await as(access, thread, (caller) => calls.list(caller, `${id}/${side.replies}`, { ...params, limit: 100 }));
      return rows.flatMap((row) => side.comments(thread, row)).map((reply): PlatformComment => ({ ...reply, parentId: id }));
    },
    async reply(access, { thread, id }, message) {
      const answer = await as(access, thread, async (caller) =>
        throwAuth(await calls.tried(caller, `${id}/${sideOf(thread).replies}`, { message })),
      );
      if (answer.ok) return { id: said(answer.body.id) };
      if (answer.maybeDone) return { unanswered: answer.failure };
      throw new PlatformError(answer.failure);
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
        calls.write(caller, `${id}/likes`, undefined, { ...harmlessTwice, method: liked ? 'POST' : 'DELETE' }),
      );
    },
    async remove(access, { thread, id }) {
      const failure = await failureOf(() =>
        as(access, thread, (caller) =>
          calls.write(caller, id, undefined, { ...harmlessTwice, method: 'DELETE', query: sideOf(thread).withAd(thread) }),
        ),
      );
      if (failure !== undefined && failure.class !== 'missing') throw new PlatformError(failure);
    },
  };
}

/** How each side lists, hides and answers. */
interface Side {
  readonly list: Params;
  readonly order: Params;
  readonly fields: string;
  readonly replies: 'comments' | 'replies';
  readonly replyFields: string;
  /** Sent with every change of a comment. */
  withAd(thread: CommentThread): Params;
  hiding(hidden: boolean): Params;
  comments(thread: CommentThread, row: Parameters<typeof postComment>[1]): readonly PlatformComment[];
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

const sideOf = ({ placement }: CommentThread): Side => (placement === 'photo' ? photoSide : postSide);

const pageOf = ({ handle, owner = '' }: CommentThread): string => text(at(handle, 'page')) ?? owner;

/** With a dead token nothing was done. */
function throwAuth(answer: Answer): Answer {
  if (!answer.ok && answer.failure.class === 'auth') throw new PlatformError(answer.failure);
  return answer;
}
