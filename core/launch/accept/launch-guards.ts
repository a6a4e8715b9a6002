import type { Actor } from '../../access/caller.ts';
import { adAccountIdOf } from '../../base/account-key.ts';
import type { Verdict } from '../../gate/judge.ts';
import { limitsOf, readGuardrails } from '../../gate/records.ts';
import { shown } from '../../gate/words.ts';
import { judgeWorkspace } from '../../gate/workspace.ts';
import type { Store } from '../../ports/store.ts';
import type { Plan } from '../plan/plan.ts';
import { accountsOf } from '../run/schedule.ts';

/** What the guards say to a launch as a whole, whether its ads are paused or not. */
export async function judgeWhole(ports: { readonly store: Store }, caller: Actor, plan: Plan): Promise<readonly Verdict[]> {
  const accounts = accountsOf(plan);
  const record = (await readGuardrails(ports, caller.companyId))?.doc;
  const asked = plan.operations.filter(({ kind }) => kind === 'ad').length;
  const sizes = accounts.map((key): Verdict => {
    const adAccountId = adAccountIdOf(key);
    // The number of ads has no currency.
    const limit = limitsOf(record, { key, currency: '' }).adsPerLaunch;
    const message = `This would launch ${shown(asked)} ads. ${adAccountId} allows at most ${shown(limit)} ads in one launch.`;
    return { guard: 'adsPerLaunch', adAccountId, limit, asked, exceeded: asked > limit, path: 'ads', message };
  });
  return [...sizes, ...(await judgeWorkspace(ports, caller, accounts, 'ads'))];
}
