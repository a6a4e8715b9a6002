import { expect, test } from 'vitest';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import type { Store } from '../../../core/ports/store.ts';
import {
  claimLease,
  createHolder,
  type Holder,
  type Lease,
  startHeartbeat,
} from '../../../core/records/lease.ts';

const TTL = 30_000;

async function claimed(
  store: Store,
  clock = createManualClock(),
  holder: Holder = createHolder(clock, 'a'),
): Promise<Lease> {
  const lease = await claimLease({ store, clock }, 'acme', { name: 'batch:1', holder, ttlMs: TTL });
  if (lease === undefined) throw new Error('Somebody holds it.');
  return lease;
}

test('a lease is held until it lapses, and again once it was renewed', async () => {
  const clock = createManualClock();
  const lease = await claimed(createMemoryStore(), clock);
  expect(lease.isHeld()).toBe(true);
  await clock.advance(TTL - 1);
  expect(lease.isHeld()).toBe(true);
  await clock.advance(1);
  // Nobody has taken it: but somebody may, in this very moment.
  expect(lease.isHeld()).toBe(false);
  await lease.renew();
  expect(lease.isHeld()).toBe(true);
});

test('a lease that was handed back, or that another has taken, is not held', async () => {
  const clock = createManualClock();
  const store = createMemoryStore();
  const first = await claimed(store, clock);
  await first.release();
  expect(first.isHeld()).toBe(false);

  const second = await claimed(store, clock, createHolder(clock, 'b'));
  // Time passes for whoever takes it and not for us: this process stood still.
  const theirs = createManualClock();
  const other = createHolder(theirs, 'c');
  expect(
    await claimLease({ store, clock: theirs }, 'acme', {
      name: 'batch:1',
      holder: other,
      ttlMs: TTL,
    }),
  ).toBeUndefined();
  await theirs.advance(TTL);
  const third = await claimed(store, theirs, other);
  expect(second.isHeld()).toBe(true);
  await expect(second.renew()).rejects.toThrow('taken over');
  expect(second.isHeld()).toBe(false);
  expect(third.isHeld()).toBe(true);
});

test('a store that is away for one heartbeat does not end the lease', async () => {
  const clock = createManualClock();
  const memory = createMemoryStore();
  let away = false;
  const store: Store = {
    ...memory,
    commit: (writes) =>
      away ? Promise.reject(new Error('The connection was reset.')) : memory.commit(writes),
  };
  const lease = await claimed(store, clock);
  const stop = startHeartbeat(clock, lease, TTL);
  away = true;
  await clock.advance(TTL / 3);
  away = false;
  const other = createHolder(clock, 'b');
  expect(
    await claimLease({ store, clock }, 'acme', { name: 'batch:1', holder: other, ttlMs: TTL }),
  ).toBeUndefined();
  await clock.advance(TTL);
  expect(lease.isHeld()).toBe(true);
  expect(
    await claimLease({ store, clock }, 'acme', { name: 'batch:1', holder: other, ttlMs: TTL }),
  ).toBeUndefined();
  stop();
});
