import type { Kind } from '../../core/ports/store.ts';
import { checkKind, type IndexKeys } from './checks.ts';
import { covers, type RegisteredKind, registeredKeys, registerKind } from './sql-kinds.ts';
import { inTransaction } from './sqlite-database.ts';
import type { SqliteDatabase } from './sqlite-file.ts';
import { indexSql, sqliteDialect } from './sqlite-schema.ts';

export interface SqliteKinds {
  /** Makes sure that the indexes of a kind are there and complete. */
  prepare(kind: Kind): void;
  /** Inside a transaction: another process may have registered a field since. */
  current(kind: Kind): RegisteredKind;
  /** After a rollback, which undid what was prepared. */
  forget(): void;
}

/** The text for the column `keys`. */
export const keysText = (keys: IndexKeys): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(keys).map(([field, value]) => [
        field,
        typeof value === 'object' ? value : sqliteDialect.value(value),
      ]),
    ),
  );

export function createSqliteKinds(database: SqliteDatabase): SqliteKinds {
  const prepared = new Map<string, RegisteredKind>();
  const select = database.prepare('SELECT fields FROM kinds WHERE name = ?');
  const upsert = database.prepare(
    'INSERT INTO kinds (name, fields) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET fields = excluded.fields',
  );
  const some = database.prepare(
    'SELECT rowid, doc FROM documents WHERE kind = ? AND rowid > ? ORDER BY rowid LIMIT 200',
  );
  const rekey = database.prepare('UPDATE documents SET keys = ? WHERE rowid = ?');

  const current = (kind: Kind): RegisteredKind => {
    const text = (select.get(kind.name) as { fields: string } | null | undefined)?.fields;
    const known = prepared.get(kind.name);
    if (known !== undefined && known.text === text && covers(known, kind)) return known;

    const registered = registerKind(kind, text);
    if (registered.text !== text) upsert.run(kind.name, registered.text);
    const added = Object.entries(registered.added);
    if (added.length > 0 && text !== undefined) fillIn(kind, registered);
    for (const [field, type] of added) {
      const sql = indexSql(kind.name, field, type);
      if (sql !== undefined) database.exec(sql);
    }
    prepared.set(kind.name, registered);
    return registered;
  };

  const fillIn = (kind: Kind, registered: RegisteredKind): void => {
    for (let last = -1; ; ) {
      const rows = some.all(kind.name, last) as { rowid: number; doc: string }[];
      for (const { rowid, doc } of rows)
        rekey.run(keysText(registeredKeys(registered, doc)), rowid);
      const end = rows[rows.length - 1];
      if (end === undefined) return;
      last = end.rowid;
    }
  };

  return {
    current,
    prepare(kind) {
      const known = prepared.get(kind.name);
      if (known !== undefined && covers(known, kind)) return;
      checkKind(kind);
      inTransaction(database, () => current(kind));
    },
    forget: () => prepared.clear(),
  };
}
