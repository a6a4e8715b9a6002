import { expect, test } from 'vitest';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { runConversionsChaos } from './run-conversions.ts';

test('kill -9 while events are sent: each is counted once, none is lost', async () => {
  const result = await runConversionsChaos({
    ads: 1_200,
    kills: 5,
    // Without throttles: an account waits for minutes after one.
    faults: [
      { fault: 'answer-lost', probability: 0.15 },
      { fault: 'failed-but-created', probability: 0.1 },
      { fault: 'connection-cut', probability: 0.08 },
      { fault: 'html-502', probability: 0.05 },
    ],
    seed: 5,
    workers: 1,
    platforms: simulations.slice(0, 1),
  });
  expect(result).toMatchObject({
    expected: 1_200,
    duplicates: 0,
    lost: 0,
    uncertain: 0,
    stuck: 0,
    failed: 5,
    created: 1_195,
  });
});
