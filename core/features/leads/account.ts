import { type AccessPorts, type AccountAccess, accessIfThere } from '../../accounts/access.ts';
import type { AccountKey } from '../../base/account-key.ts';
import type { LeadsCapability } from '../../ports/platform-leads.ts';

export interface LeadAccount extends AccountAccess {
  readonly leads: LeadsCapability;
}

/** One whose leads can be read. */
export interface ReadAccount extends LeadAccount {
  readonly page: NonNullable<LeadsCapability['page']>;
}

/** Undefined where the account is gone or its platform has no leads. */
export async function openedAccount(
  ports: AccessPorts,
  companyId: string,
  key: AccountKey,
): Promise<LeadAccount | undefined> {
  const account = await accessIfThere(ports, companyId, key);
  const leads = account?.platform.leads;
  return account && leads && { ...account, leads };
}
