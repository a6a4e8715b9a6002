import type { Store } from '../../ports/store.ts';

/** The last of those who wait for a document in this process, by store and document. */
const tails = new WeakMap<Store, Map<string, Promise<unknown>>>();

/**
 * Does work that changes some documents after everything in this process that came before it and changes one of the same.
 * Commits that would only lose against each other happen one after the other; those that share nothing happen together.
 * `work` is told whether it had to wait: then what was read before may have changed.
 */
export function inLineFor<T>(store: Store, documents: Iterable<string>, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  const line = tails.get(store) ?? new Map<string, Promise<unknown>>();
  tails.set(store, line);
  const wanted = [...documents];
  const before = wanted.flatMap((id) => line.get(id) ?? []);
  const done = before.length === 0 ? work(false) : Promise.all(before).then(() => work(true));
  const ended = done.then(
    () => undefined,
    () => undefined,
  );
  for (const id of wanted) line.set(id, ended);
  void ended.then(() => {
    for (const id of wanted) if (line.get(id) === ended) line.delete(id);
  });
  return done;
}
