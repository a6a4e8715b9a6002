import { accessAccount } from '../../accounts/access.ts';
import { type AccountKey, adAccountIdOf } from '../../base/account-key.ts';
import { PlatformError, SlipwayError } from '../../base/errors.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import { stepsByAccount } from '../../effects/schedule.ts';
import type { DayQuota } from '../../ports/platform-launch.ts';
import type { Plan } from '../plan/plan.ts';
import { adOf } from '../plan/resolve.ts';
import type { PlanCost } from './cost.ts';
import type { PreparePorts } from './prepare.ts';

/** A plan's cost with what is left of the day's quota, and a warning where the plan needs more. */
export async function withDayQuota(
  ports: PreparePorts,
  companyId: string,
  plan: Plan,
  cost: PlanCost,
): Promise<{ readonly cost: PlanCost; readonly warnings: readonly Warning[] }> {
  const warnings: Warning[] = [];
  const byAccount: PlanCost['byAccount'] = [];
  const accounts = [...stepsByAccount(plan.operations).keys()];
  for (const [position, each] of cost.byAccount.entries()) {
    const account = accounts[position];
    const quota = account && (await quotaOf(ports, companyId, plan, account));
    if (quota === undefined) {
      byAccount.push(each);
      continue;
    }
    const limit = typeof quota.limit === 'number' ? quota.limit : null;
    const left = limit === null ? null : Math.max(0, limit - quota.used);
    byAccount.push({ ...each, dayQuota: { used: quota.used, limit, left } });
    if (left !== null && left < each.calls)
      warnings.push(tooFew(account, each.calls, left, limit ?? 0));
  }
  return { cost: { ...cost, byAccount }, warnings };
}

const tooFew = (
  account: AccountKey | undefined,
  needed: number,
  left: number,
  limit: number,
): Warning => ({
  path: 'ads',
  code: 'day_quota',
  message: `The launch takes ${needed} operations in ${account === undefined ? 'an account' : adAccountIdOf(account)}, and ${left} of the ${limit} that the platform allows in 24 hours are left. The rest waits until the platform takes more.`,
});

/** Undefined where it cannot be read: a plan is good without. */
async function quotaOf(
  ports: PreparePorts,
  companyId: string,
  plan: Plan,
  account: AccountKey,
): Promise<DayQuota | undefined> {
  const [operation] = stepsByAccount(plan.operations).get(account) ?? [];
  const launch = operation && ports.platforms[adOf(plan, operation).platform]?.launch;
  if (launch?.dayQuota === undefined) return undefined;
  try {
    return await launch.dayQuota((await accessAccount(ports, companyId, account)).access);
  } catch (error) {
    if (error instanceof PlatformError || error instanceof SlipwayError) return undefined;
    throw error;
  }
}
