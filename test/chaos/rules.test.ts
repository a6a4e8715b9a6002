import { expect, test } from 'vitest';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { runRulesChaos } from './run-rules.ts';

test('kill -9 while rules raise budgets by relative amounts: each is raised once for each run', async () => {
  const platforms = simulations.slice(0, 1);
  const result = await runRulesChaos({
    ads: 0,
    actions: 50,
    kills: 4,
    faults: 'mixed',
    seed: 5,
    workers: 1,
    platforms,
  });
  expect(result).toMatchObject({
    confirmed: 50,
    wrong: 0,
    compounded: 0,
    lost: 0,
    refused: 0,
    stuck: 0,
  });
  expect(result.kills).toBe(4);
});
