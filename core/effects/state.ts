import { defined } from '../base/defined.ts';
import type { Entry, Settled, States, StepState } from './step.ts';
import { rebasedDue, waitedMs } from './waiting.ts';

export const fresh: StepState<never, never> = {
  phase: 'pending',
  attempts: 0,
  notBefore: 0,
  maybeMade: false,
};

/**
 * Any prefix of a journal gives a state that can be resumed. Entries about other steps are passed
 * over.
 */
export function foldEntries<R extends object, F extends object>(
  steps: Iterable<{ readonly id: string }>,
  entries: Iterable<Entry<Settled<R, F>>>,
): States<R, F> {
  const states: States<R, F> = new Map();
  for (const { id } of steps) states.set(id, fresh);
  for (const entry of entries) applyEntry(states, entry);
  return states;
}

export function applyEntry<R extends object, F extends object>(
  states: States<R, F>,
  entry: Entry<Settled<R, F>>,
): void {
  const update = (id: string, change: (state: StepState<R, F>) => StepState<R, F>) => {
    const state = states.get(id);
    if (state !== undefined) states.set(id, change(state));
  };
  const { at, platformAt, sending = [], outcomes = {}, doubted = [], again = [] } = entry;
  const ways = isList(sending) ? undefined : sending;
  for (const id of isList(sending) ? sending : Object.keys(sending))
    update(id, (state) => sent(state, at, ways?.[id], platformAt));
  for (const [id, settled] of Object.entries(outcomes))
    update(id, (state) => settleState(state, settled, at));
  for (const id of doubted)
    update(id, (state) => ({
      ...state,
      phase: 'pending',
      maybeMade: true,
      doubted: true,
      abandoned: true,
      waitedMs: 0,
      firstSentAt: state.firstSentAt ?? at,
      sentAt: at,
    }));
  for (const id of again)
    update(id, (state) => {
      const { made = 0, phase } = state;
      if (!state.maybeMade)
        return { ...fresh, ...(phase === 'done' ? { made: made + 1 } : made > 0 && { made }) };
      // Something may exist from before: it is looked for, and its times stay known.
      const { result: _result, failure: _failure, lastFailure: _lastFailure, ...open } = state;
      return { ...open, phase: 'pending', attempts: 0, notBefore: 0 };
    });
}

const isList = (sending: NonNullable<Entry['sending']>): sending is readonly string[] =>
  Array.isArray(sending);

const sent = <R extends object, F extends object>(
  state: StepState<R, F>,
  at: number,
  how: string | undefined,
  platformAt: number | undefined,
): StepState<R, F> => ({
  ...state,
  phase: 'sending',
  // Attempts are counted for each way of sending.
  ...(how !== undefined && { how, ...(how !== state.how && { attempts: 0 }) }),
  firstSentAt: state.firstSentAt ?? at,
  ...(state.firstSentAt === undefined &&
    platformAt !== undefined && { firstSentAtPlatform: platformAt }),
  sentAt: at,
  answered: false,
  maybeMade: true,
});

function settleState<R extends object, F extends object>(
  state: StepState<R, F>,
  settled: Settled<R, F>,
  at: number,
): StepState<R, F> {
  const { phase, failure: _failure, session: _session, lastFailure, ...unchanged } = state;
  const isCounted = phase === 'sending' && isAnswer(settled);
  const isThrottled = settled.to === 'pending' && settled.failure?.class === 'throttled';
  const rest = {
    ...unchanged,
    attempts: state.attempts + (isCounted && !isThrottled ? 1 : 0),
    ...(isCounted && isThrottled && { throttles: (state.throttles ?? 0) + 1 }),
  };
  switch (settled.to) {
    case 'done': {
      const { to: _to, ...result } = settled;
      return { ...rest, phase: 'done', maybeMade: false, result: result as unknown as R };
    }
    case 'pending':
      return {
        ...rest,
        phase: 'pending',
        maybeMade: false,
        notBefore: settled.notBefore,
        notedAt: at,
        processingMs:
          (state.processingMs ?? 0) + (settled.failure === undefined ? settled.notBefore - at : 0),
        ...defined({ lastFailure: settled.failure ?? lastFailure }),
      };
    case 'started':
      return {
        ...rest,
        phase: 'started',
        session: settled.session,
        notBefore: settled.notBefore,
        notedAt: at,
        // Looked at again, it has been under way since it was first seen to be.
        ...(phase !== 'started' && { waitedMs: 0, waitingSince: at }),
      };
    case 'unknown':
      return {
        ...rest,
        phase: 'unknown',
        maybeMade: true,
        waitedMs: settled.waitedMs ?? 0,
        waitingSince: at,
        abandoned:
          phase === 'sending'
            ? settled.failure === undefined && !settled.answered
            : state.abandoned === true,
        answered: settled.answered === true,
        notBefore: settled.notBefore,
        notedAt: at,
        ...defined({ lastFailure: settled.failure ?? lastFailure }),
      };
    case 'failed':
      // Failed while its outcome was open, it stays "maybe made": a later retry asks first.
      return {
        ...rest,
        maybeMade: (phase === 'unknown' || phase === 'pending') && state.maybeMade,
        phase: 'failed',
        failure: 'because' in settled ? { because: settled.because } : withoutTo(settled),
      };
  }
}

const withoutTo = <F extends object>({ to: _to, ...failure }: { readonly to: 'failed' } & F): F =>
  failure as unknown as F;

/** What is still processed, and steps of a dead worker, were not answered. */
const isAnswer = (settled: Settled) =>
  settled.to === 'done' ||
  settled.to === 'failed' ||
  settled.to === 'started' ||
  settled.failure !== undefined;

/**
 * What was on its way when a worker died: what is harmless is sent again, the rest is unknown until
 * the platform was asked.
 */
export function afterCrash(
  states: States,
  now: number,
  isHarmless: (id: string) => boolean,
): { readonly [id: string]: Settled } {
  const outcomes: { [id: string]: Settled } = {};
  for (const [id, { phase }] of states)
    if (phase === 'sending')
      outcomes[id] = { to: isHarmless(id) ? 'pending' : 'unknown', notBefore: now };
  return outcomes;
}

/**
 * For a new run: times in the journal come from other runs, whose clocks may have been wrong
 * (`rebasedDue`).
 */
export function rebase<S extends States<never, never> | States>(states: S, now: number): S {
  for (const [id, state] of states as States) {
    const isOpen = state.maybeMade || state.phase === 'started';
    (states as States).set(id, {
      ...state,
      notBefore: rebasedDue(state, now),
      ...(isOpen && { waitingSince: now }),
    });
  }
  return states;
}

/** What stays open keeps how long it has been waited for. */
export function withWaits<S extends Settled>(
  outcomes: { readonly [id: string]: S },
  states: ReadonlyMap<string, StepState>,
  at: number,
): { readonly [id: string]: S } {
  const waiting = (state: StepState | undefined, settled: S): S =>
    settled.to === 'unknown' &&
    (state?.phase === 'unknown' || (state?.phase === 'started' && !settled.answered))
      ? { ...settled, waitedMs: waitedMs(state, at) }
      : settled;
  return Object.fromEntries(
    Object.entries(outcomes).map(([id, settled]) => [id, waiting(states.get(id), settled)]),
  );
}

/** Why a step failed, or the one it depends on. */
export function failureOf<F extends object>(
  states: ReadonlyMap<string, StepState<object, F>>,
  id: string,
): F | undefined {
  const failure = states.get(id)?.failure;
  if (failure === undefined) return undefined;
  return 'because' in failure ? failureOf(states, failure.because) : failure;
}
