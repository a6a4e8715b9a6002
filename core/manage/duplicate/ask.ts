import { PlatformError, type PlatformFailure } from '../../errors.ts';
import type { CopySource } from '../../ports/platform-changes.ts';
import { type Run, record } from './context.ts';
import type { How, Settled, StepKey } from './records.ts';
import { removeTrees } from './remove.ts';
import { pauseBefore } from './settle.ts';
import { type StepState, splitKey, stepKey, stepOf, waitedMs } from './state.ts';
import { matchTrees } from './tree.ts';
import { nextWay, takesAlong, wayOf } from './ways.ts';

/** Questions are asked at growing distances, and once more when the time is up. */
const ASK_AGAIN_MS = 2_000;
const ASK_AFTER_TROUBLE_MS = 5_000;

interface Found {
  readonly outcomes: { [key: StepKey]: Settled };
  readonly ways: { [sourceId: string]: How };
}

/** Asks the platform what became of steps whose outcome is open, and decides how they go on. */
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
    if (best === undefined) nothingFound(run, key, found);
    else if (mayTake(run, step, best.matched.size >= (takesAlong(step.how) ? run.tree.size : 1))) {
      found.outcomes[key] = taken(step, root.id, best.tree.id, best.matched);
      await removeTrees(
        run,
        trees.filter((tree) => tree !== best.tree),
      );
    } else if (leftMs(run, step) > 0) found.outcomes[key] = askAgain(run, step);
    else {
      // A copy in the background that stopped half-way may go on at any time: it is not built upon.
      await removeTrees(run, trees);
      nothingFound(run, key, found);
    }
  }
}

/**
 * A whole tree can be taken at once. A part can be built upon when nothing can be added to it any more; a
 * copy in the background that was never answered for may go on at any time, so its part is not.
 */
function mayTake(run: Run, step: StepState, isWhole: boolean): boolean {
  return isWhole || ((step.answered === true || step.how !== 'start') && leftMs(run, step) <= 0);
}

/** How much of its time to make something and to show it the platform still has. Zero or less: none. */
function leftMs({ can, ports }: Run, step: StepState): number {
  const waited = waitedMs(step, ports.clock.now());
  if (step.answered) return can.lagMs - waited;
  const growsMs = step.how === 'start' ? (can.native?.asyncMs ?? can.settleMs) : can.settleMs;
  return (step.abandoned ? can.answerMs : 0) + growsMs - waited;
}

const now = (run: Run): number => run.ports.clock.now();

const askAgain = (run: Run, step: StepState): Settled => ({
  to: 'unknown',
  notBefore: now(run) + Math.min(leftMs(run, step), Math.max(ASK_AGAIN_MS, waitedMs(step, now(run)))),
  ...(step.answered && { answered: true as const }),
});

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
    if (id === undefined) nothingFound(run, key, found);
    else if (mayTake(run, step, complete))
      found.outcomes[key] = { to: 'made', id, ...(below.length > 0 && { below: Object.fromEntries(made) }) };
    else if (leftMs(run, step) > 0) found.outcomes[key] = askAgain(run, step);
    else {
      await removeTrees(
        run,
        there.children.filter((child) => child.id === id),
      );
      nothingFound(run, key, found);
    }
  }
}

/** How often a step that left no trace is sent again the same way. */
const RETRIES = 3;

/**
 * How a step goes on of which nothing is there. "Not there yet" is not "not there": an unanswered one is
 * asked about until the platform has had its time, and only then sent again.
 */
function nothingFound(run: Run, key: StepKey, found: Found): void {
  const { copy, sourceId } = splitKey(key);
  const step = stepOf(run.state, copy, sourceId);
  const how = step.how ?? wayOf(run.tree, run.can.native, run.state, sourceId);
  const { failure } = step;
  if (leftMs(run, step) > 0) {
    found.outcomes[key] = askAgain(run, step);
    return;
  }
  const again: Settled = {
    to: 'pending',
    notBefore: now(run) + (step.answered ? 0 : pauseBefore(key, step.attempts)),
    ...(failure !== undefined && { failure }),
  };
  const anotherWay = wayOf(run.tree, run.can.native, run.state, sourceId) !== how;
  const stumbled = failure === undefined || failure.class === 'transient' || failure.class === 'flaky';
  if (anotherWay || step.attempts === 0 || (stumbled && step.attempts <= (how === 'start' ? 1 : RETRIES))) {
    found.outcomes[key] = again;
    return;
  }
  const ways =
    failure === undefined && how === 'start'
      ? { [sourceId]: 'copy' as const }
      : failure && nextWay(run.tree, sourceId, how, failure, undefined);
  if (ways === undefined) found.outcomes[key] = failure === undefined ? again : { to: 'failed', failure };
  else {
    found.outcomes[key] = again;
    Object.assign(found.ways, ways);
  }
}
