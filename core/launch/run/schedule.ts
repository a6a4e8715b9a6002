import type { AccountKey } from '../../base/account-key.ts';
import type { States } from '../journal/state.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';

type Next =
  | { readonly do: 'ask'; readonly operations: readonly PlannedOperation[] }
  | { readonly do: 'send'; readonly operations: readonly PlannedOperation[] }
  | { readonly do: 'wait'; readonly until: number }
  | { readonly do: 'nothing' };

/**
 * Decides by the state alone. Open questions come first; then everything that waits for nothing goes out together, so that
 * the platform's batch requests are full and their number can be foretold.
 */
export function nextStep(operations: readonly PlannedOperation[], states: States, now: number): Next {
  const ask: PlannedOperation[] = [];
  const send: PlannedOperation[] = [];
  let until = Number.POSITIVE_INFINITY;
  for (const operation of operations) {
    const state = states.get(operation.id);
    if (state === undefined || (state.phase !== 'pending' && state.phase !== 'unknown')) continue;
    if (state.phase === 'pending' && !operation.dependsOn.every((id) => states.get(id)?.phase === 'done')) continue;
    if (state.notBefore > now) until = Math.min(until, state.notBefore);
    else if (state.phase === 'unknown' || state.maybeMade) ask.push(operation);
    else send.push(operation);
  }
  if (ask.length > 0) return { do: 'ask', operations: ask };
  if (send.length > 0) return { do: 'send', operations: send };
  return until === Number.POSITIVE_INFINITY ? { do: 'nothing' } : { do: 'wait', until };
}

export function operationsByAccount(plan: Plan): Map<AccountKey, PlannedOperation[]> {
  const byAccount = new Map<AccountKey, PlannedOperation[]>();
  for (const operation of plan.operations) {
    const list = byAccount.get(operation.account);
    if (list === undefined) byAccount.set(operation.account, [operation]);
    else list.push(operation);
  }
  return byAccount;
}

export const accountsOf = (plan: Plan): AccountKey[] => [...new Set(plan.operations.map(({ account }) => account))];

/** The operations that cannot happen, with the failed one each depends on. */
export function dependentsOf(operations: readonly PlannedOperation[], failed: ReadonlySet<string>): Map<string, string> {
  const because = new Map<string, string>();
  // Operations stand after what they depend on, so one pass reaches everything below.
  for (const { id, dependsOn } of operations) {
    const cause = dependsOn.find((each) => failed.has(each) || because.has(each));
    if (cause !== undefined && !failed.has(id)) because.set(id, because.get(cause) ?? cause);
  }
  return because;
}

/** Requests are built when their wave leaves, so no more of them are in memory. */
export const WAVES_AT_ONCE = 8;

export const inWaves = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, wave) => items.slice(wave * size, (wave + 1) * size));
