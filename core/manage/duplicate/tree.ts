import { defined } from '../../base/defined.ts';
import type { CopySource } from '../../ports/platform-changes.ts';

interface TreeNode {
  readonly source: CopySource;
  readonly parentId?: string;
  /** All ids below it, parents before children. */
  readonly below: readonly string[];
}

/** By id, parents before children. */
export type Tree = ReadonlyMap<string, TreeNode>;

export function treeOf(source: CopySource): Tree {
  const tree = new Map<string, TreeNode>();
  const add = (node: CopySource, parentId?: string): readonly string[] => {
    const below: string[] = [];
    tree.set(node.id, { source: node, below, ...defined({ parentId }) });
    for (const child of node.children) below.push(child.id, ...add(child, node.id));
    return below;
  };
  add(source);
  return tree;
}

/**
 * New ids by source ids. Matched by where the platform says an object was copied from, or, for what
 * was rebuilt, by name. Objects in `known` are taken.
 */
export function matchTrees(
  source: CopySource,
  copy: CopySource,
  known: ReadonlyMap<string, string>,
): Map<string, string> {
  const matched = new Map<string, string>();
  const taken = new Set(known.values());
  const match = (from: CopySource, to: CopySource) => {
    matched.set(from.id, to.id);
    taken.add(to.id);
    const pairs = new Map<CopySource, CopySource>();
    const paired = new Set<CopySource>();
    const free = (child: CopySource) => !taken.has(child.id) && !paired.has(child);
    for (const child of from.children) {
      const made = known.get(child.id);
      const found =
        to.children.find(({ id }) => id === made) ??
        to.children.find((each) => free(each) && each.copiedFrom === child.id) ??
        to.children.find(
          (each) => free(each) && each.copiedFrom === undefined && each.name === child.name,
        );
      if (found === undefined) continue;
      pairs.set(child, found);
      paired.add(found);
    }
    for (const [child, found] of pairs) match(child, found);
  };
  match(source, copy);
  return matched;
}

/** Each once. */
export const notesIn = ({ notes = [], children }: CopySource): readonly string[] => [
  ...new Set([...notes, ...children.flatMap(notesIn)]),
];
