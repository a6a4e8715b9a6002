import type { AccountKey } from '../../base/account-key.ts';
import type { PlatformId } from '../../base/platforms.ts';
import type { CommentRef, CommentThread, PlatformComment } from '../../ports/platform-comments.ts';
import { kind, type Stored } from '../../ports/store.ts';
import type { FilterConditions } from './matching.ts';

/** A thread as it is kept, under platform and id. */
export interface ThreadRecord {
  readonly thread: CommentThread;
  /** The account that its comments are read and answered with: the first that had an ad showing it. */
  readonly account: AccountKey;
  /** When it is read next. */
  readonly dueAt: number;
  /** When it was last read to the end of a reading. */
  readonly readAt?: number;
  /** When it was last read as far back as comments are kept. */
  readonly wholeAt?: number;
  /** A reading that is under way: since when, whether whole, and where it goes on. */
  readonly reading?: { readonly since: number; readonly begunAt: number; readonly whole: boolean; readonly after: string };
  /** When the newest of its comments was written. */
  readonly newestAt?: number;
  /** Why it could not be read the last time. */
  readonly problem?: string;
}

export const threadKind = kind<ThreadRecord>('comment-thread', { account: 'string', dueAt: 'number' });

/** Which filter matched a comment, and why. */
export interface FilterMatch {
  readonly filterId: string;
  readonly name: string;
  readonly reason: string;
  readonly at: number;
}

/** A comment as it is kept, under platform and id. */
export interface CommentRecord {
  readonly comment: PlatformComment;
  readonly account: AccountKey;
  /** The document of its thread. */
  readonly thread: string;
  /** The document of the comment it is below, or its own: comments of one conversation have the same. */
  readonly root: string;
  /** The time it was written and its id: newest last. Two comments never have the same. */
  readonly sort: string;
  /** Whose words it is, for finding others by the same person. */
  readonly author: string;
  readonly postId?: string;
  readonly answer: 'open' | 'answered' | 'own';
  readonly hiding: 'hidden' | 'shown';
  /** When this service last changed it: a reading that began earlier does not know of it. */
  readonly changedAt?: number;
  /** The filter that hid it. */
  readonly hiddenBy?: FilterMatch;
  /** Filters that would have hidden it, had they been on. */
  readonly flagged?: readonly FilterMatch[];
  /** A filter wants it hidden: the account that does so. Absent once it was done, or given up. */
  readonly toHide?: AccountKey;
  /** Why a filter could not hide it. */
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

/** A filter that hides comments by itself. */
export interface FilterRecord extends FilterConditions {
  readonly name: string;
  /** `dry-run`: what it matches is noted and stays visible. */
  readonly mode: 'dry-run' | 'on' | 'off';
  /** Those it is for; absent: all. */
  readonly accounts?: readonly AccountKey[];
  /** When its conditions or its mode were last changed: it judges comments written since. */
  readonly since: number;
  /** Who changed it last: what it hides is hidden in their name. */
  readonly keyId: string;
  readonly hidden: number;
  readonly flagged: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const commentFilterKind = kind<FilterRecord>('comment-filter', { createdAt: 'number' });

/** How the comments of an account are watched. Kept under its key. */
export interface WatchRecord {
  /** Comments written later are new: webhooks are told of them, and filters judge them. */
  readonly startedAt: number;
  /** When a caller last asked for its comments. */
  readonly listedAt: number;
  /** When its ads were last looked through for threads, to the end; and where that goes on. */
  readonly foundAt?: number;
  readonly after?: string;
  readonly passedAt?: number;
  /** When a request last tried a first pass itself. */
  readonly triedAt?: number;
  /** Why the last pass came to nothing. */
  readonly problem?: string;
}

export const watchKind = kind<WatchRecord>('comment-watch');

/** The threads of an ad, as a caller asked for them. Kept under platform and ad. */
export interface AdThreadsRecord {
  readonly threads: readonly string[];
  readonly account: AccountKey;
  readonly readAt: number;
}

export const adThreadsKind = kind<AdThreadsRecord>('comment-ad', { readAt: 'number' });

/** Which reply plan a reply at the platform belongs to: two plans never share one. Kept under platform and id. */
export interface ReplyClaimRecord {
  readonly plan: string;
  readonly claimedAt: number;
}

export const replyClaimKind = kind<ReplyClaimRecord>('comment-reply-claim', { claimedAt: 'number' });

/** The document of a thread, or of a comment: ids of several platforms may be alike. */
export const documentId = (platform: PlatformId, id: string): string => `${platform}:${id}`;

/** Comments are read and kept for so long after they were written. */
export const KEPT_MS = 180 * 86_400_000;

const TIME_DIGITS = 14;

/** Where a comment stands among all: by the time it was written, then by its id. */
export const sortKey = (createdAt: number, id: string): string => `${timeKey(createdAt)}:${id}`.slice(0, 300);

/** Before every comment of that time or later. */
export const timeKey = (ms: number): string => String(Math.max(0, Math.floor(ms))).padStart(TIME_DIGITS, '0');

/** Platform and person; without a person the comment itself, so that nobody is taken for somebody else. */
export function authorKey(platform: PlatformId, { id, author, own }: PlatformComment): string {
  if (own) return `${platform}:own`;
  return `${platform}:${author?.id ?? (author?.name === undefined ? `? ${id}` : `@${author.name}`)}`.slice(0, 300);
}

/** What a platform needs to change a comment. */
export function refOf(thread: CommentThread, { comment }: CommentRecord): CommentRef {
  const { id, parentId, handle } = comment;
  return { thread, id, ...(parentId !== undefined && { parentId }), ...(handle !== undefined && { handle }) };
}

export type StoredComment = Stored<CommentRecord>;
export type StoredThread = Stored<ThreadRecord>;
