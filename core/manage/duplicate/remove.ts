import { PlatformError } from '../../base/errors.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { CopySource } from '../../ports/platform-changes.ts';
import { type Run, record } from './context.ts';
import { copyOf, stepOf } from './state.ts';

type Removable = { readonly type: EntityType; readonly id: string };

/** In the given order. Answers what could not be removed, without what was gone already. */
async function removeAll(run: Run, objects: readonly Removable[]): Promise<Removable[]> {
  if (objects.length === 0) return [];
  const results = await run.edit.remove(run.account.access, objects);
  return objects.filter((_, position) => {
    const failure = results[position]?.failure;
    return failure !== undefined && failure.class !== 'missing';
  });
}

/**
 * Whether an object below a copy is of what is below the source. All else was put there by others.
 */
const isCopied = ({ tree }: Run, { type, copiedFrom, name }: CopySource): boolean =>
  copiedFrom === undefined
    ? [...tree.values()].some(({ source }) => source.type === type && source.name === name)
    : tree.has(copiedFrom);

const holdsOthers = (run: Run, { children }: CopySource): boolean =>
  children.some((child) => !isCopied(run, child) || holdsOthers(run, child));

/** What holds something of others stays with it: a platform deletes whatever is below. */
const bottomUp = (run: Run, tree: CopySource): Removable[] => [
  ...tree.children.filter((child) => isCopied(run, child)).flatMap((child) => bottomUp(run, child)),
  ...(holdsOthers(run, tree) ? [] : [{ type: tree.type, id: tree.id }]),
];

/** Of no copy. What fails is found again by the last look before the end. */
export async function removeTrees(run: Run, trees: readonly CopySource[]): Promise<Removable[]> {
  return removeAll(
    run,
    trees.flatMap((tree) => bottomUp(run, tree)),
  );
}

export async function undoCopies(run: Run, copies: readonly number[]): Promise<void> {
  for (const copy of copies) {
    const made = [...run.tree.values()].flatMap(({ source: { type, id: sourceId } }) => {
      const id = stepOf(run.state, copy, sourceId).result?.ref;
      return id === undefined ? [] : [{ type, id }];
    });
    const stays = await stayingOf(run, copy);
    const left = await removeAll(
      run,
      made.reverse().filter((each) => !stays(each)),
    );
    await record(run, {
      copies: { [copy]: [{ did: 'remove', left: [...left, ...made.filter(stays)] }] },
    });
  }
}

/**
 * What of a copy holds something of others by now: all of it where that cannot be read, for the
 * last look before the end.
 */
async function stayingOf(run: Run, copy: number): Promise<(object: Removable) => boolean> {
  const { plan, can, account, state } = run;
  const rootId = stepOf(state, copy, plan.source.id).result?.ref;
  if (rootId === undefined || plan.source.type === 'ad') return () => false;
  const sharing = (node: CopySource): string[] => [
    ...(holdsOthers(run, node) ? [node.id] : []),
    ...node.children.flatMap(sharing),
  ];
  try {
    const shared = new Set(sharing(await can.tree(account.access, plan.source.type, rootId)));
    return ({ id }) => shared.has(id);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return () => error.failure.class !== 'missing';
  }
}

/**
 * Removes objects that carry the mark and belong to no copy; with `below` also objects inside
 * copies that were made twice.
 */
export async function sweepLeftovers(
  run: Run,
  { below }: { readonly below: boolean },
): Promise<{ readonly removed: readonly string[]; readonly left: number }> {
  const { plan, can, account, state } = run;
  const { type, id: sourceId } = plan.source;
  const standing = plan.names
    .map((_, index) => index + 1)
    .filter((copy) => copyOf(state, copy).left === undefined);
  const kept = new Set(standing.map((copy) => stepOf(state, copy, sourceId).result?.ref));
  const marked = await can.named(account.access, type, `[${plan.mark}-`);
  const trees: CopySource[] = [];
  for (const { id } of marked)
    if (!kept.has(id)) trees.push(await can.tree(account.access, type, id));
  if (below && plan.source.children.length > 0)
    for (const copy of standing)
      if (state.doubtful.has(copy)) trees.push(...(await doubles(run, copy)));
  const left = await removeTrees(run, trees);
  return {
    removed: trees.filter((each) => !holdsOthers(run, each)).map(({ id }) => id),
    left: left.length,
  };
}

/**
 * Objects inside a copy that no step has made, of what is below the source: what others have put
 * there meanwhile is theirs.
 */
async function doubles(run: Run, copy: number): Promise<CopySource[]> {
  const { plan, can, account, state, tree } = run;
  const rootId = stepOf(state, copy, plan.source.id).result?.ref;
  if (rootId === undefined) return [];
  const made = new Set(
    [...tree.keys()].map((sourceId) => stepOf(state, copy, sourceId).result?.ref),
  );
  const within = (node: CopySource): CopySource[] =>
    node.children.flatMap((child) =>
      made.has(child.id) ? within(child) : isCopied(run, child) ? [child] : [],
    );
  return within(await can.tree(account.access, plan.source.type, rootId));
}
