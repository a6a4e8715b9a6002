import { afterEach, describe, expect, test } from 'vitest';
import type { Job, JobHandlers, Jobs, JobWorker } from '../../core/ports/jobs.ts';
import { type Store, SYSTEM } from '../../core/ports/store.ts';
import { jobId, jobKind, jobWrite, queueJob } from '../../core/records/job.ts';

export interface JobsUnderTest {
  readonly store: Store;
  /** Another process's view of the same queue. */
  open(): Promise<Jobs>;
  close(): Promise<void>;
}

/** A promise that somebody else keeps. */
function promised<T = void>() {
  let keep: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
}

/**
 * What every way of handing out background work must do. Workers are told apart by `open`: two of them
 * stand for two processes. Patience is a second, sweeps are frequent.
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
      const add = (queue: string, subject: string, dueAt = 0) => under.store.commit([jobWrite(queue, 'acme', subject, dueAt)]);
      const worker = async (handlers: JobHandlers): Promise<{ jobs: Jobs; worker: JobWorker }> => {
        const jobs = await under.open();
        const working = jobs.work(handlers);
        cleanups.push(() => working.stop());
        return { jobs, worker: working };
      };
      const left = async () => (await under.store.find(jobKind, SYSTEM)).items.map(({ doc }) => doc.subject);
      return { ...under, add, worker, left };
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
      await expect.poll(left, { timeout: 15_000 }).toEqual([]);
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
          return calls.length === 2 ? { againAt: Date.now() + 300 } : undefined;
        },
      });
      await expect.poll(left, { timeout: 15_000 }).toEqual([]);
      expect(calls.map(({ attempts }) => attempts)).toEqual([1, 2, 3]);
    });

    test('a job is not started before its time, and a queue nobody works on is left alone', async () => {
      const { add, worker, left } = await house();
      await add('a', 'later', Date.now() + 3_600_000);
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
          doc: { ...job?.doc, dueAt: Date.now() + 700, attempts: 1 },
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
      await store.commit([await queueJob(store, 'a', 'acme', 'again', Date.now())]);
      go.keep();
      await expect.poll(left, { timeout: 15_000 }).toEqual([]);
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
          return { againAt: Date.now() };
        },
      });
      await started.promise;
      await working.stop();
      await add('a', 'late');
      expect((await left()).sort()).toEqual(['late', 'long']);
    });
  });
}
