import { defined } from '../../base/defined.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import { applyEntry as applyToSteps, fresh } from '../../effects/state.ts';
import type { States } from '../../effects/step.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type {
  CopiedStep,
  CopyStep,
  DuplicateEntry,
  DuplicatePlan,
  How,
  RefusedStep,
  StepKey,
  StepState,
} from './records.ts';
import { treeOf } from './tree.ts';

interface CopyState {
  readonly gaveUp?: PlatformFailure;
  readonly left?: readonly { readonly type: EntityType; readonly id: string }[];
  readonly renamed?: { readonly error?: string };
  readonly located?: { readonly error?: string };
  readonly activated?: { readonly error?: string };
}

export interface DuplicateState {
  readonly steps: States<CopiedStep, RefusedStep>;
  readonly copies: Map<number, CopyState>;
  readonly ways: Map<string, How>;
  /** Whether leftovers are possible, and whether some may still turn up later. */
  uncertain: 'no' | 'now' | 'later';
  /** Copies with an unanswered child, which may exist twice. */
  readonly doubtful: Set<number>;
  swept: boolean;
}

export const stepKey = (copy: number, sourceId: string): StepKey => `${copy}/${sourceId}`;

export const stepOf = (state: DuplicateState, copy: number, sourceId: string): StepState =>
  state.steps.get(stepKey(copy, sourceId)) ?? fresh;

/** Why the platform made no copy of an object, once it never will. */
export const refusalOf = ({ phase, failure }: StepState): PlatformFailure | undefined =>
  phase === 'failed' && failure !== undefined && 'failure' in failure ? failure.failure : undefined;

export const copyOf = (state: DuplicateState, copy: number): CopyState =>
  state.copies.get(copy) ?? {};

export function foldDuplicate(
  { names, source }: DuplicatePlan,
  entries: Iterable<DuplicateEntry>,
): DuplicateState {
  const steps: DuplicateState['steps'] = new Map();
  for (const sourceId of treeOf(source).keys())
    for (const at of names.keys()) steps.set(stepKey(at + 1, sourceId), fresh);
  const state: DuplicateState = {
    steps,
    copies: new Map(),
    ways: new Map(),
    uncertain: 'no',
    doubtful: new Set(),
    swept: false,
  };
  for (const entry of entries) applyEntry(state, entry);
  return state;
}

export function applyEntry(state: DuplicateState, entry: DuplicateEntry): void {
  applyToSteps(state.steps, entry);
  for (const [key, settled] of Object.entries(entry.outcomes ?? {})) {
    if (settled.to !== 'unknown') continue;
    // What was never answered may still come to life.
    if (!settled.answered) state.uncertain = 'later';
    else if (state.uncertain === 'no') state.uncertain = 'now';
    state.doubtful.add(Number.parseInt(key, 10));
  }
  for (const [sourceId, how] of Object.entries(entry.ways ?? {})) state.ways.set(sourceId, how);
  for (const [copy, steps] of Object.entries(entry.copies ?? {}))
    for (const step of steps)
      state.copies.set(Number(copy), applyCopyStep(copyOf(state, Number(copy)), step));
  if (entry.swept !== undefined) state.swept = true;
}

function applyCopyStep(copy: CopyState, step: CopyStep): CopyState {
  const error = 'error' in step ? defined({ error: step.error }) : {};
  switch (step.did) {
    case 'give-up':
      return { ...copy, gaveUp: step.failure };
    case 'remove':
      return { ...copy, left: step.left };
    case 'rename':
      return { ...copy, renamed: error };
    case 'locate':
      return { ...copy, located: error };
    case 'activate':
      return { ...copy, activated: error };
  }
}
