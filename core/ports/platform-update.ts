import type { Fault } from '../base/errors.ts';
import type { Warning } from '../base/schema/unknown-fields.ts';
import type { Access } from './platform-accounts.ts';
import type { BilledAccount } from './platform-create.ts';
import type { EntityFacts } from './platform-reads.ts';
import type { Json } from './store.ts';

/**
 * Campaigns, ad sets and ads that exist, changed field by field. What a request looks like is the platform's own: its
 * definition has the schema. Status and budgets are changed by `EditCapability`.
 */
export interface UpdateCapability {
  readonly campaign?: Updating;
  readonly adSet?: Updating;
  readonly ad?: Updating;
}

/** What every request for a change says; the rest is the platform's. */
export interface UpdateRequest {
  readonly accountId: string;
  readonly dryRun?: boolean | undefined;
  /** A rise by more than tenfold is meant. */
  readonly confirm?: boolean | undefined;
}

/**
 * What a field has to do with money. A cap or a bid holds spending back: without one there is no limit. A floor is an
 * amount that is to be spent. `pace`: when a lifetime budget is spent, besides `startTime` and `endTime`.
 */
export type MoneyField = 'daily-cap' | 'lifetime-cap' | 'daily-floor' | 'lifetime-floor' | 'bid' | 'pace';

/** How one kind of object is changed. Requests were read by the schema of the definition. */
export interface Updating {
  /** The fields that have to do with money. */
  readonly money?: { readonly [field: string]: MoneyField };
  /** Everything about it that can be known from the request alone. Pure. Paths are those of the request as sent. */
  check(request: UpdateRequest, account: BilledAccount, now: number): readonly Fault[];
  /** Reads the object and says what would change. Nothing is sent. Throws class 'missing' for a wrong id. */
  prepare(access: Access, request: UpdateRequest): Promise<PreparedUpdate>;
  /** How each field of a patch stands now, in order. */
  standing(access: Access, id: string, patch: Patch): Promise<readonly Standing[]>;
  /** Sets every field of the patch to its `after`. Harmless when repeated. */
  write(access: Access, id: string, patch: Patch): Promise<void>;
}

export interface PreparedUpdate {
  readonly object: EntityFacts;
  /** What does not fit the object as it is. With any of these nothing is sent. */
  readonly faults: readonly Fault[];
  readonly warnings: readonly Warning[];
  /** Fields that would have another value. Empty: the object is as wanted. */
  readonly changes: readonly FieldChange[];
  /** On how many days of a week it would spend a lifetime budget (`Pace`), where a field of its pace changes. */
  readonly weekdays?: number;
  /** Makes what the change refers to and what is not there yet (a creative), and answers the patch. */
  settle(): Promise<Patch>;
}

/**
 * What the platform's learning phase does after a change of the field: `resets` where it says so, `depends` where it says
 * that the size of the change decides, `unknown` where nothing is published.
 */
export type Learning = 'resets' | 'keeps' | 'depends' | 'unknown';

/** A field as people know it: by its name in requests, amounts in whole units, times as ISO 8601. */
export interface FieldChange {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
  readonly learning: Learning;
  /** Why the former value cannot be set again, where that is so. */
  readonly final?: string;
}

/** The same as the platform takes it. Null: the object has no value there. */
export interface PatchField {
  readonly field: string;
  readonly wire: string;
  readonly before: Json;
  readonly after: Json;
}

export type Patch = readonly PatchField[];

/** `other`: neither the value before the change nor the one after it. */
export type Standing = 'before' | 'after' | 'other';
