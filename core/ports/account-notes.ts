import type { PlatformId } from '../base/platforms.ts';

/**
 * What answers of a platform told of an ad account and no question asks for: whether it may create
 * a kind of campaign.
 */
export interface AccountNotes {
  /** Kept for all processes on the database. Never waits, never throws. */
  note(of: NotedAccount, about: string, note: Omit<AccountNote, 'at'>): void;
}

export interface NotedAccount {
  readonly companyId: string;
  readonly platform: PlatformId;
  readonly adAccountId: string;
}

export interface AccountNote {
  readonly isAllowed: boolean;
  /** The platform's words, of a refusal. */
  readonly says?: string;
  readonly at: number;
}
