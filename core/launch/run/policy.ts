import { defined } from '../../base/defined.ts';
import { type PlatformFailure, SlipwayError } from '../../base/errors.ts';
import { pauseBefore } from '../../effects/back-off.ts';
import { askAgainAt, FIRST_QUESTION_MS, leftMs, waitedMs } from '../../effects/waiting.ts';
import type { LaunchCapability, Outcome } from '../../ports/platform-launch.ts';
import type { AdFailure, Settled, Stage } from '../journal/records.ts';
import { isIdempotent, type OperationState } from '../journal/state.ts';
import type { PlannedOperation } from '../plan/plan.ts';

const MAX_ATTEMPTS = 8;
/** A throttled request was refused before anything happened, so patience costs only time. */
const MAX_THROTTLED = 200;
/** The platform's other servers may not know at once what was just made. */
const MAX_MISSING = 6;
/** A file that cannot be read within seconds will not be read in minutes either, and the user waits. */
const MAX_DOWNLOADS = 4;
const MAX_PROCESSING_MS = 3 * 60 * 60 * 1000;
/** Short enough that the worker stays at it, because only its waiting counts. */
const LONGEST_PAUSE_MS = 45_000;
/** The longest wait before a batch asks again whose an ad is. */
const LONGEST_CONTEST_MS = 90_000;

type Failed = Extract<Outcome, { state: 'failed' }>;

/** Pure: the pause before a repetition depends on operation and attempt alone. */
export function settle(outcome: Outcome, operation: PlannedOperation, state: OperationState, now: number): Settled {
  switch (outcome.state) {
    case 'done': {
      const { ref, thumbnailUrl, cover, warnings, sha256 } = outcome;
      return { to: 'done', ref, ...defined({ thumbnailUrl, cover, warnings, sha256 }) };
    }
    case 'waiting':
      if ((state.processingMs ?? 0) > MAX_PROCESSING_MS) return { to: 'failed', failure: STUCK, stage: 'upload' };
      return { to: 'pending', notBefore: now + outcome.retryInMs };
    case 'unknown':
      if (isIdempotent(operation)) return repeat(outcome, { operation, state, now }, MAX_ATTEMPTS);
      return { to: 'unknown', notBefore: now + FIRST_QUESTION_MS, failure: outcome.failure };
    case 'failed':
      return repeat(outcome, { operation, state, now }, attemptsAllowed(outcome, operation));
  }
}

/**
 * For an unanswered operation that the platform knows nothing of. "Not there yet" is not "not there": it is sent again only
 * when the platform has had its time. That is what workers have waited since nothing more was on its way: since the answer
 * was given up on, or since they took over from a dead worker, whose request may have left in its last moment.
 */
export function unanswered(
  operation: PlannedOperation,
  state: OperationState,
  now: number,
  times: Pick<LaunchCapability, 'settleMs' | 'answerMs'>,
): Settled {
  const left = leftMs(state, now, times);
  if (left > 0) return { to: 'unknown', notBefore: askAgainAt(state, now, left, LONGEST_PAUSE_MS) };
  if (state.attempts < MAX_ATTEMPTS || state.lastFailure === undefined) return { to: 'pending', notBefore: now };
  return { to: 'failed', failure: givenUp(state.lastFailure, state.attempts), stage: stageOf(operation) };
}

/** The ad found may be another batch's. The pause grows, so that a worker the other batch may be waiting for becomes free. */
export function contested(state: OperationState, now: number): Settled {
  return { to: 'unknown', notBefore: now + Math.min(LONGEST_CONTEST_MS, Math.max(FIRST_QUESTION_MS, waitedMs(state, now))) };
}

function attemptsAllowed({ failure, stage }: Failed, operation: PlannedOperation): number {
  if (stage === 'download') return failure.retryable ? MAX_DOWNLOADS : 0;
  if (failure.class === 'throttled') return MAX_THROTTLED;
  if (failure.class === 'transient' || failure.class === 'flaky') return MAX_ATTEMPTS;
  if (failure.class === 'missing' && operation.dependsOn.length > 0) return MAX_MISSING;
  return failure.retryable ? MAX_ATTEMPTS : 0;
}

function repeat(
  { failure, stage, ownCode }: Pick<Failed, 'failure' | 'stage' | 'ownCode'>,
  { operation, state, now }: { operation: PlannedOperation; state: OperationState; now: number },
  allowed: number,
): Settled {
  const tries = triesOf(state, failure);
  if (tries < allowed)
    return { to: 'pending', notBefore: now + (failure.retryAfterMs ?? pauseBefore(operation.id, tries)), failure };
  return {
    to: 'failed',
    failure: ownCode === undefined ? givenUp(failure, tries) : unaskedFailure(ownCode, failure),
    stage: stage ?? stageOf(operation),
  };
}

/** With the answer that just came. */
export const triesOf = (state: OperationState | undefined, failure: PlatformFailure): number =>
  (failure.class === 'throttled' ? (state?.throttles ?? 0) : (state?.attempts ?? 0)) + 1;

/** A fix for what passes by itself says that it is repeated, which is over here. */
function givenUp(failure: PlatformFailure, tries: number): AdFailure {
  const passes = failure.class === 'throttled' || failure.class === 'transient' || failure.class === 'flaky';
  if (!passes) return adFailure(failure);
  const fix = `It failed ${tries} times in a row. Retry it later; if it fails again, check texts, link and media of the ad.`;
  return { ...adFailure(failure), fix };
}

const unaskedFailure = (code: string, { message, fix, retryable }: PlatformFailure): AdFailure => ({
  code,
  message,
  fix,
  retryable,
});

export const stageOf = (operation: PlannedOperation): Stage =>
  operation.kind === 'creative' || operation.kind === 'ad' ? operation.kind : 'upload';

export function adFailure(failure: PlatformFailure): AdFailure {
  const { code, subcode, message, traceId } = failure;
  return {
    code: failure.class === 'auth' ? 'token_expired' : `platform_${failure.class.replace('-', '_')}`,
    message,
    fix: failure.fix,
    platformError: { ...defined({ code, subcode }), message, traceId },
    retryable: failure.retryable,
  };
}

/** For what had been sent and was never answered. */
export const inDoubt = (failure: AdFailure): AdFailure => ({
  ...failure,
  message: `${failure.message} It had been sent before, without an answer, and may exist all the same.`,
  fix: `${failure.fix === undefined ? '' : `${failure.fix} `}Retry or undo the batch then: either looks for it first.`,
});

export function ownFailure(error: unknown): AdFailure {
  if (error instanceof SlipwayError) return { code: error.code, message: error.message, retryable: true };
  throw error;
}

const STUCK: AdFailure = {
  code: 'video_processing',
  message: 'The platform is still processing this video after three hours.',
  fix: 'Check the file, or export it again as MP4 (H.264, AAC), and retry the batch.',
  retryable: true,
};

export const CANCELLED: AdFailure = {
  code: 'cancelled',
  message: 'The batch was cancelled before this ad was sent.',
  fix: 'Retry the batch to launch it after all.',
  retryable: true,
};
