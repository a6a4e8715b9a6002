import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Store } from '../../../core/ports/store.ts';
import { claimLease, createHolder } from '../../../core/records/lease.ts';
import { startLives } from '../../../core/records/lives.ts';

/** A process: its sleepers wake until it is killed. */
function start(clock: ManualClock): { readonly clock: Clock; kill(): void } {
  let isKilled = false;
  const sleep = (ms: number): Promise<void> =>
    clock.sleep(ms).then(() => (isKilled ? new Promise<void>(() => undefined) : undefined));
  return {
    clock: { ...clock, sleep },
    kill() {
      isKilled = true;
    },
  };
}

async function liveIn(store: Store, clock: ManualClock, mark: string) {
  const process = start(clock);
  const lives = await startLives(store, process.clock, mark);
  return { ...process, store: { ...store, lives }, lives };
}

const claim = (store: Store, clock: Clock, id: string) =>
  claimLease({ store, clock }, 'acme', {
    name: 'batch:1',
    holder: createHolder(clock, id),
    ttlMs: 30_000,
  });

test('processes that live for eight seconds each find out together that one has died, and go on with what it held', async () => {
  const [store, clock] = [createMemoryStore(), createManualClock()];
  const first = await liveIn(store, clock, 'first');
  expect(await claim(first.store, clock, 'a')).toBeDefined();
  first.kill();
  let taken: unknown;
  let lived = 0;
  for (; taken === undefined && lived < 20; lived += 1) {
    const next = await liveIn(store, clock, `next-${lived}`);
    await clock.advance(8_000);
    taken = await claim(next.store, clock, `b${lived}`);
    next.kill();
  }
  expect([taken !== undefined, lived >= 4 && lived <= 8]).toEqual([true, true]);
});

test('a living process is never taken for dead, a dead one always within a minute of watching, whoever watches', async () => {
  const lifetimes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(lifetimes, fc.integer({ min: 1, max: 3 }), async (seconds, atOnce) => {
      const [store, clock] = [createMemoryStore(), createManualClock()];
      const dead = await liveIn(store, clock, 'dead');
      const alive = await liveIn(store, clock, 'alive');
      dead.kill();
      // The living one watches too, for as long as the others live.
      for (const [i, each] of seconds.entries()) {
        const others = await Promise.all(
          Array.from({ length: atOnce }, (_, k) => liveIn(store, clock, `${i}-${k}`)),
        );
        for (let second = 0; second < each; second += 1) {
          await clock.advance(1_000);
          for (const { lives } of others) expect(await lives.hasEnded('alive')).toBe(false);
        }
        expect(alive.lives.isSeen()).toBe(true);
        for (const other of others) other.kill();
      }
      const total = seconds.reduce((sum, each) => sum + each, 0);
      if (total < 29) expect(await alive.lives.hasEnded('dead')).toBe(false);
      if (total > 60) expect(await alive.lives.hasEnded('dead')).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('a process that others cannot see any more holds nothing', async () => {
  const [inner, clock] = [createMemoryStore(), createManualClock()];
  let isAway = false;
  const away: Store = {
    ...inner,
    commit: (writes) => (isAway ? Promise.reject(new Error('Away.')) : inner.commit(writes)),
  };
  const { store } = await liveIn(away, clock, 'cut off');
  const lease = await claimLease({ store, clock }, 'acme', {
    name: 'x',
    holder: createHolder(clock, 'a'),
    ttlMs: 3_600_000,
  });
  expect(lease?.isHeld()).toBe(true);
  isAway = true;
  await clock.advance(31_000);
  expect(lease?.isHeld()).toBe(false);
});
