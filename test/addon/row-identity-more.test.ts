import { expect, test } from 'vitest';
import { tryWays } from './sheet-ways.ts';

/** Beside row-identity.test.ts, so that both run at once. */
test('whatever is done to a sheet, in a thousand other ways', { timeout: 900_000, tags: ['long'] }, async () => {
  const { problems, sequences } = await tryWays(1_000_001, 1_000);
  expect(problems).toEqual([]);
  expect(sequences).toBe(1_000);
});
