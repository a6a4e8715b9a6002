import { expect, test } from 'vitest';
import { tryWays } from './sheet-ways.ts';

/** Beside row-identity.test.ts, so that both run at once. */
test('whatever is done to a sheet, in hundreds of other ways', { timeout: 900_000 }, async () => {
  const { problems, sequences } = await tryWays(1_000_001, 400);
  expect(problems).toEqual([]);
  expect(sequences).toBe(400);
});
