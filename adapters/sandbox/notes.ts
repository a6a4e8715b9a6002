/**
 * What the simulator has to remember beside the platforms' objects (fault rules, counters, budgets), by name.
 * Kept with the world, but no part of it.
 */
export interface Notes<Value> {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
  /** Those whose names start with it, in the order they were first written. */
  starting(prefix: string): readonly (readonly [name: string, value: Value])[];
  /** Removes those whose names start with it. */
  forget(prefix: string): void;
}

/** Notes as they now stand, by name; `null` where one is gone. */
export type NoteChanges<Value> = { readonly [name: string]: Value | null };

export interface NoteBook<Value> extends Notes<Value> {
  /** Takes over what was recorded. */
  replay(changes: NoteChanges<Value>): void;
  /** What became another since the last call; undefined where nothing did. */
  takeChanges(): NoteChanges<Value> | undefined;
  /** Empty again, without anything to record. */
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
