import type { PlatformFailure } from '../base/errors.ts';
import type { Access } from './platform-accounts.ts';
import type { Unanswered, WriteTimes } from './platform-create.ts';
import type { CursorPage } from './platform-reads.ts';
import type { Json } from './store.ts';

/**
 * Comments under ads. A reply can be sent only once and carries no mark: before it is sent again
 * its thread is searched for the same text (core/features/comments/send-reply.ts). All other
 * members may be repeated.
 */
export interface CommentsCapability extends WriteTimes {
  /** One page of all threads of the account, or all of those named. */
  threads(access: Access, query: ThreadQuery): Promise<CursorPage<CommentThread>>;
  /**
   * One page of a thread, newest first as far as the platform sorts; replies are rows of their own.
   * A page may be empty although more follow. Comments before `since` may be left out.
   */
  page(
    access: Access,
    thread: CommentThread,
    query: CommentPageQuery,
  ): Promise<CursorPage<PlatformComment>>;
  /** Undefined once it is gone. */
  read(access: Access, comment: CommentRef): Promise<PlatformComment | undefined>;
  replies(access: Access, comment: CommentRef): Promise<readonly PlatformComment[]>;
  /** Throws what the platform refuses it for. */
  reply(access: Access, comment: CommentRef, text: string): Promise<MadeReply | Unanswered>;
  /** One result each, in order. Hiding what is hidden succeeds. */
  setHidden(
    access: Access,
    comments: readonly CommentRef[],
    hidden: boolean,
  ): Promise<readonly CommentResult[]>;
  /** Absent where the owner of a thread cannot like comments. */
  like?(access: Access, comment: CommentRef, liked: boolean): Promise<void>;
  /** One that is gone counts as deleted. */
  remove(access: Access, comment: CommentRef): Promise<void>;
}

/**
 * All threads of the account (`limit` ads, or holders of ads, at a time), those of some ads, or
 * that of a post.
 */
export type ThreadQuery =
  | { readonly limit: number; readonly after?: string }
  | { readonly adIds: readonly string[] }
  | { readonly postId: string };

interface CommentPageQuery {
  /** Milliseconds. */
  readonly since: number;
  readonly limit: number;
  readonly after?: string;
}

/** Where a thread is shown: the feed of a page, the photo network, the video network. */
type Placement = 'feed' | 'photo' | 'video';

/** Comments that are read together: of a post, or of all ads of an ad group. */
export interface CommentThread {
  /** Unique on the platform. */
  readonly id: string;
  readonly placement: Placement;
  /** Those known to show it. */
  readonly adIds: readonly string[];
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
  /** Absent where the platform does not say. */
  readonly author?: { readonly id?: string; readonly name?: string };
  /** Milliseconds. */
  readonly createdAt: number;
  /** Written by the owner of the thread. */
  readonly own: boolean;
  /** The comment it replies to. */
  readonly parentId?: string;
  readonly hidden: boolean;
  /** By the owner of the thread. */
  readonly liked: boolean;
  readonly likes: number;
  readonly replies: number;
  readonly permalink?: string;
  /** Where the platform gives them with the comment. */
  readonly adId?: string;
  readonly postId?: string;
  readonly can: CommentRights;
  /** Why some of these rights are missing, in a sentence, where it is known. */
  readonly cannot?: string;
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

/** What a platform needs to find and change a comment. */
export interface CommentRef extends Pick<PlatformComment, 'id' | 'parentId' | 'handle'> {
  readonly thread: CommentThread;
}

export interface MadeReply {
  readonly id: string;
  /** Milliseconds, where the platform says. */
  readonly createdAt?: number;
}

interface CommentResult {
  readonly id: string;
  readonly failure?: PlatformFailure;
}
