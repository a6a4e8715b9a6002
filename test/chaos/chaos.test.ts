import { expect, test } from 'vitest';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { createDatabase } from '../postgres/database.ts';
import { runChaos } from './run.ts';

/** On every platform, all of them in each batch. */
const ads = 30 * simulations.length;
const little = { ads, kills: 8, faults: 'mixed', workers: 1 } as const;
const everyAdOnce = {
  expected: 2 * ads,
  created: 2 * ads,
  duplicates: 0,
  lost: 0,
  failed: 0,
  kills: 8,
};

test('kill -9 on SQLite: every ad exists once on its own platform', async () => {
  const result = await runChaos({ ...little, seed: 3 });
  expect(result).toMatchObject(everyAdOnce);
});

/**
 * When a platform may make no other campaigns any more: ads go into existing ones of people, and
 * into automated ones.
 */
test('kill -9 with automated campaigns beside manual ones, in the year that follows: every ad exists once', async () => {
  const platforms = simulations.filter(({ stage }) => stage.automated !== undefined);
  const result = await runChaos({
    ...little,
    ads: 30,
    kills: 4,
    seed: 5,
    platforms,
    automated: true,
    today: '2027-01-05',
  });
  expect(result).toMatchObject({ ...everyAdOnce, expected: 60, created: 60, kills: 4 });
});

test('kill -9 on Postgres with two workers: every ad exists once', {
  tags: ['postgres'],
}, async () => {
  const database = await createDatabase();
  const result = await runChaos({ ...little, seed: 4, workers: 2, postgresUrl: database.url });
  await database.drop();
  expect(result).toMatchObject(everyAdOnce);
});
