import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { kind, type Store, SYSTEM, type Write } from '../../core/ports/store.ts';
import { beginIdempotent, forgetIdempotent } from '../../core/records/idempotency.ts';
import { jobKind, jobWrite } from '../../core/records/job.ts';
import { claimLease, LeaseLost } from '../../core/records/lease.ts';
import { reserve } from '../../core/records/sequence.ts';
import { freeName, takeName } from '../../core/records/unique-name.ts';
import { allIds, useGround } from './store/ground.ts';
import type { StoreBackend } from './store.suite.ts';

const notes = kind<{ readonly text: string }>('note', { text: 'string' });
const note = (id: string, text: string, expected: Write['expect'] = 'absent'): Write => ({
  kind: notes,
  companyId: 'acme',
  id,
  expect: expected,
  doc: { text },
});

/** What core builds on `commit`, on every backend: leases, idempotent requests, unique names, sequences, jobs. */
export function recordsSuite(name: string, backend: StoreBackend): void {
  describe(`${name} store, records`, () => {
    const { ground, store: fresh } = useGround(backend);
    const eight = async (): Promise<Store[]> => {
      const place = await ground();
      return Promise.all(Array.from({ length: 8 }, () => place.open()));
    };
    const MINUTE = 60_000;

    test('of 8 who claim a lease at once exactly one gets it, round after round', async () => {
      const stores = await eight();
      const clock = createManualClock();
      for (let round = 0; round < 5; round++) {
        const leases = await Promise.all(
          stores.map((store, i) => claimLease({ store, clock }, 'acme', 'batch-1', `w${i}`, MINUTE)),
        );
        const held = leases.filter((lease) => lease !== undefined);
        expect(held).toHaveLength(1);
        if (round % 2 === 0) await held[0]?.release();
        else await clock.advance(MINUTE);
      }
    });

    test('a lease that was taken over refuses its former holder, and nothing he wrote is stored', async () => {
      const [mine, theirs] = (await eight()) as [Store, Store];
      const clock = createManualClock();
      const former = await claimLease({ store: mine, clock }, 'acme', 'batch-1', 'w1', MINUTE);
      expect(await former?.commit([note('a', 'mine')])).toBeUndefined();
      expect(await claimLease({ store: theirs, clock }, 'acme', 'batch-1', 'w2', MINUTE)).toBeUndefined();
      await clock.advance(MINUTE);
      const present = await claimLease({ store: theirs, clock }, 'acme', 'batch-1', 'w2', MINUTE);
      expect(present).toBeDefined();
      await expect(former?.commit([note('b', 'mine'), note('a', 'mine', 1)])).rejects.toThrow(LeaseLost);
      await expect(former?.renew()).rejects.toThrow(LeaseLost);
      await former?.release();
      expect(await present?.commit([note('b', 'theirs')])).toBeUndefined();
      expect(await claimLease({ store: mine, clock }, 'acme', 'batch-1', 'w3', MINUTE)).toBeUndefined();
      expect((await mine.find(notes, 'acme')).items.map(({ id, doc }) => [id, doc.text])).toEqual([
        ['a', 'mine'],
        ['b', 'theirs'],
      ]);
    });

    test('a lease lasts as long as it is renewed, and every commit renews it', async () => {
      const store = await fresh();
      const clock = createManualClock();
      const lease = await claimLease({ store, clock }, 'acme', 'batch-1', 'w1', MINUTE);
      for (let turn = 0; turn < 4; turn++) {
        await clock.advance(MINUTE - 1);
        if (turn % 2 === 0) await lease?.renew();
        else await lease?.commit([note(`n${turn}`, 'x')]);
        expect(await claimLease({ store, clock }, 'acme', 'batch-1', 'w2', MINUTE)).toBeUndefined();
      }
      await clock.advance(MINUTE);
      expect(await claimLease({ store, clock }, 'acme', 'batch-1', 'w2', MINUTE)).toBeDefined();
    });

    test("a lease's own commits may be handed in at once; one that conflicts leaves the lease held", async () => {
      const store = await fresh();
      const clock = createManualClock();
      const lease = await claimLease({ store, clock }, 'acme', 'batch-1', 'w1', MINUTE);
      const outcomes = await Promise.all([
        lease?.commit([note('a', '1')]),
        lease?.commit([note('b', '1'), note('a', '2', 7)]),
        lease?.commit([note('a', '2', 1)]),
        lease?.renew(),
      ]);
      expect(outcomes).toEqual([undefined, { lost: [1] }, undefined, undefined]);
      expect(await allIds(store, notes, 'acme')).toEqual(['a']);
    });

    test('a request with an idempotency key is carried out once and answered alike afterwards', async () => {
      const store = await fresh();
      const clock = createManualClock();
      const request = { key: 'POST /v1/launch k1', bodyDigest: 'd1' };
      const first = await beginIdempotent({ store, clock }, 'acme', request);
      if (first.state !== 'new') return expect.unreachable();
      expect(await store.commit([note('a', 'done'), first.write(202, { batch: 1 })])).toBeUndefined();
      expect(await beginIdempotent({ store, clock }, 'acme', request)).toEqual({
        state: 'replay',
        status: 202,
        body: { batch: 1 },
      });
      await expect(beginIdempotent({ store, clock }, 'acme', { ...request, bodyDigest: 'd2' })).rejects.toMatchObject({
        code: 'conflict',
      });
      expect((await beginIdempotent({ store, clock }, 'other', request)).state).toBe('new');
      await clock.advance(24 * 60 * MINUTE);
      expect((await beginIdempotent({ store, clock }, 'acme', request)).state).toBe('new');
    });

    test('of 8 equal requests at once one is carried out, claimed beforehand or not', async () => {
      const stores = await eight();
      const clock = createManualClock();
      const claimed = await Promise.allSettled(
        stores.map((store) => beginIdempotent({ store, clock }, 'acme', { key: 'claimed', bodyDigest: 'd' }, { claim: true })),
      );
      expect(claimed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of claimed)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' });

      const unclaimed = await Promise.all(
        stores.map(async (store, i) => {
          const begun = await beginIdempotent({ store, clock }, 'acme', { key: 'unclaimed', bodyDigest: 'd' });
          return begun.state === 'new' ? store.commit([note(`n${i}`, 'x'), begun.write(200, null)]) : 'replay';
        }),
      );
      expect(unclaimed.filter((outcome) => outcome === undefined)).toHaveLength(1);
      expect(await allIds(stores[0] as Store, notes, 'acme')).toHaveLength(1);
    });

    test('a key that is used again after its day is carried out once, though the old record is swept away meanwhile', async () => {
      const store = await fresh();
      const clock = createManualClock();
      const request = { key: 'k', bodyDigest: 'd' };
      const begin = () => beginIdempotent({ store, clock }, 'acme', request);
      const old = await begin();
      if (old.state !== 'new') return expect.unreachable();
      await store.commit([old.write(200, null)]);
      await clock.advance(26 * 60 * MINUTE);
      const slow = await begin();
      await forgetIdempotent({ store, clock }, 'acme');
      const quick = await begin();
      if (slow.state !== 'new' || quick.state !== 'new') return expect.unreachable();
      expect(await store.commit([quick.write(200, { by: 'quick' })])).toBeUndefined();
      expect(await store.commit([slow.write(200, { by: 'slow' })])).toEqual({ lost: [0] });
    });

    test('a claimed request is free again when it was refused or its process died', async () => {
      const store = await fresh();
      const clock = createManualClock();
      const request = { key: 'k', bodyDigest: 'd' };
      const begin = (): ReturnType<typeof beginIdempotent> => beginIdempotent({ store, clock }, 'acme', request, { claim: true });
      const first = await begin();
      if (first.state !== 'new') return expect.unreachable();
      await expect(begin()).rejects.toMatchObject({ code: 'conflict' });
      await first.abandon();
      const second = await begin();
      if (second.state !== 'new') return expect.unreachable();
      await clock.advance(5 * MINUTE);
      const begun = await begin();
      if (begun.state !== 'new') return expect.unreachable();
      // Whoever's claim lapsed cannot remove the one that took its place.
      await second.abandon();
      await expect(begin()).rejects.toMatchObject({ code: 'conflict' });
      expect(await store.commit([begun.write(200, { done: true })])).toBeUndefined();
      expect((await begin()).state).toBe('replay');
    });

    test('a name belongs to one, of however many want it, until it is given back', async () => {
      const stores = await eight();
      const [store] = stores as [Store];
      const outcomes = await Promise.all(
        stores.map((each, i) => each.commit([note(`n${i}`, 'x'), takeName('acme', 'slug', 'summer', `n${i}`)])),
      );
      expect(outcomes.filter((conflict) => conflict === undefined)).toHaveLength(1);
      for (const conflict of outcomes) if (conflict !== undefined) expect(conflict).toEqual({ lost: [1] });
      expect(await allIds(store, notes, 'acme')).toHaveLength(1);
      expect(
        await store.commit([takeName('other', 'slug', 'summer', 'x'), takeName('acme', 'title', 'summer', 'x')]),
      ).toBeUndefined();
      expect(await store.commit([freeName('acme', 'slug', 'summer')])).toBeUndefined();
      expect(await store.commit([takeName('acme', 'slug', 'summer', 'x')])).toBeUndefined();
    });

    test('a sequence gives every number once and leaves none out, whoever asks at the same time', async () => {
      const stores = await eight();
      const given: number[] = [];
      await Promise.all(
        stores.map(async (store, worker) => {
          for (let turn = 0; turn < 5; turn++) {
            const count = 1 + ((worker + turn) % 3);
            for (let attempt = 0; ; attempt++) {
              const { first, writes } = await reserve(store, 'acme', 'batch', { count, attempt });
              if (await store.commit([...writes, note(`at ${first}`, 'x')])) continue;
              for (let i = 0; i < count; i++) given.push(first + i);
              break;
            }
          }
        }),
      );
      expect(given.sort((a, b) => a - b)).toEqual(Array.from({ length: given.length }, (_, i) => i + 1));
      expect((await reserve(stores[0] as Store, 'other', 'batch')).first).toBe(1);
    });

    test('a job is there once, and the due ones are found by their time, whoever they belong to', async () => {
      const store = await fresh();
      await store.commit([
        jobWrite('launch', 'acme', 'b2', 200),
        jobWrite('launch', 'other', 'b1', 100),
        jobWrite('launch', 'acme', 'b3', 900),
      ]);
      expect(await store.commit([note('a', 'x'), jobWrite('launch', 'acme', 'b2', 50)])).toEqual({ lost: [1] });
      const { items } = await store.find(jobKind, SYSTEM, { where: { dueAt: { before: 500 } }, order: { by: 'dueAt' } });
      expect(items.map(({ doc }) => [doc.companyId, doc.subject])).toEqual([
        ['other', 'b1'],
        ['acme', 'b2'],
      ]);
    });
  });
}
