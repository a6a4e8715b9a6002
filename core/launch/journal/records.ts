import type { AccountKey } from '../../base/account-key.ts';
import type {
  Entry,
  Settled as StepSettled,
  StepState,
  States as StepStates,
} from '../../effects/step.ts';
import type { PlannedMedia } from '../../media/kept-media.ts';
import { kind } from '../../ports/store.ts';
import type { KeptPlan, PagesOf } from '../plan/pages.ts';

export const LAUNCH_QUEUE = 'launch';
export const UNDO_QUEUE = 'undo';

export type RawStatus = 'Draft' | 'Queued' | 'Processing' | 'Success' | 'Error' | 'Cancelled';

/** Small, rewritten with every step. Id: the batch id in decimal. */
export interface BatchRecord {
  readonly slug: string;
  readonly name: string;
  readonly rawStatus: RawStatus;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly resumedAt?: number;
  readonly ranMs?: number;
  readonly totalAds: number;
  readonly successfulAds: number;
  readonly failedAds: number;
  readonly launchStatus: LaunchStatus;
  readonly entries: number;
  readonly lastEvent: number;
  readonly cancelRequested?: boolean;
  /** Of a plan kept in pages; `ads`: in the request. */
  readonly pages?: PagesOf & { readonly ads: number };
  readonly undo?: UndoRecord;
  /** Of a batch under way, by account. */
  readonly waitingFor?: { readonly [account: AccountKey]: Wait };
  /** Batches that replace its failed ads, by the index of the ad. */
  readonly corrected?: { readonly [index: number]: number };
  readonly correctedAds?: number;
  /** Of its content, while it is a draft. Absent in drafts of earlier versions. */
  readonly draft?: {
    readonly ads: number;
    readonly size: number;
    readonly revision: number;
    readonly updatedAt: number;
  };
}

/** What an account of a batch waits for before it goes on. */
export interface Wait {
  readonly code: string;
  readonly message: string;
  readonly since: number;
  /** Absent in batches of earlier versions. */
  readonly tries?: number;
  /** When the platform is asked again. */
  readonly until: number;
}

export type LaunchStatus = 'PAUSED' | 'ACTIVE' | 'MIXED';

/** `delete-empty`: campaigns and ad sets that none of the ads went into, and nothing else. */
export const undoModes = ['pause', 'delete', 'delete-empty'] as const;
export type UndoMode = (typeof undoModes)[number];

/** undo/state.ts computes the counts from the journal. */
export interface UndoRecord extends UndoCounts {
  readonly mode: UndoMode;
  readonly requestedAt: number;
  readonly finishedAt?: number;
  /** The last journal entry when it was asked for: later entries belong to this undo. */
  readonly after: number;
}

export interface UndoCounts {
  readonly ads: number;
  readonly undone: number;
  readonly failed: number;
  /** 'delete' only. A creative that an ad still shows is kept. */
  readonly creatives?: {
    readonly made: number;
    readonly deleted: number;
    readonly kept: number;
    readonly failed: number;
  };
}

/** Of one ad or creative. `why`: for people. */
export type UndoResult =
  | { readonly to: 'paused' | 'deleted' }
  | { readonly to: 'kept' | 'failed'; readonly why: string };

export const batchKind = kind<BatchRecord>('batch', { rawStatus: 'string', createdAt: 'number' });

/** Written once when the batch is submitted. Id: that of its batch. */
export const planKind = kind<KeptPlan>('batch-plan');

export interface DraftBody {
  readonly ads?: readonly object[];
  readonly adSets?: readonly unknown[];
  readonly [option: string]: unknown;
}

export interface DraftRecord {
  readonly revision: number;
  readonly body: DraftBody;
  readonly updatedAt: number;
}

export const draftKind = kind<DraftRecord>('batch-draft');

/** Ids sort. */
export interface JournalEntry extends Entry<Settled> {
  readonly batch: string;
  readonly seq: number;
  readonly sending?: readonly string[];
  /**
   * The files that addresses led to when launching these ads again was approved: shown from here
   * on.
   */
  readonly media?: readonly PlannedMedia[];
  readonly undone?: { readonly [operationId: string]: UndoResult };
  readonly events: readonly BatchEvent[];
  readonly lastEvent: number;
}

export const journalKind = kind<JournalEntry>('batch-journal', {
  batch: 'string',
  lastEvent: 'number',
});

export const journalId = (batchId: string, seq: number): string =>
  `${batchId}/${String(seq).padStart(6, '0')}`;

export interface OperationResult {
  readonly ref: string;
  readonly thumbnailUrl?: string;
  readonly cover?: string;
  readonly warnings?: readonly string[];
  readonly sha256?: string;
}

/** Why an operation failed, and at which stage. */
export interface Failed {
  readonly failure: AdFailure;
  readonly stage: Stage;
}

export type Settled = StepSettled<OperationResult, Failed>;
export type OperationState = StepState<OperationResult, Failed>;
export type States = StepStates<OperationResult, Failed>;

export type Stage = 'validate' | 'download' | 'upload' | 'campaign' | 'adset' | 'creative' | 'ad';

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

/**
 * Media an ad account holds, by content: the same bytes go there once. Id: `<account>:<sha256>`.
 */
export interface MediaAssetRecord {
  readonly type: 'image' | 'video';
  readonly ref: string;
  readonly thumbnailUrl?: string;
  readonly cover?: string;
}

export const mediaAssetKind = kind<MediaAssetRecord>('media-asset', { ref: 'string' });

export const mediaAssetId = (account: AccountKey, sha256: string): string => `${account}:${sha256}`;
