import { expect, test } from 'vitest';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { runDuplicateChaos } from './run-duplicate.ts';

test('kill -9 while an ad set of each platform is duplicated ten times: ten whole copies, nothing else', async () => {
  const result = await runDuplicateChaos({
    ads: 300,
    kills: 6,
    faults: 'mixed',
    seed: 5,
    workers: 1,
  });
  const expected = simulations.reduce((sum, { stage }) => sum + 10 * Math.min(30, stage.room), 0);
  expect(result).toMatchObject({ expected, created: expected, duplicates: 0, lost: 0, failed: 0 });
  expect(result.kills).toBeGreaterThan(2);
});
