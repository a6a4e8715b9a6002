import { expect, test } from 'vitest';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { runChaos } from '../chaos/run.ts';
import { createDatabase } from '../postgres/database.ts';

/**
 * On every platform, all of them in each batch; `npm run chaos` and the part `chaos` do the same
 * with more.
 */
const ads = 2 * simulations.length;
const little = { ads, kills: 2, faults: 'mixed', workers: 1 } as const;
const everyAdOnce = {
  expected: 2 * ads,
  created: 2 * ads,
  duplicates: 0,
  lost: 0,
  failed: 0,
  kills: 2,
};

test('a launch killed on SQLite: every ad exists once on its own platform', async () => {
  expect(await runChaos({ ...little, seed: 1 })).toMatchObject(everyAdOnce);
});

test('a launch killed on Postgres: every ad exists once on its own platform', {
  tags: ['postgres'],
}, async () => {
  const database = await createDatabase();
  const result = await runChaos({ ...little, seed: 2, postgresUrl: database.url });
  await database.drop();
  expect(result).toMatchObject(everyAdOnce);
});
