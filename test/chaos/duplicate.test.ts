// @module-tag process
import { expect, test } from 'vitest';
import { runDuplicateChaos } from './run-duplicate.ts';

test('kill -9 while an ad set of 30 ads is duplicated ten times: ten whole copies, nothing else', {
  timeout: 120_000,
}, async () => {
  const result = await runDuplicateChaos({ ads: 300, kills: 6, faults: 'mixed', seed: 5, workers: 1 });
  expect(result).toMatchObject({ expected: 300, created: 300, duplicates: 0, lost: 0, failed: 0 });
  expect(result.kills).toBeGreaterThan(2);
});
