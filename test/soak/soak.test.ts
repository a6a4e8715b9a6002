// @module-tag postgres
import { expect, test } from 'vitest';
import { createDatabase } from '../postgres/database.ts';
import { isClean, runSoak } from './run.ts';

/**
 * So short that it proves little about the service, and enough that the harness cannot rot:
 * `npm run soak` is the proof.
 */
test('a short soak kills and restarts processes, and counts nothing lost, twice, of others or refused', async () => {
  const database = await createDatabase();
  const result = await runSoak({
    minutes: 0.05,
    companies: 2,
    seed: 1,
    postgresUrl: database.url,
    apis: 2,
    workers: 1,
    killEveryMs: 1_000,
    kills: 'apis',
  });
  await database.drop();
  expect(result).toMatchObject({
    lost: 0,
    duplicates: 0,
    crossTenant: 0,
    errors5xx: 0,
    resets: 0,
    unclean: 0,
  });
  expect(result.accepted).toBeGreaterThan(0);
  expect(result.kills).toBeGreaterThan(0);
  expect(isClean(result)).toBe(true);
});
