import { expect, test } from 'vitest';
import { mapBounded } from '../../../core/base/map-bounded.ts';

test('answers in order, with no more at work than allowed', async () => {
  let [now, most] = [0, 0];
  const doubled = await mapBounded([5, 4, 3, 2, 1], 2, async (item) => {
    now += 1;
    most = Math.max(most, now);
    for (let i = 0; i < item; i++) await Promise.resolve();
    now -= 1;
    return 2 * item;
  });
  expect([doubled, most]).toEqual([[10, 8, 6, 4, 2], 2]);
});

test('begins nothing after a rejection', async () => {
  const begun: number[] = [];
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const rejected = mapBounded([0, 1, 2, 3], 2, async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('This one fails.');
    await held;
  });
  await expect(rejected).rejects.toThrow('This one fails.');
  end();
  await held;
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
});
