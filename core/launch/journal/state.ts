import type { PlatformFailure } from '../../base/errors.ts';
import { rebasedDue, type Waiting } from '../../effects/waiting.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import type { AdFailure, JournalEntry, OperationResult, Settled, Stage } from './records.ts';

/** Where one operation stands. */
export interface OperationState extends Waiting {
  readonly phase: 'pending' | 'sending' | 'unknown' | 'done' | 'failed';
  /** How often it was sent and its answer noted, or given up on. A worker's death in between does not count. */
  readonly attempts: number;
  /** How often it was refused as one call too many, before anything happened: these count by themselves. */
  readonly throttles?: number;
  /** How long it has been put off while the platform was at work on it. */
  readonly processingMs?: number;
  /** When it was first and last sent, by our clock; and first by the platform's own, where that is known. */
  readonly firstSentAt?: number;
  readonly sentAt?: number;
  readonly firstSentAtPlatform?: number;
  /** Something may exist on the platform that we hold no id of. What is pending all the same is looked for before it is sent. */
  readonly maybeMade: boolean;
  readonly result?: OperationResult;
  readonly failure?: { readonly failure: AdFailure; readonly stage: Stage } | { readonly because: string };
  /** Why it was sent more than once. */
  readonly lastFailure?: PlatformFailure;
}

export type States = Map<string, OperationState>;

const fresh: OperationState = { phase: 'pending', attempts: 0, notBefore: 0, maybeMade: false };

/** Operations of a plan, all of them or those that are asked about. */
interface Folded {
  readonly operations: Iterable<Pick<PlannedOperation, 'id'>>;
}

/** Everything a batch is, computed from its plan and its journal: any prefix of the journal gives a state that can be resumed. */
export function foldJournal({ operations }: Folded, entries: Iterable<JournalEntry>): States {
  const states: States = new Map();
  for (const { id } of operations) states.set(id, fresh);
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
      ...(state.firstSentAt === undefined && entry.platformAt !== undefined && { firstSentAtPlatform: entry.platformAt }),
      sentAt: entry.at,
      maybeMade: true,
    }));
  for (const [id, settled] of Object.entries(entry.outcomes ?? {})) update(id, (state) => settleState(state, settled, entry.at));
  for (const id of entry.doubted ?? [])
    update(id, (state) => ({
      ...state,
      phase: 'pending',
      maybeMade: true,
      abandoned: true,
      waitedMs: 0,
      firstSentAt: state.firstSentAt ?? entry.at,
      sentAt: entry.at,
    }));
  for (const id of entry.again ?? [])
    update(id, (state) => {
      if (!state.maybeMade) return fresh;
      // Something may exist from before: it is looked for, and what is known of its time stays known.
      const { result: _result, failure: _failure, lastFailure: _lastFailure, ...open } = state;
      return { ...open, phase: 'pending', attempts: 0, notBefore: 0 };
    });
}

function settleState(state: OperationState, settled: Settled, at: number): OperationState {
  const { phase: _phase, failure: _failure, lastFailure, ...unchanged } = state;
  const isCounted = state.phase === 'sending' && isAnswer(settled);
  const isThrottled = settled.to === 'pending' && settled.failure?.class === 'throttled';
  const rest = {
    ...unchanged,
    attempts: state.attempts + (isCounted && !isThrottled ? 1 : 0),
    ...(isCounted && isThrottled && { throttles: (state.throttles ?? 0) + 1 }),
  };
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
        notedAt: at,
        processingMs: (state.processingMs ?? 0) + (settled.failure === undefined ? settled.notBefore - at : 0),
        ...(reason === undefined ? {} : { lastFailure: reason }),
      };
    }
    case 'unknown': {
      const reason = settled.failure ?? lastFailure;
      return {
        ...rest,
        phase: 'unknown',
        waitedMs: settled.waitedMs ?? 0,
        waitingSince: at,
        abandoned: state.phase === 'sending' ? settled.failure === undefined : state.abandoned === true,
        notBefore: settled.notBefore,
        notedAt: at,
        ...(reason === undefined ? {} : { lastFailure: reason }),
      };
    }
    case 'failed':
      // An operation that fails while its outcome is open stays "maybe made": a later retry asks first.
      return {
        ...rest,
        maybeMade: (state.phase === 'unknown' || state.phase === 'pending') && state.maybeMade,
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

/**
 * The states as a new run goes on from them. Times in the journal come from other runs, whose clocks may have been
 * wrong or set since: what they say has passed is not believed, and what they have put off into a future that is
 * further away than they asked for comes when they asked for it.
 */
export function rebase(states: States, now: number): States {
  for (const [id, state] of states) {
    states.set(id, {
      ...state,
      notBefore: rebasedDue(state, now),
      ...(state.maybeMade && { waitingSince: now }),
    });
  }
  return states;
}

/** The failure of an operation, its own or that of the one it failed with. */
export function failureOf(states: States, id: string): { readonly failure: AdFailure; readonly stage: Stage } | undefined {
  const failure = states.get(id)?.failure;
  if (failure === undefined) return undefined;
  return 'because' in failure ? failureOf(states, failure.because) : failure;
}
