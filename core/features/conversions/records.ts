import type { AccountKey } from '../../base/account-key.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import { kind } from '../../ports/store.ts';
import type { Halving } from './halving.ts';

export interface UploadRecord {
  readonly createdAt: number;
  /** As requests name them; deliveries are numbered by their places. */
  readonly destinations: readonly string[];
  readonly events: number;
  /** What the file or tab is called that they came from. */
  readonly file?: string;
}
export const uploadKind = kind<UploadRecord>('conversion-upload', { createdAt: 'number' });

/** One letter an event. */
export const outcomeNames = {
  q: 'queued',
  s: 'sent',
  c: 'confirmed',
  r: 'refused',
  u: 'uncertain',
} as const;
export type OutcomeLetter = keyof typeof outcomeNames;

export const outcomeAt = (outcomes: string, at: number, unknown: OutcomeLetter = 'q') =>
  outcomeNames[(outcomes[at] ?? unknown) as OutcomeLetter];

/** Why unanswered events are not sent again. */
export const uncertainCauses = [
  'not_deduplicated',
  'window_over',
  'connection_lost',
  'dropped',
] as const;
export type UncertainCause = (typeof uncertainCauses)[number];

/** `at` is the position of the event. */
export interface EventFailure {
  readonly at: number;
  readonly failure: PlatformFailure;
  readonly cause?: UncertainCause;
}

/** The events of an upload for one destination. Nothing in it is personal. */
export interface DeliveryRecord {
  readonly createdAt: number;
  readonly uploadId: string;
  readonly destination: string;
  readonly account: AccountKey;
  readonly state: 'open' | 'settled';
  readonly testCode?: string;
  /** Where each event stands in the request. */
  readonly indexes: readonly number[];
  readonly keys: readonly string[];
  readonly outcomes: string;
  readonly failures: readonly EventFailure[];
  readonly work: Halving;
  /** A request that left without an answer: its events may have arrived. */
  readonly sending?: Sending | undefined;
  /** When the backup was made that it comes from: what is left may have been sent since. */
  readonly doubtedAt?: number | undefined;
  /** Of requests whose outcome the platform tells later. */
  readonly receipts?: readonly Receipt[];
  /** Of the present request. */
  readonly attempts: number;
  readonly notBefore: number;
  /** When that was decided, by a clock that may have been wrong. */
  readonly notedAt?: number;
  /** Requests sent in all. */
  readonly requests: number;
  readonly lastFailure?: PlatformFailure;
}

export interface Sending {
  readonly positions: readonly number[];
  readonly firstSentAt: number;
  /** Absent where the sending process died. */
  readonly failure?: PlatformFailure;
}

export interface Receipt {
  readonly receipt: string;
  readonly positions: readonly number[];
}

export const deliveryKind = kind<DeliveryRecord>('conversion-delivery', {
  createdAt: 'number',
  uploadId: 'string',
});

/** The sealed events of a delivery, deleted once nothing is left to send. */
export interface PayloadRecord {
  readonly createdAt: number;
  readonly sealed: string;
}
export const payloadKind = kind<PayloadRecord>('conversion-payload', { createdAt: 'number' });

/** One event at one destination, taken for ninety days. Its id and members are digests. */
export interface KeyRecord {
  readonly expiresAt: number;
  readonly firstSeenAt: number;
  readonly delivery: string;
  readonly at: number;
  /** Of the whole event. */
  readonly body: string;
  /** Of its id alone, to find it by. */
  readonly event: string;
}
export const eventKeyKind = kind<KeyRecord>('conversion-key', {
  expiresAt: 'number',
  event: 'string',
});

/** Events of a delivery by day, to compare with what arrived. */
export interface TallyRecord {
  readonly createdAt: number;
  readonly destination: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly days: readonly string[];
  /** The day of each event, as a place in `days`. */
  readonly dayOf: readonly number[];
}
export const tallyKind = kind<TallyRecord>('conversion-tally', {
  createdAt: 'number',
  destination: 'string',
  lastDay: 'string',
});

interface DestinationRecord {
  readonly account: AccountKey;
  readonly name: string;
}
export const destinationKind = kind<DestinationRecord>('conversion-place');

export const CONVERSION_QUEUE = 'conversions';
const DAY = 86_400_000;
export const KEY_MS = 90 * DAY;
/** Sealed events are kept this long at most, for sending again. */
export const PAYLOAD_MS = 7 * DAY;

export const deliveryId = (uploadId: string, place: number): string => `${uploadId}-${place}`;

export function withOutcome(
  outcomes: string,
  positions: readonly number[],
  letter: OutcomeLetter,
): string {
  const letters = outcomes.split('');
  for (const at of positions) letters[at] = letter;
  return letters.join('');
}

export function countsOf(outcomes: string) {
  const counts = { queued: 0, sent: 0, confirmed: 0, refused: 0, uncertain: 0 };
  for (const letter of outcomes) counts[outcomeNames[letter as OutcomeLetter]] += 1;
  return counts;
}
