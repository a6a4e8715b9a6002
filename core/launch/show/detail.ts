import { adAccountIdOf } from '../../base/account-key.ts';
import type { States } from '../journal/records.ts';
import { adSetKey, type Plan, type PlannedOperation } from '../plan/plan.ts';
import { operationKinds } from '../schema.ts';
import { adSetIdOf } from '../structure/show.ts';
import { failedAd, launchedAd } from './present.ts';
import { openStatus, type StatusPorts } from './status.ts';

export async function batchDetail(ports: StatusPorts, companyId: string, batchId: string) {
  const { status, plan, states } = await openStatus(ports, companyId, batchId);
  if (plan === undefined) return { ...status, ads: [] };
  const ads = plan.operations
    .filter(({ kind }) => kind === 'ad')
    .map((operation) => {
      const launched = launchedAd(plan, operation, states, ports.platforms);
      const failed = failedAd(plan, operation, states);
      return {
        index: operation.adIndex,
        adName: operation.name ?? '',
        adAccountId: adAccountIdOf(operation.account),
        adSetId: adSetIdOf(operation, states),
        ...nameOfAdSet(plan, operation),
        state:
          launched !== undefined
            ? ('launched' as const)
            : failed !== undefined
              ? ('failed' as const)
              : ('waiting' as const),
        adId: launched?.adId ?? null,
      };
    });
  return { ...status, ads, steps: stepsOf(plan, states) };
}

function nameOfAdSet(
  plan: Plan,
  { account, adSetId }: PlannedOperation,
): { readonly adSetName?: string } {
  const name = adSetId === undefined ? undefined : plan.adSets[adSetKey(account, adSetId)]?.name;
  return name === undefined || name === '' ? {} : { adSetName: name };
}

/** Shows progress before the first ad is there. */
function stepsOf(plan: Plan, states: States) {
  return operationKinds.flatMap((kind) => {
    const phases = plan.operations
      .filter((each) => each.kind === kind)
      .map(({ id }) => states.get(id)?.phase);
    const number = (phase: string) => phases.filter((each) => each === phase).length;
    if (phases.length === 0) return [];
    const sent = number('sending') + number('unknown');
    return [{ kind, total: phases.length, done: number('done'), failed: number('failed'), sent }];
  });
}
