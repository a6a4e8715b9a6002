import type { SqliteDatabase } from '../store/sqlite-file.ts';
import { createEntityKeys, type Known } from './entity-keys.ts';

/** The keys of entities in an SQLite file, looked up and written one by one. */
export function createSqliteKeys(database: SqliteDatabase): ReturnType<typeof createEntityKeys> {
  const find = database.prepare(
    'SELECT key, name, parent FROM fact_entity WHERE account = ? AND kind = ? AND id = ?',
  );
  const add = database.prepare(
    'INSERT INTO fact_entity (account, kind, id, name, parent) VALUES (?, ?, ?, ?, ?) RETURNING key',
  );
  const rename = database.prepare('UPDATE fact_entity SET name = ?, parent = ? WHERE key = ?');
  return createEntityKeys({
    find: (account, kind, id) =>
      (find.get(account, kind, id) as Known | null | undefined) ?? undefined,
    add: ({ account, kind, id, name, parent }) =>
      (add.get(account, kind, id, name, parent) as { key: number }).key,
    rename: (key, name, parent) => rename.run(name, parent, key),
  });
}
