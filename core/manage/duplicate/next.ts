import type { PlatformFailure } from '../../base/errors.ts';
import type { Next } from '../../effects/schedule.ts';
import type { Run } from './context.ts';
import type { DuplicatePlan, How, StepKey } from './records.ts';
import { copyOf, type DuplicateState, refusalOf, stepKey, stepOf } from './state.ts';
import type { Tree } from './tree.ts';
import { wayOf } from './ways.ts';

/** One object of one copy, and the way in which it is sent. */
export interface ObjectStep {
  readonly id: StepKey;
  readonly copy: number;
  readonly sourceId: string;
  readonly how: How;
}

interface Round {
  readonly giveUp: readonly { readonly copy: number; readonly failure: PlatformFailure }[];
  readonly ask: readonly ObjectStep[];
  readonly poll: readonly ObjectStep[];
  readonly send: readonly ObjectStep[];
  readonly undo: readonly number[];
  readonly finish: readonly number[];
  readonly until: number;
}

/** The most that are sent together. */
export const MOST_SENT = 50;
const MOST_REBUILT = 5;

/** What copies need besides their objects. */
export interface OwnWork {
  giveUp(copies: Round['giveUp']): Promise<void>;
  undo(copies: readonly number[]): Promise<void>;
  finish(copies: readonly number[]): Promise<void>;
}

/** Decides by plan and state alone. */
export function nextOf(
  run: Pick<Run, 'plan' | 'tree' | 'can' | 'state'>,
  own: OwnWork,
  now: number,
): Next<ObjectStep> {
  const { giveUp, ask, poll, send, undo, finish, until } = roundOf(run, now);
  if (giveUp.length > 0) return { do: 'own', work: () => own.giveUp(giveUp) };
  if (ask.length > 0) return { do: 'ask', steps: ask };
  if (poll.length > 0) return { do: 'poll', steps: poll };
  if (send.length > 0) return { do: 'send', steps: bounded(send) };
  if (undo.length > 0) return { do: 'own', work: () => own.undo(undo) };
  if (finish.length > 0) return { do: 'own', work: () => own.finish(finish) };
  return until === Number.POSITIVE_INFINITY ? { do: 'nothing' } : { do: 'wait', until };
}

function roundOf(
  { plan, tree, can, state }: Pick<Run, 'plan' | 'tree' | 'can' | 'state'>,
  now: number,
): Round {
  const round = {
    giveUp: [],
    ask: [],
    poll: [],
    send: [],
    undo: [],
    finish: [],
    until: Number.POSITIVE_INFINITY,
  } as Mutable<Round>;
  for (let copy = 1; copy <= plan.names.length; copy += 1) {
    const { gaveUp, left, activated } = copyOf(state, copy);
    if (left !== undefined || activated !== undefined) continue;
    const fatal = gaveUp === undefined ? fatalFailure(plan, tree, state, copy) : undefined;
    if (fatal !== undefined) round.giveUp.push({ copy, failure: fatal });
    let open = false;
    for (const [sourceId, { parentId }] of tree) {
      const { phase, notBefore, how: sent } = stepOf(state, copy, sourceId);
      const how = wayOf(tree, can.native, state, sourceId);
      const step = (way: How): ObjectStep => ({
        id: stepKey(copy, sourceId),
        copy,
        sourceId,
        how: way,
      });
      const isDue = notBefore <= now;
      if (phase === 'unknown' || phase === 'started') {
        open = true;
        if (!isDue) round.until = Math.min(round.until, notBefore);
        else
          (phase === 'unknown' ? round.ask : round.poll).push(
            step((sent as How | undefined) ?? how),
          );
      } else if (phase === 'pending' && gaveUp === undefined && fatal === undefined) {
        open = true;
        const ready =
          parentId === undefined
            ? mayBegin(plan, state, copy, how)
            : stepOf(state, copy, parentId).phase === 'done';
        if (!ready) continue;
        if (isDue) round.send.push(step(how));
        else round.until = Math.min(round.until, notBefore);
      }
    }
    if (!open && fatal === undefined) (gaveUp === undefined ? round.finish : round.undo).push(copy);
  }
  return round;
}

type Mutable<T> = { -readonly [M in keyof T]: T[M] extends readonly (infer E)[] ? E[] : T[M] };

/**
 * The first copy goes ahead: what it teaches spares the others calls bound to fail. In the
 * background all go in one request.
 */
function mayBegin(plan: DuplicatePlan, state: DuplicateState, copy: number, how: How): boolean {
  if (copy === 1 || how === 'start') return true;
  const { phase } = stepOf(state, 1, plan.source.id);
  return (
    phase === 'done' ||
    phase === 'started' ||
    phase === 'failed' ||
    copyOf(state, 1).gaveUp !== undefined
  );
}

/**
 * An ad that the platform refuses for its content is left out, as long as others stand; everything
 * else that fails is fatal.
 */
function fatalFailure(
  plan: DuplicatePlan,
  tree: Tree,
  state: DuplicateState,
  copy: number,
): PlatformFailure | undefined {
  const first = stepOf(state, 1, plan.source.id);
  const untouched = stepOf(state, copy, plan.source.id);
  // What the platform refuses once for good it refuses every time.
  if (copy > 1 && untouched.phase === 'pending' && first.phase === 'failed') {
    const failure = refusalOf(first);
    if (failure !== undefined && !failure.retryable) return failure;
  }
  for (const [sourceId, { source, parentId }] of tree) {
    const failure = refusalOf(stepOf(state, copy, sourceId));
    if (failure === undefined) continue;
    const isContent =
      source.type === 'ad' && parentId !== undefined && ['rule', 'invalid'].includes(failure.class);
    if (!isContent) return failure;
    const siblings = tree.get(parentId)?.source.children ?? [];
    if (siblings.every(({ id }) => stepOf(state, copy, id).phase === 'failed')) return failure;
  }
  return undefined;
}

function bounded(steps: readonly ObjectStep[]): ObjectStep[] {
  const rebuilt = steps.filter(({ how }) => how === 'rebuild').slice(0, MOST_REBUILT);
  return [
    ...steps.filter(({ how }) => how !== 'rebuild').slice(0, MOST_SENT - rebuilt.length),
    ...rebuilt,
  ];
}
