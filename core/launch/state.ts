import type { PlatformFailure } from '../errors.ts';
import type { Plan, PlannedOperation } from './plan.ts';
import type { AdFailure, JournalEntry, OperationResult, Settled, Stage } from './records.ts';

/** Where one operation stands. */
export interface OperationState {
  readonly phase: 'pending' | 'sending' | 'unknown' | 'done' | 'failed';
  /** How often it was sent and its answer noted, or given up on. A worker's death in between does not count. */
  readonly attempts: number;
  /** When to send it, or to ask about it, at the earliest. */
  readonly notBefore: number;
  /** When it was first and last sent. */
  readonly firstSentAt?: number;
  readonly sentAt?: number;
  /** When its answer was given up on. */
  readonly unknownSince?: number;
  /** It is unknown because its worker died, which may have been long before the platform is done with it. */
  readonly abandoned?: boolean;
  /** Something may exist on the platform that we hold no id of. */
  readonly maybeMade: boolean;
  readonly result?: OperationResult;
  readonly failure?: { readonly failure: AdFailure; readonly stage: Stage } | { readonly because: string };
  /** Why it was sent more than once. */
  readonly lastFailure?: PlatformFailure;
}

export type States = Map<string, OperationState>;

const fresh: OperationState = { phase: 'pending', attempts: 0, notBefore: 0, maybeMade: false };

/** Everything a batch is, computed from its plan and its journal: any prefix of the journal gives a state that can be resumed. */
export function foldJournal(plan: Plan, entries: Iterable<JournalEntry>): States {
  const states: States = new Map(plan.operations.map(({ id }) => [id, fresh]));
  for (const entry of entries) applyEntry(states, entry);
  return states;
}

export function applyEntry(states: States, entry: JournalEntry): void {
  const update = (id: string, change: (state: OperationState) => OperationState): void => {
    const state = states.get(id);
    if (state !== undefined) states.set(id, change(state));
  };
  for (const id of entry.sending ?? [])
    update(id, (state) => ({
      ...state,
      phase: 'sending',
      firstSentAt: state.firstSentAt ?? entry.at,
      sentAt: entry.at,
      maybeMade: true,
    }));
  for (const [id, settled] of Object.entries(entry.outcomes ?? {})) update(id, (state) => settleState(state, settled, entry.at));
  for (const id of entry.again ?? [])
    update(id, ({ maybeMade, abandoned, firstSentAt, sentAt }) => ({
      ...fresh,
      phase: maybeMade ? 'unknown' : 'pending',
      maybeMade,
      // Of what was made for certain not, only what comes after can be ours, and its time starts anew.
      ...(maybeMade && {
        ...(abandoned && { abandoned }),
        ...(firstSentAt !== undefined && { firstSentAt }),
        ...(sentAt !== undefined && { sentAt }),
      }),
    }));
}

function settleState(state: OperationState, settled: Settled, at: number): OperationState {
  const { phase: _phase, failure: _failure, lastFailure, ...unchanged } = state;
  const rest = { ...unchanged, attempts: state.attempts + (state.phase === 'sending' && isAnswer(settled) ? 1 : 0) };
  switch (settled.to) {
    case 'done': {
      const { to: _to, ...result } = settled;
      return { ...rest, phase: 'done', maybeMade: false, result };
    }
    case 'pending': {
      const reason = settled.failure ?? lastFailure;
      return {
        ...rest,
        phase: 'pending',
        maybeMade: false,
        notBefore: settled.notBefore,
        ...(reason === undefined ? {} : { lastFailure: reason }),
      };
    }
    case 'unknown': {
      const reason = settled.failure ?? lastFailure;
      const unknownSince = state.phase === 'unknown' ? (state.unknownSince ?? at) : at;
      return {
        ...rest,
        phase: 'unknown',
        unknownSince,
        abandoned: state.phase === 'sending' ? settled.failure === undefined : state.abandoned === true,
        notBefore: settled.notBefore,
        ...(reason === undefined ? {} : { lastFailure: reason }),
      };
    }
    case 'failed':
      // An operation that fails while its outcome is open stays "maybe made": a later retry asks first.
      return {
        ...rest,
        maybeMade: state.phase === 'unknown',
        phase: 'failed',
        failure: 'because' in settled ? { because: settled.because } : { failure: settled.failure, stage: settled.stage },
      };
  }
}

/** Repeating these is harmless: the platform knows an image by its content, and a question changes nothing. */
export const isIdempotent = (operation: PlannedOperation): boolean => operation.kind === 'image' || operation.kind === 'ready';

/** Videos that are still being processed and operations a dead worker left behind were not answered. */
const isAnswer = (settled: Settled): boolean => settled.to === 'done' || settled.to === 'failed' || settled.failure !== undefined;

/**
 * What was on its way when a worker died: harmless ones are sent again, the rest is unknown until the
 * platform has been asked.
 */
export function afterCrash(plan: Plan, states: States, now: number): { [operationId: string]: Settled } {
  const outcomes: { [operationId: string]: Settled } = {};
  for (const operation of plan.operations)
    if (states.get(operation.id)?.phase === 'sending')
      outcomes[operation.id] = { to: isIdempotent(operation) ? 'pending' : 'unknown', notBefore: now };
  return outcomes;
}

/** The failure of an operation, its own or that of the one it failed with. */
export function failureOf(states: States, id: string): { readonly failure: AdFailure; readonly stage: Stage } | undefined {
  const failure = states.get(id)?.failure;
  if (failure === undefined) return undefined;
  return 'because' in failure ? failureOf(states, failure.because) : failure;
}
