import { defined } from '../../base/defined.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import { rebasedDue, type Waiting } from '../../effects/waiting.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import type { AdFailure, JournalEntry, OperationResult, Settled, Stage } from './records.ts';

export interface OperationState extends Waiting {
  readonly phase: 'pending' | 'sending' | 'unknown' | 'done' | 'failed';
  /** How often it was sent and answered, or given up on. A worker's death in between does not count. */
  readonly attempts: number;
  readonly throttles?: number;
  /** How long it was put off while the platform was at work on it. */
  readonly processingMs?: number;
  /** By our clock, first and last; and first by the platform's own, where known. */
  readonly firstSentAt?: number;
  readonly sentAt?: number;
  readonly firstSentAtPlatform?: number;
  /** Something without a known id may exist on the platform. A pending one is looked for before it is sent. */
  readonly maybeMade: boolean;
  readonly result?: OperationResult;
  readonly failure?: { readonly failure: AdFailure; readonly stage: Stage } | { readonly because: string };
  readonly lastFailure?: PlatformFailure;
}

export type States = Map<string, OperationState>;

const fresh: OperationState = { phase: 'pending', attempts: 0, notBefore: 0, maybeMade: false };

interface Folded {
  readonly operations: Iterable<Pick<PlannedOperation, 'id'>>;
}

/** Any prefix of the journal gives a state that can be resumed. */
export function foldJournal({ operations }: Folded, entries: Iterable<JournalEntry>): States {
  const states: States = new Map();
  for (const { id } of operations) states.set(id, fresh);
  for (const entry of entries) applyEntry(states, entry);
  return states;
}

export function applyEntry(states: States, entry: JournalEntry): void {
  const update = (id: string, change: (state: OperationState) => OperationState) => {
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
      // Something may exist from before: it is looked for, and its times stay known.
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
    case 'pending':
      return {
        ...rest,
        phase: 'pending',
        maybeMade: false,
        notBefore: settled.notBefore,
        notedAt: at,
        processingMs: (state.processingMs ?? 0) + (settled.failure === undefined ? settled.notBefore - at : 0),
        ...defined({ lastFailure: settled.failure ?? lastFailure }),
      };
    case 'unknown':
      return {
        ...rest,
        phase: 'unknown',
        waitedMs: settled.waitedMs ?? 0,
        waitingSince: at,
        abandoned: state.phase === 'sending' ? settled.failure === undefined : state.abandoned === true,
        notBefore: settled.notBefore,
        notedAt: at,
        ...defined({ lastFailure: settled.failure ?? lastFailure }),
      };
    case 'failed':
      // Failed while its outcome was open, it stays "maybe made": a later retry asks first.
      return {
        ...rest,
        maybeMade: (state.phase === 'unknown' || state.phase === 'pending') && state.maybeMade,
        phase: 'failed',
        failure: 'because' in settled ? { because: settled.because } : { failure: settled.failure, stage: settled.stage },
      };
  }
}

/** Harmless to repeat: the platform knows an image by its content, and a question changes nothing. */
export const isIdempotent = (operation: PlannedOperation): boolean => operation.kind === 'image' || operation.kind === 'ready';

/** Videos still processed, and operations of a dead worker, were not answered. */
const isAnswer = (settled: Settled) => settled.to === 'done' || settled.to === 'failed' || settled.failure !== undefined;

/** What was on its way when a worker died: idempotent ones are sent again, the rest is unknown until the platform was asked. */
export function afterCrash(plan: Plan, states: States, now: number): { [operationId: string]: Settled } {
  const outcomes: { [operationId: string]: Settled } = {};
  for (const operation of plan.operations)
    if (states.get(operation.id)?.phase === 'sending')
      outcomes[operation.id] = { to: isIdempotent(operation) ? 'pending' : 'unknown', notBefore: now };
  return outcomes;
}

/** For a new run: times in the journal come from other runs, whose clocks may have been wrong (`rebasedDue`). */
export function rebase(states: States, now: number): States {
  for (const [id, state] of states)
    states.set(id, { ...state, notBefore: rebasedDue(state, now), ...(state.maybeMade && { waitingSince: now }) });
  return states;
}

export function failureOf(states: States, id: string): { readonly failure: AdFailure; readonly stage: Stage } | undefined {
  const failure = states.get(id)?.failure;
  if (failure === undefined) return undefined;
  return 'because' in failure ? failureOf(states, failure.because) : failure;
}
