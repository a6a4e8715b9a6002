import type { AccountKey } from '../base/account-key.ts';
import type { Step, StepState } from './step.ts';

/** What a plan does next. With nothing to do and no time to wait for, it is over. */
export type Next<S> =
  | { readonly do: 'ask' | 'poll' | 'send'; readonly steps: readonly S[] }
  /** What only its kind knows: giving up, removing, finishing. */
  | { readonly do: 'own'; work(): Promise<void> }
  | { readonly do: 'wait'; readonly until: number }
  | { readonly do: 'nothing' };

/**
 * Decides by the state alone. Open questions come first; then everything that waits for nothing
 * goes out together, so that the platform's batch requests are full and their number can be
 * foretold.
 */
export function nextStep<S extends Pick<Step, 'id' | 'dependsOn'>>(
  steps: readonly S[],
  states: ReadonlyMap<string, StepState>,
  now: number,
): Next<S> {
  const ask: S[] = [];
  const send: S[] = [];
  let until = Number.POSITIVE_INFINITY;
  for (const step of steps) {
    const state = states.get(step.id);
    if (state === undefined || (state.phase !== 'pending' && state.phase !== 'unknown')) continue;
    if (
      state.phase === 'pending' &&
      !step.dependsOn.every((id) => states.get(id)?.phase === 'done')
    )
      continue;
    if (state.notBefore > now) until = Math.min(until, state.notBefore);
    else if (state.phase === 'unknown' || state.maybeMade) ask.push(step);
    else send.push(step);
  }
  if (ask.length > 0) return { do: 'ask', steps: ask };
  if (send.length > 0) return { do: 'send', steps: send };
  return until === Number.POSITIVE_INFINITY ? { do: 'nothing' } : { do: 'wait', until };
}

export function stepsByAccount<S extends Step>(steps: readonly S[]): Map<AccountKey, S[]> {
  const byAccount = new Map<AccountKey, S[]>();
  for (const step of steps) {
    const list = byAccount.get(step.account);
    if (list === undefined) byAccount.set(step.account, [step]);
    else list.push(step);
  }
  return byAccount;
}

export const accountsOf = (steps: readonly Step[]): AccountKey[] => [
  ...new Set(steps.map(({ account }) => account)),
];

/** The steps that cannot happen, with the failed one each depends on. */
export function dependentsOf(
  steps: readonly Step[],
  failed: ReadonlySet<string>,
): Map<string, string> {
  const because = new Map<string, string>();
  // Steps stand after what they depend on, so one pass reaches everything below.
  for (const { id, dependsOn } of steps) {
    const cause = dependsOn.find((each) => failed.has(each) || because.has(each));
    if (cause !== undefined && !failed.has(id)) because.set(id, because.get(cause) ?? cause);
  }
  return because;
}

export const inWaves = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, wave) =>
    items.slice(wave * size, (wave + 1) * size),
  );
