import { expect, test } from 'vitest';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';

test('a manual clock wakes sleepers in the order of their times', async () => {
  const clock = createManualClock(0);
  const woken: number[] = [];
  for (const ms of [30, 10, 20]) void clock.sleep(ms).then(() => woken.push(ms));
  await clock.advance(25);
  expect(woken).toEqual([10, 20]);
  expect([clock.now(), clock.sleeping()]).toEqual([25, 1]);
});

test('an automatic clock jumps when everybody sleeps', async () => {
  const clock = createManualClock(0, { auto: true });
  await Promise.all([clock.sleep(60_000), clock.sleep(5_000).then(() => clock.sleep(5_000))]);
  expect(clock.now()).toBe(60_000);
});

test('an automatic clock stands still while a port works outside this thread', async () => {
  const clock = createManualClock(0, { auto: true });
  const disk = clock.stillDuring({
    read: async () => {
      for (let turns = 0; turns < 50; turns++)
        await new Promise((resolve) => setImmediate(resolve));
      return clock.now();
    },
  });
  void clock.sleep(10_000);
  expect(await disk.read()).toBe(0);
});
