import { expect, test } from 'vitest';
import { tryEveryCall } from './object-every-call.ts';
import { startObjects, tryObjectWays } from './object-ways.ts';

test('whatever people do to the tabs, only what rows ask for is changed, and every row shows its own object', async () => {
  const { problems, gestures, posts, changed, made, undone } = await tryObjectWays(4_000, 12);
  expect(problems).toEqual([]);
  expect(gestures).toBeGreaterThan(200);
  expect(posts).toBeGreaterThan(20);
  expect(changed).toBeGreaterThan(20);
  expect(made).toBeGreaterThan(10);
  expect(undone).toBeGreaterThan(3);
});

test('new rows that are shuffled while they get their names and ids are told their own', async () => {
  // In the last of them a new row's name was written into the row of another ad.
  expect((await tryObjectWays(7_310_074, 6)).problems).toEqual([]);
});

test('rows that move before any call of the script are told what is their own', async () => {
  const { problems, moves } = await tryEveryCall(await startObjects(), 6);
  expect(problems).toEqual([]);
  expect(moves).toBeGreaterThan(150);
});
