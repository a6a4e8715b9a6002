import type { Document, IndexValue, Kind, Page, Query, Range, Store, Stored, Write } from '../../core/ports/store.ts';
import { assertDistinct, compareIndexValues, cursorAfter, keysOf, nextVersion, readCursor } from './ordering.ts';

interface Row {
  readonly version: number;
  /** Kept as text so that nobody can change a document by holding on to it. */
  readonly text: string;
  readonly keys: { readonly [field: string]: IndexValue | undefined };
}

/** Documents in a map. The reference for the other backends, and enough for tests, scripts and rehearsals. */
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

  return {
    async get<T extends Document>(kind: Kind<T>, companyId: string, id: string) {
      const row = table(kind.name, companyId).get(id);
      return row && (stored(id, row) as Stored<T>);
    },

    async find<T extends Document>(kind: Kind<T>, companyId: string, query: Query<T> = {}): Promise<Page<T>> {
      const by = query.order?.by ?? 'id';
      const sign = query.order?.direction === 'desc' ? -1 : 1;
      const limit = query.limit ?? 100;
      const position = ([id, row]: readonly [string, Row]): {
        value: IndexValue;
        id: string;
      } => ({ value: by === 'id' ? id : (row.keys[by] as IndexValue), id });
      const order = (a: { value: IndexValue; id: string }, b: { value: IndexValue; id: string }): number =>
        sign * (compareIndexValues(a.value, b.value) || compareIndexValues(a.id, b.id));
      const start = query.after === undefined ? undefined : readCursor(query.after);

      const matching = [...table(kind.name, companyId)]
        .filter(([, row]) => by === 'id' || row.keys[by] !== undefined)
        .filter(([, row]) =>
          Object.entries(query.where ?? {}).every(([field, wanted]) => matches(row.keys[field], wanted as IndexValue | Range)),
        )
        .filter((entry) => start === undefined || order(position(entry), start) > 0)
        .sort((a, b) => order(position(a), position(b)));

      const items = matching.slice(0, limit);
      const last = items[items.length - 1];
      return {
        items: items.map(([id, row]) => stored(id, row) as Stored<T>),
        ...(matching.length > limit && last !== undefined ? { next: cursorAfter(position(last)) } : {}),
      };
    },

    async commit(writes: readonly Write[]) {
      assertDistinct(writes);
      const lost = writes.flatMap((write, position) => {
        const current = table(write.kind.name, write.companyId).get(write.id)?.version;
        return current === (write.expect === 'absent' ? undefined : write.expect) ? [] : [position];
      });
      if (lost.length > 0) return { lost };
      for (const write of writes) {
        const rows = table(write.kind.name, write.companyId);
        if (write.doc === undefined) rows.delete(write.id);
        else
          rows.set(write.id, {
            version: nextVersion(write),
            text: JSON.stringify(write.doc),
            keys: keysOf(write.kind, write.doc),
          });
      }
      return undefined;
    },

    async close() {
      tables.clear();
    },
  };
}

const stored = (id: string, row: Row): Stored => ({
  id,
  version: row.version,
  doc: JSON.parse(row.text) as Document,
});

function matches(value: IndexValue | undefined, wanted: IndexValue | Range): boolean {
  if (value === undefined) return false;
  if (typeof wanted !== 'object') return value === wanted;
  return (
    (wanted.from === undefined || compareIndexValues(value, wanted.from) >= 0) &&
    (wanted.before === undefined || compareIndexValues(value, wanted.before) < 0)
  );
}
