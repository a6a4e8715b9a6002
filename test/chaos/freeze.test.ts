import { expect, test } from 'vitest';
import { runChaos } from './run.ts';

test('workers that stand still longer than their lease and then go on: every ad exists once', { timeout: 120_000 }, async () => {
  const platforms = ['primary', 'short-video'] as const;
  const result = await runChaos({ ads: 40, kills: 1, freezes: 6, faults: 'mixed', seed: 204, workers: 1, platforms });
  expect(result).toMatchObject({ expected: 80, created: 80, duplicates: 0, lost: 0, failed: 0, freezes: 6 });
});
