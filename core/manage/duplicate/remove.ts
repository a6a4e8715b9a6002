import type { EntityType } from '../../ports/ad-platform.ts';
import type { CopySource } from '../../ports/platform-changes.ts';
import { type Run, record } from './context.ts';
import { stepOf } from './state.ts';

type Removable = { readonly type: EntityType; readonly id: string };

/** Removes objects, what is below first. Answers what could not be removed; what is gone already does not count. */
async function removeAll(run: Run, objects: readonly Removable[]): Promise<Removable[]> {
  if (objects.length === 0) return [];
  const results = await run.edit.remove(run.account.access, objects);
  return objects.filter((_, position) => {
    const failure = results[position]?.failure;
    return failure !== undefined && failure.class !== 'missing';
  });
}

const bottomUp = (tree: CopySource): Removable[] => [...tree.children.flatMap(bottomUp), { type: tree.type, id: tree.id }];

/** Removes whole trees that belong to no copy. What fails is found again by the last look before the end. */
export async function removeTrees(run: Run, trees: readonly CopySource[]): Promise<Removable[]> {
  return removeAll(run, trees.flatMap(bottomUp));
}

/** Takes back what was made of copies that cannot be completed, in reverse order. */
export async function undoCopies(run: Run, copies: readonly number[]): Promise<void> {
  for (const copy of copies) {
    const made = [...run.tree.values()].flatMap(({ source: { type, id: sourceId } }) => {
      const { phase, id } = stepOf(run.state, copy, sourceId);
      return phase === 'made' && id !== undefined ? [{ type, id }] : [];
    });
    const left = await removeAll(run, made.reverse());
    await record(run, { copies: { [copy]: [{ did: 'remove', left }] } });
  }
}

/**
 * Looks once more for objects that carry the mark and belong to no copy, and removes them. Answers how
 * many could not be removed.
 */
export async function sweepLeftovers(run: Run): Promise<{ readonly removed: readonly string[]; readonly left: number }> {
  const { plan, can, account } = run;
  const marked = await can.named(account.access, plan.source.type, `[${plan.mark}-`);
  const kept = new Set<string | undefined>();
  for (let copy = 1; copy <= plan.names.length; copy += 1) {
    const { phase, id } = stepOf(run.state, copy, plan.source.id);
    if (phase === 'made' && run.state.copies.get(copy)?.left === undefined) kept.add(id);
  }
  const strays = marked.filter(({ id }) => !kept.has(id));
  const trees = await Promise.all(strays.map(({ id }) => can.tree(account.access, plan.source.type, id)));
  const left = await removeTrees(run, trees);
  return { removed: strays.map(({ id }) => id), left: left.length };
}
