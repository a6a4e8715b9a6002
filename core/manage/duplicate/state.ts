import { defined } from '../../base/defined.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import { rebasedDue, type Waiting } from '../../effects/waiting.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { CopyStep, DuplicateEntry, How, Settled, StepKey } from './records.ts';

export interface StepState extends Waiting {
  readonly phase: 'pending' | 'sending' | 'started' | 'unknown' | 'made' | 'failed';
  readonly how?: How;
  readonly attempts: number;
  readonly sentAt: number;
  readonly session?: string;
  readonly answered?: boolean;
  readonly id?: string;
  readonly failure?: PlatformFailure;
  readonly warnings?: readonly string[];
}

interface CopyState {
  readonly gaveUp?: PlatformFailure;
  readonly left?: readonly { readonly type: EntityType; readonly id: string }[];
  readonly renamed?: { readonly error?: string };
  readonly located?: { readonly error?: string };
  readonly activated?: { readonly error?: string };
}

export interface DuplicateState {
  readonly steps: Map<StepKey, StepState>;
  readonly copies: Map<number, CopyState>;
  readonly ways: Map<string, How>;
  /** Whether leftovers are possible, and whether some may still turn up later. */
  uncertain: 'no' | 'now' | 'later';
  /** Copies with an unanswered child, which may exist twice. */
  readonly doubtful: Set<number>;
  swept: boolean;
}

export const stepKey = (copy: number, sourceId: string): StepKey => `${copy}/${sourceId}`;

export function splitKey(key: StepKey): { readonly copy: number; readonly sourceId: string } {
  const slash = key.indexOf('/');
  return { copy: Number(key.slice(0, slash)), sourceId: key.slice(slash + 1) };
}

const fresh: StepState = { phase: 'pending', attempts: 0, notBefore: 0, sentAt: 0 };

export const stepOf = (state: DuplicateState, copy: number, sourceId: string): StepState =>
  state.steps.get(stepKey(copy, sourceId)) ?? fresh;

export const copyOf = (state: DuplicateState, copy: number): CopyState => state.copies.get(copy) ?? {};

/** Any beginning of the journal gives a state that can be resumed. */
export function foldEntries(entries: Iterable<DuplicateEntry>): DuplicateState {
  const state: DuplicateState = {
    steps: new Map(),
    copies: new Map(),
    ways: new Map(),
    uncertain: 'no',
    doubtful: new Set(),
    swept: false,
  };
  for (const entry of entries) applyEntry(state, entry);
  return state;
}

export function applyEntry(
  state: DuplicateState,
  entry: Pick<DuplicateEntry, 'at' | 'sending' | 'outcomes' | 'ways' | 'copies' | 'swept'>,
): void {
  for (const [key, how] of Object.entries(entry.sending ?? {}) as [StepKey, How][]) {
    const step = state.steps.get(key) ?? fresh;
    const attempts = step.how === how ? step.attempts + 1 : 1;
    state.steps.set(key, { ...step, phase: 'sending', how, attempts, sentAt: entry.at, answered: false });
  }
  for (const [key, settled] of Object.entries(entry.outcomes ?? {}) as [StepKey, Settled][])
    applySettled(state, key, settled, entry.at);
  for (const [sourceId, how] of Object.entries(entry.ways ?? {})) state.ways.set(sourceId, how);
  for (const [copy, steps] of Object.entries(entry.copies ?? {}))
    for (const step of steps) state.copies.set(Number(copy), applyCopyStep(copyOf(state, Number(copy)), step));
  if (entry.swept !== undefined) state.swept = true;
}

function applySettled(state: DuplicateState, key: StepKey, settled: Settled, at: number): void {
  const { session: _session, ...step } = state.steps.get(key) ?? fresh;
  switch (settled.to) {
    case 'made': {
      state.steps.set(key, { ...step, phase: 'made', id: settled.id, ...defined({ warnings: settled.warnings }) });
      const { copy } = splitKey(key);
      for (const [sourceId, id] of Object.entries(settled.below ?? {}))
        state.steps.set(stepKey(copy, sourceId), { ...fresh, phase: 'made', id, ...(step.how && { how: step.how }) });
      return;
    }
    case 'pending': {
      const attempts = settled.free ? Math.max(0, step.attempts - 1) : step.attempts;
      const { notBefore, failure } = settled;
      state.steps.set(key, { ...step, phase: 'pending', attempts, notBefore, notedAt: at, ...defined({ failure }) });
      return;
    }
    case 'started':
      state.steps.set(key, { ...step, phase: 'started', session: settled.session, notBefore: settled.notBefore, notedAt: at });
      return;
    case 'unknown': {
      const answered = settled.answered === true;
      // What was never answered may still come to life.
      if (!answered) state.uncertain = 'later';
      else if (state.uncertain === 'no') state.uncertain = 'now';
      state.doubtful.add(splitKey(key).copy);
      const { notBefore, waitedMs = 0, abandoned = step.phase === 'unknown' && step.abandoned === true, failure } = settled;
      const open = { notBefore, notedAt: at, waitedMs, waitingSince: at, abandoned, answered, ...defined({ failure }) };
      state.steps.set(key, { ...step, phase: 'unknown', ...open });
      return;
    }
    case 'failed':
      state.steps.set(key, { ...step, phase: 'failed', failure: settled.failure });
  }
}

/** For a new run: times in the journal come from other runs, whose clocks may have been wrong (`rebasedDue`). */
export function rebase(state: DuplicateState, now: number): DuplicateState {
  for (const [key, step] of state.steps) {
    const { sentAt, waitingSince } = step;
    state.steps.set(key, {
      ...step,
      notBefore: rebasedDue(step, now),
      sentAt: sentAt > 0 ? now : 0,
      ...(waitingSince !== undefined && { waitingSince: now }),
    });
  }
  return state;
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
