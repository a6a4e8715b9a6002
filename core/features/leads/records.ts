import type { AccountKey } from '../../base/account-key.ts';
import type { PlatformId } from '../../base/platforms.ts';
import type { LeadForm } from '../../ports/platform-leads.ts';
import { kind, type Stored } from '../../ports/store.ts';

/**
 * Stored under platform and id. `noticed`: the platform named it, its answers are yet to be read.
 * `erased` and `expired`: a tombstone, so that no reading brings it back.
 */
export interface LeadRecord {
  readonly account: AccountKey;
  readonly formId: string;
  readonly adId?: string;
  readonly adSetId?: string;
  readonly campaignId?: string;
  /** By the platform's clock. */
  readonly createdAt: number;
  readonly arrivedAt: number;
  /** Time and id: unique, newest last. */
  readonly sort: string;
  readonly state: 'noticed' | 'kept' | 'erased' | 'expired';
  /** When its answers go, and of a tombstone when it goes itself. */
  readonly endsAt: number;
  readonly origin: 'test' | 'organic' | 'ad' | 'unknown';
  /** Answers, as `seal.ts` writes them. */
  readonly sealed?: string;
  /** Keyed digests of its addresses and telephone numbers, to erase it by. */
  readonly marks?: readonly string[];
  readonly stages?: readonly LeadStage[];
}

/** What was told to the platform about a lead. */
export interface LeadStage {
  readonly stage: string;
  readonly happenedAt: number;
  readonly value?: string;
  readonly currency?: string;
  readonly destination: string;
}

export const leadKind = kind<LeadRecord>('lead', {
  account: 'string',
  formId: 'string',
  adId: 'string',
  sort: 'string',
  state: 'string',
  endsAt: 'number',
  origin: 'string',
  marks: 'strings',
});

export type StoredLead = Stored<LeadRecord>;

/** Stored under platform and id. */
export interface FormRecord {
  readonly account: AccountKey;
  readonly form: LeadForm;
  readonly dueAt: number;
  /** When a reading that came to its end began. */
  readonly readAt?: number;
  /** The same of readings of a week, and of all that the platform keeps. */
  readonly weekAt?: number;
  readonly wholeAt?: number;
  readonly reading?: {
    readonly since: number;
    readonly begunAt: number;
    readonly rows: number;
    readonly after?: string;
  };
  readonly newestAt?: number;
  /** What the platform said it held when the last reading ended. */
  readonly heldThen?: number;
  readonly problem?: string;
  /** Trying again does not help: a person has to give access. */
  readonly isRefused?: boolean;
}

export const formKind = kind<FormRecord>('lead-form', { account: 'string', dueAt: 'number' });

/** Stored under the account key: leads of this account are read. */
export interface WatchRecord {
  readonly startedAt: number;
  readonly keepDays: number;
  /** Where stages are sent unless a request says otherwise. */
  readonly destination?: string;
  readonly formsAt?: number;
  readonly passedAt?: number;
  readonly problem?: string;
  readonly isRefused?: boolean;
}

export const leadWatchKind = kind<WatchRecord>('lead-watch');

/** An address that a platform sends notices to. */
interface AddressRecord {
  readonly account: AccountKey;
  /** SHA-256 of the token. */
  readonly token: string;
  readonly createdAt: number;
}

export const addressKind = kind<AddressRecord>('lead-address', { account: 'string' });

/** Stored under the mark of a person: what they had sent until then does not come back. */
interface ErasureRecord {
  readonly at: number;
  readonly endsAt: number;
}

export const erasureKind = kind<ErasureRecord>('lead-erasure', { endsAt: 'number' });

/** The key of a company's marks, sealed. */
interface MarkKeyRecord {
  readonly sealed: string;
}

export const markKeyKind = kind<MarkKeyRecord>('lead-mark-key');

export const DAY = 86_400_000;
export const KEEP_DAYS = 30;
/** Where it is not known how long the platform keeps leads. */
const KEPT_DAYS = 365;

/** A tombstone outlives the lead at the platform. */
export const tombstoneMs = (keptDays: number = KEPT_DAYS): number => (keptDays + 30) * DAY;

/** Ids of two platforms may be equal. */
export const documentId = (platform: PlatformId, id: string): string => `${platform}:${id}`;

export const timeKey = (ms: number): string =>
  String(Math.max(0, Math.floor(ms))).padStart(14, '0');

export const sortKey = (createdAt: number, id: string): string =>
  `${timeKey(createdAt)}:${id}`.slice(0, 300);

/** Of a lead that was never read. */
export const bareLead = (
  account: AccountKey,
  lead: { readonly id: string; readonly formId: string; readonly at: number },
) => ({
  account,
  formId: lead.formId,
  createdAt: lead.at,
  arrivedAt: lead.at,
  sort: sortKey(lead.at, lead.id),
  origin: 'unknown' as const,
});

/** Without all that says who it was. */
export function tombstoneOf(
  { sealed: _, marks: __, stages: ___, ...doc }: LeadRecord,
  state: 'erased' | 'expired',
  endsAt: number,
): LeadRecord {
  return { ...doc, state, endsAt };
}
