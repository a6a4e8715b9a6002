import type { Access } from '../../../core/ports/platform-accounts.ts';

/** An account's access, or credentials alone where no account is meant yet. */
export type Caller = Pick<Access, 'companyId' | 'credentials' | 'connectionId' | 'isLeaseHeld' | 'work'> & {
  readonly adAccountId?: string;
};
