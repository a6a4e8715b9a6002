/** A bounded map: the entries set longest ago go first, except those read since. */
export interface Cache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
}

interface CacheOptions<V> {
  /** Total size of all entries; their number unless `sizeOf` is given. */
  readonly max: number;
  /** An entry larger than `max` is not kept. */
  readonly sizeOf?: (value: V) => number;
}

export function createCache<V>({ max, sizeOf = () => 1 }: CacheOptions<V>): Cache<V> {
  // A map keeps the order of setting. Marking an entry as read costs less than setting it again.
  const entries = new Map<string, { readonly value: V; readonly size: number; isRead: boolean }>();
  let total = 0;

  const remove = (key: string): void => {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };

  const makeRoom = (newest: string): void => {
    for (const [key, entry] of entries) {
      if (total <= max) return;
      if (key === newest) continue;
      entries.delete(key);
      if (entry.isRead) entries.set(key, { ...entry, isRead: false });
      else total -= entry.size;
    }
  };

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entry.isRead = true;
      return entry.value;
    },
    set(key, value) {
      remove(key);
      const size = sizeOf(value);
      if (size > max) return;
      entries.set(key, { value, size, isRead: false });
      total += size;
      if (total > max) makeRoom(key);
    },
    delete: remove,
  };
}
