import type { AdPlatform } from '../../ports/ad-platform.ts';
import type { CreationRequest } from '../../ports/platform-create.ts';
import type { LaunchCost } from '../../ports/platform-launch.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { isNewId, isTop, type NewParent, type Parcel, parcelsOf } from './parents.ts';

/** Calls and requests of what a wave makes above the ads. */
export function costAbove(
  plan: Plan,
  operations: readonly PlannedOperation[],
  platform: AdPlatform | undefined,
): LaunchCost {
  let [calls, requests] = [0, 0];
  for (const parcel of parcelsOf(plan, operations, platform)) {
    const own =
      parcel.kind === 'finish'
        ? parcel.together?.finishCalls?.(parcel.parents.map(requestOf))
        : undefined;
    const each = own === undefined ? callsOf(parcel, platform) : [own];
    const { countsEach } = parcel.together ?? {};
    const count = countsEach === false ? Math.max(0, ...each) : sum(each);
    calls += count;
    requests += countsEach ? Math.min(1, count) : count;
  }
  return { calls, requests };
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/** As it is made. */
const requestOf = (parent: NewParent): CreationRequest => ({
  ...parent.request,
  ...(isTop(parent) && { status: 'PAUSED' as const }),
});

/** An ad set of a campaign that was there before is made after a look at it. */
function callsOf({ kind, parents }: Parcel, platform: AdPlatform | undefined): readonly number[] {
  return parents.map((parent) => {
    if (kind === 'start') return 1;
    const request = requestOf(parent);
    const { make = 1, finish = 0 } = platform?.create?.[parent.level]?.calls?.(request) ?? {};
    if (kind === 'finish') return finish;
    return parent.level === 'adSet' && !isNewId(request.campaignId) ? make + 1 : make;
  });
}
