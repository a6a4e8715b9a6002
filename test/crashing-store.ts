import type { Store } from '../core/ports/store.ts';

class Crashed extends Error {}

export interface Crash {
  /** The process dies at this commit of its life. */
  readonly at: number;
  readonly when: 'before' | 'after';
  onDeath?(): void;
}

/**
 * A store whose process dies at its n-th commit, just before it or just after: from then on nothing
 * is heard of it.
 */
export function crashing(store: Store, { at, when, onDeath }: Crash): Store {
  let commits = 0;
  let dead = false;
  const alive = <T>(call: () => Promise<T>): Promise<T> => (dead ? new Promise(() => {}) : call());
  return {
    get: (kind, companyId, id) => alive(() => store.get(kind, companyId, id)),
    find: (kind, companyId, query) => alive(() => store.find(kind, companyId, query)),
    count: (kind, companyId, query) => alive(() => store.count(kind, companyId, query)),
    commit: (writes) =>
      alive(async () => {
        commits += 1;
        if (commits !== at) return store.commit(writes);
        if (when === 'after') await store.commit(writes);
        dead = true;
        onDeath?.();
        throw new Crashed();
      }),
    close: async () => {},
  };
}
