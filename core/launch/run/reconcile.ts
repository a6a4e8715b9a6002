import type { AccountAccess } from '../../accounts/access.ts';
import type { Outcome } from '../../ports/platform-launch.ts';
import type { Store } from '../../ports/store.ts';
import type { States } from '../journal/records.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { resolveOperation } from '../plan/resolve.ts';
import { readClaims } from './other-batches.ts';

interface Search {
  readonly ports: { readonly store: Store };
  readonly companyId: string;
  readonly batchId: string;
  readonly plan: Plan;
  readonly states: States;
  readonly mark: string;
}

export const resolved = (search: Pick<Search, 'plan' | 'states' | 'mark'>, operation: PlannedOperation) =>
  resolveOperation(search, operation, (id) => search.states.get(id)?.result, search.states.get(operation.id));

/**
 * Asks the platform what became of unanswered operations of one account, in their order. `undefined`: nothing is seen.
 * 'contested': what was found may be another batch's. Throws PlatformError when the platform cannot be asked.
 */
export async function reconcileUnanswered(
  search: Search,
  { platform, access }: AccountAccess,
  open: readonly PlannedOperation[],
  now: number,
): Promise<readonly (Outcome | 'contested' | undefined)[]> {
  const { ports, companyId, batchId, states } = search;
  const { launch } = platform;
  if (launch === undefined) throw new Error(`${platform.definition.id} was planned for although it launches nothing.`);
  const own = [...states.values()].flatMap(({ result }) => (result === undefined ? [] : [result.ref]));
  const since = Math.min(...open.map(({ id }) => states.get(id)?.firstSentAt ?? now));
  const elsewhere = async () => (launch.leavesMarks ? undefined : readClaims(ports.store, companyId, batchId, since));
  const others = (await elsewhere())?.taken ?? [];
  const found = await launch.reconcile(
    access,
    open.map((operation) => resolved(search, operation)),
    [...own, ...others],
  );
  const rivals = await elsewhere();
  return open.map((operation, position) => {
    const outcome = found[position];
    return outcome?.state === 'done' && rivals?.mayBelongToAnother(operation, outcome.ref) ? 'contested' : outcome;
  });
}
