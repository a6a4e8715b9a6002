/** A map with a limit: the entries that were used longest ago go first. */
export interface Cache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
}

export interface CacheOptions<V> {
  /** The sizes of all entries together; how many there are unless `sizeOf` is given. */
  readonly max: number;
  /** Of one entry. An entry that is larger than `max` is not kept. */
  readonly sizeOf?: (value: V) => number;
}

export function createCache<V>({ max, sizeOf = () => 1 }: CacheOptions<V>): Cache<V> {
  // A map gives its keys in the order they were set: every use sets an entry anew.
  const entries = new Map<string, { readonly value: V; readonly size: number }>();
  let total = 0;

  const remove = (key: string): void => {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value) {
      remove(key);
      const size = sizeOf(value);
      if (size > max) return;
      entries.set(key, { value, size });
      total += size;
      for (const oldest of entries.keys()) {
        if (total <= max) break;
        remove(oldest);
      }
    },
    delete: remove,
  };
}
