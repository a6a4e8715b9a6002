import { expect, test } from 'vitest';
import { createJobHold, type JobHold } from '../../../adapters/jobs/held-job.ts';
import { defaultRetries, type Retries } from '../../../adapters/jobs/retries.ts';
import { createStoreQueue } from '../../../adapters/jobs/store-queue.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { JobDone, JobTurn } from '../../../core/ports/jobs.ts';
import { silent } from '../../../core/ports/log.ts';
import { type Store, SYSTEM } from '../../../core/ports/store.ts';
import { deadJobs } from '../../../core/records/dead-job.ts';
import { jobId, jobKind, jobWrite, queueJob } from '../../../core/records/job.ts';

const PATIENCE_MS = 30_000;
const id = jobId('launch', 'acme', '1');

/** A worker's hold on jobs whose due times are in their documents. */
function holdOn(store: Store, clock: Clock, retries: Retries = defaultRetries) {
  const queue = createStoreQueue(store, clock, retries);
  return {
    ...createJobHold({ store, clock, log: silent, patienceMs: PATIENCE_MS }, queue),
    datedAhead: queue.datedAhead,
  };
}

test('a worker that stood still while its job was done and asked for anew takes nothing away from whoever has it now', async () => {
  const store = createMemoryStore();
  const clock = createManualClock();
  const ask = async () =>
    store.commit([
      await queueJob(store, 'launch', { companyId: 'acme', subject: '1', now: clock.now() }),
    ]);
  const frozen: Clock = { ...clock, sleep: () => new Promise(() => {}) };
  const holdOf = (of: Clock) => holdOn(store, of);
  const work = async (hold: JobHold) => {
    const job = await store.get(jobKind, SYSTEM, id);
    const taken = job && (await hold.take(job));
    if (taken === undefined) throw new Error('The job is not to be had.');
    let end: (done: JobDone) => void = () => {};
    const handled = new Promise<JobDone>((resolve) => {
      end = resolve;
    });
    const carried = hold.carryOut(taken, { launch: () => handled }, () => false);
    return (done: JobDone): Promise<JobDone> => {
      end(done);
      return carried;
    };
  };

  await ask();
  const endFrozen = await work(holdOf(frozen));
  const hold = holdOf(clock);
  // It is watched from the first look at it, not from a time that somebody wrote down.
  expect(await hold.silent()).toEqual([]);
  await clock.advance(PATIENCE_MS);
  expect(await hold.silent()).toMatchObject([{ id }]);
  const endSecond = await work(hold);
  expect(await endSecond(undefined)).toBeUndefined();
  expect(await store.get(jobKind, SYSTEM, id)).toBeUndefined();
  await ask();
  const endThird = await work(hold);
  // At the very version the first one remembers.
  expect(await store.get(jobKind, SYSTEM, id)).toMatchObject({ version: 2 });

  await endFrozen(undefined);
  const againAt = clock.now() + 90_000;
  expect(await endThird({ againAt })).toEqual({ againAt });
  expect(await store.get(jobKind, SYSTEM, id)).toMatchObject({ doc: { dueAt: againAt } });
});

test('a worker whose job another has taken is told to stop: it must not go on renewing what the other waits for', async () => {
  const { store, clock, hold, job } = await asked();
  let wake = (): void => undefined;
  const still: Clock = {
    ...clock,
    sleep: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
  };
  const first = holdOn(store, still);
  const taken = await first.take(await job());
  if (taken === undefined) throw new Error('The job is not to be had.');
  let isOver = (): boolean => false;
  void first.carryOut(
    taken,
    {
      launch: (_job, stopping) => {
        isOver = stopping;
        return new Promise(() => {});
      },
    },
    () => false,
  );
  expect(isOver()).toBe(false);
  const second = hold();
  await second.silent();
  await clock.advance(PATIENCE_MS);
  expect(await second.take(await job())).toBeDefined();
  wake();
  // It finds out by a few reads of the store.
  for (let reads = 0; reads < 20; reads += 1) await job();
  expect(isOver()).toBe(true);
});

/** A store, a clock and a job that was asked for with a delay. */
async function asked(delayMs = 0) {
  const store = createMemoryStore();
  const clock = createManualClock();
  await store.commit([
    jobWrite('launch', 'acme', { subject: '1', now: clock.now(), uses: [], delayMs }),
  ]);
  const hold = (retries?: Retries) => holdOn(store, clock, retries);
  const job = async () => {
    const stored = await store.get(jobKind, SYSTEM, id);
    if (stored === undefined) throw new Error('The job is gone.');
    return stored;
  };
  return { store, clock, hold, job };
}

test('a process never takes a job it works on itself, however its clock is set and however long it lasts', async () => {
  const { clock, hold, job } = await asked();
  const mine = hold();
  const taken = await mine.take(await job());
  if (taken === undefined) throw new Error('The job is due.');
  let end: () => void = () => {};
  const carried = mine.carryOut(
    taken,
    { launch: () => new Promise((resolve) => (end = () => resolve(undefined))) },
    () => false,
  );
  for (const ms of [60_000, 3_600_000, -7_200_000]) {
    clock.step(ms);
    expect(await mine.silent()).toEqual([]);
    expect(await mine.take(await job())).toBeUndefined();
    await clock.advance(2 * PATIENCE_MS);
  }
  end();
  expect(await carried).toBeUndefined();
});

test('a worker whose clock is hours ahead takes no job from one that works on it', async () => {
  const { clock, store, hold, job } = await asked();
  const mine = hold();
  const taken = await mine.take(await job());
  if (taken === undefined) throw new Error('The job is due.');
  void mine.carryOut(taken, { launch: () => new Promise(() => {}) }, () => false);
  const ahead: Clock = { ...clock, now: () => clock.now() + 7_200_000 };
  const theirs = holdOn(store, ahead);
  for (let i = 0; i < 10; i++) {
    expect(await theirs.silent()).toEqual([]);
    expect(await theirs.take(await job())).toBeUndefined();
    await clock.advance(PATIENCE_MS / 2);
  }
});

test('a job that waits comes at most a minute late when the clock is set back by hours', async () => {
  for (const delayMs of [2_000, 30_000, 3_600_000]) {
    const { clock, hold, job } = await asked(delayMs);
    const worker = hold();
    expect(await worker.take(await job())).toBeUndefined();
    clock.step(-5 * 3_600_000);
    expect(await worker.datedAhead()).toEqual([]);
    await clock.advance(Math.min(delayMs, 60_000));
    expect(await worker.datedAhead()).toMatchObject([{ id }]);
    expect(await worker.take(await job())).toBeDefined();
  }
});

test('a turn that could not be renewed is not held, and one that replaces it knows which', async () => {
  const { clock, store, hold, job } = await asked();
  let away = false;
  const shaky: Store = {
    ...store,
    commit: (writes) => (away ? Promise.reject(new Error('Gone.')) : store.commit(writes)),
  };
  const mine = holdOn(shaky, clock);
  const taken = await mine.take(await job());
  if (taken === undefined) throw new Error('The job is due.');
  const turns: JobTurn[] = [];
  const note = (turn: JobTurn) => {
    turns.push(turn);
    return new Promise<undefined>(() => {});
  };
  void mine.carryOut(taken, { launch: (_job, _stopping, turn) => note(turn) }, () => false);
  const theirs = hold();
  expect(await theirs.silent()).toEqual([]);
  away = true;
  await clock.advance(PATIENCE_MS);
  expect(turns.map((turn) => turn.isHeld())).toEqual([false]);
  const again = await theirs.take(await job());
  if (again === undefined) throw new Error('Its worker is silent.');
  void theirs.carryOut(again, { launch: (_job, _stopping, turn) => note(turn) }, () => false);
  expect(turns[1]).toMatchObject({ replaces: turns[0]?.id });
  away = false;
  await clock.advance(PATIENCE_MS);
  expect(turns.map((turn) => turn.isHeld())).toEqual([false, true]);
});

test('a job whose workers die one after the other is dead after the last retry', async () => {
  const { clock, store, hold, job } = await asked();
  const retries: Retries = { limit: 2, delaySeconds: 1, longestSeconds: 60 };
  expect(await hold(retries).take(await job())).toBeDefined();
  for (const failures of [1, 2]) {
    const next = hold(retries);
    expect(await next.silent()).toEqual([]);
    await clock.advance(PATIENCE_MS);
    expect(await next.take(await job())).toMatchObject({ doc: { failures } });
  }
  const last = hold(retries);
  expect(await last.silent()).toEqual([]);
  await clock.advance(PATIENCE_MS);
  expect(await last.take(await job())).toBeUndefined();
  expect(await deadJobs(store)).toMatchObject([
    { id, doc: { failures: 3, error: 'Its worker fell silent.' } },
  ]);
  expect(await last.take(await job())).toBeUndefined();
});
