import { expect, test } from 'vitest';
import { runLeadsChaos } from './run-leads.ts';

test('kill -9 while people fill in forms: each lead once, by lists and notices together, and none in clear', async () => {
  const result = await runLeadsChaos({ ads: 120, kills: 6, faults: 'mixed', seed: 5, workers: 1 });
  expect(result).toMatchObject({
    expected: 120,
    created: 120,
    duplicates: 0,
    lost: 0,
    wronglyTold: 0,
    clear: 0,
    stuck: 0,
  });
});
