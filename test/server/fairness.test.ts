import { expect, test } from 'vitest';
import { createStoreJobs } from '../../adapters/jobs/store-jobs.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { createMemoryStore } from '../../adapters/store/memory.ts';
import { features } from '../../core/features/registry.ts';
import type { Job } from '../../core/ports/jobs.ts';
import { silent } from '../../core/ports/log.ts';
import { jobId, jobWrite } from '../../core/records/job.ts';
import { defaultPlaces, lanesOf } from '../../server/process/lanes.ts';

interface Asked {
  readonly queue: string;
  readonly companyId: string;
  readonly count: number;
  readonly uses?: readonly string[];
}

/**
 * Other companies have asked for work, each job of which takes so long; then a quiet one asks for a
 * launch. Answers what had started and what had ended when that launch began.
 */
async function whenQuietBegins(loud: readonly Asked[], takesMs: number) {
  const clock = createManualClock();
  const store = createMemoryStore();
  const jobs = createStoreJobs({ store, clock, log: silent });
  const [started, ended]: [string[], string[]] = [[], []];
  let seen: { readonly started: readonly string[]; readonly ended: readonly string[] } | undefined;
  const handler = async ({ queue, companyId }: Job): Promise<undefined> => {
    if (companyId === 'quiet') {
      seen = { started: [...started], ended: [...ended] };
      return undefined;
    }
    started.push(`${queue} of ${companyId}`);
    await clock.sleep(takesMs);
    ended.push(`${queue} of ${companyId}`);
    return undefined;
  };
  jobs.work(
    Object.fromEntries(
      lanesOf(defaultPlaces, features).flatMap(({ queues }) =>
        queues.map((queue) => [queue, handler]),
      ),
    ),
    lanesOf(defaultPlaces, features),
  );
  const ask = async ({ queue, companyId, count, uses = [] }: Asked): Promise<void> => {
    for (let i = 0; i < count; i++) {
      await store.commit([
        jobWrite(queue, companyId, { subject: `${uses.join()} ${i}`, now: clock.now(), uses }),
      ]);
      await jobs.wake(jobId(queue, companyId, `${uses.join()} ${i}`));
    }
  };
  /** Until this thread has nothing more to do at this moment. */
  const rest = async (): Promise<void> => {
    for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
  };
  for (const each of loud) await ask(each);
  await rest();
  await ask({ queue: 'launch', companyId: 'quiet', count: 1, uses: ['act_2'] });
  for (await rest(); seen === undefined; await rest()) await clock.advance(1_000);
  return seen;
}

test('a launch does not wait behind sixty deliveries that hang', async () => {
  const { started, ended } = await whenQuietBegins(
    [{ queue: 'webhook', companyId: 'loud', count: 60, uses: ['wh_1'] }],
    10_000,
  );
  expect(started).toHaveLength(defaultPlaces.deliveries.perAccount);
  expect(ended).toEqual([]);
});

test('a launch does not wait behind ten batches on an ad account that answers after fifteen seconds', async () => {
  const { started, ended } = await whenQuietBegins(
    [{ queue: 'launch', companyId: 'loud', count: 10, uses: ['act_1'] }],
    15_000,
  );
  expect(started).toHaveLength(defaultPlaces.launches.perAccount);
  expect(ended).toEqual([]);
});

test('a launch does not wait behind sixty of another company on several ad accounts, nor behind its undos and copies', async () => {
  const loud = ['launch', 'undo', 'duplicate'].map((queue, i) => ({
    queue,
    companyId: 'loud',
    count: 20,
    uses: [`act_${i}`],
  }));
  const { started, ended } = await whenQuietBegins(loud, 1_000);
  expect(started).toHaveLength(defaultPlaces.launches.perCompany);
  expect(ended).toEqual([]);
});

test('a launch does not wait behind exports and fetches of reports, whoever ordered them', async () => {
  const loud = ['a', 'b', 'c', 'd'].flatMap((companyId) =>
    ['export', 'report-sync'].map((queue) => ({ queue, companyId, count: 10 })),
  );
  expect((await whenQuietBegins(loud, 60_000)).ended).toEqual([]);
});

test('when several companies have every place with jobs that hang, a launch begins although none of them has ended', async () => {
  const loud = ['a', 'b', 'c', 'd', 'e'].map((companyId) => ({
    queue: 'launch',
    companyId,
    count: 30,
  }));
  const { started, ended } = await whenQuietBegins(loud, 600_000);
  expect(new Set(started).size).toBe(5);
  expect(started.length).toBeGreaterThanOrEqual(defaultPlaces.launches.places);
  expect(ended).toEqual([]);
});
