import type { Access } from '../../../core/ports/platform-accounts.ts';

/** Who calls: an account's access, or just credentials where no account is meant yet. */
export type Caller = Pick<Access, 'companyId' | 'credentials' | 'connectionId' | 'isLeaseHeld' | 'work'> & {
  readonly adAccountId?: string;
};
