/** Beside objects: fault rules, counters, budgets. */
export interface Notes<Value> {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
  /** In order of first writing. */
  starting(prefix: string): readonly (readonly [name: string, value: Value])[];
  forget(prefix: string): void;
}

/** `null` where a note is gone. */
export type NoteChanges<Value> = { readonly [name: string]: Value | null };

interface NoteBook<Value> extends Notes<Value> {
  replay(changes: NoteChanges<Value>): void;
  /** Since the last call. */
  takeChanges(): NoteChanges<Value> | undefined;
  /** Records nothing. */
  clear(): void;
}

export function createNoteBook<Value>(): NoteBook<Value> {
  const noted = new Map<string, Value>();
  let changed = new Map<string, Value | null>();

  const book: NoteBook<Value> = {
    get: (name) => noted.get(name),
    set(name, value) {
      noted.set(name, value);
      changed.set(name, value);
    },
    starting: (prefix) => [...noted].filter(([name]) => name.startsWith(prefix)),
    forget(prefix) {
      for (const [name] of book.starting(prefix)) {
        noted.delete(name);
        changed.set(name, null);
      }
    },
    replay(changes) {
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) noted.delete(name);
        else noted.set(name, value);
      }
    },
    takeChanges() {
      if (changed.size === 0) return undefined;
      const changes = Object.fromEntries(changed);
      changed = new Map();
      return changes;
    },
    clear() {
      noted.clear();
      changed = new Map();
    },
  };
  return book;
}
