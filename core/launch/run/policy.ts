import { defined } from '../../base/defined.ts';
import { type PlatformFailure, SlipwayError } from '../../base/errors.ts';
import { later, MAX_ATTEMPTS, notSeen, sendsAllowed, triesOf } from '../../effects/policy.ts';
import { FIRST_QUESTION_MS, type SettleTimes, waitedMs } from '../../effects/waiting.ts';
import type { Outcome } from '../../ports/platform-launch.ts';
import type { AdFailure, OperationState, Settled, Stage } from '../journal/records.ts';
import type { PlannedOperation } from '../plan/plan.ts';

/**
 * A file that cannot be read within seconds will not be read in minutes either, and the user waits.
 */
const MAX_DOWNLOADS = 4;
const MAX_PROCESSING_MS = 3 * 60 * 60 * 1000;
/** The longest wait before a batch asks again whose an ad is. */
const LONGEST_CONTEST_MS = 90_000;

type Refused = Extract<Outcome, { state: 'failed' }>;

/**
 * Harmless to repeat: the platform knows an image by its content, a question changes nothing, and a
 * status is set to what it is.
 */
export const isHarmless = (operationId: string): boolean =>
  /^(image|ready|finish):/.test(operationId);

export function settle(
  outcome: Outcome,
  operation: PlannedOperation,
  state: OperationState,
  now: number,
): Settled {
  switch (outcome.state) {
    case 'done': {
      const { ref, thumbnailUrl, cover, warnings, sha256 } = outcome;
      return { to: 'done', ref, ...defined({ thumbnailUrl, cover, warnings, sha256 }) };
    }
    case 'waiting':
      if ((state.processingMs ?? 0) > MAX_PROCESSING_MS)
        return { to: 'failed', failure: STUCK, stage: 'upload' };
      return { to: 'pending', notBefore: now + outcome.retryInMs };
    case 'unknown':
      if (isHarmless(operation.id)) return repeat(outcome, { operation, state, now }, MAX_ATTEMPTS);
      return { to: 'unknown', notBefore: now + FIRST_QUESTION_MS, failure: outcome.failure };
    case 'failed':
      return repeat(outcome, { operation, state, now }, attemptsAllowed(outcome, operation));
  }
}

export function unanswered(
  operation: PlannedOperation,
  state: OperationState,
  now: number,
  times: SettleTimes,
): Settled {
  const next = notSeen(state, now, times);
  if (next?.to === 'pending' && isBeyondSearch(operation, state))
    return {
      to: 'failed',
      failure: operation.kind === 'start' ? START_RESTORED : RESTORED,
      stage: stageOf(operation),
    };
  if (next !== undefined || state.lastFailure === undefined)
    return next ?? { to: 'pending', notBefore: now };
  return {
    to: 'failed',
    failure: givenUp(state.lastFailure, state.attempts),
    stage: stageOf(operation),
  };
}

/**
 * Of a restored database, and not seen: what was finished since carries no mark any more, and what
 * was switched on may have been paused again. Neither can be told from what was never sent.
 */
export const isBeyondSearch = (
  { parent }: PlannedOperation,
  { doubted }: OperationState,
): boolean => doubted === true && parent !== undefined;

/**
 * The ad found may be another batch's. The pause grows, so that a worker the other batch may be
 * waiting for becomes free.
 */
export function contested(state: OperationState, now: number): Settled {
  return {
    to: 'unknown',
    notBefore:
      now + Math.min(LONGEST_CONTEST_MS, Math.max(FIRST_QUESTION_MS, waitedMs(state, now))),
  };
}

function attemptsAllowed({ failure, stage }: Refused, { dependsOn }: PlannedOperation): number {
  if (stage === 'download') return failure.retryable ? MAX_DOWNLOADS : 0;
  return sendsAllowed(failure, dependsOn.length > 0);
}

function repeat(
  { failure, stage, ownCode }: Pick<Refused, 'failure' | 'stage' | 'ownCode'>,
  { operation, state, now }: { operation: PlannedOperation; state: OperationState; now: number },
  allowed: number,
): Settled {
  return (
    later(operation.id, state, failure, { now, allowed }) ?? {
      to: 'failed',
      failure:
        ownCode === undefined
          ? givenUp(failure, triesOf(state, failure))
          : unaskedFailure(ownCode, failure),
      stage: stage ?? stageOf(operation),
    }
  );
}

/** A fix for what passes by itself says that it is repeated, which is over here. */
function givenUp(failure: PlatformFailure, tries: number): AdFailure {
  const passes =
    failure.class === 'throttled' || failure.class === 'transient' || failure.class === 'flaky';
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

export function stageOf({ kind, parent = '' }: PlannedOperation): Stage {
  if (kind === 'creative' || kind === 'ad') return kind;
  return parent === '' ? 'upload' : parent.startsWith('campaign:') ? 'campaign' : 'adset';
}

export function adFailure(failure: PlatformFailure): AdFailure {
  const { code, subcode, message, traceId } = failure;
  return {
    code:
      failure.class === 'auth' ? 'token_expired' : `platform_${failure.class.replace('-', '_')}`,
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
  if (error instanceof SlipwayError)
    return { code: error.code, message: error.message, retryable: true };
  throw error;
}

const RESTORED: AdFailure = {
  code: 'restored',
  message:
    'It was being made when the backup was made from which the service was restored, and may have been completed since: then nothing tells it from others of its name.',
  fix: 'Look for it in the ad account. If it is there, launch the missing ads into it; otherwise launch it again.',
  retryable: false,
};

const START_RESTORED: AdFailure = {
  code: 'restored',
  message:
    'It was not switched on yet when the backup was made from which the service was restored.',
  fix: 'Switch it on in the ad account if it is to deliver.',
  retryable: false,
};

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
