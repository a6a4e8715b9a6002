import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDuckdbFile } from '../../../adapters/duckdb/file.ts';
import { factTables as duckdbFacts } from '../../../adapters/facts/duckdb-tables.ts';
import { factTables as postgresFacts } from '../../../adapters/facts/postgres-tables.ts';
import { factTables as sqliteFacts } from '../../../adapters/facts/sqlite-tables.ts';
import type { Migrations } from '../../../adapters/store/migrations.ts';
import { documentTables as postgresDocuments } from '../../../adapters/store/postgres-schema.ts';
import { openSqliteDatabase } from '../../../adapters/store/sqlite-database.ts';
import { documentTables as sqliteDocuments } from '../../../adapters/store/sqlite-schema.ts';

const steps = [
  'CREATE TABLE boats (name text)',
  'ALTER TABLE boats ADD COLUMN size integer DEFAULT 1',
  'ALTER TABLE boats DROP COLUMN name',
];

const openers: {
  readonly [database: string]: (path: string, tables: Migrations) => Promise<unknown>;
} = {
  SQLite: async (path, tables) => (await openSqliteDatabase(path, tables)).close(),
  DuckDB: async (path, tables) => (await openDuckdbFile(path, tables)).close(),
};

test.each(Object.entries(openers))(
  'a version starts again on %s after a step that only adds, and is refused after one that takes away',
  async (_, openFile) => {
    const path = join(mkdtempSync(join(tmpdir(), 'slipway-way-back-')), 'boats.db');
    const open = (known: number, compatible: readonly number[] = []) =>
      openFile(path, { part: 'boats', steps: steps.slice(0, known), compatible });
    await open(1);
    await open(2, [2]);
    await open(1);
    // The version before has written nothing about what it does not know.
    await open(2, [2]);
    await open(1);
    await open(3, [2]);
    for (const older of [1, 2])
      await expect(open(older)).rejects.toThrow(/written by a newer version/);
    await open(3, [2]);
  },
);

/** Steps of 0.2.0. Those after them are additions, or a major version says how to go back. */
const released = {
  'documents on SQLite': [sqliteDocuments, 2],
  'documents on Postgres': [postgresDocuments, 2],
  'metrics on SQLite': [sqliteFacts, 6],
  'metrics on Postgres': [postgresFacts, 5],
  'metrics on DuckDB': [duckdbFacts, 2],
} as const satisfies { readonly [tables: string]: readonly [Migrations, number] };

test.each(Object.entries(released))(
  'a step that is added to the tables of %s lets the version before start again',
  (_, [{ steps: all, compatible = [] }, count]) => {
    expect(all.length).toBeGreaterThanOrEqual(count);
    const later = all.map((_step, index) => index + 1).slice(count);
    expect(later.filter((step) => !compatible.includes(step))).toEqual([]);
  },
);
