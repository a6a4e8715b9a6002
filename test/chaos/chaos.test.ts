// @module-tag process
import { expect, test } from 'vitest';
import { createDatabase } from '../postgres/database.ts';
import { runChaos } from './run.ts';

const little = { ads: 40, kills: 8, faults: 'mixed', workers: 1 } as const;

test('kill -9 on SQLite: every ad exists once', { timeout: 120_000 }, async () => {
  const result = await runChaos({ ...little, seed: 3 });
  expect(result).toMatchObject({ expected: 80, created: 80, duplicates: 0, lost: 0, failed: 0, kills: 8 });
});

test('kill -9 on Postgres with two workers: every ad exists once', { timeout: 120_000, tags: ['postgres'] }, async () => {
  const database = await createDatabase();
  const result = await runChaos({ ...little, seed: 4, workers: 2, postgresUrl: database.url });
  await database.drop();
  expect(result).toMatchObject({ expected: 80, created: 80, duplicates: 0, lost: 0, failed: 0, kills: 8 });
});
