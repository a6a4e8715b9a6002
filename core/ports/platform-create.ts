import type { Fault, PlatformFailure } from '../base/errors.ts';
import type { Currencies } from '../base/money.ts';
import type { Warning } from '../base/schema/unknown-fields.ts';
import type { Evidence } from './evidence.ts';
import type { Access, Budgets } from './platform-accounts.ts';
import type { Json } from './store.ts';

/**
 * Campaigns and ad sets from scratch. What a request for one looks like is the platform's own: its definition has the
 * schema. Each object carries the mark it was made with for good, so that one whose answer was lost can be told from
 * every other. Asking before sending again is core's (manage/create/create-once.ts).
 */
export interface CreateCapability {
  /** How long after an unanswered creation was given up on the platform may still make something, and hide it. */
  readonly settleMs: number;
  /** The longest an answer is waited for: what a process that died had sent may be carried out for that long. */
  readonly answerMs: number;
  /** How long the platform's lists may leave out what an answered call has made. */
  readonly lagMs: number;
  readonly campaign?: Creation;
  readonly adSet?: Creation;
}

/** How one kind of object is made. Requests were read by the schema of the definition. */
export interface Creation {
  /** Everything about it that can be known from the request alone. Pure. Paths are those of the request as sent. */
  check(request: CreationRequest, account: BilledAccount, now: number): readonly Fault[];
  /** The budgets it would have, those of scheduled periods included. Pure. */
  budgets(request: CreationRequest): readonly NewBudget[];
  /** What the caller should know although nothing is wrong, and what is kept for the objects below it. Pure. */
  notes(request: CreationRequest): CreationNotes;
  /** Reads what it depends on. `kept` is what the notes of the object above said to keep. Nothing is made yet. */
  prepare(access: Access, request: CreationRequest, kept: Json | undefined): Promise<PreparedCreation>;
  /** The object with this mark, where one is to be seen. */
  find(access: Access, request: CreationRequest, mark: string, kept: Json | undefined): Promise<Created | undefined>;
  /**
   * What is left to do once it is there, harmless when repeated. Answers a sentence for each part that was refused: the
   * object stands without it.
   */
  finish?(access: Access, request: CreationRequest, created: Created, isNew: boolean): Promise<readonly string[]>;
}

/** What every request for a new object says; the rest is the platform's. */
export interface CreationRequest extends Partial<Record<keyof Budgets, number | undefined>> {
  readonly accountId: string;
  readonly name: string;
  readonly status?: 'ACTIVE' | 'PAUSED' | undefined;
  /** Ad sets. */
  readonly campaignId?: string | undefined;
}

/** An ad account as far as its money goes. */
export interface BilledAccount {
  readonly currency: string;
  readonly currencies: Currencies;
  /** The least a day's budget may be, in whole currency units, where the platform says. */
  readonly minDailyBudget?: number;
  /** Where that is said, by the row of the platform about it. */
  readonly leastBudgetFrom?: Evidence;
}

export interface NewBudget {
  readonly kind: 'daily' | 'lifetime';
  readonly amount: number;
  /** Where the request names it. */
  readonly path: string;
}

export interface CreationNotes {
  readonly warnings: readonly Warning[];
  readonly keep?: Json;
}

export interface PreparedCreation {
  /** What does not fit the objects it depends on. With any of these nothing is sent. */
  readonly faults: readonly Fault[];
  send(mark: string): Promise<Created | Unanswered>;
}

export interface Created {
  readonly id: string;
  /** As the answer to the request shows it. */
  readonly record: { readonly [field: string]: Json };
  /** What went other than asked: a targeting that was replaced. */
  readonly warnings: readonly string[];
}

/** No answer, or one that does not tell: it may have been made. */
export interface Unanswered {
  readonly unanswered: PlatformFailure;
}

export interface Marked {
  readonly mark: string;
  /** The name it was given, which narrows the search. */
  readonly name: string;
}
