import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readQuery } from '../../../adapters/store/checks.ts';
import { searchSql } from '../../../adapters/store/sql-search.ts';
import { createSqliteStore, openSqliteStore } from '../../../adapters/store/sqlite.ts';
import { openSqliteDatabase } from '../../../adapters/store/sqlite-database.ts';
import type { SqliteDatabase } from '../../../adapters/store/sqlite-file.ts';
import { documentTables, sqliteDialect } from '../../../adapters/store/sqlite-schema.ts';
import { allIds, fill, write } from '../../../adapters/testing/store/ground.ts';
import { type Boat, boats } from '../../../adapters/testing/store/kinds.ts';
import { kind, type Query } from '../../../core/ports/store.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-sqlite-'));
  path = join(folder, 'data.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('an SQLite file', () => {
  test('waits for the disk at each commit and keeps a write-ahead log', async () => {
    const database = await openSqliteDatabase(path, documentTables);
    expect(database.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 });
    expect(database.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
    database.close();
  });

  test('lets another process keep the event loop waiting for a moment only', async () => {
    const database = await openSqliteDatabase(path, documentTables);
    expect(
      Object.values(database.prepare('PRAGMA busy_timeout').get() as object)[0],
    ).toBeLessThanOrEqual(50);
    database.close();
  });

  test('is searched by its indexes, whatever is asked for', async () => {
    const store = await openSqliteStore({ path, kinds: [boats] });
    const database = new DatabaseSync(path);
    const plan = (query: Query<Boat>): string => {
      const { sql, values } = searchSql(
        sqliteDialect,
        'boat',
        'acme',
        readQuery(boats, 'acme', query),
      );
      const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
      return rows.map((row) => (row as { detail: string }).detail).join('; ');
    };
    expect(plan({})).toBe(
      'SEARCH documents USING INDEX sqlite_autoindex_documents_1 (kind=? AND company=?)',
    );
    expect(plan({ after: '["a","a"]' })).toContain('(kind=? AND company=? AND id>?)');
    expect(plan({ where: { name: 'x' } })).toBe(
      'SEARCH documents USING INDEX boat_name (company=? AND <expr>=?)',
    );
    expect(plan({ where: { size: { from: 1, before: 2 } } })).toContain(
      'boat_size (company=? AND <expr>>? AND <expr><?)',
    );
    expect(plan({ order: { by: 'size' } })).toBe(
      'SEARCH documents USING INDEX boat_size (company=?)',
    );
    expect(plan({ order: { by: 'size' }, after: '[1,"a"]' })).toBe(
      'SEARCH documents USING INDEX boat_size (company=? AND <expr>>?)',
    );
    expect(plan({ order: { by: 'size', direction: 'desc' }, after: '[1,"a"]' })).toContain(
      '(company=? AND <expr><?)',
    );
    expect(plan({ where: { tag: 'red' }, order: { by: 'size' } })).toMatch(
      /USING INDEX boat_(size|tag)/,
    );
    database.close();
    await store.close();
  });

  test('takes the commits of one turn in one transaction, and each succeeds or conflicts on its own', async () => {
    const database = await openSqliteDatabase(path, documentTables);
    const commands: string[] = [];
    const store = createSqliteStore(watched(database, commands), [boats]);
    commands.length = 0;
    const conflicts = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        store.commit([write(boats, 'acme', `b${i % 40}`, 'absent', { size: i })]),
      ),
    );
    expect(conflicts.filter((conflict) => conflict !== undefined)).toEqual(
      Array(10).fill({ lost: [0] }),
    );
    expect(commands).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
    expect(await allIds(store, boats, 'acme')).toHaveLength(40);
    await store.close();
  });

  test('refuses the one commit that cannot be stored and keeps those beside it', async () => {
    const database = await openSqliteDatabase(path, documentTables);
    database.exec(
      `CREATE TRIGGER picky BEFORE INSERT ON documents WHEN new.id = 'bad' BEGIN SELECT raise(ABORT, 'disk I/O error'); END`,
    );
    const store = createSqliteStore(database, [boats]);
    const outcomes = await Promise.allSettled([
      store.commit([write(boats, 'acme', 'a', 'absent', {})]),
      store.commit([
        write(boats, 'acme', 'half', 'absent', {}),
        write(boats, 'acme', 'bad', 'absent', {}),
      ]),
      store.commit([write(boats, 'acme', 'c', 'absent', {})]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { code: 'unavailable' } });
    expect(await allIds(store, boats, 'acme')).toEqual(['a', 'c']);
    await store.close();
  });

  test('finishes what was handed in before it is closed', async () => {
    const store = await openSqliteStore({ path });
    const committing = store.commit([write(boats, 'acme', 'a', 'absent', {})]);
    await store.close();
    expect(await committing).toBeUndefined();
    const again = await openSqliteStore({ path });
    expect(await again.get(boats, 'acme', 'a')).toBeDefined();
    await again.close();
  });
});

describe('the tables of an SQLite file', () => {
  const first = 'CREATE TABLE things (id TEXT PRIMARY KEY) STRICT';
  const things = (database: SqliteDatabase): unknown[] =>
    database.prepare('SELECT * FROM things').all();

  test('are brought up to date step by step, and each part of the service has its own steps', async () => {
    const before = await openSqliteDatabase(path, { part: 'things', steps: [first] });
    before.exec("INSERT INTO things VALUES ('a')");
    before.close();
    (await openSqliteDatabase(path, documentTables)).close();
    const second = "ALTER TABLE things ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'";
    const after = await openSqliteDatabase(path, { part: 'things', steps: [first, second] });
    expect(things(after)).toEqual([expect.objectContaining({ id: 'a', colour: 'red' })]);
    after.close();
    (await openSqliteDatabase(path, { part: 'things', steps: [first, second] })).close();
  });

  test('stay as they were when a step fails', async () => {
    (await openSqliteDatabase(path, { part: 'things', steps: [first] })).close();
    const broken = ["INSERT INTO things VALUES ('half')", 'CREATE TABLE things (again TEXT)'];
    await expect(
      openSqliteDatabase(path, { part: 'things', steps: [first, ...broken] }),
    ).rejects.toMatchObject({
      code: 'storage_unusable',
    });
    const database = await openSqliteDatabase(path, { part: 'things', steps: [first] });
    expect(things(database)).toEqual([]);
    database.close();
  });
});

describe('an SQLite file that cannot be used', () => {
  const refusal = async (at = path): Promise<string> => {
    const error = await openSqliteStore({ path: at }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ name: 'SlipwayError', code: 'storage_unusable' });
    return (error as Error).message;
  };

  test('in a folder that does not exist says so and makes nothing', async () => {
    expect(await refusal(join(folder, 'missing', 'data.db'))).toBe(
      `The folder ${join(folder, 'missing')} for the database does not exist. Create it, or choose another one.`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('in a folder that cannot be written to says so and makes nothing', async () => {
    chmodSync(folder, 0o555);
    // Root may write anywhere, so somebody else tries.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    const message = await refusal().finally(() => isRoot && process.seteuid?.(0));
    chmodSync(folder, 0o755);
    expect(message).toBe(
      `${path} cannot be written. Give this user the right to write there, or choose another folder.`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('because it may only be read says so', async () => {
    await (await openSqliteStore({ path })).close();
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    const message = await refusal().finally(() => isRoot && process.seteuid?.(0));
    chmodSync(folder, 0o755);
    expect(message).toContain('cannot be written');
  });

  test('because a newer version wrote it says so and changes nothing', async () => {
    await (await openSqliteStore({ path })).close();
    const database = new DatabaseSync(path);
    database.exec(
      "INSERT INTO schema_versions (part, version) VALUES ('documents', 99); PRAGMA wal_checkpoint(TRUNCATE)",
    );
    database.close();
    const before = readFileSync(path);
    expect(await refusal()).toBe(
      `${path} was written by a newer version of Slipway (its documents are at version 99, this one knows ${documentTables.steps.length}). Start that version, or choose another file.`,
    );
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('because it belongs to another program says so and changes nothing', async () => {
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE documents (theirs TEXT)');
    database.close();
    const before = readFileSync(path);
    expect(await refusal()).toBe(
      `${path} is a database of another program. Choose another file for Slipway's data.`,
    );
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('because it is no database says so and changes nothing', async () => {
    writeFileSync(path, 'Dear diary, '.repeat(500));
    expect(await refusal()).toContain('is not an SQLite database');
    expect(readFileSync(path, 'utf8')).toBe('Dear diary, '.repeat(500));
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  test('because a field was indexed as another type says so', async () => {
    const store = await openSqliteStore({ path, kinds: [boats] });
    await fill(store, boats, 'acme', { a: { size: 1 } });
    await store.close();
    const other = kind<Boat>('boat', { size: 'string' });
    await expect(openSqliteStore({ path, kinds: [other] })).rejects.toMatchObject({
      code: 'storage_unusable',
      message:
        'The database indexes boat.size as number, this version of Slipway as string. Give the field another name.',
    });
  });
});

function watched(database: SqliteDatabase, commands: string[]): SqliteDatabase {
  return {
    exec(sql) {
      commands.push(sql);
      database.exec(sql);
    },
    prepare: (sql) => database.prepare(sql),
    close: () => database.close(),
  };
}
