import type { Conflict, Document, Kind, Query, Store, Write } from '../../core/ports/store.ts';
import { checkWrites, type IndexKeys, isCompanyId, isId, keysOf, readQuery } from './checks.ts';
import { openPostgresDatabase, type PostgresPlace } from './postgres-database.ts';
import { createPostgresKinds } from './postgres-kinds.ts';
import { APPEARED, documentTables, KINDS_CHANGED, postgresDialect } from './postgres-schema.ts';
import { registeredKeys } from './sql-kinds.ts';
import { countSql, type SqlRow, searchSql, sqlPage } from './sql-search.ts';

export type PostgresOptions = PostgresPlace & {
  /** Kinds whose indexes are made at once. Others get theirs when they are first used. */
  readonly kinds?: readonly Kind[];
};

/**
 * Documents in a Postgres database, for any number of processes on any number of machines. A commit is as
 * durable as the server's `synchronous_commit` makes it; leave it on.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const { pool, close } = await openPostgresDatabase(options, documentTables);
  const kinds = createPostgresKinds(pool);
  try {
    await kinds.prepare(options.kinds ?? []);
  } catch (error) {
    await close();
    throw error;
  }

  const rowsOf = async (sql: string, values: unknown[]): Promise<readonly unknown[]> => (await pool.query(sql, values)).rows;

  const send = async (writes: readonly Taken[]): Promise<Conflict | undefined> => {
    const used = [...new Map(writes.map(({ kind }) => [kind.name, kind])).values()];
    await kinds.prepare(writes.map(({ kind }) => kind));
    const keys = writes.map(
      ({ kind, text, keys }) => text && JSON.stringify(registeredKeys(kinds.registered(kind), text, keys, kind)),
    );
    const [answer] = await rowsOf('SELECT slipway.commit_documents($1, $2, $3, $4, $5, $6, $7, $8) AS lost', [
      used.map(({ name }) => name),
      used.map((kind) => kinds.registered(kind).text),
      writes.map(({ kind }) => kind.name),
      writes.map(({ companyId }) => companyId),
      writes.map(({ id }) => id),
      writes.map(({ expect }) => (expect === 'absent' ? null : expect)),
      writes.map(({ text }) => text),
      keys,
    ]);
    const { lost } = answer as { lost: number[] | null };
    return lost === null ? undefined : { lost };
  };

  return {
    async get<T extends Document>(kind: Kind<T>, companyId: string, id: string) {
      if (!isCompanyId(companyId) || !isId(id)) return undefined;
      const sql = 'SELECT id, version, doc FROM slipway.documents WHERE kind = $1 AND company = $2 AND id = $3';
      const [row] = (await rowsOf(sql, [kind.name, companyId, id])) as SqlRow[];
      return row && { id, version: row.version, doc: JSON.parse(row.doc) as T };
    },

    async find<T extends Document>(kind: Kind<T>, companyId: string, query?: Query<T>) {
      const search = readQuery(kind, companyId, query);
      if (search.hopeless) return { items: [] };
      await kinds.prepare([kind as Kind]);
      const { sql, values } = searchSql(postgresDialect, kind.name, companyId, search);
      return sqlPage(kind, search, (await rowsOf(sql, values)) as SqlRow[]);
    },

    async count<T extends Document>(kind: Kind<T>, companyId: string, query?: Pick<Query<T>, 'where' | 'order'>) {
      const search = readQuery(kind, companyId, query);
      if (search.hopeless) return 0;
      await kinds.prepare([kind as Kind]);
      const { sql, values } = countSql(postgresDialect, kind.name, companyId, search);
      const [row] = (await rowsOf(sql, values)) as { documents: string | number }[];
      // Postgres counts in bigint, which travels as text.
      return Number(row?.documents ?? 0);
    },

    async commit(writes) {
      checkWrites(writes);
      if (writes.length === 0) return undefined;
      const taken = writes.map(take);
      for (;;) {
        try {
          return await send(taken);
        } catch (error) {
          const { code } = error as { code?: string };
          if (code !== APPEARED && code !== KINDS_CHANGED) throw error;
          if (code === KINDS_CHANGED) kinds.forget();
        }
      }
    },

    close,
  };
}

/** A write as it was when it was handed in: the caller may change the document afterwards. */
interface Taken extends Pick<Write, 'kind' | 'companyId' | 'id' | 'expect'> {
  /** Null removes the document. */
  readonly text: string | null;
  readonly keys: IndexKeys;
}

function take({ kind, companyId, id, expect, doc }: Write): Taken {
  if (doc === undefined) return { kind, companyId, id, expect, text: null, keys: {} };
  return { kind, companyId, id, expect, text: JSON.stringify(doc), keys: keysOf(kind, doc) };
}
