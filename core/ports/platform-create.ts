import type { Fault, PlatformFailure } from '../base/errors.ts';
import type { Currencies } from '../base/money.ts';
import type { Warning } from '../base/schema/unknown-fields.ts';
import type { Evidence } from './evidence.ts';
import type { Access, AdSet, Budgets, Pace } from './platform-accounts.ts';
import type { Json } from './store.ts';

/**
 * New campaigns and ad sets. The definition has the platform's schema of requests. Each object
 * keeps the mark it was made with, so that it can be found if the answer was lost; core
 * (manage/create/create-once.ts) asks before sending again.
 */
export interface CreateCapability extends WriteTimes {
  readonly campaign?: Creation;
  readonly adSet?: Creation;
}

/** How one kind of object is made. Requests have passed the schema of the definition. */
export interface Creation {
  /** Faults known from the request alone. Pure. Paths are those of the request as sent. */
  check(request: CreationRequest, account: BilledAccount, now: number): readonly Fault[];
  /** Its budgets, those of scheduled periods included, its caps, least amounts and bid. Pure. */
  budgets(request: CreationRequest): readonly NewBudget[];
  /** Warnings to the caller, and what is kept for the objects below it. Pure. */
  notes(request: CreationRequest): CreationNotes;
  /** Campaigns that can be planned with their ad sets: what the rules for these go by. Pure. */
  asParent?(request: CreationRequest): ParentFacts;
  /**
   * Ad sets that can be planned before their campaign is there: what does not fit, and what the
   * rules for its ads go by. Pure.
   */
  within?(
    request: CreationRequest,
    campaign: ParentFacts,
  ): { readonly faults: readonly Fault[]; readonly facts: NewAdSetFacts };
  /**
   * What a new one takes over from one that exists. Throws class 'missing' for a wrong id.
   *
   * @param given what its request says itself
   */
  like?(
    access: Access,
    id: string,
    given: { readonly [field: string]: unknown },
  ): Promise<Likeness>;
  /** Calls for one, without the campaign that `prepare` reads: to make it, and to finish it. */
  calls?(request: CreationRequest): { readonly make: number; readonly finish: number };
  /**
   * Reads what it depends on, and makes nothing. `kept` comes from the notes of the object above.
   * `above`: its campaign, where the same launch has just made it and `within` has judged it; then
   * nothing is read.
   */
  prepare(
    access: Access,
    request: CreationRequest,
    kept: Json | undefined,
    above?: ParentFacts,
  ): Promise<PreparedCreation>;
  /** The object with this mark, where one is visible. */
  find(
    access: Access,
    request: CreationRequest,
    mark: string,
    kept: Json | undefined,
  ): Promise<Created | undefined>;
  /**
   * What is left to do once it exists, harmless when repeated. Answers each refused part: the
   * object stands without it.
   */
  finish?(
    access: Access,
    request: CreationRequest,
    created: Created,
    isNew: boolean,
  ): Promise<readonly RefusedPart[]>;
  /** Where one request makes several. */
  readonly together?: CreationTogether;
}

/**
 * Several objects of one kind at once, each answered in order: campaigns, and ad sets of campaigns
 * that were just made.
 */
export interface CreationTogether {
  /** Made by one request. 1: only looked for and finished together. */
  readonly most: number;
  /** The platform counts each object of a request as a call. */
  readonly countsEach: boolean;
  /** A request makes and finishes ad sets of one campaign. */
  readonly perCampaign?: boolean;
  /** Throws PlatformError only where none of them was made. */
  send(
    access: Access,
    wanted: readonly WantedCreation[],
  ): Promise<readonly (Created | Unanswered | Refused)[]>;
  find(
    access: Access,
    wanted: readonly WantedCreation[],
  ): Promise<readonly (Created | undefined)[]>;
  /** `Creation.finish` of each. */
  finish?(
    access: Access,
    made: readonly FinishedCreation[],
  ): Promise<readonly (readonly RefusedPart[])[]>;
  /** Calls to finish so many of them. Default: those of one. */
  finishCalls?(requests: readonly CreationRequest[]): number;
}

export interface RefusedPart {
  /** A field of the request. */
  readonly path: string;
  readonly message: string;
}

export interface WantedCreation {
  readonly request: CreationRequest;
  readonly mark: string;
  readonly above?: ParentFacts;
}

export interface FinishedCreation {
  readonly request: CreationRequest;
  readonly id: string;
}

/** Refused, and nothing was made. */
export interface Refused {
  readonly refused: PlatformFailure;
}

export interface Likeness {
  readonly name: string;
  /** By the names of requests. */
  readonly settings: { readonly [field: string]: unknown };
  /** What it has besides, and the new one will not have. */
  readonly left: readonly string[];
}

/** What ad sets and ads must know of their campaign. */
export interface ParentFacts extends Budgets {
  readonly objective: string;
  readonly endTime?: number;
  readonly traits?: readonly string[];
  /** Left to its ad sets, as `notes` of the campaign keeps it. */
  readonly kept?: Json | undefined;
}

/** What ads must know of an ad set that is made with them. */
export type NewAdSetFacts = Pick<
  AdSet,
  'optimizationGoal' | 'destinationType' | 'promotedPage' | 'traits' | 'capacity'
> &
  Pace;

/** What every request for a new object has; the rest is the platform's. */
export interface CreationRequest extends Partial<Record<keyof Budgets, number | undefined>> {
  readonly accountId: string;
  readonly name: string;
  readonly status?: 'ACTIVE' | 'PAUSED' | undefined;
  /** Ad sets. */
  readonly campaignId?: string | undefined;
}

/** The money side of an ad account. */
export interface BilledAccount {
  readonly currency: string;
  readonly currencies: Currencies;
  /** The least daily budget, in whole currency units, where the platform says. */
  readonly minDailyBudget?: number;
  /** The platform's row that says so. */
  readonly leastBudgetFrom?: Evidence;
}

export interface NewBudget {
  readonly kind: 'daily' | 'lifetime' | 'bid';
  /** Where it is no budget: `campaignSpendCap`. */
  readonly what?: string;
  readonly amount: number;
  /** In the request. */
  readonly path: string;
}

export interface CreationNotes {
  readonly warnings: readonly Warning[];
  readonly keep?: Json;
}

export interface PreparedCreation {
  /** What does not fit the objects it depends on. With any of these nothing is sent. */
  readonly faults: readonly Fault[];
  /** What its author should know of the objects it depends on. */
  readonly warnings?: readonly Warning[];
  send(mark: string): Promise<Created | Unanswered>;
}

export interface Created {
  readonly id: string;
  /** As the answer shows it. */
  readonly record: { readonly [field: string]: Json };
  /** What differs from the request, and in which field of it: a narrower targeting. */
  readonly warnings: readonly Pick<Warning, 'path' | 'message'>[];
}

/** How long a platform may take to show what a call made. */
export interface WriteTimes {
  /**
   * After an unanswered call was given up the platform may still make something, and hide it, for
   * this long.
   */
  readonly settleMs: number;
  /**
   * The longest wait for an answer: what a dead process had sent may be carried out for that long.
   */
  readonly answerMs: number;
  /** How long lists may leave out what an answered call has made. */
  readonly lagMs: number;
}

/** No clear answer: it may have been made. */
export interface Unanswered {
  readonly unanswered: PlatformFailure;
}

export interface Marked {
  readonly mark: string;
  /** Narrows the search. */
  readonly name: string;
}
