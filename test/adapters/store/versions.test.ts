// @module-tag postgres
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPostgresDatabase } from '../../../adapters/store/postgres-database.ts';
import { createDatabase, type TestDatabase } from '../../postgres/database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(() => database.drop());

const steps = [
  'CREATE TABLE slipway.boats (name text)',
  'ALTER TABLE slipway.boats ADD COLUMN size integer DEFAULT 1',
  'ALTER TABLE slipway.boats DROP COLUMN name',
];

/** A version of the code that knows so many steps. */
const open = async (known: number, compatible: readonly number[] = []): Promise<string> => {
  const place = { url: database.url, connections: 1 };
  const opened = await openPostgresDatabase(place, { part: 'boats', steps: steps.slice(0, known), compatible });
  await opened.close();
  return 'open';
};

test('a version goes on, and starts again, after a step that only adds, and is refused after one that takes away', async () => {
  expect(await open(1)).toBe('open');
  expect(await open(2, [2])).toBe('open');
  expect(await open(1)).toBe('open');
  expect(await database.query('SELECT max(version) AS version FROM slipway.schema_versions')).toEqual([{ version: 2 }]);
  expect(await open(3, [2])).toBe('open');
  for (const older of [1, 2]) await expect(open(older)).rejects.toThrow(/written by a newer version/);
  expect(await open(3, [2])).toBe('open');
});

test('a step is not taken for an addition unless it says so', async () => {
  expect(await open(2)).toBe('open');
  await expect(open(1)).rejects.toThrow(/written by a newer version/);
});
