import type { AccountAccess } from '../../accounts/access.ts';
import type { Outcome } from '../../ports/platform-launch.ts';
import type { Store } from '../../ports/store.ts';
import type { States } from '../journal/state.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { resolveOperation } from '../plan/resolve.ts';
import { readClaims } from './other-batches.ts';

/** A batch as far as it takes to look for what it made. */
export interface Search {
  readonly ports: { readonly store: Store };
  readonly companyId: string;
  readonly batchId: string;
  readonly plan: Plan;
  readonly states: States;
  readonly mark: string;
}

/**
 * Asks the platform what became of operations of one account that were never answered, in their order.
 * `undefined`: nothing is to be seen. 'contested': what was found may be another batch's. Throws PlatformError
 * when the platform cannot be asked.
 */
export async function reconcileUnanswered(
  search: Search,
  { platform, access }: AccountAccess,
  open: readonly PlannedOperation[],
  now: number,
): Promise<readonly (Outcome | 'contested' | undefined)[]> {
  const { ports, companyId, batchId, plan, states, mark } = search;
  const { launch } = platform;
  if (launch === undefined) throw new Error(`${platform.definition.id} was planned for although it launches nothing.`);
  const own = [...states.values()].flatMap(({ result }) => (result === undefined ? [] : [result.ref]));
  const since = Math.min(...open.map(({ id }) => states.get(id)?.firstSentAt ?? now));
  const elsewhere = async () => (launch.leavesMarks ? undefined : readClaims(ports.store, companyId, batchId, since));
  const others = (await elsewhere())?.taken ?? [];
  const found = await launch.reconcile(
    access,
    open.map((operation) => resolveOperation(plan, operation, (id) => states.get(id)?.result, mark, states.get(operation.id))),
    [...own, ...others],
  );
  const rivals = await elsewhere();
  return open.map((operation, position) => {
    const outcome = found[position];
    return outcome?.state === 'done' && rivals?.mayBelongToAnother(operation, outcome.ref) ? 'contested' : outcome;
  });
}
