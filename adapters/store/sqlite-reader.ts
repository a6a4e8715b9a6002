import { type Cache, createCache } from '../../core/base/cache.ts';
import type { Document, Kind, Reader, Stored, Write } from '../../core/ports/store.ts';
import type { Taken } from './sqlite-commits.ts';
import type { SqliteDatabase } from './sqlite-file.ts';

/** Characters of the documents kept, all together and each. */
const MOST = 8_000_000;
const LARGEST = 64_000;

/** A document as the file holds it. */
interface Kept {
  /** Undefined where there is no such document. */
  readonly row: Row | undefined;
  /** Whether it was asked for before. */
  isRead: boolean;
  /** Set at the second read: a document read once need not be frozen. */
  shared?: Stored;
}

/** What is kept of a document that is not there. */
const ABSENT_SIZE = 200;

/** A row of the table as it is now. Throws what SQLite says. */
export type Row = { readonly version: number; readonly doc: string };
type LookUp = (kind: string, companyId: string, id: string) => Row | null | undefined;

interface SqliteReader {
  /** Checks whether another connection has written. Throws SQLite's errors. */
  look(): void;
  /** The document at the last look or later. Throws SQLite's errors. */
  get<T extends Document>(kind: Kind<T>, companyId: string, id: string): Stored<T> | undefined;
  /** These are about to be written by this connection. */
  forget(writes: readonly Pick<Write, 'kind' | 'companyId' | 'id'>[]): void;
  /** These were written by this connection. */
  keep(writes: readonly Taken[]): void;
}

/**
 * Keeps documents in memory while the file holds the same. `data_version` changes with every commit
 * of another connection in any process, and own commits are known: one look at it, for the cost of
 * a file lock, replaces reading each document.
 */
export function createSqliteReader(database: SqliteDatabase, lookUp: LookUp): SqliteReader {
  const version = database.prepare('PRAGMA data_version');
  let seen: number | undefined;
  let kept = emptyCache();
  /** Kept until about to be written: they are read again soon. */
  const changing = new Set<string>();

  return {
    look() {
      const { data_version: current } = version.get() as { readonly data_version: number };
      if (current === seen) return;
      seen = current;
      kept = emptyCache();
    },
    get<T extends Document>(kind: Kind<T>, companyId: string, id: string) {
      const key = keyOf(kind.name, companyId, id);
      const known = kept.get(key);
      // What is kept under this name was read as this kind.
      if (known !== undefined) return again(known, id) as Stored<T> | undefined;
      const row = lookUp(kind.name, companyId, id) ?? undefined;
      if (row === undefined || row.doc.length <= LARGEST) kept.set(key, { row, isRead: true });
      return row && (storedAs(id, row) as Stored<T>);
    },
    forget(writes) {
      for (const { kind, companyId, id } of writes) {
        const key = keyOf(kind.name, companyId, id);
        if (kept.get(key) === undefined) continue;
        kept.delete(key);
        changing.add(key);
      }
    },
    keep(writes) {
      if (changing.size === 0) return;
      for (const { kind, companyId, id, version, content } of writes) {
        const key = keyOf(kind.name, companyId, id);
        if (changing.has(key) && (content === undefined || content.text.length <= LARGEST))
          kept.set(key, { row: content && { version, doc: content.text }, isRead: false });
      }
      changing.clear();
    },
  };
}

export const readerOf = (reader: SqliteReader, get: Reader['get']): Reader => ({
  async get(kind, companyId, id) {
    try {
      return reader.get(kind, companyId, id);
    } catch {
      return get(kind, companyId, id);
    }
  },
});

const emptyCache = (): Cache<Kept> =>
  createCache({ max: MOST, sizeOf: ({ row }) => row?.doc.length ?? ABSENT_SIZE });

/** What was kept, for one more caller. */
function again(kept: Kept, id: string): Stored | undefined {
  if (kept.row === undefined || kept.shared !== undefined) return kept.shared;
  if (!kept.isRead) {
    kept.isRead = true;
    return storedAs(id, kept.row);
  }
  kept.shared = frozen(storedAs(id, kept.row));
  return kept.shared;
}

const storedAs = (id: string, { version, doc }: Row): Stored => ({
  id,
  version,
  doc: JSON.parse(doc),
});

/** Ids may hold any character: the length says where the company's ends. */
const keyOf = (kind: string, companyId: string, id: string) =>
  `${kind} ${companyId.length} ${companyId} ${id}`;

/** Several callers share kept documents. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}
