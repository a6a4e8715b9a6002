import type { PlatformFailure } from '../base/errors.ts';
import type { Access } from './platform-accounts.ts';
import type { Json } from './store.ts';

/**
 * Events that happened elsewhere (a sale, a lead), sent to where the platform counts them. Each event becomes the
 * platform's own words once, in memory: identifiers are normalised and hashed by its rules, and what is kept of the
 * event afterwards is sealed. Asking again, halving refused batches and remembering keys are core's (core/features/conversions).
 */
export interface ConversionsCapability {
  /** The most events of one request. */
  readonly mostEvents: number;
  /**
   * For how long the platform counts these events once by their ids, ms. Events that may have arrived are sent again
   * within this time and never after it. Absent or undefined where the platform promises nothing: never again.
   */
  dedupeMs?(events: readonly Json[]): number | undefined;
  /** Events from so many days back are taken. Absent: not known. */
  maxAgeDays?(source: ConversionSource): number;
  /** The pixels, datasets or conversion actions of an account. */
  destinations(access: Access): Promise<readonly ConversionDestination[]>;
  /** Everything about an event that can be known before it is sent. Pure. */
  check(event: ConversionEvent): readonly EventFault[];
  /** The event in the platform's words. Nothing of it may be personal unless the platform matches by it and refuses hashes. */
  toWire(event: ConversionEvent, destinationId: string, hash: (text: string) => Promise<string>): Promise<Json>;
  /** Sends events as `toWire` made them. Never throws for what the platform says. */
  send(access: Access, destinationId: string, events: readonly Json[], options: SendOptions): Promise<SendAnswer>;
  /** The platform's own check of events: it counts none of them. */
  tryOut?(access: Access, destinationId: string, events: readonly Json[]): Promise<SendAnswer>;
  /** What became of a request that was answered with a receipt. */
  outcome?(access: Access, receipt: string): Promise<ReceiptOutcome>;
  /** How many events the platform counts, by day and name. */
  received?(access: Access, destinationId: string, range: DayRange): Promise<readonly ReceivedCount[]>;
  customConversions?(access: Access): Promise<readonly CustomConversion[]>;
  /** Takes events back, or gives them another value. One outcome each, in order. Sending one twice changes nothing more. */
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
  /** Milliseconds; absent where the platform does not tell, or where there was none. */
  readonly lastEventAt?: number;
  /** Whether events can be sent to it through an API. */
  readonly accepts: boolean;
}

export const conversionSources = [
  ...(['website', 'app', 'phone_call', 'chat', 'email', 'physical_store', 'system_generated', 'other'] as const),
];
export type ConversionSource = (typeof conversionSources)[number];

export interface ConversionEvent {
  readonly eventId: string;
  /** One of ours (`purchase`), or whatever the platform calls it. */
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

/** Texts as they were given; those that are hashed may be hashes already. */
export interface ConversionUser {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly externalId?: string | undefined;
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

export const clickIds = ['fbc', 'fbp', 'gclid', 'gbraid', 'wbraid', 'ttclid', 'ttp', 'scCid', 'liFatId', 'epik'] as const;
export type ClickId = (typeof clickIds)[number];

/** What is wrong with a field of an event; nothing of its value. */
export interface EventFault {
  /** In the event: `user.email`. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export interface SendOptions {
  /** Where the platform shows tests apart from what counts. */
  readonly testCode?: string | undefined;
}

export type SendAnswer =
  /**
   * Taken. `refused` has a failure at the place of each event that was not; `receipt` stands for an outcome that comes
   * later; `isUncounted`: the platform did not say how many it has.
   */
  | {
      readonly taken: true;
      readonly isUncounted?: boolean;
      readonly refused?: readonly (PlatformFailure | undefined)[];
      readonly receipt?: string | undefined;
    }
  /** None of them was taken. `maybeDone`: nobody knows. `at`: the event the platform blames, where it says. */
  | { readonly taken: false; readonly failure: PlatformFailure; readonly maybeDone: boolean; readonly at?: number | undefined };

export type ReceiptOutcome =
  | { readonly state: 'processing' }
  /** `partial`: some were not counted, and the platform does not say which. */
  | { readonly state: 'done'; readonly partial: boolean }
  | { readonly state: 'failed'; readonly failure: PlatformFailure };

/** YYYY-MM-DD in the zone of the account, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface ReceivedCount {
  readonly day: string;
  /** As the platform calls the event. */
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
  /** Milliseconds: when it was decided. */
  readonly adjustedAt: number;
  /** Decimal text, of a restatement. */
  readonly value?: string | undefined;
  readonly currency?: string | undefined;
}
