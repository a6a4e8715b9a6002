import { PlatformError, type PlatformFailure } from '../../base/errors.ts';
import type { CopySource } from '../../ports/platform-changes.ts';
import type { Run } from './context.ts';
import { askAgain, leftMs, mayTake, nothingFound, type Settling } from './decide.ts';
import type { ObjectStep } from './next.ts';
import type { StepKey } from './records.ts';
import { removeTrees } from './remove.ts';
import { stepKey, stepOf } from './state.ts';
import { matchTrees } from './tree.ts';
import { takesAlong } from './ways.ts';

const ASK_AFTER_TROUBLE_MS = 5_000;

/**
 * What is known of unanswered steps, in their order. Where the platform cannot be asked any more,
 * the rest stays open.
 */
export async function findSteps(
  run: Run,
  steps: readonly ObjectStep[],
): Promise<readonly Settling[]> {
  const found = new Map<StepKey, Settling>();
  const copies = new Map<number, ObjectStep[]>();
  for (const step of steps) copies.set(step.copy, [...(copies.get(step.copy) ?? []), step]);
  const rootId = run.plan.source.id;
  try {
    const lost = steps.filter(({ sourceId }) => sourceId === rootId);
    if (lost.length > 0) await askForRoots(run, lost, found);
    for (const [copy, open] of copies)
      if (!lost.some((step) => step.copy === copy)) await askBelow(run, copy, open, found);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    for (const step of steps)
      if (!found.has(step.id)) found.set(step.id, unanswered(run, step, error.failure));
  }
  return steps.map(({ id }) => found.get(id) ?? { outcomes: {} });
}

type Found = Map<StepKey, Settling>;

function unanswered(
  run: Run,
  { id, copy, sourceId }: ObjectStep,
  failure: PlatformFailure,
): Settling {
  if (failure.class === 'auth') return { outcomes: { [id]: { to: 'failed', failure } } };
  const { answered } = stepOf(run.state, copy, sourceId);
  const notBefore = now(run) + (failure.retryAfterMs ?? ASK_AFTER_TROUBLE_MS);
  return { outcomes: { [id]: { to: 'unknown', notBefore, ...(answered && { answered }) } } };
}

/** Top objects are known by the mark in their names. One question serves all copies. */
async function askForRoots(run: Run, steps: readonly ObjectStep[], found: Found): Promise<void> {
  const { plan, can, account } = run;
  const root = plan.source;
  const marked = await can.named(account.access, root.type, plan.mark);
  for (const asked of steps) {
    const { copy, how } = asked;
    const step = stepOf(run.state, copy, root.id);
    const mine = marked.filter(({ name }) => name.includes(`[${plan.mark}-${copy}]`));
    const trees: CopySource[] = [];
    for (const { id, name } of mine)
      trees.push(
        root.children.length > 0 && takesAlong(how)
          ? await can.tree(account.access, root.type, id)
          : { ...root, id, name, children: [] },
      );
    const candidates = trees.map((tree) => ({ tree, matched: matchTrees(root, tree, new Map()) }));
    const best = [...candidates].sort((a, b) => b.matched.size - a.matched.size)[0];
    if (best === undefined) found.set(asked.id, nothingFound(run, asked, step, now(run)));
    else if (
      mayTake(can, step, best.matched.size >= (takesAlong(how) ? run.tree.size : 1), now(run))
    ) {
      found.set(asked.id, taken(asked, best.tree.id, takesAlong(how) ? best.matched : new Map()));
      await removeTrees(
        run,
        trees.filter((tree) => tree !== best.tree),
      );
    } else if (leftMs(can, step, now(run)) > 0)
      found.set(asked.id, { outcomes: { [asked.id]: askAgain(can, step, now(run)) } });
    else {
      // A copy in the background that stopped half-way may go on at any time: nothing is built upon
      // it.
      await removeTrees(run, trees);
      found.set(asked.id, nothingFound(run, asked, step, now(run)));
    }
  }
}

const now = (run: Run) => run.ports.clock.now();

const taken = (
  { id: key, copy }: ObjectStep,
  ref: string,
  matched: ReadonlyMap<string, string>,
): Settling => ({
  outcomes: {
    ...Object.fromEntries(
      [...matched].map(([from, id]) => [stepKey(copy, from), { to: 'done' as const, ref: id }]),
    ),
    [key]: { to: 'done', ref },
  },
});

/** What is below a top object of ours is known by where it was copied from, or by its name. */
async function askBelow(
  run: Run,
  copy: number,
  steps: readonly ObjectStep[],
  found: Found,
): Promise<void> {
  const { plan, can, account, state, tree } = run;
  const rootId = stepOf(state, copy, plan.source.id).result?.ref;
  if (rootId === undefined) return;
  const there = await can.tree(account.access, plan.source.type, rootId);
  const known = new Map(
    [...tree.keys()].flatMap((id) => {
      const made = stepOf(state, copy, id).result?.ref;
      return made === undefined ? [] : [[id, made] as const];
    }),
  );
  const matched = matchTrees(plan.source, there, known);
  for (const asked of steps) {
    const { sourceId, how } = asked;
    const step = stepOf(state, copy, sourceId);
    const id = matched.get(sourceId);
    const below =
      takesAlong(how) && step.sentAt !== undefined ? (tree.get(sourceId)?.below ?? []) : [];
    const made = new Map(
      below.flatMap((each) =>
        matched.has(each) ? [[each, matched.get(each) ?? ''] as const] : [],
      ),
    );
    if (id === undefined) found.set(asked.id, nothingFound(run, asked, step, now(run)));
    else if (mayTake(can, step, made.size === below.length, now(run)))
      found.set(asked.id, taken(asked, id, made));
    else if (leftMs(can, step, now(run)) > 0)
      found.set(asked.id, { outcomes: { [asked.id]: askAgain(can, step, now(run)) } });
    else {
      await removeTrees(
        run,
        there.children.filter((child) => child.id === id),
      );
      found.set(asked.id, nothingFound(run, asked, step, now(run)));
    }
  }
}
