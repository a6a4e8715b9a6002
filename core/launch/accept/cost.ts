import type * as v from 'valibot';
import type { Platforms } from '../../accounts/find-account.ts';
import { adAccountIdOf } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { WAVES_AT_ONCE } from '../../effects/carry-on.ts';
import { inWaves, nextStep, stepsByAccount } from '../../effects/schedule.ts';
import { foldEntries } from '../../effects/state.ts';
import type { AdPlatform } from '../../ports/ad-platform.ts';
import type { LaunchOperation } from '../../ports/platform-launch.ts';
import type { Steps } from '../../records/steps.ts';
import type { States } from '../journal/records.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { adOf, isAbove, resolveOperation } from '../plan/resolve.ts';
import type { planCost } from '../schema.ts';
import { costAbove } from '../structure/cost.ts';
import { aboveFirst } from '../structure/parents.ts';

export type PlanCost = v.InferOutput<typeof planCost>;

const ROUND_TRIP_MS = 800;

/**
 * Prices a plan by rehearsing it with the engine's own scheduler and a platform that always says
 * yes. The number of calls is exact as long as nothing fails and videos are ready at the first
 * look.
 */
export function* priceLaunch(plan: Plan, platforms: Platforms): Steps<PlanCost> {
  let requests = 0;
  let longest = 0;
  const byAccount: PlanCost['byAccount'] = [];
  // For all accounts: each looks at its own operations alone.
  const states: States = foldEntries(plan.operations, []);
  for (const [account, operations] of stepsByAccount(plan.operations)) {
    const platform = operations[0] && platforms[adOf(plan, operations[0]).platform];
    const launch = platform?.launch;
    const { calls, ...rehearsed } = yield* rehearse(plan, operations, states, platform);
    requests += rehearsed.requests;
    longest = Math.max(longest, rehearsed.ms);
    const adAccountId = adAccountIdOf(account);
    byAccount.push({
      adAccountId,
      calls,
      ...defined({ quotaPercent: launch?.usage(adAccountId) }),
    });
  }
  return {
    platformCalls: byAccount.reduce((sum, { calls }) => sum + calls, 0),
    httpRequests: requests,
    byAccount,
    estimatedSeconds: Math.ceil(longest / 1000),
  };
}

function* rehearse(
  plan: Plan,
  operations: readonly PlannedOperation[],
  states: States,
  platform: AdPlatform | undefined,
): Steps<{ calls: number; requests: number; ms: number }> {
  const launch = platform?.launch;
  const looks = new Map(
    operations.flatMap(({ id, kind, dependsOn }) => (kind === 'ready' ? [[dependsOn[0], id]] : [])),
  );
  const total = { calls: 0, requests: 0, ms: 0 };
  const standIn = (id: string) => (states.get(id)?.phase === 'done' ? { ref: id } : undefined);
  for (;;) {
    const next = aboveFirst(nextStep(operations, states, total.ms));
    if (next.do === 'wait') total.ms = next.until;
    if (next.do === 'nothing' || next.do === 'ask') return total;
    if (next.do !== 'send') continue;
    const waves = inWaves(next.steps, launch?.waveSize ?? 1);
    for (const wave of waves) {
      const resolved: LaunchOperation[] = [];
      for (const operation of wave) {
        yield;
        if (!isAbove(operation))
          resolved.push(resolveOperation({ plan, mark: 'batch' }, operation, standIn));
      }
      const cost = resolved.length === 0 ? undefined : launch?.cost(resolved);
      const above = costAbove(plan, wave.filter(isAbove), platform);
      total.calls += above.calls + (cost?.calls ?? 0);
      total.requests += above.requests + (cost?.requests ?? 0);
    }
    total.ms += ROUND_TRIP_MS * Math.ceil(waves.length / WAVES_AT_ONCE);
    const firstLook = total.ms + (launch?.firstLookMs ?? 0);
    for (const { id, kind } of next.steps) {
      const state = states.get(id);
      if (state === undefined) continue;
      states.set(id, { ...state, phase: 'done', result: { ref: id } });
      // The engine looks at a video some time after its upload.
      const look = kind === 'video' ? looks.get(id) : undefined;
      if (look !== undefined) states.set(look, { ...state, notBefore: firstLook });
    }
  }
}
