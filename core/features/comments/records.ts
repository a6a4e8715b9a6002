import type { AccountKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import type { PlatformId } from '../../base/platforms.ts';
import type { CommentRef, CommentThread, PlatformComment } from '../../ports/platform-comments.ts';
import { kind, type Stored } from '../../ports/store.ts';
import type { FilterConditions } from './matching.ts';

/** Stored under platform and id. */
export interface ThreadRecord {
  readonly thread: CommentThread;
  /** The first account with an ad that shows the thread: reads and answers its comments. */
  readonly account: AccountKey;
  readonly dueAt: number;
  /** When a reading last came to its end. */
  readonly readAt?: number;
  /** When it was last read as far back as comments are kept. */
  readonly wholeAt?: number;
  readonly reading?: {
    readonly since: number;
    readonly begunAt: number;
    readonly whole: boolean;
    readonly after: string;
  };
  readonly newestAt?: number;
  readonly problem?: string;
}

export const threadKind = kind<ThreadRecord>('comment-thread', {
  account: 'string',
  dueAt: 'number',
});

export interface FilterMatch {
  readonly filterId: string;
  readonly name: string;
  readonly reason: string;
  readonly at: number;
}

/** Stored under platform and id. */
export interface CommentRecord {
  readonly comment: PlatformComment;
  readonly account: AccountKey;
  readonly thread: string;
  /** The id of the comment it is below, or its own: the conversation. */
  readonly root: string;
  /** Time and id: unique, newest last. */
  readonly sort: string;
  readonly author: string;
  readonly postId?: string;
  readonly answer: 'open' | 'answered' | 'own';
  readonly hiding: 'hidden' | 'shown';
  /** When this service last changed it: an earlier reading does not know of that. */
  readonly changedAt?: number;
  readonly hiddenBy?: FilterMatch;
  /** Filters in a dry run that matched. */
  readonly flagged?: readonly FilterMatch[];
  /** The account that is to hide it, while a filter wants that. */
  readonly toHide?: AccountKey;
  readonly hideProblem?: string;
}

export const commentKind = kind<CommentRecord>('comment', {
  account: 'string',
  thread: 'string',
  root: 'string',
  sort: 'string',
  author: 'string',
  postId: 'string',
  answer: 'string',
  hiding: 'string',
  toHide: 'string',
});

export interface FilterRecord extends FilterConditions {
  readonly name: string;
  /** `dry-run` flags what it matches, and hides nothing. */
  readonly mode: 'dry-run' | 'on' | 'off';
  /** Absent: all. */
  readonly accounts?: readonly AccountKey[];
  /** When conditions or mode last changed: it judges later comments. */
  readonly since: number;
  /** Who changed it last, and hides in their name. */
  readonly keyId: string;
  readonly hidden: number;
  readonly flagged: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const commentFilterKind = kind<FilterRecord>('comment-filter', { createdAt: 'number' });

/** Stored under the account key. */
export interface WatchRecord {
  /** Later comments are new: webhooks get them, filters judge them. */
  readonly startedAt: number;
  readonly listedAt: number;
  /** When the search of its ads for threads last ended; and its cursor. */
  readonly foundAt?: number;
  readonly after?: string;
  readonly passedAt?: number;
  readonly triedAt?: number;
  readonly problem?: string;
}

export const watchKind = kind<WatchRecord>('comment-watch');

/** Stored under platform and ad. */
interface AdThreadsRecord {
  readonly threads: readonly string[];
  readonly account: AccountKey;
  readonly readAt: number;
}

export const adThreadsKind = kind<AdThreadsRecord>('comment-ad', { readAt: 'number' });

/**
 * The reply plan that owns a reply at the platform: two plans never share one. Stored under
 * platform and id.
 */
interface ReplyClaimRecord {
  readonly plan: string;
  readonly claimedAt: number;
}

export const replyClaimKind = kind<ReplyClaimRecord>('comment-reply-claim', {
  claimedAt: 'number',
});

/** Ids of two platforms may be equal. */
export const documentId = (platform: PlatformId, id: string): string => `${platform}:${id}`;

export const KEPT_MS = 180 * 86_400_000;

const TIME_DIGITS = 14;

export const sortKey = (createdAt: number, id: string): string =>
  `${timeKey(createdAt)}:${id}`.slice(0, 300);

/** Sorts before every comment of that time. */
export const timeKey = (ms: number): string =>
  String(Math.max(0, Math.floor(ms))).padStart(TIME_DIGITS, '0');

/** Without an author the comment itself: strangers are not mistaken for one person. */
export function authorKey(platform: PlatformId, { id, author, own }: PlatformComment): string {
  if (own) return `${platform}:own`;
  return `${platform}:${author?.id ?? (author?.name === undefined ? `? ${id}` : `@${author.name}`)}`.slice(
    0,
    300,
  );
}

export function refOf(thread: CommentThread, { comment }: CommentRecord): CommentRef {
  const { id, parentId, handle } = comment;
  return { thread, id, ...defined({ parentId, handle }) };
}

export type StoredComment = Stored<CommentRecord>;
export type StoredThread = Stored<ThreadRecord>;
