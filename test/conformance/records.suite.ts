import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../adapters/runtime/node-secrets.ts';
import type { StoreBackend } from '../../adapters/testing/store/ground.ts';
import { allIds, useGround } from '../../adapters/testing/store/ground.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { kind, type Store, SYSTEM, type Write } from '../../core/ports/store.ts';
import { forgetIdempotent, type IdempotentRequest } from '../../core/records/idempotency.ts';
import { jobKind, jobWrite } from '../../core/records/job.ts';
import { claimLease, createHolder, type Holder, LeaseLost } from '../../core/records/lease.ts';
import { keyed, type Once, type Steps } from '../../core/records/once.ts';
import { reserve } from '../../core/records/sequence.ts';
import { freeName, takeName } from '../../core/records/unique-name.ts';

const notes = kind<{ readonly text: string }>('note', { text: 'string' });
const note = (id: string, text: string, expected: Write['expect'] = 'absent'): Write => ({
  kind: notes,
  companyId: 'acme',
  id,
  expect: expected,
  doc: { text },
});

/**
 * What core builds on `commit`, on every backend: leases, idempotent requests, unique names,
 * sequences, jobs.
 */
export function recordsSuite(name: string, backend: StoreBackend): void {
  describe(`${name} store, records`, () => {
    const { ground, store: fresh } = useGround(backend);
    const eight = async (): Promise<Store[]> => {
      const place = await ground();
      return Promise.all(Array.from({ length: 8 }, () => place.open()));
    };
    const MINUTE = 60_000;
    const secrets = createNodeSecrets('a secret that is long enough');
    /**
     * Short waits are over at once and long ones never: nobody's lease lapses while a store takes
     * its time.
     */
    const patientClock = (): Clock => ({
      ...createManualClock(),
      sleep: (ms) => new Promise((resolve) => (ms < 10_000 ? setImmediate(resolve) : undefined)),
    });
    const holders = (clock: Clock): [Holder, Holder, Holder] => [
      createHolder(clock, 'w1'),
      createHolder(clock, 'w2'),
      createHolder(clock, 'w3'),
    ];

    test('of 8 who claim a lease at once exactly one gets it, round after round', async () => {
      const stores = await eight();
      const clock = createManualClock();
      const workers = stores.map((store, i) => ({ store, holder: createHolder(clock, `w${i}`) }));
      const claims = () =>
        Promise.all(
          workers.map(({ store, holder }) =>
            claimLease({ store, clock }, 'acme', { name: 'batch-1', holder, ttlMs: MINUTE }),
          ),
        );
      for (let round = 0; round < 5; round++) {
        const held = (await claims()).filter((lease) => lease !== undefined);
        expect(held).toHaveLength(1);
        if (round % 2 === 0) await held[0]?.release();
        else {
          // All see that it is held; then nothing is heard of its holder for as long as it promised
          // to be heard of.
          expect((await claims()).filter((lease) => lease !== undefined)).toEqual([]);
          await clock.advance(MINUTE);
        }
      }
    });

    test('a lease that was taken over refuses its former holder, and nothing he wrote is stored', async () => {
      const [mine, theirs] = (await eight()) as [Store, Store];
      const clock = createManualClock();
      const [w1, w2, w3] = holders(clock);
      const former = await claimLease({ store: mine, clock }, 'acme', {
        name: 'batch-1',
        holder: w1,
        ttlMs: MINUTE,
      });
      expect(await former?.commit([note('a', 'mine')])).toBeUndefined();
      expect(
        await claimLease({ store: theirs, clock }, 'acme', {
          name: 'batch-1',
          holder: w2,
          ttlMs: MINUTE,
        }),
      ).toBeUndefined();
      await clock.advance(MINUTE);
      const present = await claimLease({ store: theirs, clock }, 'acme', {
        name: 'batch-1',
        holder: w2,
        ttlMs: MINUTE,
      });
      expect(present).toBeDefined();
      await expect(former?.commit([note('b', 'mine'), note('a', 'mine', 1)])).rejects.toThrow(
        LeaseLost,
      );
      await expect(former?.renew()).rejects.toThrow(LeaseLost);
      await former?.release();
      expect(await present?.commit([note('b', 'theirs')])).toBeUndefined();
      expect(
        await claimLease({ store: mine, clock }, 'acme', {
          name: 'batch-1',
          holder: w3,
          ttlMs: MINUTE,
        }),
      ).toBeUndefined();
      expect((await mine.find(notes, 'acme')).items.map(({ id, doc }) => [id, doc.text])).toEqual([
        ['a', 'mine'],
        ['b', 'theirs'],
      ]);
    });

    test('a lease lasts as long as it is renewed, and every commit renews it', async () => {
      const store = await fresh();
      const clock = createManualClock();
      const [w1, w2] = holders(clock);
      const lease = await claimLease({ store, clock }, 'acme', {
        name: 'batch-1',
        holder: w1,
        ttlMs: MINUTE,
      });
      for (let turn = 0; turn < 4; turn++) {
        await clock.advance(MINUTE - 1);
        if (turn % 2 === 0) await lease?.renew();
        else await lease?.commit([note(`n${turn}`, 'x')]);
        expect(
          await claimLease({ store, clock }, 'acme', {
            name: 'batch-1',
            holder: w2,
            ttlMs: MINUTE,
          }),
        ).toBeUndefined();
      }
      await clock.advance(MINUTE);
      expect(
        await claimLease({ store, clock }, 'acme', { name: 'batch-1', holder: w2, ttlMs: MINUTE }),
      ).toBeDefined();
    });

    test('a lease is taken over by nobody whose wall clock is, or was set, hours ahead, and is not kept by one set back', async () => {
      const [mine, theirs] = (await eight()) as [Store, Store];
      const clock = createManualClock();
      const [w1, w2] = holders(clock);
      const lease = await claimLease({ store: mine, clock }, 'acme', {
        name: 'batch-1',
        holder: w1,
        ttlMs: MINUTE,
      });
      const claim = () =>
        claimLease({ store: theirs, clock }, 'acme', {
          name: 'batch-1',
          holder: w2,
          ttlMs: MINUTE,
        });
      expect(await claim()).toBeUndefined();
      clock.step(3 * 60 * MINUTE);
      expect(await claim()).toBeUndefined();
      // Ours for all we know, but a machine that slept would see the same: nothing leaves before it
      // is renewed.
      expect(lease?.isHeld()).toBe(false);
      await lease?.renew();
      expect(lease?.isHeld()).toBe(true);
      expect(await claim()).toBeUndefined();
      clock.step(-9 * 60 * MINUTE);
      await clock.advance(MINUTE - 1);
      expect(await claim()).toBeUndefined();
      await clock.advance(1);
      expect(lease?.isHeld()).toBe(false);
      expect(await claim()).toBeDefined();
    });

    test('a lease of a holder that is known to be replaced is free at once, and one it lost with its turn is not held', async () => {
      const [mine, theirs] = (await eight()) as [Store, Store];
      const clock = createManualClock();
      const [w1, w2] = holders(clock);
      let isLeaseHeld = true;
      const holder = { ...w1, isLeaseHeld: () => isLeaseHeld };
      const lease = await claimLease({ store: mine, clock }, 'acme', {
        name: 'batch-1',
        holder,
        ttlMs: MINUTE,
      });
      expect(
        await claimLease({ store: theirs, clock }, 'acme', {
          name: 'batch-1',
          holder: { ...w2, replaces: 'another' },
          ttlMs: MINUTE,
        }),
      ).toBeUndefined();
      expect(lease?.isHeld()).toBe(true);
      isLeaseHeld = false;
      expect(lease?.isHeld()).toBe(false);
      expect(
        await claimLease({ store: theirs, clock }, 'acme', {
          name: 'batch-1',
          holder: { ...w2, replaces: 'w1' },
          ttlMs: MINUTE,
        }),
      ).toBeDefined();
      await expect(lease?.renew()).rejects.toThrow(LeaseLost);
    });

    test("a lease's own commits may be handed in at once; one that conflicts leaves the lease held", async () => {
      const store = await fresh();
      const clock = createManualClock();
      const [w1] = holders(clock);
      const lease = await claimLease({ store, clock }, 'acme', {
        name: 'batch-1',
        holder: w1,
        ttlMs: MINUTE,
      });
      const outcomes = await Promise.all([
        lease?.commit([note('a', '1')]),
        lease?.commit([note('b', '1'), note('a', '2', 7)]),
        lease?.commit([note('a', '2', 1)]),
        lease?.renew(),
      ]);
      expect(outcomes).toEqual([undefined, { lost: [1] }, undefined, undefined]);
      expect(await allIds(store, notes, 'acme')).toEqual(['a']);
    });

    const under = (store: Store, clock: Clock, request: IdempotentRequest, companyId = 'acme') =>
      keyed({ store, clock, secrets }, companyId, request);
    /** A request whose work is to note its name, and whose answer is that name. */
    const noting = (once: Once, name: string): Promise<{ readonly by: string }> =>
      once.inOneCommit(async (conclude) => {
        await conclude([note(name, 'done')], { by: name });
        return { by: name };
      });

    test('a request with an idempotency key is carried out once and answered alike afterwards', async () => {
      const store = await fresh();
      const clock = createManualClock();
      const request = { key: 'POST /v1/launch k1', bodyDigest: 'd1' };
      expect(await noting(under(store, clock, request), 'a')).toEqual({ by: 'a' });
      expect(await noting(under(store, clock, request), 'b')).toEqual({ by: 'a' });
      await expect(
        noting(under(store, clock, { ...request, bodyDigest: 'd2' }), 'b'),
      ).rejects.toMatchObject({
        code: 'conflict',
      });
      expect(await noting(under(store, clock, request, 'other'), 'c')).toEqual({ by: 'c' });
      await clock.advance(24 * 60 * MINUTE);
      expect(await noting(under(store, clock, request), 'd')).toEqual({ by: 'd' });
    });

    test('of 8 equal requests at once one is carried out, in one commit or in steps, and all get its answer', async () => {
      const stores = await eight();
      const clock = patientClock();
      const answers = await Promise.all(
        stores.map((store, i) =>
          noting(under(store, clock, { key: 'one commit', bodyDigest: 'd' }), `n${i}`),
        ),
      );
      expect(new Set(answers.map(({ by }) => by)).size).toBe(1);
      expect(await allIds(stores[0] as Store, notes, 'acme')).toEqual([answers[0]?.by]);

      let carriedOut = 0;
      const inSteps = await Promise.all(
        stores.map((store) =>
          under(store, clock, { key: 'steps', bodyDigest: 'd' }).inSteps<
            object,
            { readonly turn: number }
          >(async (steps) => {
            await steps.begin({}, []);
            carriedOut += 1;
            await steps.conclude({ turn: carriedOut }, []);
            return { turn: carriedOut };
          }),
        ),
      );
      expect([carriedOut, ...inSteps.map(({ turn }) => turn)]).toEqual(Array(9).fill(1));
    });

    test('a key that is used again after its day is carried out once, though the old record is swept away meanwhile', async () => {
      const store = await fresh();
      const clock = createManualClock();
      const request = { key: 'k', bodyDigest: 'd' };
      await noting(under(store, clock, request), 'old');
      await clock.advance(26 * 60 * MINUTE);
      const slow = await under(store, clock, request).inOneCommit<{ readonly by: string }>(
        async (conclude) => {
          await forgetIdempotent({ store, clock }, 'acme');
          expect(await noting(under(store, clock, request), 'quick')).toEqual({ by: 'quick' });
          await conclude([note('slow', 'done')], { by: 'slow' });
          return { by: 'slow' };
        },
      );
      expect(slow).toEqual({ by: 'quick' });
      expect(await allIds(store, notes, 'acme')).toEqual(['old', 'quick']);
    });

    test('a request in steps is continued where it was cut off, and free again where it was refused', async () => {
      const store = await fresh();
      const clock = patientClock();
      type Answer = { readonly from: number };
      const attempt = (
        bodyDigest: string,
        work: (steps: Steps<{ readonly at: number }, Answer>) => Promise<Answer>,
      ) => under(store, clock, { key: 'k', bodyDigest }).inSteps(work);
      const cutOff = attempt('d', async (steps) => {
        await steps.begin({ at: 1 }, [note('begun', 'x')]);
        throw new Error('cut off');
      });
      await expect(cutOff).rejects.toThrow('cut off');
      await expect(attempt('other', async () => ({ from: 0 }))).rejects.toMatchObject({
        code: 'conflict',
      });
      const refused = attempt('d', async (steps) => {
        expect(steps.begun).toEqual({ at: 1 });
        await steps.refuse([]);
        throw new Error('refused');
      });
      await expect(refused).rejects.toThrow('refused');
      const corrected = await attempt('other', async (steps) => {
        expect(steps.begun).toBeUndefined();
        await steps.conclude({ from: 2 }, []);
        return { from: 2 };
      });
      expect([corrected, await attempt('other', async () => expect.unreachable())]).toEqual([
        { from: 2 },
        { from: 2 },
      ]);
    });

    test('a name belongs to one, of however many want it, until it is given back', async () => {
      const stores = await eight();
      const [store] = stores as [Store];
      const outcomes = await Promise.all(
        stores.map((each, i) =>
          each.commit([note(`n${i}`, 'x'), takeName('acme', 'slug', 'summer', `n${i}`)]),
        ),
      );
      expect(outcomes.filter((conflict) => conflict === undefined)).toHaveLength(1);
      for (const conflict of outcomes)
        if (conflict !== undefined) expect(conflict).toEqual({ lost: [1] });
      expect(await allIds(store, notes, 'acme')).toHaveLength(1);
      expect(
        await store.commit([
          takeName('other', 'slug', 'summer', 'x'),
          takeName('acme', 'title', 'summer', 'x'),
        ]),
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
              const { first, writes } = await reserve({ store }, 'acme', 'batch', {
                count,
                attempt,
              });
              if (await store.commit([...writes, note(`at ${first}`, 'x')])) continue;
              for (let i = 0; i < count; i++) given.push(first + i);
              break;
            }
          }
        }),
      );
      expect(given.sort((a, b) => a - b)).toEqual(
        Array.from({ length: given.length }, (_, i) => i + 1),
      );
      expect((await reserve({ store: stores[0] as Store }, 'other', 'batch')).first).toBe(1);
    });

    test('a job is there once, and the due ones are found by their time, whoever they belong to', async () => {
      const store = await fresh();
      await store.commit([
        jobWrite('launch', 'acme', { subject: 'b2', now: 200 }),
        jobWrite('launch', 'other', { subject: 'b1', now: 100 }),
        jobWrite('launch', 'acme', { subject: 'b3', now: 900 }),
      ]);
      expect(
        await store.commit([
          note('a', 'x'),
          jobWrite('launch', 'acme', { subject: 'b2', now: 50 }),
        ]),
      ).toEqual({ lost: [1] });
      const { items } = await store.find(jobKind, SYSTEM, {
        where: { dueAt: { before: 500 } },
        order: { by: 'dueAt' },
      });
      expect(items.map(({ doc }) => [doc.companyId, doc.subject])).toEqual([
        ['other', 'b1'],
        ['acme', 'b2'],
      ]);
    });
  });
}
