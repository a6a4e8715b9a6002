import type { PlatformFailure } from '../base/errors.ts';
import type { Access } from './platform-accounts.ts';
import type { Json } from './store.ts';

/**
 * Sends events from elsewhere (a sale, a lead) to where the platform counts them. Each event
 * becomes the platform's words once, in memory: identifiers are normalised and hashed by its rules,
 * what is kept afterwards is sealed. Core (core/features/conversions) resends, halves refused
 * batches and remembers keys.
 */
export interface ConversionsCapability {
  /** Of one request. */
  readonly mostEvents: number;
  /**
   * For how long the platform counts events with the same id once, ms. Events that may have arrived
   * are sent again within this time only. Absent or undefined: never again.
   */
  dedupeMs?(events: readonly Json[]): number | undefined;
  /** Events up to this old are taken. Absent: not known. */
  maxAgeDays?(source: ConversionSource): number;
  /** Pixels, datasets or conversion actions. */
  destinations(access: Access): Promise<readonly ConversionDestination[]>;
  /** What is known to be wrong before sending. Pure. */
  check(event: ConversionEvent): readonly EventFault[];
  /**
   * The event in the platform's words. Nothing of it may be personal unless the platform matches by
   * it and refuses hashes.
   */
  toWire(
    event: ConversionEvent,
    destinationId: string,
    hash: (text: string) => Promise<string>,
  ): Promise<Json>;
  /** Sends events made by `toWire`. Never throws for the platform's answer. */
  send(
    access: Access,
    destinationId: string,
    events: readonly Json[],
    options: SendOptions,
  ): Promise<SendAnswer>;
  /** The platform's own check of events: it counts none of them. */
  tryOut?(access: Access, destinationId: string, events: readonly Json[]): Promise<SendAnswer>;
  /** The outcome of a request that was answered with a receipt. */
  outcome?(access: Access, receipt: string): Promise<ReceiptOutcome>;
  /** How many events the platform counts, by day and name. */
  received?(
    access: Access,
    destinationId: string,
    range: DayRange,
  ): Promise<readonly ReceivedCount[]>;
  customConversions?(access: Access): Promise<readonly CustomConversion[]>;
  /**
   * Takes events back, or gives them another value. One outcome each, in order. Harmless when
   * repeated.
   */
  adjust?(
    access: Access,
    destinationId: string,
    adjustments: readonly Adjustment[],
  ): Promise<readonly (PlatformFailure | undefined)[]>;
}

export interface ConversionDestination {
  readonly id: string;
  readonly name: string;
  readonly kind: 'pixel' | 'dataset' | 'conversion-action' | 'conversion-rule' | 'account';
  /** Milliseconds; absent where unknown, or before the first event. */
  readonly lastEventAt?: number;
  /** Whether an API takes events for it. */
  readonly accepts: boolean;
}

export const conversionSources = [
  'website',
  'app',
  'phone_call',
  'chat',
  'email',
  'physical_store',
  'system_generated',
  'other',
] as const;
export type ConversionSource = (typeof conversionSources)[number];

export interface ConversionEvent {
  readonly eventId: string;
  /** One of ours (`purchase`), or the platform's word. */
  readonly name: string;
  /** Milliseconds. */
  readonly happenedAt: number;
  readonly source: ConversionSource;
  readonly url?: string | undefined;
  /** Decimal text. */
  readonly value?: string | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  readonly orderId?: string | undefined;
  readonly items?: readonly ConversionItem[] | undefined;
  readonly user: ConversionUser;
  readonly consent?: {
    readonly adUserData?: Consent | undefined;
    readonly adPersonalization?: Consent | undefined;
  };
}

export type Consent = 'granted' | 'denied';

export interface ConversionItem {
  readonly id: string;
  readonly quantity?: number | undefined;
  readonly price?: string | undefined;
}

/** As given; texts that are hashed may be hashes already. */
export interface ConversionUser {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly externalId?: string | undefined;
  /** The platform's own id of a lead, never hashed. */
  readonly leadId?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly city?: string | undefined;
  readonly region?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly country?: string | undefined;
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly clickIds?: { readonly [name in ClickId]?: string | undefined } | undefined;
}

export const clickIds = [
  'fbc',
  'fbp',
  'gclid',
  'gbraid',
  'wbraid',
  'ttclid',
  'ttp',
  'scCid',
  'liFatId',
  'epik',
  'oppref',
] as const;
export type ClickId = (typeof clickIds)[number];

/** A fault of a field, without its value. */
export interface EventFault {
  /** In the event: `user.email`. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export interface SendOptions {
  /** For platforms that show tests apart. */
  readonly testCode?: string | undefined;
}

export type SendAnswer =
  /**
   * `refused` has a failure at the place of each event that was not taken; `receipt` stands for a
   * later outcome; `isUncounted`: the platform did not say how many it has.
   */
  | {
      readonly taken: true;
      readonly isUncounted?: boolean;
      readonly refused?: readonly (PlatformFailure | undefined)[];
      readonly receipt?: string | undefined;
    }
  /** None was taken, or with `maybeDone` it is unknown. `at`: the event the platform blames. */
  | {
      readonly taken: false;
      readonly failure: PlatformFailure;
      readonly maybeDone: boolean;
      readonly at?: number | undefined;
    };

export type ReceiptOutcome =
  | { readonly state: 'processing' }
  /** `partial`: some were not counted, and the platform does not say which. */
  | { readonly state: 'done'; readonly partial: boolean }
  | { readonly state: 'failed'; readonly failure: PlatformFailure };

/** YYYY-MM-DD in the account's zone, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface ReceivedCount {
  readonly day: string;
  /** The platform's word. */
  readonly name: string;
  readonly count: number;
}

export interface CustomConversion {
  readonly id: string;
  readonly name: string;
  /** As the platform keeps it. */
  readonly rule?: string | undefined;
  readonly eventType?: string | undefined;
  readonly destinationId?: string | undefined;
  readonly isArchived: boolean;
}

export interface Adjustment {
  readonly kind: 'retract' | 'restate';
  readonly orderId: string;
  /** When it was decided, milliseconds. */
  readonly adjustedAt: number;
  /** Decimal text, of a restatement. */
  readonly value?: string | undefined;
  readonly currency?: string | undefined;
}
