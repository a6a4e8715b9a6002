import type { Document, Kind, Store, Stored, Write } from '../../core/ports/store.ts';
import { checkWrites, type IndexKeys, keysOf, lostOf, nextVersion } from './checks.ts';
import { searching } from './page.ts';

interface Row {
  readonly version: number;
  /** As text: callers cannot change it. */
  readonly text: string;
  readonly keys: IndexKeys;
}

/**
 * Documents in a map. The reference for the other backends, and enough for tests, scripts and
 * rehearsals.
 *
 * @example
 * import { createMemoryStore } from 'slipway/adapters/store-memory';
 * import { kind } from 'slipway/core';
 *
 * const boats = kind<{ name: string; size: number }>('boat', { size: 'number' });
 * const store = createMemoryStore();
 * await store.commit([{ kind: boats, companyId: 'acme', id: 'b1', expect: 'absent', doc: { name: 'Anna', size: 12 } }]);
 * console.log((await store.find(boats, 'acme', { where: { size: { from: 10 } } })).items);
 * await store.close();
 */
export function createMemoryStore(): Store {
  const tables = new Map<string, Map<string, Row>>();

  const table = (kindName: string, companyId: string): Map<string, Row> => {
    const key = JSON.stringify([kindName, companyId]);
    let rows = tables.get(key);
    if (rows === undefined) {
      rows = new Map();
      tables.set(key, rows);
    }
    return rows;
  };

  const stored = <T extends Document>(row: Row, id: string): Stored<T> => ({
    id,
    version: row.version,
    doc: JSON.parse(row.text) as T,
  });

  return {
    async get<T extends Document>(kind: Kind<T>, companyId: string, id: string) {
      const row = table(kind.name, companyId).get(id);
      return row && stored<T>(row, id);
    },

    ...searching(({ name }, companyId) => table(name, companyId), stored),

    async commit(writes: readonly Write[]) {
      checkWrites(writes);
      const rows = writes.map((write) => ({
        table: table(write.kind.name, write.companyId),
        row: write.doc && {
          version: nextVersion(write),
          text: JSON.stringify(write.doc),
          keys: keysOf(write.kind, write.doc),
        },
      }));
      const conflict = lostOf(
        writes,
        ({ kind, companyId, id }) => table(kind.name, companyId).get(id)?.version,
      );
      if (conflict !== undefined) return conflict;
      writes.forEach((write, position) => {
        const { table, row } = rows[position] ?? {};
        if (row === undefined) table?.delete(write.id);
        else table?.set(write.id, row);
      });
      return undefined;
    },

    async close() {
      tables.clear();
    },
  };
}
