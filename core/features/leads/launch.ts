import type { AccessPorts } from '../../accounts/access.ts';
import { type AccountKey, accountKeyOf, adAccountIdOf } from '../../base/account-key.ts';
import { type Fault, PlatformError } from '../../base/errors.ts';
import { join } from '../../base/schema/faults.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import type { Addition, PlannedLaunch, PlanPorts } from '../../launch/hooks.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import { openedAccount } from './account.ts';
import { leadWatchKind } from './records.ts';

function byAccount(ads: readonly LaunchAd[]): ReadonlyMap<AccountKey, readonly LaunchAd[]> {
  const found = new Map<AccountKey, LaunchAd[]>();
  for (const ad of ads) {
    if (ad.leadFormId === undefined) continue;
    const key = accountKeyOf(ad);
    found.set(key, [...(found.get(key) ?? []), ad]);
  }
  return found;
}

/**
 * Forms that cannot be used, and terms that were not accepted. A platform that cannot be asked
 * decides when the ad is made.
 */
export async function checkForms(
  ports: AccessPorts,
  companyId: string,
  ads: readonly LaunchAd[],
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const [key, own] of byAccount(ads)) {
    const account = await openedAccount(ports, companyId, key);
    try {
      if (account !== undefined) faults.push(...(await account.leads.check(account.access, own)));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
    }
  }
  return faults;
}

/** Leads are deleted at the platform after some weeks: it is said where no one reads them. */
export async function warnUnread(
  { store }: PlanPorts,
  companyId: string,
  { ads }: PlannedLaunch,
): Promise<Addition> {
  const warnings: Warning[] = [];
  for (const [key, own] of byAccount(ads)) {
    const [first] = own;
    if (first === undefined || (await store.get(leadWatchKind, companyId, key)) !== undefined)
      continue;
    warnings.push({
      path: join(first.path, 'leadFormId'),
      code: 'leads_not_read',
      message: `The leads of ${adAccountIdOf(key)} are not read. The operation leadWatches.set begins to.`,
    });
  }
  return { warnings };
}
