import { defined } from '../../base/defined.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import { later, pauseBefore } from '../../effects/policy.ts';
import {
  askAgainAt,
  FIRST_QUESTION_MS,
  leftMs as leftOf,
  waitedMs,
} from '../../effects/waiting.ts';
import type {
  CopyOutcome,
  DuplicateCapability,
  StartOutcome,
} from '../../ports/platform-changes.ts';
import type { ObjectStep } from './next.ts';
import type { How, Settled, StepKey, StepState } from './records.ts';
import { type DuplicateState, stepKey } from './state.ts';
import type { Tree } from './tree.ts';
import { nextWay, takesAlong, wayOf } from './ways.ts';

const RETRIES = 3;
/** The platform's other servers may not know at once what was just made. */
const MISSING_RETRIES = 5;
const FIRST_LOOK_MS = 2_000;
const LOOK_MS = 3_000;

export interface Settling {
  readonly outcomes: { readonly [step: StepKey]: Settled };
  readonly ways?: { readonly [sourceId: string]: How };
}

/** What follows from the answer to a step that was sent, or is under way in the background. */
export function settleStep(
  { tree, can }: { readonly tree: Tree; readonly can: DuplicateCapability },
  step: ObjectStep,
  state: StepState,
  outcome: CopyOutcome | StartOutcome | { readonly state: 'running' },
  now: number,
): Settling {
  const { id, sourceId, how } = step;
  switch (outcome.state) {
    case 'running':
      // One that goes on for too long counts as lost.
      if (waitedMs(state, now) >= (can.native?.asyncMs ?? 0))
        return {
          outcomes: { [id]: { to: 'unknown', notBefore: now } },
          ways: { [sourceId]: 'copy' },
        };
      return {
        outcomes: {
          [id]: { to: 'started', session: state.session ?? '', notBefore: now + LOOK_MS },
        },
      };
    case 'started':
      return {
        outcomes: {
          [id]: { to: 'started', session: outcome.session, notBefore: now + FIRST_LOOK_MS },
        },
      };
    case 'unknown': {
      // A code is the platform's last word: nothing comes after it, except where it went on by
      // itself.
      const answered = outcome.failure.code !== undefined && how !== 'start';
      const notBefore = now + FIRST_QUESTION_MS;
      return {
        outcomes: {
          [id]: {
            to: 'unknown',
            notBefore,
            failure: outcome.failure,
            ...(answered && { answered }),
          },
        },
      };
    }
    case 'done':
      return { outcomes: made(tree, step, outcome, now) };
    case 'failed':
      return refused(tree, step, state, outcome, now);
  }
}

/**
 * What the answer does not name may exist all the same: the platform is asked about it before it is
 * made.
 */
function made(
  tree: Tree,
  { id, copy, sourceId, how }: ObjectStep,
  { id: ref, objects, warnings }: CopyOutcome & { state: 'done' },
  now: number,
): Settling['outcomes'] {
  const named = new Map(objects.map((object) => [object.sourceId, object.id]));
  const below = takesAlong(how) ? (tree.get(sourceId)?.below ?? []) : [];
  return {
    [id]: { to: 'done', ref, ...defined({ warnings }) },
    ...Object.fromEntries(
      below.map((each): [StepKey, Settled] => {
        const made = named.get(each);
        return [
          stepKey(copy, each),
          made === undefined
            ? { to: 'unknown', notBefore: now, answered: true }
            : { to: 'done', ref: made },
        ];
      }),
    ),
  };
}

function refused(
  tree: Tree,
  { id: key, sourceId, how }: ObjectStep,
  state: StepState,
  {
    failure,
    remedy,
  }: {
    readonly failure: PlatformFailure;
    readonly remedy?: 'smaller' | 'recreate-ads' | 'recreate';
  },
  now: number,
): Settling {
  const again = later(key, state, failure, { now, allowed: Number.POSITIVE_INFINITY }) ?? {
    to: 'pending',
    notBefore: now,
  };
  if (failure.class === 'throttled') return { outcomes: { [key]: again } };
  // A copy in the background was counted when it was started.
  const tries = state.attempts + (state.phase === 'sending' ? 1 : 0);
  const isRoot = tree.get(sourceId)?.parentId === undefined;
  if (failure.class === 'missing' && !isRoot && tries <= MISSING_RETRIES)
    return { outcomes: { [key]: again } };
  const stumbled =
    remedy === undefined && (failure.class === 'transient' || failure.class === 'flaky');
  if (stumbled && tries <= RETRIES)
    return { outcomes: { [key]: takesAlong(how) ? partly(failure, now) : again } };
  const ways = nextWay(tree, sourceId, how, { failure, remedy });
  if (ways === undefined)
    return {
      outcomes: { [key]: takesAlong(how) ? partly(failure, now) : { to: 'failed', failure } },
    };
  // Refused for its size it never began; otherwise a part may have been made first.
  if (takesAlong(how) && remedy !== 'smaller')
    return { outcomes: { [key]: partly(failure, now) }, ways };
  return { outcomes: { [key]: { to: 'pending', notBefore: now, failure } }, ways };
}

const partly = (failure: PlatformFailure, now: number): Settled => ({
  to: 'unknown',
  notBefore: now + FIRST_QUESTION_MS,
  answered: true,
  failure,
});

export function leftMs(can: DuplicateCapability, step: StepState, now: number): number {
  if (step.answered) return can.lagMs - waitedMs(step, now);
  const settleMs = step.how === 'start' ? (can.native?.asyncMs ?? can.settleMs) : can.settleMs;
  return leftOf(step, now, { settleMs, answerMs: can.answerMs });
}

/**
 * Whether to go on with what was found of a step. A whole tree can be taken at once; a part when
 * nothing can be added to it any more. An unanswered copy in the background may go on at any time,
 * so its part is not built upon.
 */
export const mayTake = (
  can: DuplicateCapability,
  step: StepState,
  isWhole: boolean,
  now: number,
): boolean =>
  isWhole || ((step.answered === true || step.how !== 'start') && leftMs(can, step, now) <= 0);

export const askAgain = (can: DuplicateCapability, step: StepState, now: number): Settled => ({
  to: 'unknown',
  notBefore: askAgainAt(step, now, leftMs(can, step, now)),
  ...(step.answered && { answered: true as const }),
});

/**
 * For a step of which nothing is there. "Not there yet" is not "not there": the platform is asked
 * until it has had its time, and only then is the step sent again.
 */
export function nothingFound(
  {
    tree,
    can,
    state,
  }: {
    readonly tree: Tree;
    readonly can: DuplicateCapability;
    readonly state: Pick<DuplicateState, 'ways'>;
  },
  { id: key, sourceId, how }: ObjectStep,
  step: StepState,
  now: number,
): Settling {
  const { lastFailure: failure, attempts } = step;
  if (leftMs(can, step, now) > 0) return { outcomes: { [key]: askAgain(can, step, now) } };
  const again: Settled = {
    to: 'pending',
    notBefore: now + (step.answered ? 0 : pauseBefore(key, attempts)),
    ...defined({ failure }),
  };
  const isOther = wayOf(tree, can.native, state, sourceId) !== how;
  const stumbled =
    failure === undefined || failure.class === 'transient' || failure.class === 'flaky';
  if (isOther || attempts === 0 || (stumbled && attempts <= (how === 'start' ? 1 : RETRIES)))
    return { outcomes: { [key]: again } };
  const ways =
    failure === undefined && how === 'start'
      ? { [sourceId]: 'copy' as const }
      : failure && nextWay(tree, sourceId, how, { failure });
  if (ways !== undefined) return { outcomes: { [key]: again }, ways };
  return { outcomes: { [key]: failure === undefined ? again : { to: 'failed', failure } } };
}
