import { describe, expect, test } from 'vitest';
import { createMemoryRate } from '../../../adapters/rate/memory.ts';
import { rateSuite } from './rate.suite.ts';

describe('rate windows in memory', () => {
  rateSuite(async () => createMemoryRate());

  test('a hundred thousand requests of one key leave a log no longer than its window', async () => {
    const rate = createMemoryRate();
    let allowed = 0;
    for (let i = 0; i < 100_000; i++)
      if ((await rate.take([{ key: 'busy', limit: 60 }], 60_000, i * 100))[0]?.allowed)
        allowed += 1;
    // 10,000 seconds hold 166 full windows and two thirds of one.
    expect(allowed).toBe(167 * 60);
  });
});
