import { PlatformError, type PlatformFailure } from '../../base/errors.ts';
import type { CopySource } from '../../ports/platform-changes.ts';
import { type Run, record } from './context.ts';
import { askAgain, leftMs, mayTake, nothingFound } from './decide.ts';
import type { How, Settled, StepKey } from './records.ts';
import { removeTrees } from './remove.ts';
import { type StepState, splitKey, stepKey, stepOf } from './state.ts';
import { matchTrees } from './tree.ts';
import { takesAlong } from './ways.ts';

const ASK_AFTER_TROUBLE_MS = 5_000;

interface Found {
  readonly outcomes: { [key: StepKey]: Settled };
  readonly ways: { [sourceId: string]: How };
}

export async function askSteps(run: Run, keys: readonly StepKey[]): Promise<void> {
  const found: Found = { outcomes: {}, ways: {} };
  const copies = new Map<number, StepKey[]>();
  for (const key of keys) copies.set(splitKey(key).copy, [...(copies.get(splitKey(key).copy) ?? []), key]);
  try {
    const lost = [...copies.keys()].filter((copy) => stepOf(run.state, copy, run.plan.source.id).phase === 'unknown');
    if (lost.length > 0) await askForRoots(run, lost, found);
    for (const [copy, open] of copies) if (!lost.includes(copy)) await askBelow(run, copy, open, found);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    for (const key of keys) found.outcomes[key] ??= unanswered(run, key, error.failure);
  }
  await record(run, found);
}

function unanswered(run: Run, key: StepKey, failure: PlatformFailure): Settled {
  const { copy, sourceId } = splitKey(key);
  const { answered } = stepOf(run.state, copy, sourceId);
  if (failure.class === 'auth') return { to: 'failed', failure };
  const notBefore = now(run) + (failure.retryAfterMs ?? ASK_AFTER_TROUBLE_MS);
  return { to: 'unknown', notBefore, ...(answered && { answered }) };
}

/** Top objects are known by the mark in their names. One question serves all copies. */
async function askForRoots(run: Run, copies: readonly number[], found: Found): Promise<void> {
  const { plan, can, account } = run;
  const root = plan.source;
  const marked = await can.named(account.access, root.type, plan.mark);
  for (const copy of copies) {
    const key = stepKey(copy, root.id);
    const step = stepOf(run.state, copy, root.id);
    const mine = marked.filter(({ name }) => name.includes(`[${plan.mark}-${copy}]`));
    const trees: CopySource[] = [];
    for (const { id, name } of mine)
      trees.push(
        root.children.length > 0 && takesAlong(step.how)
          ? await can.tree(account.access, root.type, id)
          : { ...root, id, name, children: [] },
      );
    const candidates = trees.map((tree) => ({ tree, matched: matchTrees(root, tree, new Map()) }));
    const best = [...candidates].sort((a, b) => b.matched.size - a.matched.size)[0];
    if (best === undefined) noteNothing(run, key, found);
    else if (mayTake(can, step, best.matched.size >= (takesAlong(step.how) ? run.tree.size : 1), now(run))) {
      found.outcomes[key] = taken(step, root.id, best.tree.id, best.matched);
      await removeTrees(
        run,
        trees.filter((tree) => tree !== best.tree),
      );
    } else if (leftMs(can, step, now(run)) > 0) found.outcomes[key] = askAgain(can, step, now(run));
    else {
      // A copy in the background that stopped half-way may go on at any time: nothing is built upon it.
      await removeTrees(run, trees);
      noteNothing(run, key, found);
    }
  }
}

const now = (run: Run) => run.ports.clock.now();

function taken(step: StepState, sourceId: string, id: string, matched: ReadonlyMap<string, string>): Settled {
  if (!takesAlong(step.how)) return { to: 'made', id };
  const below = Object.fromEntries([...matched].filter(([from]) => from !== sourceId));
  return { to: 'made', id, below };
}

/** What is below a top object of ours is known by where it was copied from, or by its name. */
async function askBelow(run: Run, copy: number, keys: readonly StepKey[], found: Found): Promise<void> {
  const { plan, can, account, state, tree } = run;
  const rootId = stepOf(state, copy, plan.source.id).id;
  if (rootId === undefined) return;
  const there = await can.tree(account.access, plan.source.type, rootId);
  const known = new Map(
    [...tree.keys()].flatMap((id) => {
      const made = stepOf(state, copy, id).id;
      return made === undefined ? [] : [[id, made] as const];
    }),
  );
  const matched = matchTrees(plan.source, there, known);
  for (const key of keys) {
    const { sourceId } = splitKey(key);
    const step = stepOf(state, copy, sourceId);
    const id = matched.get(sourceId);
    const below = takesAlong(step.how) && step.sentAt > 0 ? (tree.get(sourceId)?.below ?? []) : [];
    const made = new Map(below.flatMap((each) => (matched.has(each) ? [[each, matched.get(each) ?? ''] as const] : [])));
    const complete = made.size === below.length;
    if (id === undefined) noteNothing(run, key, found);
    else if (mayTake(can, step, complete, now(run)))
      found.outcomes[key] = { to: 'made', id, ...(below.length > 0 && { below: Object.fromEntries(made) }) };
    else if (leftMs(can, step, now(run)) > 0) found.outcomes[key] = askAgain(can, step, now(run));
    else {
      await removeTrees(
        run,
        there.children.filter((child) => child.id === id),
      );
      noteNothing(run, key, found);
    }
  }
}

function noteNothing(run: Run, key: StepKey, found: Found): void {
  const { copy, sourceId } = splitKey(key);
  const { outcomes, ways } = nothingFound(run, key, stepOf(run.state, copy, sourceId), now(run));
  Object.assign(found.outcomes, outcomes);
  Object.assign(found.ways, ways);
}
