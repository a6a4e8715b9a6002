import { afterEach, describe, expect, test } from 'vitest';
import type { Retries } from '../../adapters/jobs/retries.ts';
import {
  type Job,
  type JobHandlers,
  type Jobs,
  type JobTurn,
  type JobWorker,
  type Lane,
  NEVER_DUE,
} from '../../core/ports/jobs.ts';
import { kind, type Store, SYSTEM } from '../../core/ports/store.ts';
import { deadJobs, putBack } from '../../core/records/dead-job.ts';
import { jobId, jobKind, jobWrite, queueJob } from '../../core/records/job.ts';
import { machineClock, machineNow } from '../machine-time.ts';

export interface JobsUnderTest {
  readonly store: Store;
  /** Another process's view of the same queue. */
  open(): Promise<Jobs>;
  /** Makes a job that waits after a failure due at once, as if its pause were over. */
  passPause(jobId: string): Promise<void>;
  close(): Promise<void>;
}

/** What the queues under test are opened with. */
export const SUITE_RETRIES: Retries = { limit: 3, delaySeconds: 1, longestSeconds: 60 };

/** A promise that somebody else keeps. */
function promised<T = void>() {
  let keep: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
}

/**
 * What every way of handing out background work must do. Workers are told apart by `open`: two of
 * them stand for two processes. Patience is a second, sweeps are frequent.
 */
export function testJobs(name: string, start: () => Promise<JobsUnderTest>): void {
  describe(`jobs: ${name}`, () => {
    const cleanups: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const clean of cleanups.splice(0).reverse()) await clean();
    });

    async function house() {
      const under = await start();
      cleanups.push(() => under.close());
      const add = (queue: string, subject: string, delayMs = 0) =>
        under.store.commit([
          jobWrite(queue, 'acme', { subject, now: machineNow(), uses: [], delayMs }),
        ]);
      let dueAt = 0;
      /** Jobs that are due already, each since after the one before, in one commit. */
      const addMany = (
        queue: string,
        companyId: string,
        count: number,
        uses: readonly string[] = [],
      ) =>
        under.store.commit(
          Array.from({ length: count }, (_, i) =>
            jobWrite(queue, companyId, {
              subject: `${companyId}${uses.join()} ${i}`,
              now: ++dueAt,
              uses,
            }),
          ),
        );
      const worker = async (
        handlers: JobHandlers,
        lanes?: readonly Lane[],
      ): Promise<{ jobs: Jobs; worker: JobWorker }> => {
        const jobs = await under.open();
        const working = jobs.work(handlers, lanes);
        cleanups.push(() => working.stop());
        return { jobs, worker: working };
      };
      const jobOf = async (queue: string, subject: string): Promise<Job | undefined> =>
        (await under.store.get(jobKind, SYSTEM, jobId(queue, 'acme', subject)))?.doc;
      /**
       * Has a job fail until it is dead; answers the pauses it was given in between, milliseconds.
       */
      /**
       * Lets a job fail until it is dead. Answers its pauses; a busy machine may miss one, because
       * pauses also pass by themselves.
       */
      const killJob = async (jobs: Jobs, queue: string, subject: string): Promise<number[]> => {
        const pauses = new Map<number, number>();
        const looked = async (): Promise<number | undefined> => {
          const {
            failures = 0,
            dueAt = 0,
            askedAt = 0,
            deadAt,
          } = (await jobOf(queue, subject)) ?? {};
          if (deadAt !== undefined || failures === 0 || pauses.has(failures)) return deadAt;
          pauses.set(failures, dueAt - askedAt);
          await under.passPause(jobId(queue, 'acme', subject));
          await jobs.wake(jobId(queue, 'acme', subject));
          return undefined;
        };
        await expect.poll(looked).toBeDefined();
        expect(await jobOf(queue, subject)).toMatchObject({ failures: SUITE_RETRIES.limit + 1 });
        return [...pauses.values()];
      };
      const left = async () =>
        (await under.store.find(jobKind, SYSTEM)).items.map(({ doc }) => doc.subject);
      return { ...under, add, addMany, worker, jobOf, killJob, left };
    }

    test('a job is carried out once and is then gone, whether anybody was woken or not', async () => {
      const { add, worker, left, open } = await house();
      await add('a', 'silent');
      const seen: string[] = [];
      const all = promised();
      await worker({
        a: async ({ subject }) => {
          seen.push(subject);
          if (seen.length === 2) all.keep();
          return undefined;
        },
      });
      await add('a', 'told');
      await (await open()).wake(jobId('a', 'acme', 'told'));
      await all.promise;
      await expect.poll(left).toEqual([]);
      expect(seen.sort()).toEqual(['silent', 'told']);
    });

    test('of several workers one gets each job', async () => {
      const { add, worker, left } = await house();
      for (let i = 0; i < 30; i++) await add('a', `job-${i}`);
      const seen: string[] = [];
      const handlers: JobHandlers = {
        a: async ({ subject }) => {
          seen.push(subject);
          return undefined;
        },
      };
      await Promise.all([worker(handlers), worker(handlers), worker(handlers)]);
      await expect.poll(left).toEqual([]);
      expect(seen).toHaveLength(30);
      expect(new Set(seen).size).toBe(30);
    });

    test('a handler that throws is called again; one that is not finished, at the time it names', async () => {
      const { add, worker, left } = await house();
      await add('a', 'stubborn');
      const calls: Job[] = [];
      await worker({
        a: async (job) => {
          calls.push(job);
          if (calls.length === 1) throw new Error('Not today.');
          return calls.length === 2 ? { againAt: machineNow() + 300 } : undefined;
        },
      });
      await expect.poll(left).toEqual([]);
      expect(calls.map(({ attempts }) => attempts)).toEqual([1, 2, 3]);
    });

    test('a handler that always throws is called again after growing pauses, and after the last of them not any more', async () => {
      const { add, worker, store, killJob } = await house();
      await add('a', 'hopeless');
      let calls = 0;
      const { jobs } = await worker({
        a: async () => {
          calls += 1;
          throw new Error(`Refused for the ${calls}. time.`);
        },
      });
      const pauses = await killJob(jobs, 'a', 'hopeless');
      expect(pauses.length).toBeGreaterThan(0);
      for (const [i, pause] of pauses.entries()) expect(pause).toBeGreaterThan(pauses[i - 1] ?? 0);
      expect(await deadJobs(store)).toMatchObject([
        {
          id: jobId('a', 'acme', 'hopeless'),
          doc: { failures: 4, error: 'Refused for the 4. time.', dueAt: NEVER_DUE },
        },
      ]);
      // A job that comes later is carried out, the dead one is not touched by any sweep.
      await add('a', 'later');
      await expect.poll(() => calls).toBe(SUITE_RETRIES.limit + 2);
      expect(await deadJobs(store)).toHaveLength(1);
    });

    test('a dead job that is put back, or asked for again, begins anew with all its retries', async () => {
      const { add, worker, store, killJob, left } = await house();
      const ports = {
        store,
        clock: machineClock,
        jobs: { wake: async () => undefined, work: () => ({ stop: async () => undefined }) },
      };
      let isWell = false;
      const { jobs } = await worker({
        a: async () => {
          if (!isWell) throw new Error('Not today.');
          return undefined;
        },
      });
      await add('a', 'put back');
      await add('a', 'asked for');
      await killJob(jobs, 'a', 'put back');
      await killJob(jobs, 'a', 'asked for');
      expect(await putBack(ports, jobId('a', 'acme', 'put back'))).toBe(true);
      await store.commit([
        await queueJob(store, 'a', { companyId: 'acme', subject: 'asked for', now: machineNow() }),
      ]);
      expect(await deadJobs(store)).toEqual([]);
      for (const subject of ['put back', 'asked for']) await killJob(jobs, 'a', subject);
      isWell = true;
      for (const { id } of await deadJobs(store)) expect(await putBack(ports, id)).toBe(true);
      await expect.poll(left).toEqual([]);
      expect(await putBack(ports, jobId('a', 'acme', 'put back'))).toBe(false);
    });

    test('a job that got somewhere has all its retries again', async () => {
      const { add, worker, jobOf } = await house();
      await add('a', 'uneven');
      const seen: (number | undefined)[] = [];
      await worker({
        a: async ({ failures }) => {
          seen.push(failures);
          if (seen.length === 1) throw new Error('Not today.');
          return { againAt: machineNow() + (seen.length === 2 ? 0 : 3_600_000) };
        },
      });
      await expect.poll(async () => (await jobOf('a', 'uneven'))?.attempts).toBe(3);
      expect(seen).toEqual([undefined, 1, undefined]);
    });

    test('a commit that loses leaves no job, and one that wins leaves one, whoever dies before it is told of', async () => {
      const { worker, store, left } = await house();
      const subjects = kind<{ readonly name: string }>('subject');
      const subject = (expected: number | 'absent') =>
        ({
          kind: subjects,
          companyId: 'acme',
          id: '1',
          expect: expected,
          doc: { name: 'boat' },
        }) as const;
      expect(
        await store.commit([
          subject(7),
          jobWrite('a', 'acme', { subject: 'lost', now: machineNow() }),
        ]),
      ).toEqual({
        lost: [0],
      });
      expect(
        await store.commit([
          subject('absent'),
          jobWrite('a', 'acme', { subject: 'won', now: machineNow() }),
        ]),
      ).toBeUndefined();
      const seen: string[] = [];
      await worker({
        a: async ({ subject: each }) => {
          seen.push(each);
          return undefined;
        },
      });
      await expect.poll(left).toEqual([]);
      expect(seen).toEqual(['won']);
    });

    test('a job is not started before its time, and a queue nobody works on is left alone', async () => {
      const { add, worker, left } = await house();
      await add('a', 'later', 3_600_000);
      await add('b', 'foreign');
      await add('a', 'now');
      const done = promised<string>();
      await worker({
        a: async ({ subject }) => {
          done.keep(subject);
          return undefined;
        },
      });
      expect(await done.promise).toBe('now');
      await expect.poll(async () => (await left()).sort()).toEqual(['foreign', 'later']);
    });

    test('a job whose worker died is handed to another', async () => {
      const { add, worker, store } = await house();
      await add('a', 'orphan');
      // Taken by a worker of which nothing is ever heard again.
      const job = await store.get(jobKind, SYSTEM, jobId('a', 'acme', 'orphan'));
      await store.commit([
        {
          kind: jobKind,
          companyId: SYSTEM,
          id: jobId('a', 'acme', 'orphan'),
          expect: job?.version ?? 0,
          doc: { ...job?.doc, dueAt: machineNow() + 700, attempts: 1 },
        },
      ]);
      const done = promised<Job>();
      await worker({
        a: async (each) => {
          done.keep(each);
          return undefined;
        },
      });
      expect(await done.promise).toMatchObject({ subject: 'orphan', attempts: 2 });
    });

    test('a job whose worker fell silent in the middle goes to another, which counts as a failure', async () => {
      const { worker, store } = await house();
      const write = jobWrite('a', 'acme', { subject: 'held', now: machineNow() });
      const held = {
        ...write.doc,
        dueAt: NEVER_DUE,
        attempts: 1,
        turn: 'of a worker that was killed',
        turnMs: 1_000,
      };
      await store.commit([{ ...write, doc: held }]);
      const done = promised<readonly [Job, JobTurn]>();
      await worker({
        a: async (job, _, turn) => {
          done.keep([job, turn]);
          return undefined;
        },
      });
      expect(await done.promise).toMatchObject([
        { subject: 'held', attempts: 2, failures: 1 },
        { replaces: 'of a worker that was killed' },
      ]);
    });

    test('a job whose worker died goes to another although it is asked for all the time', async () => {
      const { worker, store } = await house();
      const write = jobWrite('a', 'acme', { subject: 'held', now: machineNow() });
      const held = {
        ...write.doc,
        dueAt: NEVER_DUE,
        attempts: 1,
        turn: 'of a worker that was killed',
        turnMs: 1_000,
        renewals: 3,
      };
      await store.commit([{ ...write, doc: held }]);
      let calls = 0;
      await worker({
        a: async () => {
          calls += 1;
          return undefined;
        },
      });
      await expect
        .poll(async () => {
          await store.commit([
            await queueJob(store, 'a', { companyId: 'acme', subject: 'held', now: machineNow() }),
          ]);
          return calls;
        })
        .toBeGreaterThan(0);
    });

    test('a job that is asked for while it runs is carried out once more', async () => {
      const { add, worker, store, left } = await house();
      await add('a', 'again');
      const [started, go] = [promised(), promised()];
      let calls = 0;
      await worker({
        a: async () => {
          calls += 1;
          if (calls > 1) return undefined;
          started.keep();
          await go.promise;
          return undefined;
        },
      });
      await started.promise;
      await store.commit([
        await queueJob(store, 'a', { companyId: 'acme', subject: 'again', now: machineNow() }),
      ]);
      go.keep();
      await expect.poll(left).toEqual([]);
      expect(calls).toBeGreaterThanOrEqual(2);
    });

    test('stopping tells the handlers, waits for them, and takes nothing new', async () => {
      const { add, worker, left } = await house();
      await add('a', 'long');
      const started = promised();
      const { worker: working } = await worker({
        a: async (_, stopping) => {
          started.keep();
          while (!stopping()) await new Promise((resolve) => setImmediate(resolve));
          return { againAt: machineNow() };
        },
      });
      await started.promise;
      await working.stop();
      await add('a', 'late');
      expect((await left()).sort()).toEqual(['late', 'long']);
    });

    const laneOf = (size: Partial<Lane>): Lane => ({
      name: 'one',
      queues: ['a'],
      places: 1,
      perCompany: 1,
      perUse: 1,
      ...size,
    });

    test('a lane whose places are all taken holds up no other lane', async () => {
      const { addMany, worker } = await house();
      await addMany('hook', 'loud', 8);
      await addMany('a', 'quiet', 1);
      const [hanging, done] = [promised(), promised()];
      await worker(
        {
          hook: () => hanging.promise.then(() => undefined),
          a: async () => {
            done.keep();
            return undefined;
          },
        },
        [
          laneOf({ name: 'hooks', queues: ['hook'], places: 2, perCompany: 2, perUse: 2 }),
          laneOf({}),
        ],
      );
      cleanups.push(async () => hanging.keep());
      await done.promise;
    });

    test('companies take turns, however much one of them has queued before', async () => {
      const { addMany, worker, left } = await house();
      await addMany('a', 'loud', 12);
      await addMany('a', 'quiet', 2);
      const order: string[] = [];
      await worker(
        {
          a: async ({ companyId }) => {
            order.push(companyId);
            return undefined;
          },
        },
        [laneOf({})],
      );
      await expect.poll(left).toEqual([]);
      expect(order.slice(0, 4).sort()).toEqual(['loud', 'loud', 'quiet', 'quiet']);
      expect(order).toHaveLength(14);
    });

    test('a company has no more than its share, and of that no more on what hangs', async () => {
      const { addMany, worker } = await house();
      await addMany('a', 'loud', 5, ['slow account']);
      await addMany('a', 'loud', 1, ['other account']);
      await addMany('a', 'loud', 5);
      await addMany('a', 'quiet', 1, ['slow account']);
      const [hanging, done] = [promised(), promised()];
      const started: string[] = [];
      await worker(
        {
          a: async ({ companyId, uses = ['nothing'] }) => {
            started.push(`${companyId}: ${uses.join()}`);
            if (started.length === 4) done.keep();
            await hanging.promise;
            return undefined;
          },
        },
        [laneOf({ places: 10, perCompany: 3, perUse: 1 })],
      );
      cleanups.push(async () => hanging.keep());
      await done.promise;
      expect(started.sort()).toEqual([
        'loud: nothing',
        'loud: other account',
        'loud: slow account',
        'quiet: slow account',
      ]);
    });

    test('any number of due jobs that nobody here knows hides none that somebody does', async () => {
      const { addMany, worker, left } = await house();
      await addMany('foreign', 'acme', 450);
      await addMany('a', 'later', 1);
      const done = promised();
      await worker({
        a: async () => {
          done.keep();
          return undefined;
        },
      });
      await done.promise;
      await expect.poll(async () => (await left()).includes('later 0')).toBe(false);
    });
  });
}
