import type { PlatformFailure } from '../base/errors.ts';
import type { Access } from './platform-accounts.ts';
import type { Unanswered } from './platform-create.ts';
import type { CursorPage } from './platform-reads.ts';
import type { Json } from './store.ts';

/**
 * What people write under ads. A reply can be sent once only and carries no mark: before it is sent again its thread is
 * searched for the same text (core/features/comments/send-reply.ts). Everything else says how a comment should be, and may be repeated.
 */
export interface CommentsCapability {
  /** How long after an unanswered reply was given up on the platform may still make it, and hide it. */
  readonly settleMs: number;
  /** The longest an answer is waited for: what a process that died had sent may be carried out for that long. */
  readonly answerMs: number;
  /** How long the platform's lists may leave out what an answered call has made. */
  readonly lagMs: number;
  /** Where comments are read: one page of all threads of the account, or all of those that are named. */
  threads(access: Access, query: ThreadQuery): Promise<CursorPage<CommentThread>>;
  /**
   * One page of a thread. Newest first, as far as the platform can sort; replies are rows of their own. A page may be
   * empty although more follow. What was written before `since` may be left out.
   */
  page(access: Access, thread: CommentThread, query: CommentPageQuery): Promise<CursorPage<PlatformComment>>;
  /** A comment as it is now; undefined once it is gone. */
  read(access: Access, comment: CommentRef): Promise<PlatformComment | undefined>;
  /** All that stands below a comment. */
  replies(access: Access, comment: CommentRef): Promise<readonly PlatformComment[]>;
  /** Sends a reply. Throws what the platform refuses it for. */
  reply(access: Access, comment: CommentRef, text: string): Promise<MadeReply | Unanswered>;
  /** One result for each comment, in order. Hiding what is hidden succeeds. */
  setHidden(access: Access, comments: readonly CommentRef[], hidden: boolean): Promise<readonly CommentResult[]>;
  /** Absent where the platform has no likes of comments by those they are written to. */
  like?(access: Access, comment: CommentRef, liked: boolean): Promise<void>;
  /** Deletes a comment for good. One that is gone is deleted. */
  remove(access: Access, comment: CommentRef): Promise<void>;
}

/** All threads of the account (`limit` ads, or what holds ads, at a time), those of some ads, or that of a post. */
export type ThreadQuery =
  | { readonly limit: number; readonly after?: string }
  | { readonly adIds: readonly string[] }
  | { readonly postId: string };

export interface CommentPageQuery {
  /** Milliseconds. */
  readonly since: number;
  readonly limit: number;
  readonly after?: string;
}

/** Where a thread is shown: in the feed of a page, on the photo network, on the video network. */
export type Placement = 'feed' | 'photo' | 'video';

/** Comments that are read together: those of a post, or of all ads of an ad group. */
export interface CommentThread {
  /** Unique on the platform. */
  readonly id: string;
  readonly placement: Placement;
  /** The ads that show it, as far as they are known. */
  readonly adIds: readonly string[];
  /** The post, where a thread is that of one. */
  readonly postId?: string;
  /** Who is commented on: own comments are theirs. */
  readonly owner?: string;
  /** Of the ad. */
  readonly pictureUrl?: string;
  readonly permalink?: string;
  /** What else the platform needs to reach it. */
  readonly handle?: Json;
}

export interface PlatformComment {
  readonly id: string;
  readonly text: string;
  /** Absent where the platform does not tell. */
  readonly author?: { readonly id?: string; readonly name?: string };
  /** Milliseconds. */
  readonly createdAt: number;
  /** Written by the owner of the thread. */
  readonly own: boolean;
  /** The comment it replies to. */
  readonly parentId?: string;
  readonly hidden: boolean;
  /** Whether the owner of the thread likes it. */
  readonly liked: boolean;
  readonly likes: number;
  readonly replies: number;
  readonly permalink?: string;
  /** Where the platform tells them with the comment. */
  readonly adId?: string;
  readonly postId?: string;
  readonly can: CommentRights;
  /** What else the platform needs to change it. */
  readonly handle?: Json;
}

/** What the platform lets the owner of the thread do. */
export interface CommentRights {
  readonly reply: boolean;
  readonly hide: boolean;
  readonly like: boolean;
  readonly delete: boolean;
}

/** A comment with all that a platform needs to find and change it. */
export interface CommentRef {
  readonly thread: CommentThread;
  readonly id: string;
  readonly parentId?: string;
  readonly handle?: Json;
}

export interface MadeReply {
  readonly id: string;
  /** Milliseconds, where the platform tells. */
  readonly createdAt?: number;
}

export interface CommentResult {
  readonly id: string;
  readonly failure?: PlatformFailure;
}
