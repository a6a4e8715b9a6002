import type { PlatformId } from '../base/platforms.ts';
import { kind } from '../ports/store.ts';

/** A company's credentials for one platform. */
export interface ConnectionRecord {
  readonly platform: PlatformId;
  readonly name: string;
  /** JSON of the platform's credentials, sealed by the secrets port. */
  readonly sealedCredentials: string;
  readonly createdAt: number;
  /** When the credentials end and nothing renews them; absent where they do not, or it is not known. */
  readonly endsAt?: number;
  /** What the company was last told about that end. */
  readonly told?: EndNotice;
  /** When the platform last refused to renew them. */
  readonly refusedAt?: number;
  /** When they were last renewed for their own sake, or that was tried. */
  readonly renewedAt?: number;
  /** What came of the last time somebody asked the platform whether it takes them. */
  readonly tested?: TestRecord;
  /** The accounts that somebody has picked, by id; absent: all that the credentials reach. */
  readonly only?: readonly string[];
}

/** What a platform last said to credentials. */
export interface TestRecord {
  readonly at: number;
  /** Why it does not work, and what to do; absent where it works. */
  readonly problem?: ConnectionProblem;
  /** The platform takes these credentials no more: only new ones help. */
  readonly isDead?: true;
}

export interface ConnectionProblem {
  readonly code: string | null;
  readonly message: string;
  readonly fix: string;
  readonly retryable: boolean;
}

/** How near the end of credentials is. */
export type EndNotice = 'week' | 'day' | 'ended';

export const connectionKind = kind<ConnectionRecord>('connection', { platform: 'string', createdAt: 'number' });

/** An ad account a connection reaches. Kept under its key (account-key.ts). */
export interface AdAccountRecord {
  readonly platform: PlatformId;
  /** The connection it is reached through: the newest. */
  readonly connectionId: string;
  /** Others that reach it too, the newest first. */
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
