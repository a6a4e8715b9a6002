// @module-tag postgres
import PgBoss from 'pg-boss';
import { afterEach, expect, test } from 'vitest';
import { createLocalNotifier } from '../../adapters/events/local-notifier.ts';
import { createBoss } from '../../adapters/jobs/boss.ts';
import { claimRow, DEAD, dueRows, rowIdOf } from '../../adapters/jobs/boss-rows.ts';
import { createPgBossJobs } from '../../adapters/jobs/pg-boss-jobs.ts';
import type { Retries } from '../../adapters/jobs/retries.ts';
import { openPostgresStore } from '../../adapters/store/postgres.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { type Job, type JobHandlers, NEVER_DUE } from '../../core/ports/jobs.ts';
import { silent } from '../../core/ports/log.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { deadJobs, putBack } from '../../core/records/dead-job.ts';
import { jobId, jobKind, jobWrite } from '../../core/records/job.ts';
import { machineClock, machineNow } from '../machine-time.ts';
import { borrowDatabase } from './database.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const notifier = createLocalNotifier();
const id = (subject: string): string => jobId('a', 'acme', subject);
const ask = (subject: string, delayMs = 0) =>
  jobWrite('a', 'acme', { subject, now: machineNow(), uses: [], delayMs });

/** A database of documents with pg-boss beside them, as often as it is opened. */
async function fixture(retries?: Retries) {
  const { url, query, drop } = await borrowDatabase();
  cleanups.push(drop);
  const open = async () => {
    const boss = createBoss({ url, ...(retries && { retries }) });
    const store = await openPostgresStore({ url, beside: boss.beside });
    cleanups.push(async () => {
      await store.close();
      await boss.close();
    });
    const work = (handlers: JobHandlers, clock: Clock = machineClock): void => {
      const options = { boss, store, notifier, clock, log: silent, sweepMs: 20, patienceMs: 1_000 };
      const worker = createPgBossJobs(options).work(handlers);
      cleanups.push(() => worker.stop());
    };
    return { boss, store, work };
  };
  const rowOf = async (subject: string) =>
    (await query('SELECT * FROM slipway_boss.job WHERE id = $1', [rowIdOf(id(subject))]))[0];
  const letters = async () =>
    (await query('SELECT data, output FROM slipway_boss.job WHERE name = $1', [DEAD])) as unknown[];
  return { url, query, open, rowOf, letters, ...(await open()) };
}

/** Remembers what it was called for. */
function noting() {
  const seen: string[] = [];
  const handler = async ({ subject }: Job): Promise<undefined> => {
    seen.push(subject);
    return undefined;
  };
  return { seen, handlers: { a: handler } satisfies JobHandlers };
}

test('what pg-boss cannot write is not written at all', async () => {
  const { store, boss, query, rowOf } = await fixture();
  await store.commit([ask('first')]);
  expect(await rowOf('first')).toMatchObject({
    name: 'a',
    state: 'created',
    singleton_key: id('first'),
    dead_letter: DEAD,
  });
  const refused = async (why?: string) => {
    await expect(store.commit([ask('second')])).rejects.toThrow(why);
    expect(await store.get(jobKind, SYSTEM, id('second'))).toBeUndefined();
  };
  // A queue that is gone takes nothing, and pg-boss does not say so.
  await query(
    `DELETE FROM slipway_boss.job; UPDATE slipway_boss.queue SET name = 'b' WHERE name = 'a'`,
  );
  await refused('pg-boss did not take the jobs.');
  await query(
    `UPDATE slipway_boss.queue SET name = 'a' WHERE name = 'b'; ALTER TABLE slipway_boss.job RENAME TO elsewhere`,
  );
  await refused();
  await query('ALTER TABLE slipway_boss.elsewhere RENAME TO job');
  await store.commit([ask('second')]);
  expect((await dueRows(boss.pool)).items).toMatchObject([{ data: { jobId: id('second') } }]);
});

test('a commit that loses writes nothing to pg-boss either', async () => {
  const { store, rowOf } = await fixture();
  await store.commit([ask('there')]);
  expect(await store.commit([ask('lost'), ask('there')])).toEqual({ lost: [1] });
  expect(await rowOf('there')).toBeDefined();
  expect(await rowOf('lost')).toBeUndefined();
});

test('a job that is taken here looks as pg-boss’s own fetch leaves it, when it is begun and when it is tried again', async () => {
  const { store, boss, url, query } = await fixture();
  const own = new PgBoss({
    connectionString: url,
    schema: 'slipway_boss',
    supervise: false,
    schedule: false,
  });
  await own.start();
  cleanups.push(() => own.stop({ graceful: false }));
  await store.commit([ask('theirs'), ask('ours')]);
  const rows = () =>
    query('SELECT * FROM slipway_boss.job WHERE name = $1 ORDER BY singleton_key DESC', ['a']);
  const alike = [
    'state',
    'retry_count',
    'retry_limit',
    'retry_delay',
    'retry_backoff',
    'completed_on',
    'dead_letter',
    'policy',
  ];
  for (let turn = 0; turn < 3; turn++) {
    expect(await claimRow(boss.pool, 'a', id('ours'), false)).toBe(true);
    expect(await claimRow(boss.pool, 'a', id('ours'), false)).toBe(false);
    expect(await own.fetch('a')).toMatchObject([{ id: rowIdOf(id('theirs')) }]);
    const [theirs, ours] = await rows();
    expect(ours).toMatchObject({ state: 'active', retry_count: turn });
    for (const column of alike) expect(ours?.[column], column).toEqual(theirs?.[column]);
    expect(Number(ours?.started_on)).toBeGreaterThan(0);
    for (const { id: rowId } of [theirs, ours] as { id: string }[])
      await own.fail('a', rowId, { message: 'Not today.' });
    await query(
      `UPDATE slipway_boss.job SET start_after = now() - interval '1 second' WHERE name = 'a'`,
    );
  }
});

test('no pause is longer than the longest, and the last failure leaves a letter until the job is put back', async () => {
  const { store, work, rowOf, letters, query } = await fixture({
    limit: 2,
    delaySeconds: 50,
    longestSeconds: 1,
  });
  let isWell = false;
  work({
    a: async () => {
      if (!isWell) throw new Error('Not today.');
      return undefined;
    },
  });
  await store.commit([ask('x')]);
  await expect.poll(() => rowOf('x')).toMatchObject({ state: 'retry', retry_count: 0 });
  expect(
    await query(
      `SELECT start_after <= now() + interval '1 second' AS soon FROM slipway_boss.job WHERE name = 'a'`,
    ),
  ).toEqual([{ soon: true }]);
  await expect
    .poll(letters)
    .toMatchObject([{ data: { jobId: id('x') }, output: { message: 'Not today.' } }]);
  expect(await rowOf('x')).toMatchObject({ state: 'failed', retry_count: 2 });
  expect(await deadJobs(store)).toMatchObject([
    { id: id('x'), doc: { failures: 3, error: 'Not today.' } },
  ]);
  isWell = true;
  const jobs = { wake: async () => undefined, work: () => ({ stop: async () => undefined }) };
  expect(await putBack({ store, clock: machineClock, jobs }, id('x'))).toBe(true);
  expect(await letters()).toEqual([]);
  await expect.poll(() => rowOf('x')).toMatchObject({ state: 'completed', retry_count: 0 });
  expect(await store.get(jobKind, SYSTEM, id('x'))).toBeUndefined();
});

test('jobs of an earlier version, which had none in pg-boss, are carried out: those that wait and those a worker had', async () => {
  const { url, work, store, rowOf } = await fixture();
  const earlier = await openPostgresStore({ url });
  cleanups.push(earlier.close);
  const { askedAt: _askedAt, ...undated } = ask('without the time it was asked at').doc as Job;
  const held = {
    ...ask('held').doc,
    dueAt: NEVER_DUE,
    attempts: 1,
    turn: 'of a worker that is gone',
    turnMs: 1_000,
  };
  await earlier.commit([
    ask('waiting'),
    ask('later', 3_600_000),
    { ...ask('without the time it was asked at'), doc: undated },
    { ...ask('held'), doc: held },
  ]);
  const { seen, handlers } = noting();
  work(handlers);
  await expect
    .poll(() => [...seen].sort())
    .toEqual(['held', 'waiting', 'without the time it was asked at']);
  expect(await rowOf('later')).toMatchObject({ state: 'created' });
  await expect
    .poll(async () => (await store.find(jobKind, SYSTEM)).items.map(({ doc }) => doc.subject))
    .toEqual(['later']);
});

test('a restored database, whose backup holds nothing of pg-boss, goes on with its jobs and knows its dead ones', async () => {
  const { store, query, open, rowOf, letters } = await fixture();
  const dead = {
    ...ask('dead').doc,
    dueAt: NEVER_DUE,
    deadAt: 1,
    failures: 111,
    error: 'Not today.',
  };
  await store.commit([ask('waiting'), ask('later', 3_600_000), { ...ask('dead'), doc: dead }]);
  await query('DROP SCHEMA slipway_boss CASCADE');
  const { work } = await open();
  const { seen, handlers } = noting();
  work(handlers);
  await expect.poll(() => seen).toEqual(['waiting']);
  expect(await rowOf('later')).toMatchObject({ state: 'created' });
  expect(await letters()).toMatchObject([{ data: { jobId: id('dead') } }]);
});

test('tables of pg-boss that somebody removed are made again, by whoever asks for work and by whoever does it', async () => {
  const { store, query, open } = await fixture();
  const remove = () => query('DROP SCHEMA slipway_boss CASCADE');
  await store.commit([ask('before')]);
  await remove();
  await expect.poll(() => store.commit([ask('after')]).catch(() => 'refused')).not.toBe('refused');
  const { seen, handlers } = noting();
  (await open()).work(handlers);
  await expect.poll(() => [...seen].sort()).toEqual(['after', 'before']);
  await remove();
  const there = () => query(`SELECT to_regclass('slipway_boss.job') IS NOT NULL AS there`);
  await expect.poll(there).toEqual([{ there: true }]);
});

test('what pg-boss has of a job whose document is gone is done with, and disturbs nobody', async () => {
  const { url, store, work, rowOf } = await fixture();
  await store.commit([ask('gone'), ask('there')]);
  const earlier = await openPostgresStore({ url });
  cleanups.push(earlier.close);
  await earlier.commit([{ ...ask('gone'), expect: 1, doc: undefined }]);
  const { seen, handlers } = noting();
  work(handlers);
  await expect.poll(() => rowOf('gone')).toMatchObject({ state: 'completed' });
  await expect.poll(() => seen).toEqual(['there']);
});

test.for([-2, 2])(
  'the clock of a process that is wrong by %i hours makes no job early or late',
  async (hours) => {
    const { store, work } = await fixture();
    const wrong: Clock = { ...machineClock, now: () => machineClock.now() + hours * 3_600_000 };
    await store.commit([
      jobWrite('a', 'acme', { subject: 'now', now: wrong.now() }),
      jobWrite('a', 'acme', {
        subject: 'in an hour',
        now: wrong.now(),
        uses: [],
        delayMs: 3_600_000,
      }),
      ask('now too'),
      ask('in an hour too', 3_600_000),
    ]);
    const { seen, handlers } = noting();
    work(handlers, wrong);
    await expect.poll(() => [...seen].sort()).toEqual(['now', 'now too']);
    await store.commit([ask('last')]);
    await expect.poll(() => [...seen].sort()).toEqual(['last', 'now', 'now too']);
  },
);

test('a job that waits comes at its time although the clock of the database is set back by hours', async () => {
  const { store, work, query } = await fixture();
  await store.commit([ask('soon', 1_000), ask('in an hour', 3_600_000)]);
  await query(
    `UPDATE slipway_boss.job SET created_on = created_on + interval '5 hours', start_after = start_after + interval '5 hours'
    WHERE id = $1`,
    [rowIdOf(id('soon'))],
  );
  const { seen, handlers } = noting();
  work(handlers);
  await expect.poll(() => seen).toEqual(['soon']);
});

test('more jobs than fit a page are all found, queue by queue', async () => {
  const { store, boss } = await fixture();
  const asked = ['a', 'b', 'c'].flatMap((queue, i) =>
    Array.from({ length: [450, 200, 3][i] ?? 0 }, (_, n) =>
      jobWrite(queue, 'acme', { subject: String(n), now: machineNow() }),
    ),
  );
  await store.commit(asked);
  const found: string[] = [];
  let pages = 0;
  for (let after: string | undefined; pages === 0 || after !== undefined; pages++) {
    const page = await dueRows(boss.pool, after);
    found.push(...page.items.map(({ data }) => data.jobId));
    after = page.next;
  }
  expect(found.sort()).toEqual(asked.map(({ id: each }) => each).sort());
  expect(pages).toBe(3);
});

test('what has ended is moved away after a time, and what waits stays for as long as it takes', async () => {
  const { store, boss, query, rowOf } = await fixture();
  await store.commit([ask('done'), ask('forgotten')]);
  await query(
    `UPDATE slipway_boss.job SET state = 'completed', completed_on = now() - interval '2 hours' WHERE id = $1`,
    [rowIdOf(id('done'))],
  );
  await query(
    `UPDATE slipway_boss.job SET start_after = now() - interval '5 years', keep_until = keep_until - interval '5 years',
    created_on = now() - interval '5 years' WHERE id = $1`,
    [rowIdOf(id('forgotten'))],
  );
  await boss.tidy();
  expect(await rowOf('done')).toBeUndefined();
  expect(await rowOf('forgotten')).toMatchObject({ state: 'created' });
});
