import type { PlatformFailure } from '../../base/errors.ts';
import type { Run } from './context.ts';
import type { DuplicatePlan, How, StepKey } from './records.ts';
import { copyOf, type DuplicateState, stepKey, stepOf } from './state.ts';
import type { Tree } from './tree.ts';
import { wayOf } from './ways.ts';

/** With all lists empty and no time to wait for, everything is over. */
export interface Round {
  readonly giveUp: readonly { readonly copy: number; readonly failure: PlatformFailure }[];
  readonly ask: readonly StepKey[];
  readonly poll: readonly StepKey[];
  readonly send: readonly { readonly key: StepKey; readonly how: How }[];
  readonly undo: readonly number[];
  readonly finish: readonly number[];
  readonly until?: number;
}

const MOST_SENT = 50;
const MOST_REBUILT = 5;

/** Decides by plan and state alone. */
export function nextRound({ plan, tree, can, state }: Pick<Run, 'plan' | 'tree' | 'can' | 'state'>, now: number): Round {
  const round = { giveUp: [], ask: [], poll: [], send: [], undo: [], finish: [] } as Mutable<Round>;
  let until = Number.POSITIVE_INFINITY;
  for (let copy = 1; copy <= plan.names.length; copy += 1) {
    const { gaveUp, left, activated } = copyOf(state, copy);
    if (left !== undefined || activated !== undefined) continue;
    const fatal = gaveUp === undefined ? fatalFailure(plan, tree, state, copy) : undefined;
    if (fatal !== undefined) round.giveUp.push({ copy, failure: fatal });
    let open = false;
    for (const [sourceId, { parentId }] of tree) {
      const step = stepOf(state, copy, sourceId);
      const key = stepKey(copy, sourceId);
      const due = step.notBefore <= now;
      if (step.phase === 'unknown' || step.phase === 'started') {
        open = true;
        if (!due) until = Math.min(until, step.notBefore);
        else (step.phase === 'unknown' ? round.ask : round.poll).push(key);
      } else if (step.phase === 'pending' && gaveUp === undefined && fatal === undefined) {
        open = true;
        const how = wayOf(tree, can.native, state, sourceId);
        const ready = parentId === undefined ? mayBegin(plan, state, copy, how) : stepOf(state, copy, parentId).phase === 'made';
        if (!ready) continue;
        if (due) round.send.push({ key, how });
        else until = Math.min(until, step.notBefore);
      }
    }
    if (!open && fatal === undefined) (gaveUp === undefined ? round.finish : round.undo).push(copy);
  }
  return { ...round, send: bounded(round.send), ...(until !== Number.POSITIVE_INFINITY && { until }) };
}

type Mutable<T> = { -readonly [M in keyof T]: T[M] extends readonly (infer E)[] ? E[] : T[M] };

/** The first copy goes ahead: what it teaches spares the others calls bound to fail. In the background all go in one request. */
function mayBegin(plan: DuplicatePlan, state: DuplicateState, copy: number, how: How): boolean {
  if (copy === 1 || how === 'start') return true;
  const { phase } = stepOf(state, 1, plan.source.id);
  return phase === 'made' || phase === 'started' || phase === 'failed' || copyOf(state, 1).gaveUp !== undefined;
}

/** An ad that the platform refuses for its content is left out, as long as others stand; everything else that fails is fatal. */
function fatalFailure(plan: DuplicatePlan, tree: Tree, state: DuplicateState, copy: number): PlatformFailure | undefined {
  const first = stepOf(state, 1, plan.source.id);
  const untouched = stepOf(state, copy, plan.source.id);
  // What the platform refuses once for good it refuses every time.
  if (copy > 1 && untouched.phase === 'pending' && first.phase === 'failed' && first.failure && !first.failure.retryable)
    return first.failure;
  for (const [sourceId, { source, parentId }] of tree) {
    const { phase, failure } = stepOf(state, copy, sourceId);
    if (phase !== 'failed' || failure === undefined) continue;
    const isContent = source.type === 'ad' && parentId !== undefined && ['rule', 'invalid'].includes(failure.class);
    if (!isContent) return failure;
    const siblings = tree.get(parentId)?.source.children ?? [];
    if (siblings.every(({ id }) => stepOf(state, copy, id).phase === 'failed')) return failure;
  }
  return undefined;
}

function bounded(steps: Round['send']): Round['send'] {
  const rebuilt = steps.filter(({ how }) => how === 'rebuild').slice(0, MOST_REBUILT);
  return [...steps.filter(({ how }) => how !== 'rebuild').slice(0, MOST_SENT - rebuilt.length), ...rebuilt];
}
