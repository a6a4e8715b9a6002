import type { PlatformId } from '../base/platforms.ts';
import { kind } from '../ports/store.ts';

/** A company's credentials for one platform. */
export interface ConnectionRecord {
  readonly platform: PlatformId;
  readonly name: string;
  /** JSON, sealed by the secrets port. */
  readonly sealedCredentials: string;
  readonly createdAt: number;
  /** When the credentials end and nothing renews them; absent where they do not, or unknown. */
  readonly endsAt?: number;
  /** The last notice about that end. */
  readonly told?: EndNotice;
  /** When the platform last refused to renew them. */
  readonly refusedAt?: number;
  /** When they were last renewed ahead of their end, or that was tried. */
  readonly renewedAt?: number;
  readonly tested?: TestRecord;
  readonly token?: TokenRecord;
  /** The picked accounts, by id; absent: all that the credentials reach. */
  readonly only?: readonly string[];
}

/** What the platform last said of the token itself. */
export interface TokenRecord {
  readonly checkedAt: number;
  /** It never ends. */
  readonly isPermanent?: true;
  readonly app?: string;
  readonly missingScopes: readonly string[];
  readonly notes?: readonly string[];
}

/** The platform's last word on the credentials. */
export interface TestRecord {
  readonly at: number;
  /** Absent where it works. */
  readonly problem?: ConnectionProblem;
  /** Only new credentials help. */
  readonly isDead?: true;
}

export interface ConnectionProblem {
  readonly code: string | null;
  readonly message: string;
  readonly fix: string;
  readonly retryable: boolean;
}

export type EndNotice = 'fortnight' | 'week' | 'day' | 'ended';

export const connectionKind = kind<ConnectionRecord>('connection', {
  platform: 'string',
  createdAt: 'number',
});

/** Kept under its key (account-key.ts). */
export interface AdAccountRecord {
  readonly platform: PlatformId;
  /** The newest connection that reaches it. */
  readonly connectionId: string;
  /** Newest first. */
  readonly otherConnections?: readonly string[];
  readonly workspaceId: string;
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  readonly status: 'active' | 'disabled' | 'unsettled' | 'pending' | 'closed';
  readonly minDailyBudget?: number;
  /** Accounts above it that take no ads themselves. */
  readonly managers?: readonly string[];
}

export const adAccountKind = kind<AdAccountRecord>('ad-account', {
  platform: 'string',
  connectionId: 'string',
  workspaceId: 'string',
});
