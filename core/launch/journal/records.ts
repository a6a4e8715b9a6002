import type { AccountKey } from '../../base/account-key.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import type { PlannedMedia } from '../../media/kept-media.ts';
import { kind } from '../../ports/store.ts';
import type { KeptPlan, PagesOf } from '../plan/pages.ts';

/** The queues of jobs whose subject is a batch. */
export const LAUNCH_QUEUE = 'launch';
export const UNDO_QUEUE = 'undo';

export type RawStatus = 'Draft' | 'Queued' | 'Processing' | 'Success' | 'Error' | 'Cancelled';

/** The head of a batch: small, rewritten with every step. Its id is the batch id in decimal. */
export interface BatchRecord {
  readonly slug: string;
  readonly name: string;
  readonly rawStatus: RawStatus;
  readonly createdAt: number;
  /** The key that launched it. */
  readonly createdBy: string;
  readonly startedAt?: number;
  readonly finishedAt?: number;
  /** When it was last retried, and how long it had run by then. */
  readonly resumedAt?: number;
  readonly ranMs?: number;
  /** Creations: ads x ad sets. */
  readonly totalAds: number;
  readonly successfulAds: number;
  readonly failedAds: number;
  readonly launchStatus: LaunchStatus;
  /** Entries in the journal, and the id of the last event in it. */
  readonly entries: number;
  readonly lastEvent: number;
  readonly cancelRequested?: boolean;
  /** Of a batch whose plan is kept in pages: where they are, and how many ads the request had. */
  readonly pages?: PagesOf & { readonly ads: number };
  readonly undo?: UndoRecord;
  /** While it is a draft: of its content. Absent in drafts of earlier versions. */
  readonly draft?: { readonly ads: number; readonly size: number; readonly revision: number; readonly updatedAt: number };
}

export type LaunchStatus = 'PAUSED' | 'ACTIVE' | 'MIXED';

export type UndoMode = 'pause' | 'delete';

/** How far an undo is; undo-state.ts computes the counts from the journal. */
export interface UndoRecord extends UndoCounts {
  readonly mode: UndoMode;
  readonly requestedAt: number;
  readonly finishedAt?: number;
  /** The batch's last journal entry when it was asked for: what stands behind it belongs to this undo. */
  readonly after: number;
}

export interface UndoCounts {
  /** Ads the batch has made, those of them that are paused or deleted, and those that could not be. */
  readonly ads: number;
  readonly undone: number;
  readonly failed: number;
  /** 'delete' only: the creatives the batch has made. One that an ad still shows is kept. */
  readonly creatives?: { readonly made: number; readonly deleted: number; readonly kept: number; readonly failed: number };
}

/** What an undo did with one ad or creative. `why` is a sentence for people. */
export type UndoResult = { readonly to: 'paused' | 'deleted' } | { readonly to: 'kept' | 'failed'; readonly why: string };

export const batchKind = kind<BatchRecord>('batch', { rawStatus: 'string', createdAt: 'number' });

/** What is to be done, written once when the batch is submitted. Same id as its batch. */
export const planKind = kind<KeptPlan>('batch-plan');

/** A draft as it is kept: always a list of ads, with what stands beside it. */
export interface DraftBody {
  readonly ads?: readonly object[];
  readonly adSets?: readonly unknown[];
  readonly [option: string]: unknown;
}

/** What a draft holds, and the revision that guards edits. Same id as its batch. */
export interface DraftRecord {
  readonly revision: number;
  readonly body: DraftBody;
  readonly updatedAt: number;
}

export const draftKind = kind<DraftRecord>('batch-draft');

/**
 * One step of a batch's journal. Entries are only ever added; together with the plan they say all there is
 * to say about a batch (state.ts folds them). Ids are `<batch>/<seq>` so that they sort.
 */
export interface JournalEntry {
  readonly batch: string;
  readonly seq: number;
  readonly at: number;
  /** Operations handed to the platform just after this entry was committed. */
  readonly sending?: readonly string[];
  /** The platform's own time then, where its objects can be told only by when they were made. */
  readonly platformAt?: number;
  readonly outcomes?: { readonly [operationId: string]: Settled };
  /**
   * Operations that may have been sent although this journal knows nothing of it: it was restored from a backup, and the
   * service had gone on after that was made. Each is looked for before it is sent.
   */
  readonly doubted?: readonly string[];
  /** Operations that failed, or whose work was undone, and are wanted once more. */
  readonly again?: readonly string[];
  /** What addresses in these ads led to when launching them again was approved: from here on that is what they show. */
  readonly media?: readonly PlannedMedia[];
  /** What an undo did with the ads and creatives these operations made. */
  readonly undone?: { readonly [operationId: string]: UndoResult };
  readonly events: readonly BatchEvent[];
  readonly lastEvent: number;
}

export const journalKind = kind<JournalEntry>('batch-journal', { batch: 'string', lastEvent: 'number' });

export const journalId = (batchId: string, seq: number): string => `${batchId}/${String(seq).padStart(6, '0')}`;

/** What an operation that is done left behind. */
export interface OperationResult {
  readonly ref: string;
  readonly thumbnailUrl?: string;
  readonly cover?: string;
  readonly warnings?: readonly string[];
  /** Of an upload: the content that was sent, where it was read here. */
  readonly sha256?: string;
}

/** What became of an operation. */
export type Settled =
  | ({ readonly to: 'done' } & OperationResult)
  /** To be sent (again) at that time. */
  | { readonly to: 'pending'; readonly notBefore: number; readonly failure?: PlatformFailure }
  /**
   * The platform may have made something: it is asked at that time, before anything is resent. `waitedMs`: how long
   * workers have waited for it since it was last sent, by their monotonic clocks.
   */
  | { readonly to: 'unknown'; readonly notBefore: number; readonly waitedMs?: number; readonly failure?: PlatformFailure }
  | { readonly to: 'failed'; readonly failure: AdFailure; readonly stage: Stage }
  /** Failed with another operation, whose failure is its own. */
  | { readonly to: 'failed'; readonly because: string };

export type Stage = 'validate' | 'download' | 'upload' | 'creative' | 'ad';

/** Why an ad was not launched: the platform's refusal, or a reason of our own such as `cancelled`. */
export interface AdFailure {
  readonly code: string;
  readonly message: string;
  readonly fix?: string;
  readonly platformError?: {
    readonly code?: string;
    readonly subcode?: string;
    readonly message: string;
    readonly traceId: string;
  };
  readonly retryable: boolean;
}

/** Ids are consecutive within a batch, from 1. */
export interface BatchEvent {
  readonly id: number;
  readonly type: 'batch' | 'ad' | 'done';
  readonly data: object;
}

/** Media an ad account already holds, by content: the same bytes go there once. Id: `<account>:<sha256>`. */
export interface MediaAssetRecord {
  readonly type: 'image' | 'video';
  readonly ref: string;
  readonly thumbnailUrl?: string;
  readonly cover?: string;
}

export const mediaAssetKind = kind<MediaAssetRecord>('media-asset', { ref: 'string' });

export const mediaAssetId = (account: AccountKey, sha256: string): string => `${account}:${sha256}`;
