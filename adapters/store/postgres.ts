import type { Conflict, Document, Kind, Store, Write } from '../../core/ports/store.ts';
import { checkWrites, type IndexKeys, isCompanyId, isId, keysOf } from './checks.ts';
import {
  inPostgresTransaction,
  openPostgresDatabase,
  type PostgresPlace,
} from './postgres-database.ts';
import { createPostgresKinds } from './postgres-kinds.ts';
import type { PostgresConnection } from './postgres-pool.ts';
import {
  APPEARED,
  documentTables,
  KINDS_CHANGED,
  keysText,
  postgresDialect,
} from './postgres-schema.ts';
import { registeredKeys } from './sql-kinds.ts';
import { type SqlRow, sqlSearching } from './sql-search.ts';

export type PostgresOptions = PostgresPlace & {
  /** Kinds whose indexes are made at once; others get theirs on first use. */
  readonly kinds?: readonly Kind[];
  /** What else is written where certain documents are. */
  readonly beside?: Beside;
};

/** Rows of other tables that are true exactly when certain documents are. */
export interface Beside {
  concerns(write: Write): boolean;
  /** Makes ready what cannot be made within a transaction. */
  prepare(writes: readonly Write[]): Promise<void>;
  /** In the transaction that just wrote these documents. */
  write(connection: PostgresConnection, writes: readonly Write[]): Promise<void>;
}

export interface PostgresStore extends Store {
  /**
   * All or nothing: documents and whatever `work` writes on the connection. `work` may be called
   * again from its beginning. It locks or commits documents before it touches other tables: no two
   * transactions wait for each other.
   *
   * @param kinds of the documents it commits
   */
  transaction<T>(
    kinds: readonly Kind[],
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T>;
}

export interface Transaction {
  readonly connection: PostgresConnection;
  /** As `Store.commit`, without what is kept beside the documents. */
  commit(writes: readonly Write[]): Promise<Conflict | undefined>;
  /**
   * Keeps others from writing these documents until the end. Answers the versions of existing ones.
   */
  lock(kind: Kind, companyId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/**
 * Documents in a Postgres database, for any number of processes on any number of machines. A commit
 * is as durable as the server's `synchronous_commit` makes it; leave it on.
 *
 * @example
 * import { openPostgresStore } from 'slipway/adapters/store-postgres';
 * import { kind } from 'slipway/core';
 *
 * const boats = kind<{ name: string; size: number }>('boat', { size: 'number' });
 * const store = await openPostgresStore({ url: 'postgres://localhost/fleet', kinds: [boats] });
 * await store.commit([{ kind: boats, companyId: 'acme', id: 'b1', expect: 'absent', doc: { name: 'Anna', size: 12 } }]);
 * console.log((await store.find(boats, 'acme', { where: { size: { from: 10 } } })).items);
 * await store.close();
 */
export async function openPostgresStore(options: PostgresOptions): Promise<PostgresStore> {
  const { pool, close } = await openPostgresDatabase(options, documentTables);
  const kinds = createPostgresKinds(pool);
  try {
    await kinds.prepare(options.kinds ?? []);
  } catch (error) {
    await close();
    throw error;
  }

  const rowsOf = async (sql: string, values: unknown[]): Promise<readonly unknown[]> =>
    (await pool.query(sql, values)).rows;

  const send = async (
    on: Pick<PostgresConnection, 'query'>,
    writes: readonly Taken[],
  ): Promise<Conflict | undefined> => {
    const used = [...new Map(writes.map(({ kind }) => [kind.name, kind])).values()];
    await kinds.prepare(writes.map(({ kind }) => kind));
    const keys = writes.map(
      ({ kind, companyId, text, keys }) =>
        text && keysText(companyId, registeredKeys(kinds.registered(kind), text, keys, kind)),
    );
    const { rows } = await on.query(
      'SELECT slipway.commit_documents($1, $2, $3, $4, $5, $6, $7, $8) AS lost',
      [
        used.map(({ name }) => name),
        used.map((kind) => kinds.registered(kind).text),
        writes.map(({ kind }) => kind.name),
        writes.map(({ companyId }) => companyId),
        writes.map(({ id }) => id),
        writes.map(({ expect }) => (expect === 'absent' ? null : expect)),
        writes.map(({ text }) => text),
        keys,
      ],
    );
    const { lost } = rows[0] as { lost: number[] | null };
    return lost === null ? undefined : { lost };
  };

  /** Again where other processes made documents or indexes in between. */
  const settled = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const { code } = error as { code?: string };
        if (code !== APPEARED && code !== KINDS_CHANGED) throw error;
        if (code === KINDS_CHANGED) kinds.forget();
      }
    }
  };

  const transaction: PostgresStore['transaction'] = (used, work) =>
    settled(async () => {
      // On another connection, before this one is taken.
      await kinds.prepare(used);
      return inPostgresTransaction(pool, (connection) =>
        work({
          connection,
          async commit(writes) {
            checkWrites(writes);
            return send(connection, writes.map(take));
          },
          async lock(kind, companyId, ids) {
            const { rows } = await connection.query(
              `SELECT id, version FROM slipway.documents WHERE kind = $1 AND company = $2 AND id = ANY($3)
               ORDER BY id FOR UPDATE`,
              [kind.name, companyId, ids],
            );
            return new Map(
              (rows as { id: string; version: number }[]).map(({ id, version }) => [id, version]),
            );
          },
        }),
      );
    });

  return {
    async get<T extends Document>(kind: Kind<T>, companyId: string, id: string) {
      if (!isCompanyId(companyId) || !isId(id)) return undefined;
      const sql =
        'SELECT id, version, doc FROM slipway.documents WHERE kind = $1 AND company = $2 AND id = $3';
      const [row] = (await rowsOf(sql, [kind.name, companyId, id])) as SqlRow[];
      return row && { id, version: row.version, doc: JSON.parse(row.doc) as T };
    },

    ...sqlSearching(postgresDialect, async (kind, { sql, values }) => {
      await kinds.prepare([kind]);
      return rowsOf(sql, values);
    }),

    async commit(writes) {
      checkWrites(writes);
      if (writes.length === 0) return undefined;
      const taken = writes.map(take);
      const { beside } = options;
      const theirs = copied(writes.filter((write) => beside?.concerns(write)));
      if (beside === undefined || theirs.length === 0) return settled(() => send(pool, taken));
      await beside.prepare(theirs);
      return transaction(
        writes.map(({ kind }) => kind),
        async ({ connection }) => {
          const conflict = await send(connection, taken);
          if (conflict === undefined) await beside.write(connection, theirs);
          return conflict;
        },
      );
    },

    transaction,
    close,
  };
}

const copied = (writes: readonly Write[]): readonly Write[] =>
  writes.map((write) => ({ ...write, doc: write.doc && structuredClone(write.doc) }));

/** A write as handed in: the caller may change the document afterwards. */
interface Taken extends Pick<Write, 'kind' | 'companyId' | 'id' | 'expect'> {
  /** Null removes the document. */
  readonly text: string | null;
  readonly keys: IndexKeys;
}

function take({ kind, companyId, id, expect, doc }: Write): Taken {
  if (doc === undefined) return { kind, companyId, id, expect, text: null, keys: {} };
  return { kind, companyId, id, expect, text: JSON.stringify(doc), keys: keysOf(kind, doc) };
}
