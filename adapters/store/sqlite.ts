import { SlipwayError } from '../../core/base/errors.ts';
import type { Document, Kind, Store, Stored } from '../../core/ports/store.ts';
import { isCompanyId, isId } from './checks.ts';
import { sqlSearching } from './sql-search.ts';
import { type After, checkpoint, createCheckpoints } from './sqlite-checkpoints.ts';
import { createSqliteCommits } from './sqlite-commits.ts';
import { explained, openSqliteDatabase, sqliteOpener } from './sqlite-database.ts';
import type { SqliteDatabase, SqliteStatement } from './sqlite-file.ts';
import { createSqliteKinds } from './sqlite-kinds.ts';
import { type LockedLives, openLives } from './sqlite-lives.ts';
import { createSqliteReader, type Row, readerOf } from './sqlite-reader.ts';
import { documentTables, sqliteDialect } from './sqlite-schema.ts';
import { unavailable, whenFree } from './sqlite-trouble.ts';

export interface SqliteOptions {
  /** Its folder must exist; the file is made. */
  readonly path: string;
  /** Kinds whose indexes are made at once; others get theirs on first use. */
  readonly kinds?: readonly Kind[];
  /** Waits for the next checkpoint. Default: a timer. */
  readonly after?: After;
}

/**
 * Documents in one SQLite file: the embedded default, for one machine and any number of processes
 * on it.
 *
 * @example
 * import { openSqliteStore } from 'slipway/adapters/store-sqlite';
 * import { kind } from 'slipway/core';
 *
 * const boats = kind<{ name: string; size: number }>('boat', { size: 'number' });
 * const store = await openSqliteStore({ path: 'fleet.db', kinds: [boats] });
 * await store.commit([{ kind: boats, companyId: 'acme', id: 'b1', expect: 'absent', doc: { name: 'Anna', size: 12 } }]);
 * console.log((await store.find(boats, 'acme', { where: { size: { from: 10 } } })).items);
 * await store.close();
 */
export async function openSqliteStore({ path, kinds = [], after }: SqliteOptions): Promise<Store> {
  const database = await openSqliteDatabase(path, documentTables, { check: true });
  try {
    const store = await whenFree(() => createSqliteStore(database, kinds, after));
    checkpoint(database);
    return path === ':memory:' ? store : withLives(store, openLives(path, await sqliteOpener()));
  } catch (error) {
    database.close();
    throw error instanceof SlipwayError ? error : explained(error, path);
  }
}

const withLives = (store: Store, lives: LockedLives): Store => ({
  ...store,
  lives,
  close: () => store.close().finally(() => lives.close()),
});

/** The store over an open database that has its tables. */
export function createSqliteStore(
  database: SqliteDatabase,
  declared: readonly Kind[] = [],
  after?: After,
): Store {
  const kinds = createSqliteKinds(database);
  for (const kind of declared) kinds.prepare(kind);
  const checkpoints = createCheckpoints(database, after);
  const select = database.prepare(
    'SELECT version, doc FROM documents WHERE kind = ? AND company = ? AND id = ?',
  );
  const lookUp = (kind: string, companyId: string, id: string): Row | null | undefined =>
    isCompanyId(companyId) && isId(id)
      ? (select.get(kind, companyId, id) as Row | null | undefined)
      : undefined;
  const recent = createSqliteReader(database, lookUp);
  const commits = createSqliteCommits(database, kinds, {
    writing: recent.forget,
    written(writes) {
      recent.keep(writes);
      checkpoints.written();
    },
  });
  const searches = new Map<string, SqliteStatement>();

  const searchStatement = (sql: string): SqliteStatement => {
    const known = searches.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    searches.set(sql, statement);
    return statement;
  };

  /** Readers wait only for a process that locked the whole file. */
  const read = async <R>(work: () => R): Promise<R> => {
    try {
      return await whenFree(work);
    } catch (error) {
      throw unavailable(error);
    }
  };

  const get = async <T extends Document>(
    kind: Kind<T>,
    companyId: string,
    id: string,
  ): Promise<Stored<T> | undefined> => {
    const look = (): Row | null | undefined => lookUp(kind.name, companyId, id);
    let row: Row | null | undefined;
    try {
      // Nearly always free, and most requests read several documents.
      row = look();
    } catch {
      row = await read(look);
    }
    return row ? { id, version: row.version, doc: JSON.parse(row.doc) as T } : undefined;
  };
  const reader = readerOf(recent, get);

  return {
    get,

    reader() {
      try {
        recent.look();
        return reader;
      } catch {
        // Another writer holds the database: each document waits for it.
        return { get };
      }
    },

    ...sqlSearching(sqliteDialect, (kind, { sql, values }) =>
      read(() => {
        kinds.prepare(kind);
        return searchStatement(sql).all(...values);
      }),
    ),

    commit: commits.commit,

    async close() {
      await commits.flush();
      checkpoints.close();
      database.close();
    },
  };
}
