// @module-tag process
import { expect, test } from 'vitest';
import { runChaos } from './run.ts';

test('kill -9 while one batch launches on both platforms: every ad exists once on its own', { timeout: 120_000 }, async () => {
  const platforms = ['primary', 'short-video'] as const;
  const result = await runChaos({ ads: 40, kills: 6, faults: 'mixed', seed: 3, workers: 1, platforms });
  expect(result).toMatchObject({ expected: 80, created: 80, duplicates: 0, lost: 0, failed: 0, kills: 6 });
});
