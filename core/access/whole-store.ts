import type { Store, Write } from '../ports/store.ts';
import type { Once, Steps } from '../records/once.ts';

interface Part {
  readonly whole: Store;
  /** Throws for a write beyond the part. */
  refuseBeyond(writes: readonly Write[]): Promise<void>;
}

const parts = new WeakMap<Store, Part>();

/** A store that shows a part of another, and takes writes within it. */
export function partOf(
  whole: Store,
  reads: Omit<Store, 'commit' | 'close'>,
  refuseBeyond: Part['refuseBeyond'],
): Store {
  const part: Store = {
    ...reads,
    async commit(writes) {
      await refuseBeyond(writes);
      return whole.commit(writes);
    },
    close: () => whole.close(),
  };
  parts.set(part, { whole, refuseBeyond });
  return part;
}

export const isPart = (store: Store): boolean => parts.has(store);

/**
 * Ports with the store of the whole company, where theirs shows a part of it (workspace-view.ts):
 * for sums, bounds and notes that the caller does not see.
 */
export const withWholeStore = <P extends { readonly store: Store }>(ports: P): P => ({
  ...ports,
  store: parts.get(ports.store)?.whole ?? ports.store,
});

/** Commits to the whole, and checks the writes as if made to the part. */
export function withinPart(store: Store, once: Once): Once {
  const part = parts.get(store);
  if (part === undefined) return once;
  const { refuseBeyond } = part;
  return {
    inOneCommit: (work, options) =>
      once.inOneCommit(
        (conclude) =>
          work(async (writes, answer) => {
            await refuseBeyond(writes);
            return conclude(writes, answer);
          }),
        options,
      ),
    inSteps: <P extends object, A extends object>(work: (steps: Steps<P, A>) => Promise<A>) =>
      once.inSteps<P, A>((steps) =>
        work({
          ...steps,
          begin: (progress, writes) =>
            refuseBeyond(writes).then(() => steps.begin(progress, writes)),
          conclude: (answer, writes) =>
            refuseBeyond(writes).then(() => steps.conclude(answer, writes)),
        }),
      ),
  };
}
