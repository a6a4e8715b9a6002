import type { PlatformFailure } from '../base/errors.ts';
import type { Settled, StepState } from './step.ts';
import { askAgainAt, leftMs, type SettleTimes, waitedMs } from './waiting.ts';

export const MAX_ATTEMPTS = 8;
/** A throttled request was refused before anything happened, so patience costs only time. */
const MAX_THROTTLED = 200;
/** The platform's other servers may not know at once what was just made. */
const MAX_MISSING = 6;
/** Short enough that the worker stays at it, because only its waiting counts. */
const LONGEST_PAUSE_MS = 45_000;

/**
 * 1 s, 2 s, 4 s … at most a minute, spread by a quarter so that siblings do not come back together.
 */
export function pauseBefore(key: string, attempts: number): number {
  const pause = Math.min(60_000, 1000 * 2 ** Math.max(0, attempts - 1));
  let hash = attempts;
  for (const char of key) hash = (hash * 31 + char.charCodeAt(0)) % 1009;
  return Math.round(pause * (0.75 + hash / 2018));
}

/**
 * How often a step is sent that the platform refuses, by the class of the refusal. `isBelow`: it
 * names what another step made.
 */
export function sendsAllowed(failure: PlatformFailure, isBelow: boolean): number {
  if (failure.class === 'throttled') return MAX_THROTTLED;
  if (failure.class === 'transient' || failure.class === 'flaky') return MAX_ATTEMPTS;
  if (failure.class === 'missing' && isBelow) return MAX_MISSING;
  return failure.retryable ? MAX_ATTEMPTS : 0;
}

/** With the answer that just came. */
export const triesOf = (state: StepState | undefined, failure: PlatformFailure): number =>
  (failure.class === 'throttled' ? (state?.throttles ?? 0) : (state?.attempts ?? 0)) + 1;

/**
 * Pure: the pause before a repetition depends on step and attempt alone. Undefined when it was
 * tried often enough.
 */
export function later(
  id: string,
  state: StepState | undefined,
  failure: PlatformFailure,
  { now, allowed }: { readonly now: number; readonly allowed: number },
): Extract<Settled, { to: 'pending' }> | undefined {
  const tries = triesOf(state, failure);
  if (tries >= allowed) return undefined;
  return {
    to: 'pending',
    notBefore: now + (failure.retryAfterMs ?? pauseBefore(id, tries)),
    failure,
  };
}

/**
 * For an unanswered step that the platform knows nothing of. "Not there yet" is not "not there": it
 * is sent again only when the platform has had its time. That is what workers have waited since
 * nothing more was on its way: since the answer was given up on, or since they took over from a
 * dead worker, whose request may have left in its last moment. Undefined when it was sent often
 * enough.
 */
export function notSeen(
  state: StepState,
  now: number,
  {
    lagMs,
    mostSends = MAX_ATTEMPTS,
    ...times
  }: SettleTimes & { readonly lagMs?: number; readonly mostSends?: number | undefined },
): Extract<Settled, { to: 'unknown' | 'pending' }> | undefined {
  // What was answered is not made any more, though lists may lag.
  const left =
    state.answered && lagMs !== undefined
      ? lagMs - waitedMs(state, now)
      : leftMs(state, now, times);
  if (left > 0) return { to: 'unknown', notBefore: askAgainAt(state, now, left, LONGEST_PAUSE_MS) };
  return state.attempts < mostSends || state.lastFailure === undefined
    ? { to: 'pending', notBefore: now }
    : undefined;
}
