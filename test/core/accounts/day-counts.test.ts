import { expect, test } from 'vitest';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { createDayCounts } from '../../../core/accounts/day-counts.ts';

const hour = 3_600_000;

test('all processes on one store count together, and what is a day old counts no more', async () => {
  const [store, clock] = [createMemoryStore(), createManualClock()];
  const [one, other] = [createDayCounts({ store, clock }), createDayCounts({ store, clock })];
  for (let n = 0; n < 50; n += 1) {
    one.add('token', 2);
    other.add('token', 1);
  }
  await one.lastDay('token');
  expect(await other.lastDay('token')).toBe(150);
  await clock.advance(20 * hour);
  one.add('token', 5);
  expect(await one.lastDay('token')).toBe(155);
  await clock.advance(5 * hour);
  expect(await other.lastDay('token')).toBe(5);
  expect(await other.lastDay('another')).toBe(0);
});

test('a store that fails costs counts, and nothing else', async () => {
  const [store, clock] = [createMemoryStore(), createManualClock()];
  let broken = true;
  const failing = {
    ...store,
    commit: (writes: Parameters<typeof store.commit>[0]) =>
      broken ? Promise.reject(new Error('away')) : store.commit(writes),
  };
  const counts = createDayCounts({ store: failing, clock });
  counts.add('token', 3);
  expect(await counts.lastDay('token')).toBe(0);
  broken = false;
  counts.add('token', 4);
  expect(await counts.lastDay('token')).toBe(4);
});
