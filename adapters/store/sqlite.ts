import type { Document, Kind, Query, Store } from '../../core/ports/store.ts';
import { isCompanyId, isId, readQuery } from './checks.ts';
import { countSql, type SqlRow, searchSql, sqlPage } from './sql-search.ts';
import { createSqliteCommits } from './sqlite-commits.ts';
import { openSqliteDatabase, type SqliteDatabase, type SqliteStatement } from './sqlite-database.ts';
import { createSqliteKinds } from './sqlite-kinds.ts';
import { documentTables, sqliteDialect } from './sqlite-schema.ts';

export interface SqliteOptions {
  /** The database file. Its folder must exist; the file is made when it does not. */
  readonly path: string;
  /** Kinds whose indexes are made at once. Others get theirs when they are first used. */
  readonly kinds?: readonly Kind[];
}

/** Documents in one SQLite file: the embedded default, for one machine and any number of processes on it. */
export async function openSqliteStore({ path, kinds = [] }: SqliteOptions): Promise<Store> {
  const database = await openSqliteDatabase(path, documentTables);
  try {
    return createSqliteStore(database, kinds);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The store over an open database that has its tables. */
export function createSqliteStore(database: SqliteDatabase, declared: readonly Kind[] = []): Store {
  const kinds = createSqliteKinds(database);
  for (const kind of declared) kinds.prepare(kind);
  const commits = createSqliteCommits(database, kinds);

  const select = database.prepare('SELECT version, doc FROM documents WHERE kind = ? AND company = ? AND id = ?');
  const searches = new Map<string, SqliteStatement>();

  const searchStatement = (sql: string): SqliteStatement => {
    const known = searches.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    searches.set(sql, statement);
    return statement;
  };

  return {
    async get<T extends Document>(kind: Kind<T>, companyId: string, id: string) {
      if (!isCompanyId(companyId) || !isId(id)) return undefined;
      const row = select.get(kind.name, companyId, id) as SqlRow | null | undefined;
      return row ? { id, version: row.version, doc: JSON.parse(row.doc) as T } : undefined;
    },

    async find<T extends Document>(kind: Kind<T>, companyId: string, query?: Query<T>) {
      const search = readQuery(kind, companyId, query);
      if (search.hopeless) return { items: [] };
      kinds.prepare(kind as Kind);
      const { sql, values } = searchSql(sqliteDialect, kind.name, companyId, search);
      return sqlPage(kind, search, searchStatement(sql).all(...values) as SqlRow[]);
    },

    async count<T extends Document>(kind: Kind<T>, companyId: string, query?: Pick<Query<T>, 'where' | 'order'>) {
      const search = readQuery(kind, companyId, query);
      if (search.hopeless) return 0;
      kinds.prepare(kind as Kind);
      const { sql, values } = countSql(sqliteDialect, kind.name, companyId, search);
      return (searchStatement(sql).get(...values) as { documents: number }).documents;
    },

    commit: commits.commit,

    async close() {
      commits.flush();
      database.close();
    },
  };
}
