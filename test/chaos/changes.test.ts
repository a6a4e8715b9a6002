import { expect, test } from 'vitest';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { runChangesChaos } from './run-changes.ts';

test('kill -9 while rows are posted and taken back: each object has the name that is told, and nobody’s change is overwritten', async () => {
  const platforms = simulations.slice(0, 1);
  const result = await runChangesChaos({
    ads: 0,
    actions: 50,
    kills: 4,
    faults: 'mixed',
    seed: 5,
    workers: 1,
    platforms,
  });
  expect(result).toMatchObject({
    done: 30,
    conflicts: 10,
    refused: 10,
    others: 0,
    lost: 0,
    unsaid: 0,
    stuck: 0,
  });
  expect(result).toMatchObject({ overwritten: 0, undone: 20, notUndone: 0 });
  expect(result.kills).toBeGreaterThan(0);
});
