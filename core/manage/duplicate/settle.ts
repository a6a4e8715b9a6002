import type { PlatformFailure } from '../../errors.ts';
import type { CopyOutcome, StartOutcome } from '../../ports/platform-changes.ts';
import type { How, Settled, StepKey } from './records.ts';
import { type StepState, stepKey } from './state.ts';
import type { Tree } from './tree.ts';
import { nextWay, takesAlong } from './ways.ts';

/** How often a stumble is repeated before another way is taken. */
const RETRIES = 3;
/** What was made a moment ago may be unknown to the platform's other servers for a while. */
const MISSING_RETRIES = 5;
/** How soon after an unanswered step the platform is asked for the first time. */
export const FIRST_QUESTION_MS = 500;
const FIRST_LOOK_MS = 2_000;

export interface Settling {
  readonly outcomes: { readonly [step: StepKey]: Settled };
  readonly ways?: { readonly [sourceId: string]: How };
}

/** What follows from an answer to one step. Pure. */
export function settleStep(
  tree: Tree,
  copy: number,
  sourceId: string,
  step: StepState,
  outcome: CopyOutcome | StartOutcome,
  now: number,
): Settling {
  const key = stepKey(copy, sourceId);
  const how = step.how ?? 'copy';
  switch (outcome.state) {
    case 'started':
      return { outcomes: { [key]: { to: 'started', session: outcome.session, notBefore: now + FIRST_LOOK_MS } } };
    case 'unknown': {
      // A code is the platform's own last word: nothing comes after it, except where it went on by itself.
      const answered = outcome.failure.code !== undefined && how !== 'start';
      const notBefore = now + FIRST_QUESTION_MS;
      return { outcomes: { [key]: { to: 'unknown', notBefore, failure: outcome.failure, ...(answered && { answered }) } } };
    }
    case 'done':
      return { outcomes: made(tree, copy, sourceId, how, outcome, now) };
    case 'failed':
      return refused(tree, key, sourceId, how, step, outcome, now);
  }
}

/** What the answer does not name may exist all the same: it is asked about before it is made. */
function made(
  tree: Tree,
  copy: number,
  sourceId: string,
  how: How,
  outcome: CopyOutcome & { state: 'done' },
  now: number,
): Settling['outcomes'] {
  const outcomes: { [step: StepKey]: Settled } = {};
  const expected = takesAlong(how) ? (tree.get(sourceId)?.below ?? []) : [];
  const named = new Map(outcome.objects.map(({ sourceId: from, id }) => [from, id]));
  const below = Object.fromEntries(expected.flatMap((id) => (named.has(id) ? [[id, named.get(id) ?? '']] : [])));
  for (const id of expected) if (!named.has(id)) outcomes[stepKey(copy, id)] = { to: 'unknown', notBefore: now, answered: true };
  outcomes[stepKey(copy, sourceId)] = { to: 'made', id: outcome.id, ...(expected.length > 0 && { below }) };
  return outcomes;
}

function refused(
  tree: Tree,
  key: StepKey,
  sourceId: string,
  how: How,
  step: StepState,
  { failure, remedy }: { readonly failure: PlatformFailure; readonly remedy?: 'smaller' | 'recreate-ads' | 'recreate' },
  now: number,
): Settling {
  if (failure.class === 'throttled') {
    const notBefore = now + (failure.retryAfterMs ?? pauseBefore(key, step.attempts));
    return { outcomes: { [key]: { to: 'pending', notBefore, failure, free: true } } };
  }
  const isRoot = tree.get(sourceId)?.parentId === undefined;
  const again = { to: 'pending' as const, notBefore: now + pauseBefore(key, step.attempts), failure };
  if (failure.class === 'missing' && !isRoot && step.attempts <= MISSING_RETRIES) return { outcomes: { [key]: again } };
  const stumbled = remedy === undefined && (failure.class === 'transient' || failure.class === 'flaky');
  if (stumbled && step.attempts <= RETRIES) return { outcomes: { [key]: leavesParts(how) ? partly(failure, now) : again } };
  const ways = nextWay(tree, sourceId, how, failure, remedy);
  if (ways === undefined) return { outcomes: { [key]: leavesParts(how) ? partly(failure, now) : { to: 'failed', failure } } };
  // Refused for its size it was refused before it began; otherwise a part may have been made first.
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

/** 1 s, 2 s, 4 s, spread by a quarter so that siblings do not come back all at once. */
export function pauseBefore(key: string, attempts: number): number {
  const pause = Math.min(60_000, 1000 * 2 ** Math.max(0, attempts - 1));
  let hash = attempts;
  for (const char of key) hash = (hash * 31 + char.charCodeAt(0)) % 1009;
  return Math.round(pause * (0.75 + hash / 2018));
}
