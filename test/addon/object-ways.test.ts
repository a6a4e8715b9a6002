import { expect, test } from 'vitest';
import { tryObjectWays } from './object-ways.ts';

test('whatever people do to the tabs, only what rows ask for is changed, and every row shows its own object', async () => {
  const { problems, gestures, posts, changed, undone } = await tryObjectWays(4_000, 12);
  expect(problems).toEqual([]);
  expect(gestures).toBeGreaterThan(200);
  expect(posts).toBeGreaterThan(20);
  expect(changed).toBeGreaterThan(30);
  expect(undone).toBeGreaterThan(3);
});
