/** Answers that are written already, by key, each good for one tag; the oldest make room when there are too many. */
export interface TextCache {
  get(key: string, tag: number): string | undefined;
  set(key: string, tag: number, text: string): void;
}

/** @param most characters kept in all */
export function createTextCache(most: number): TextCache {
  const kept = new Map<string, { readonly tag: number; readonly text: string }>();
  let size = 0;

  const drop = (key: string): void => {
    size -= kept.get(key)?.text.length ?? 0;
    kept.delete(key);
  };

  return {
    get(key, tag) {
      const entry = kept.get(key);
      return entry?.tag === tag ? entry.text : undefined;
    },
    set(key, tag, text) {
      drop(key);
      if (text.length > most) return;
      kept.set(key, { tag, text });
      size += text.length;
      // A map gives its keys in the order they were set.
      for (const oldest of kept.keys()) {
        if (size <= most) break;
        drop(oldest);
      }
    },
  };
}
