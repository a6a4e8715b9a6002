import { inWaves, type Next } from '../../effects/schedule.ts';
import type { AdPlatform } from '../../ports/ad-platform.ts';
import type { CreationTogether } from '../../ports/platform-create.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { isAbove } from '../plan/resolve.ts';
import { isNewId, type NewParent } from './parents.ts';

/** Operations above the ads that leave as one request. */
export interface Parcel {
  readonly kind: 'make' | 'finish' | 'start';
  readonly operations: readonly PlannedOperation[];
  /** Of the operations, in order. */
  readonly parents: readonly NewParent[];
  /** Absent: the platform takes one at a time. */
  readonly together?: CreationTogether | undefined;
}

/**
 * Objects of one level travel together where the platform takes several: campaigns, and ad sets whose campaign the launch has
 * made. An ad set of a campaign that was there before is looked at by itself. Pure.
 */
export function parcelsOf(
  plan: Pick<Plan, 'parents'>,
  operations: readonly PlannedOperation[],
  platform: Pick<AdPlatform, 'create'> | undefined,
  mostOf: (together: CreationTogether | undefined) => number = (together) => together?.most ?? 1,
): readonly Parcel[] {
  const groups = new Map<string, { readonly parcel: Omit<Parcel, 'operations' | 'parents'>; readonly own: PlannedOperation[] }>();
  for (const operation of operations) {
    const { level, request } = parentOf(plan, operation);
    const kind = operation.kind === 'finish' || operation.kind === 'start' ? operation.kind : 'make';
    const { together } = platform?.create?.[level] ?? {};
    const isAlone = kind !== 'start' && (together === undefined || (level === 'adSet' && !isNewId(request.campaignId)));
    const campaign = together?.perCampaign && kind !== 'start' ? request.campaignId : '';
    const key = isAlone ? operation.id : `${kind} ${level} ${campaign}`;
    const group = groups.get(key) ?? { parcel: { kind, together: isAlone ? undefined : together }, own: [] };
    groups.set(key, group);
    group.own.push(operation);
  }
  return [...groups.values()].flatMap(({ parcel, own }) =>
    inWaves(own, parcel.kind === 'make' ? mostOf(parcel.together) : own.length).map((some) => ({
      ...parcel,
      operations: some,
      parents: some.map((operation) => parentOf(plan, operation)),
    })),
  );
}

export function parentOf(plan: Pick<Plan, 'parents'>, { id, parent }: PlannedOperation): NewParent {
  const found = plan.parents?.find((each) => each.id === parent);
  if (found === undefined) throw new Error(`Operation ${id} names ${parent}, which its plan does not make.`);
  return found;
}

/** What is made above the ads goes first, side by side, so that it fills few requests. */
export function aboveFirst(next: Next<PlannedOperation>): Next<PlannedOperation> {
  if (next.do !== 'send') return next;
  const above = next.steps.filter(isAbove);
  if (above.length === 0) return next;
  const order = (kind: string) => above.filter((operation) => operation.kind === kind);
  const sorted = ['campaign', 'adset', 'finish', 'start'].flatMap(order);
  return { ...next, steps: [...sorted, ...next.steps.filter((operation) => !isAbove(operation))] };
}
