import type { PlatformFailure } from '../base/errors.ts';
import type { Access, Budgets, EntityStatus, EntityType, Pace } from './platform-accounts.ts';

/** Many objects at once; answers in order, one result each. All of these are harmless when repeated. */
export interface EditCapability {
  /** What the platform itself calls being on and off, where it has other words. */
  readonly statusWords?: { readonly ACTIVE: string; readonly PAUSED: string };
  setStatus(access: Access, changes: readonly StatusChange[]): Promise<readonly EditResult[]>;
  /** Whether ads of a campaign with this objective can be given an end of their own. Absent: no ads can. */
  endsAds?(objective: string | undefined): boolean;
  /** What has an end, and whether it ends with a day of the account's zone: then other times are refused. Absent: campaigns and ad sets, at any time. */
  readonly ends?: { readonly types: readonly EntityType[]; readonly wholeDays: boolean };
  /** Ends delivery at a future time. A campaign without an end of its own passes it on to its ad sets. */
  setEnd?(
    access: Access,
    changes: readonly {
      readonly type: EntityType;
      readonly id: string;
      readonly endTime: number;
      /** Of its campaign, where it is known. */
      readonly objective?: string | undefined;
    }[],
  ): Promise<readonly EditResult[]>;
  /** The types that can be deleted. Absent: all. `remove` answers a failure for any other. */
  readonly removes?: readonly EntityType[];
  remove(access: Access, objects: readonly { readonly type: EntityType; readonly id: string }[]): Promise<readonly EditResult[]>;
  rename?(
    access: Access,
    changes: readonly { readonly type: EntityType; readonly id: string; readonly name: string }[],
  ): Promise<readonly EditResult[]>;
  setBudget?(
    access: Access,
    type: 'campaign' | 'adset',
    id: string,
    budget: {
      readonly daily?: number;
      readonly lifetime?: number;
      /** What it does to other objects is meant: to those that share the budget. */
      readonly confirmed?: boolean;
    },
  ): Promise<void>;
}

export interface StatusChange {
  /** Undefined when the caller did not say; the platform finds out. */
  readonly type?: EntityType;
  readonly id: string;
  readonly status: 'ACTIVE' | 'PAUSED';
}

export type EditResult = {
  readonly id: string;
  readonly failure?: PlatformFailure;
};

/** The steps of a copy. Which of them to take, and in what order, is core's (manage/duplicate). */
export interface DuplicateCapability {
  /** The object and all that is alive below it, as far as a copy needs to know. Throws class 'missing' for a wrong id. */
  tree(access: Access, type: EntityType, id: string): Promise<CopySource>;
  /** Builds the object anew from what can be read of it, without what is below it. */
  recreate(access: Access, request: CopyRequest): Promise<CopyOutcome>;
  /**
   * The account's living objects of a type whose name contains this text, however they were made, oldest
   * first: for finding what an unanswered copy made.
   */
  named(access: Access, type: EntityType, part: string): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** How long after an unanswered creation the platform may still make something, and hide it. */
  readonly settleMs: number;
  /** The longest a request waits for an answer: what a worker that died had sent may be carried out for that long. */
  readonly answerMs: number;
  /** How long the platform's lists may leave out what an answered call has made. */
  readonly lagMs: number;
  /** Types that the platform makes switched on whatever it is asked for: `recreate` pauses them, and core once more at the end. */
  readonly madeActive?: readonly EntityType[];
  /** The platform's own copies. Absent where it has none: every object is built anew with `recreate`. */
  readonly native?: NativeCopies;
}

/** Copies that the platform makes itself. What it does not copy is built anew. */
export interface NativeCopies {
  /** The types it copies. */
  readonly types: readonly EntityType[];
  /** The most objects below the source that one answered copy may take along, and one asynchronous copy. */
  readonly limits: { readonly sync: number; readonly async: number };
  /** How long an asynchronous copy may go on. Until then what it made may still grow. */
  readonly asyncMs: number;
  /** Copies answered at once; each has its own outcome, in order. Absent where all copies are asynchronous. */
  copy?(access: Access, requests: readonly CopyRequest[]): Promise<readonly CopyOutcome[]>;
  /** Starts copies that go on by themselves. Absent, with `poll`, where all copies are answered at once. */
  start?(access: Access, requests: readonly CopyRequest[]): Promise<readonly StartOutcome[]>;
  /** Looks at copies that were started. */
  poll?(
    access: Access,
    started: readonly { readonly session: string; readonly request: CopyRequest }[],
  ): Promise<readonly (CopyOutcome | { readonly state: 'running' })[]>;
}

export interface CopySource extends Budgets, Pace {
  readonly type: EntityType;
  readonly id: string;
  readonly name: string;
  readonly status: EntityStatus;
  /** In its registered spelling. */
  readonly adAccountId: string;
  /** The campaign an ad set or ad is in, and the ad set of an ad. */
  readonly campaignId?: string;
  readonly adSetId?: string;
  /** What it was copied from, where the platform knows. */
  readonly copiedFrom?: string;
  /** One sentence: why the platform will not copy this object, where that is known beforehand. */
  readonly notCopyable?: string;
  readonly children: readonly CopySource[];
}

export interface CopyRequest {
  readonly type: EntityType;
  readonly sourceId: string;
  /** The new parent; undefined: beside the source. */
  readonly parentId?: string;
  readonly deep: boolean;
  readonly status: 'ACTIVE' | 'PAUSED';
  /** The mark the copy's name ends in until it is renamed, so that it can be found again. */
  readonly marker?: string;
  /** Ads only. */
  readonly values?: CopyValues;
}

export interface CopyValues {
  readonly primaryTexts?: readonly string[];
  readonly headlines?: readonly string[];
  readonly url?: string;
  readonly urlTags?: string;
  readonly adName?: string;
}

export type CopyOutcome =
  | {
      readonly state: 'done';
      readonly id: string;
      /** What was made, as far as the platform tells. */
      readonly objects: readonly CopiedObject[];
    }
  | {
      readonly state: 'failed';
      readonly failure: PlatformFailure;
      readonly remedy?: CopyRemedy;
    }
  | { readonly state: 'unknown'; readonly failure: PlatformFailure };

/**
 * What helps against a refused copy: copying less at once; copying without the ads and building these
 * anew; building the object itself anew.
 */
export type CopyRemedy = 'smaller' | 'recreate-ads' | 'recreate';

export type StartOutcome =
  | { readonly state: 'started'; readonly session: string }
  | { readonly state: 'failed'; readonly failure: PlatformFailure; readonly remedy?: CopyRemedy }
  | { readonly state: 'unknown'; readonly failure: PlatformFailure };

export interface CopiedObject {
  readonly type: EntityType;
  readonly sourceId: string;
  readonly id: string;
}
