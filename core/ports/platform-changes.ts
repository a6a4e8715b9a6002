import type { PlatformFailure } from '../base/errors.ts';
import type { Access, Budgets, EntityStatus, EntityType, Pace } from './platform-accounts.ts';
import type { WriteTimes } from './platform-create.ts';

/** Many objects at once; one result each, in order. All members are harmless when repeated. */
export interface EditCapability {
  /** The platform's own words for on and off, where they differ. */
  readonly statusWords?: { readonly ACTIVE: string; readonly PAUSED: string };
  setStatus(access: Access, changes: readonly StatusChange[]): Promise<readonly EditResult[]>;
  /**
   * Whether ads of a campaign with this objective can have an end of their own. Absent: no ads can.
   */
  endsAds?(objective: string | undefined): boolean;
  /**
   * What has an end, and whether only at the end of a day of the account's zone. Absent: campaigns
   * and ad sets, at any time.
   */
  readonly ends?: { readonly types: readonly EntityType[]; readonly wholeDays: boolean };
  /**
   * Ends delivery at a future time. A campaign without an end of its own passes it on to its ad
   * sets.
   */
  setEnd?(
    access: Access,
    changes: readonly {
      readonly type: EntityType;
      readonly id: string;
      readonly endTime: number;
      /** Of its campaign, where known. */
      readonly objective?: string | undefined;
    }[],
  ): Promise<readonly EditResult[]>;
  /** The types that can be deleted; `remove` answers a failure for others. Absent: all. */
  readonly removes?: readonly EntityType[];
  remove(
    access: Access,
    objects: readonly { readonly type: EntityType; readonly id: string }[],
  ): Promise<readonly EditResult[]>;
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
      /** The caller accepts the effect on other objects that share the budget. */
      readonly confirmed?: boolean;
    },
  ): Promise<void>;
  /**
   * Asks for another review of rejected ads. Not harmless when repeated. Throws only where nothing
   * was asked.
   */
  appeal?(access: Access, appeals: readonly Appeal[]): Promise<readonly EditResult[]>;
}

export interface Appeal {
  readonly id: string;
  readonly reason?: string;
  /** An earlier attempt may have asked: nothing is sent, the platform is only looked at. */
  readonly mayBeAsked: boolean;
}

export interface StatusChange {
  /** Undefined: the platform finds out. */
  readonly type?: EntityType;
  readonly id: string;
  readonly status: 'ACTIVE' | 'PAUSED';
}

export type EditResult = {
  readonly id: string;
  readonly failure?: PlatformFailure;
};

/** The steps of a copy; core (manage/duplicate) chooses them and their order. */
export interface DuplicateCapability extends WriteTimes {
  /** The object and all that is alive below it. Throws class 'missing' for a wrong id. */
  tree(access: Access, type: EntityType, id: string): Promise<CopySource>;
  /** Builds the object from what can be read of it, without what is below it. */
  recreate(access: Access, request: CopyRequest): Promise<CopyOutcome>;
  /**
   * Reads every field that `recreate` sends, for a probe that listens on the wire. Absent: `tree`
   * and `inspect` read them all.
   */
  held?(access: Access, type: EntityType, id: string): Promise<unknown>;
  /**
   * The account's living objects of a type whose name contains this text, oldest first: finds what
   * an unanswered copy made.
   */
  named(
    access: Access,
    type: EntityType,
    part: string,
  ): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /**
   * Types that the platform always makes switched on: `recreate` pauses them, and core once more at
   * the end.
   */
  readonly madeActive?: readonly EntityType[];
  /** Absent: every object is built with `recreate`. */
  readonly native?: NativeCopies;
}

/** Copies that the platform makes itself. */
export interface NativeCopies {
  readonly types: readonly EntityType[];
  /**
   * The most objects below the source that one answered copy may take along, and one asynchronous
   * copy.
   */
  readonly limits: { readonly sync: number; readonly async: number };
  /** How long an asynchronous copy may go on growing. */
  readonly asyncMs: number;
  /** Types that come along switched on, also where the source has them paused. */
  readonly madeActive?: readonly EntityType[];
  /**
   * Copies answered at once; one outcome each, in order. Absent where all copies are asynchronous.
   */
  copy?(access: Access, requests: readonly CopyRequest[]): Promise<readonly CopyOutcome[]>;
  /** Starts asynchronous copies. Absent, with `poll`, where all copies are answered at once. */
  start?(access: Access, requests: readonly CopyRequest[]): Promise<readonly StartOutcome[]>;
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
  /** The source of a copy, where the platform knows it. */
  readonly copiedFrom?: string;
  /** Why the platform will not copy this object, in one sentence, where known beforehand. */
  readonly notCopyable?: string;
  /** What a copy of this object may have otherwise, in sentences: said before it is made. */
  readonly notes?: readonly string[];
  readonly children: readonly CopySource[];
}

export interface CopyRequest {
  readonly type: EntityType;
  readonly sourceId: string;
  /** Undefined: beside the source. */
  readonly parentId?: string;
  readonly deep: boolean;
  readonly status: 'ACTIVE' | 'PAUSED';
  /** Ends the copy's name until it is renamed, so that it can be found again. */
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
      /** As far as the platform says. */
      readonly objects: readonly CopiedObject[];
      /** What the copy lacks of its source, because the platform no longer has it. */
      readonly warnings?: readonly string[];
    }
  | FailedCopy;

type FailedCopy =
  | { readonly state: 'failed'; readonly failure: PlatformFailure; readonly remedy?: CopyRemedy }
  | { readonly state: 'unknown'; readonly failure: PlatformFailure };

/**
 * What helps against a refused copy: copying less at once, copying without the ads and building
 * these, building the object itself.
 */
export type CopyRemedy = 'smaller' | 'recreate-ads' | 'recreate';

export type StartOutcome = { readonly state: 'started'; readonly session: string } | FailedCopy;

export interface CopiedObject {
  readonly type: EntityType;
  readonly sourceId: string;
  readonly id: string;
}
