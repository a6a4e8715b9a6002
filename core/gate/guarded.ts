import type { AccountAccess } from '../accounts/access.ts';
import type { GuardedAccount } from './judge.ts';

export const guardedAccount = ({ key, access }: AccountAccess): GuardedAccount => ({
  companyId: access.companyId,
  key,
  adAccountId: access.adAccountId,
  currency: access.currency,
  timezone: access.timezone,
});
