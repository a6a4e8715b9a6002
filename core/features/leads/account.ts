import { type AccessPorts, type AccountAccess, accessAccount } from '../../accounts/access.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { SlipwayError } from '../../base/errors.ts';
import type { LeadsCapability } from '../../ports/platform-leads.ts';

export interface LeadAccount extends AccountAccess {
  readonly leads: LeadsCapability;
}

/** One whose leads can be read. */
export interface ReadAccount extends LeadAccount {
  readonly page: NonNullable<LeadsCapability['page']>;
}

/** Undefined where the account is gone or its platform has no leads. */
export async function openedAccount(ports: AccessPorts, companyId: string, key: AccountKey): Promise<LeadAccount | undefined> {
  try {
    const account = await accessAccount(ports, companyId, key);
    const { leads } = account.platform;
    return leads && { ...account, leads };
  } catch (error) {
    // Disconnected meanwhile.
    if (error instanceof SlipwayError && (error.code === 'not_found' || error.code === 'conflict')) return undefined;
    throw error;
  }
}
