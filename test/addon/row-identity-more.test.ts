import { expect, test } from 'vitest';
import { tryWays } from './sheet-ways.ts';
import { tryWaysApart } from './ways-apart.ts';

test.each([
  // A version from before the launch is restored, and then a row without a key is changed until nothing of it is left.
  1_012_347,
  // A copy of a launched row is pasted over the cells of another one, whose key stays.
  1_015_416,
  // Keys are deleted, the rows are launched under new ones, and a version with the keys from before is restored.
  1_016_178,
  // The cells of a launched row are cut out and changed, and a new row is typed beside the key they left behind.
  1_018_994,
])('ways that once went wrong: %i', async (seed) => {
  expect((await tryWays(seed, 1)).problems).toEqual([]);
});

/** Beside row-identity.test.ts, so that both run at once. */
test('whatever is done to a sheet, in a thousand other ways', { timeout: 900_000, tags: ['long', 'process'] }, async () => {
  const { problems, sequences } = await tryWaysApart(1_000_001, 1_000);
  expect(problems).toEqual([]);
  expect(sequences).toBe(1_000);
});
