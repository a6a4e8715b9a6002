import { expect, test } from 'vitest';
import { createJobHold } from '../../../adapters/jobs/held-job.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { JobDone } from '../../../core/ports/jobs.ts';
import { silent } from '../../../core/ports/log.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { jobId, jobKind, queueJob } from '../../../core/records/job.ts';

const PATIENCE_MS = 30_000;
const id = jobId('launch', 'acme', '1');

test('a worker that stood still while its job was done and asked for anew takes nothing away from whoever has it now', async () => {
  const store = createMemoryStore();
  const clock = createManualClock();
  const ask = async () => store.commit([await queueJob(store, 'launch', 'acme', '1', clock.now())]);
  const frozen: Clock = { now: clock.now, sleep: () => new Promise(() => {}) };
  const work = async (of: Clock) => {
    const hold = createJobHold({ store, clock: of, log: silent, patienceMs: PATIENCE_MS });
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
  const endFrozen = await work(frozen);
  await clock.advance(PATIENCE_MS);
  const endSecond = await work(clock);
  expect(await endSecond(undefined)).toBeUndefined();
  expect(await store.get(jobKind, SYSTEM, id)).toBeUndefined();
  await ask();
  const endThird = await work(clock);
  // At the very version the first one remembers.
  expect(await store.get(jobKind, SYSTEM, id)).toMatchObject({ version: 2 });

  await endFrozen(undefined);
  const againAt = clock.now() + 90_000;
  expect(await endThird({ againAt })).toEqual({ againAt });
  expect(await store.get(jobKind, SYSTEM, id)).toMatchObject({ doc: { dueAt: againAt } });
});
