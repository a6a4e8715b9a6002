import type { Fault } from '../base/errors.ts';
import type { Warning } from '../base/schema/unknown-fields.ts';
import type { Access } from './platform-accounts.ts';
import type { BilledAccount } from './platform-create.ts';
import type { EntityFacts } from './platform-reads.ts';
import type { Json } from './store.ts';

/**
 * Changes existing objects field by field. The definition has the platform's schema of requests.
 * `EditCapability` changes status and budgets.
 */
export interface UpdateCapability {
  readonly campaign?: Updating;
  readonly adSet?: Updating;
  readonly ad?: Updating;
}

/** What every request for a change has; the rest is the platform's. */
export interface UpdateRequest {
  readonly accountId: string;
  readonly dryRun?: boolean | undefined;
  /** Accepts a rise by more than tenfold. */
  readonly confirm?: boolean | undefined;
}

/**
 * A cap or a bid holds spending back: without one there is no limit. A floor is an amount to be
 * spent. `pace`: when a lifetime budget is spent, besides `startTime` and `endTime`.
 */
export type MoneyField =
  | 'daily-cap'
  | 'lifetime-cap'
  | 'daily-floor'
  | 'lifetime-floor'
  | 'bid'
  | 'pace';

/** How one kind of object is changed. Requests have passed the schema of the definition. */
export interface Updating {
  readonly money?: { readonly [field: string]: MoneyField };
  /** Faults known from the request alone. Pure. Paths are those of the request as sent. */
  check(request: UpdateRequest, account: BilledAccount, now: number): readonly Fault[];
  /**
   * Reads the object and says what would change. Sends nothing. Throws class 'missing' for a wrong
   * id.
   */
  prepare(access: Access, request: UpdateRequest): Promise<PreparedUpdate>;
  /** The state of each field of a patch now, in order. */
  standing(access: Access, id: string, patch: Patch): Promise<readonly Standing[]>;
  /** Sets every field of the patch to its `after`. Harmless when repeated. */
  write(access: Access, id: string, patch: Patch): Promise<void>;
}

export interface PreparedUpdate {
  readonly object: EntityFacts;
  /** What does not fit the object as it is. With any of these nothing is sent. */
  readonly faults: readonly Fault[];
  readonly warnings: readonly Warning[];
  /** Empty: the object is as wanted. */
  readonly changes: readonly FieldChange[];
  /**
   * On how many days of a week it would spend a lifetime budget (`Pace`), where its pace changes.
   */
  readonly weekdays?: number;
  /**
   * The field of the request that takes a limit on bids away, as another strategy does, and the bid
   * until then where known.
   */
  readonly liftsBid?: { readonly field: string; readonly from: number | null } | undefined;
  /** Makes what the change refers to and does not exist yet (a creative), and answers the patch. */
  settle(): Promise<Patch>;
}

/**
 * The platform's learning phase after a change of the field: `depends`: on the size of the change;
 * `unknown`: nothing is published.
 */
export type Learning = 'resets' | 'keeps' | 'depends' | 'unknown';

/**
 * A field as people know it: by its name in requests, amounts in whole units, times as ISO 8601.
 */
export interface FieldChange {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
  readonly learning: Learning;
  /** Why the former value cannot be set again. */
  readonly final?: string;
}

/** The same as the platform takes it. Null: no value. */
export interface PatchField {
  readonly field: string;
  readonly wire: string;
  readonly before: Json;
  readonly after: Json;
}

export type Patch = readonly PatchField[];

export type Standing = 'before' | 'after' | 'other';
