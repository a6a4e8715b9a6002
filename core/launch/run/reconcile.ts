import type { AccountAccess } from '../../accounts/access.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Outcome } from '../../ports/platform-launch.ts';
import type { Store } from '../../ports/store.ts';
import type { States } from '../journal/records.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { isAbove, resolveOperation } from '../plan/resolve.ts';
import { findParents } from '../structure/send.ts';
import { readClaims } from './other-batches.ts';

interface Search {
  readonly ports: { readonly store: Store; readonly clock: Clock };
  readonly companyId: string;
  readonly batchId: string;
  readonly plan: Plan;
  readonly states: States;
  readonly mark: string;
}

export const resolved = (
  search: Pick<Search, 'plan' | 'states' | 'mark'>,
  operation: PlannedOperation,
) =>
  resolveOperation(
    search,
    operation,
    (id) => search.states.get(id)?.result,
    search.states.get(operation.id),
  );

/**
 * Asks the platform what became of unanswered operations of one account, in their order.
 * `undefined`: nothing is seen. 'contested': what was found may be another batch's. Throws
 * PlatformError when the platform cannot be asked.
 */
export const reconcileUnanswered = (
  search: Search,
  account: AccountAccess,
  open: readonly PlannedOperation[],
  now: number,
): Promise<readonly (Outcome | 'contested' | undefined)[]> =>
  apart<Outcome | 'contested' | undefined>(open, isAbove, {
    these: (above) => findParents(search, account, above),
    others: (ads) => reconcileAds(search, account, ads, now),
  });

/** Two ways for two sorts of operations, with the answers in the order of all. */
export async function apart<A>(
  operations: readonly PlannedOperation[],
  isThis: (operation: PlannedOperation) => boolean,
  ways: {
    these(operations: readonly PlannedOperation[]): Promise<readonly A[]>;
    others(operations: readonly PlannedOperation[]): Promise<readonly A[]>;
  },
): Promise<readonly A[]> {
  const these = operations.filter(isThis);
  if (these.length === 0) return ways.others(operations);
  const others = operations.filter((operation) => !isThis(operation));
  const answers = new Map<string, A | undefined>();
  const note = (asked: readonly PlannedOperation[], answered: readonly A[]) =>
    asked.forEach(({ id }, position) => {
      answers.set(id, answered[position]);
    });
  const [one, other] = await Promise.all([
    ways.these(these),
    others.length === 0 ? [] : ways.others(others),
  ]);
  note(these, one);
  note(others, other);
  return operations.map(({ id }) => answers.get(id) as A);
}

async function reconcileAds(
  search: Search,
  { platform, access }: AccountAccess,
  open: readonly PlannedOperation[],
  now: number,
): Promise<readonly (Outcome | 'contested' | undefined)[]> {
  const { ports, companyId, batchId, states } = search;
  const { launch } = platform;
  if (launch === undefined)
    throw new Error(`${platform.definition.id} was planned for although it launches nothing.`);
  const own = [...states.values()].flatMap(({ result }) =>
    result === undefined ? [] : [result.ref],
  );
  const since = Math.min(...open.map(({ id }) => states.get(id)?.firstSentAt ?? now));
  const elsewhere = async () =>
    launch.leavesMarks ? undefined : readClaims(ports.store, companyId, batchId, since);
  const others = (await elsewhere())?.taken ?? [];
  const found = await launch.reconcile(
    access,
    open.map((operation) => resolved(search, operation)),
    [...own, ...others],
  );
  const rivals = await elsewhere();
  return open.map((operation, position) => {
    const outcome = found[position];
    return outcome?.state === 'done' && rivals?.mayBelongToAnother(operation, outcome.ref)
      ? 'contested'
      : outcome;
  });
}
