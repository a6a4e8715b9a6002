import { PlatformError } from '../../core/base/errors.ts';
import type { Access } from '../../core/ports/platform-accounts.ts';
import type {
  CommentsCapability,
  CommentThread,
  PlatformComment,
} from '../../core/ports/platform-comments.ts';
import { type Network, TIMES } from './network.ts';
import { START } from './process.ts';

interface Written {
  readonly id: string;
  readonly account: string;
  readonly text: string;
  readonly at: number;
  /** Of a reply. */
  readonly to?: string;
  hidden: boolean;
  /** Whether it ever was. */
  wasHidden: boolean;
}

/** The platform's own books of comments. */
export interface CommentBook {
  readonly all: readonly Written[];
  write(account: string, text: string, to?: string): Written;
}

export function createCommentBook(now: () => number): CommentBook {
  const all: Written[] = [];
  return {
    all,
    write(account, text, to) {
      const at = now();
      const written = {
        id: `8${all.length}`,
        account,
        text,
        at,
        ...(to && { to }),
        hidden: false,
        wasHidden: false,
      };
      all.push(written);
      return written;
    },
  };
}

const threadOf = ({ adAccountId }: Pick<Access, 'adAccountId'>): CommentThread => ({
  id: `thread-${adAccountId}`,
  placement: 'feed',
  adIds: [],
  postId: `post-${adAccountId}`,
  owner: 'us',
});

/** One thread of each account. */
export const commenting = (
  { read, write }: Network,
  { all, write: add }: CommentBook,
): CommentsCapability => {
  const shown = ({ id, text, at, to, hidden }: Written): PlatformComment => ({
    id,
    text,
    author: to === undefined ? { id: 'reader', name: 'Reader' } : { id: 'us', name: 'Us' },
    createdAt: START + at,
    own: to !== undefined,
    ...(to !== undefined && { parentId: to }),
    hidden,
    liked: false,
    likes: 0,
    replies: all.filter((each) => each.to === id).length,
    can: { reply: true, hide: true, like: false, delete: true },
  });
  return {
    settleMs: TIMES.settleMs,
    answerMs: TIMES.answerMs,
    lagMs: 0,
    threads: (access) => read(access, 'threads', () => ({ data: [threadOf(access)] })),
    page: (access) =>
      read(access, 'comments', () => ({
        data: all
          .filter(({ account }) => account === access.adAccountId)
          .toReversed()
          .map(shown),
      })),
    read: (access, { id }) =>
      read(access, `comment ${id}`, () => {
        const found = all.find((each) => each.id === id);
        return found && shown(found);
      }),
    replies: (access, { id }) =>
      read(access, `replies to ${id}`, () => all.filter(({ to }) => to === id).map(shown)),
    async reply(access, { id }, text) {
      const heard = await write(access, `reply to ${id} ${text}`, () =>
        add(access.adAccountId, text, id),
      );
      if ('refused' in heard) throw new PlatformError(heard.refused);
      return 'answer' in heard
        ? { id: heard.answer.id, createdAt: START + heard.answer.at }
        : heard;
    },
    async setHidden(access, comments, hidden) {
      const results = [];
      for (const { id } of comments) {
        const heard = await write(access, `hide ${id} ${hidden}`, () => {
          for (const each of all.filter((one) => one.id === id))
            Object.assign(each, { hidden, wasHidden: each.wasHidden || hidden });
        });
        const failure =
          'refused' in heard ? heard.refused : 'unanswered' in heard ? heard.unanswered : undefined;
        results.push({ id, ...(failure && { failure }) });
      }
      return results;
    },
    remove: async () => undefined,
  };
};
