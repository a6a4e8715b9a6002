import { expect, test } from 'vitest';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { runTreeChaos } from './run-tree.ts';

test('kill -9 while campaigns are made with their ad sets and ads: each level is there once, and all of it can be taken back', async () => {
  const platforms = simulations.filter(({ stage }) => stage.samples.adSet !== undefined);
  const result = await runTreeChaos({
    ads: 6,
    kills: 5,
    faults: 'mixed',
    seed: 11,
    workers: 1,
    platforms,
  });
  expect(result).toMatchObject({
    campaigns: 6,
    duplicates: 0,
    lost: 0,
    orphans: 0,
    misreported: 0,
    early: 0,
    stuck: 0,
    left: 0,
  });
});
