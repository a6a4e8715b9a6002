import { defined } from '../../base/defined.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import { pauseBefore } from '../../effects/policy.ts';
import { askAgainAt, FIRST_QUESTION_MS, leftMs as leftOf, waitedMs } from '../../effects/waiting.ts';
import type { CopyOutcome, DuplicateCapability, StartOutcome } from '../../ports/platform-changes.ts';
import type { How, Settled, StepKey } from './records.ts';
import { type DuplicateState, type StepState, splitKey, stepKey } from './state.ts';
import type { Tree } from './tree.ts';
import { nextWay, takesAlong, wayOf } from './ways.ts';

const RETRIES = 3;
/** The platform's other servers may not know at once what was just made. */
const MISSING_RETRIES = 5;
const FIRST_LOOK_MS = 2_000;

interface Settling {
  readonly outcomes: { readonly [step: StepKey]: Settled };
  readonly ways?: { readonly [sourceId: string]: How };
}

interface SentStep {
  readonly copy: number;
  readonly sourceId: string;
  readonly step: StepState;
}

export function settleStep(tree: Tree, sent: SentStep, outcome: CopyOutcome | StartOutcome, now: number): Settling {
  const { copy, sourceId, step } = sent;
  const key = stepKey(copy, sourceId);
  const how = step.how ?? 'copy';
  switch (outcome.state) {
    case 'started':
      return { outcomes: { [key]: { to: 'started', session: outcome.session, notBefore: now + FIRST_LOOK_MS } } };
    case 'unknown': {
      // A code is the platform's last word: nothing comes after it, except where it went on by itself.
      const answered = outcome.failure.code !== undefined && how !== 'start';
      const notBefore = now + FIRST_QUESTION_MS;
      return { outcomes: { [key]: { to: 'unknown', notBefore, failure: outcome.failure, ...(answered && { answered }) } } };
    }
    case 'done':
      return { outcomes: made(tree, sent, outcome, now) };
    case 'failed':
      return refused(tree, sent, outcome, now);
  }
}

/** What the answer does not name may exist all the same: the platform is asked about it before it is made. */
function made(
  tree: Tree,
  { copy, sourceId, step }: SentStep,
  outcome: CopyOutcome & { state: 'done' },
  now: number,
): Settling['outcomes'] {
  const outcomes: { [step: StepKey]: Settled } = {};
  const expected = takesAlong(step.how ?? 'copy') ? (tree.get(sourceId)?.below ?? []) : [];
  const named = new Map(outcome.objects.map(({ sourceId: from, id }) => [from, id]));
  const below = Object.fromEntries(expected.flatMap((id) => (named.has(id) ? [[id, named.get(id) ?? '']] : [])));
  for (const id of expected) if (!named.has(id)) outcomes[stepKey(copy, id)] = { to: 'unknown', notBefore: now, answered: true };
  outcomes[stepKey(copy, sourceId)] = {
    to: 'made',
    id: outcome.id,
    ...(expected.length > 0 && { below }),
    ...defined({ warnings: outcome.warnings }),
  };
  return outcomes;
}

function refused(
  tree: Tree,
  { copy, sourceId, step }: SentStep,
  { failure, remedy }: { readonly failure: PlatformFailure; readonly remedy?: 'smaller' | 'recreate-ads' | 'recreate' },
  now: number,
): Settling {
  const key = stepKey(copy, sourceId);
  const how = step.how ?? 'copy';
  if (failure.class === 'throttled') {
    const notBefore = now + (failure.retryAfterMs ?? pauseBefore(key, step.attempts));
    return { outcomes: { [key]: { to: 'pending', notBefore, failure, free: true } } };
  }
  const isRoot = tree.get(sourceId)?.parentId === undefined;
  const again = { to: 'pending' as const, notBefore: now + pauseBefore(key, step.attempts), failure };
  if (failure.class === 'missing' && !isRoot && step.attempts <= MISSING_RETRIES) return { outcomes: { [key]: again } };
  const stumbled = remedy === undefined && (failure.class === 'transient' || failure.class === 'flaky');
  if (stumbled && step.attempts <= RETRIES) return { outcomes: { [key]: leavesParts(how) ? partly(failure, now) : again } };
  const ways = nextWay(tree, sourceId, how, { failure, remedy });
  if (ways === undefined) return { outcomes: { [key]: leavesParts(how) ? partly(failure, now) : { to: 'failed', failure } } };
  // Refused for its size it never began; otherwise a part may have been made first.
  if (leavesParts(how) && remedy !== 'smaller') return { outcomes: { [key]: partly(failure, now) }, ways };
  return { outcomes: { [key]: { to: 'pending', notBefore: now, failure } }, ways };
}

const leavesParts = takesAlong;

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
 * Whether to go on with what was found of a step. A whole tree can be taken at once; a part when nothing can be added to it
 * any more. An unanswered copy in the background may go on at any time, so its part is not built upon.
 */
export const mayTake = (can: DuplicateCapability, step: StepState, isWhole: boolean, now: number): boolean =>
  isWhole || ((step.answered === true || step.how !== 'start') && leftMs(can, step, now) <= 0);

export const askAgain = (can: DuplicateCapability, step: StepState, now: number): Settled => ({
  to: 'unknown',
  notBefore: askAgainAt(step, now, leftMs(can, step, now)),
  ...(step.answered && { answered: true as const }),
});

/**
 * For a step of which nothing is there. "Not there yet" is not "not there": the platform is asked until it has had its time,
 * and only then is the step sent again.
 */
export function nothingFound(
  { tree, can, state }: { readonly tree: Tree; readonly can: DuplicateCapability; readonly state: Pick<DuplicateState, 'ways'> },
  key: StepKey,
  step: StepState,
  now: number,
): Settling {
  const { sourceId } = splitKey(key);
  const way = wayOf(tree, can.native, state, sourceId);
  const how = step.how ?? way;
  const { failure } = step;
  if (leftMs(can, step, now) > 0) return { outcomes: { [key]: askAgain(can, step, now) } };
  const again: Settled = {
    to: 'pending',
    notBefore: now + (step.answered ? 0 : pauseBefore(key, step.attempts)),
    ...defined({ failure }),
  };
  const stumbled = failure === undefined || failure.class === 'transient' || failure.class === 'flaky';
  if (way !== how || step.attempts === 0 || (stumbled && step.attempts <= (how === 'start' ? 1 : RETRIES)))
    return { outcomes: { [key]: again } };
  const ways =
    failure === undefined && how === 'start'
      ? { [sourceId]: 'copy' as const }
      : failure && nextWay(tree, sourceId, how, { failure });
  if (ways !== undefined) return { outcomes: { [key]: again }, ways };
  return { outcomes: { [key]: failure === undefined ? again : { to: 'failed', failure } } };
}
