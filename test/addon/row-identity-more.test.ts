import { expect, test } from 'vitest';
import { startService, tryWay } from './sheet-ways.ts';
import { tryWaysApart } from './ways-apart.ts';

test.each([
  // A version from before the launch is restored, and then a row without a key is changed until
  // nothing of it is left.
  1_012_347,
  // A copy of a launched row is pasted over the cells of another one, whose key stays.
  1_015_416,
  // Keys are deleted, the rows are launched under new ones, and a version with the keys from before
  // is restored.
  1_016_178,
  // The cells of a launched row are cut out and changed, and a new row is typed beside the key they
  // left behind.
  1_018_994,
  // The cells of a launched row are cut out and changed, and another row is pasted over the key
  // they left behind.
  32_012_000_186,
  // The cells of a launched row are cut out while its results are written, and deleted; a new row
  // is typed beside the key.
  84_117_003_962,
  // The same before the row with those cells is deleted.
  84_117_006_476,
  // Keys stay while rows are sorted: one without a key, a changed one and a new one.
  84_117_004_130,
  // The key of a launched row is sorted beside another row, and the launched row is deleted with
  // the key of that one.
  84_117_018_075,
  // The cells of a launched row are cut out, and one of them is sorted back beside the key they
  // left behind.
  90_217_003_647,
])('ways that once went wrong, also when it is months later: %i', async (seed) => {
  for (const daysAhead of [0, 80, 365])
    expect((await tryWay(await startService(), seed, daysAhead)).problems).toEqual([]);
});

/** Beside row-identity.test.ts, so that both run at once. */
test('whatever is done to a sheet, in a thousand other ways', { timeout: 900_000 }, async () => {
  const { problems, sequences } = await tryWaysApart(1_000_001, 1_000);
  expect(problems).toEqual([]);
  expect(sequences).toBe(1_000);
});
