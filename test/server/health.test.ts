import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createStoreJobs } from '../../adapters/jobs/store-jobs.ts';
import { openSqliteStore } from '../../adapters/store/sqlite.ts';
import { companyKind } from '../../core/access/records.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { features } from '../../core/features/registry.ts';
import { type Log, silent } from '../../core/ports/log.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { jobWrite } from '../../core/records/job.ts';
import { checkInstallation } from '../../server/local/doctor/checks.ts';
import { defaultPlaces, lanesOf } from '../../server/process/lanes.ts';
import { createWorkWatch, startWatching } from '../../server/process/work-watch.ts';
import { jobHandlers } from '../../server/process/workers.ts';
import { letDie } from '../dead-job.ts';
import { machineNow } from '../machine-time.ts';
import { failOnDrift, startHarness } from './harness.ts';

failOnDrift();

const MINUTE = 60_000;

async function fixture() {
  const lines: {
    readonly level: string;
    readonly event: string;
    readonly [field: string]: unknown;
  }[] = [];
  const log: Log = {
    ...silent,
    info: (event, fields) => lines.push({ level: 'info', event, ...fields }),
    warn: (event, fields) => lines.push({ level: 'warn', event, ...fields }),
    error: (event, fields) => lines.push({ level: 'error', event, ...fields }),
  };
  const harness = await startHarness({ log });
  const { ports, clock, call } = harness;
  const add = (queue: string, companyId: string, subject: string) =>
    ports.store.commit([jobWrite(queue, companyId, { subject, now: clock.now() })]);
  const health = async (query = '') =>
    (await call('GET', `/v1/health${query}`, { key: null })).body;
  /** A worker of the same database that carries launches out as it is told to. */
  const work = (launch: () => Promise<undefined>) =>
    createStoreJobs({ store: ports.store, clock, log: silent }).work(
      { launch },
      lanesOf(defaultPlaces, features),
    );
  const told = () => lines.filter(({ event }) => event.startsWith('jobs.'));
  const failures = () => lines.filter(({ event }) => event === 'request_failed');
  return { ...harness, add, health, work, told, failures };
}

test('work that nobody takes for a minute is told, with what waits, since when and what to do', async () => {
  const { clock, add, health, told, call } = await fixture();
  expect(await health()).toMatchObject({ success: true, status: 'ok', jobs: 'ok', waiting: [] });
  const since = new Date(clock.now()).toISOString();
  await add('launch', 'acme', '1');
  await add('launch', 'other', '1');
  await clock.advance(MINUTE - 1);
  await add('export', 'acme', 'exp_1');
  const due = [
    { queue: 'launch', jobs: 2, oldestMs: MINUTE - 1 },
    { queue: 'export', jobs: 1, oldestMs: 0 },
  ];
  expect(await health()).toMatchObject({ status: 'ok', oldestDueJobMs: MINUTE - 1, due });
  const metrics = (await call('GET', '/metrics')).body;
  expect(metrics).toContain('slipway_jobs_due{queue="launch"} 2');
  expect(metrics).toContain('slipway_jobs_due_seconds{queue="launch"} 59.999');
  expect(metrics).toContain('slipway_jobs_due{queue="export"} 1');
  await clock.advance(1);
  expect(await health()).toMatchObject({
    status: 'degraded',
    jobs: 'late',
    waiting: [
      {
        queue: 'launch',
        reason: 'no_worker',
        jobs: 2,
        since,
        message: expect.stringMatching(/^2 launch jobs wait.*No worker takes them: start one/),
      },
    ],
  });
  const strict = await call('GET', '/v1/health?strict=true', { key: null });
  expect([strict.status, strict.body.error.message]).toEqual([
    503,
    expect.stringContaining('2 launch jobs wait'),
  ]);
  await health();
  expect(told()).toEqual([
    {
      level: 'error',
      event: 'jobs.waiting',
      queue: 'launch',
      reason: 'no_worker',
      jobs: 2,
      since,
      fix: expect.any(String),
    },
  ]);
});

test('the log says once that it began and once that it ended, without anybody asking', async () => {
  const { ports, clock, add, work, told } = await fixture();
  const stop = startWatching(createWorkWatch(ports), clock);
  await add('launch', 'acme', '1');
  for (let i = 0; i < 20; i++) await clock.advance(15_000);
  expect(told().map(({ event }) => event)).toEqual(['jobs.waiting']);
  const worker = work(async () => undefined);
  for (let i = 0; i < 4; i++) await clock.advance(15_000);
  expect(told().map(({ event }) => event)).toEqual(['jobs.waiting', 'jobs.waiting_ended']);
  stop();
  const stopped = worker.stop();
  await clock.advance(15_000);
  await stopped;
});

test('a company whose jobs wait for others of its own only waits for its turn; another that waits does not', async () => {
  const { clock, add, health, work } = await fixture();
  for (let i = 0; i < 20; i++) await add('launch', 'busy', String(i));
  let end: () => void = () => undefined;
  const hanging = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
  });
  const worker = work(() => hanging);
  for (let i = 0; i < 30; i++) await clock.advance(10_000);
  expect(await health()).toMatchObject({ status: 'ok', oldestDueJobMs: 30 * 10_000 });
  await add('undo', 'stranded', '1');
  for (let i = 0; i < 8; i++) await clock.advance(10_000);
  expect(await health()).toMatchObject({
    status: 'degraded',
    waiting: [{ queue: 'undo', jobs: 1 }],
  });
  end();
  const stopped = worker.stop();
  await clock.advance(10_000);
  await stopped;
});

test('work whose worker has stopped in the middle is told when nobody takes it over', async () => {
  const { ports, clock, health } = await fixture();
  const write = jobWrite('launch', 'acme', { subject: '1', now: clock.now() });
  const held = {
    ...write.doc,
    dueAt: 8_640_000_000_000_000,
    turn: 'of a worker that was killed',
    turnMs: 30_000,
  };
  await ports.store.commit([{ ...write, doc: held }]);
  expect(await health()).toMatchObject({ status: 'ok' });
  await clock.advance(MINUTE);
  expect(await health()).toMatchObject({
    status: 'degraded',
    waiting: [{ queue: 'launch', reason: 'silent_worker', jobs: 1 }],
  });
});

test('dead work is told of, with what to do, and makes neither the health worse nor the process unready', async () => {
  const { ports, clock, add, health, call } = await fixture();
  const since = new Date(clock.now()).toISOString();
  await add('launch', 'acme', '1');
  await add('launch', 'other', '1');
  await add('report-sync', 'acme', 'act_1');
  expect(await health()).toMatchObject({ dead: [] });
  await letDie(ports.store, 'launch:acme:1', clock.now());
  await clock.advance(MINUTE / 2);
  for (const id of ['launch:other:1', 'report-sync:acme:act_1'])
    await letDie(ports.store, id, clock.now());
  await clock.advance(10 * MINUTE);
  expect(await health('?strict=true')).toMatchObject({
    status: 'ok',
    jobs: 'ok',
    waiting: [],
    oldestDueJobMs: 0,
    dead: [
      {
        queue: 'launch',
        jobs: 2,
        since,
        message: expect.stringMatching(/^2 launch jobs .*slipway jobs retry/),
      },
      { queue: 'report-sync', jobs: 1, message: expect.stringMatching(/^1 report-sync job /) },
    ],
  });
  const ready = await call('GET', '/v1/health/ready', { key: null });
  expect(ready).toMatchObject({
    status: 200,
    body: {
      status: 'ready',
      warnings: [
        expect.stringContaining('2 launch jobs'),
        expect.stringContaining('1 report-sync job'),
      ],
    },
  });
  const { body } = await call('GET', '/metrics');
  expect(body).toContain(
    'slipway_jobs_dead{queue="launch"} 2\nslipway_jobs_dead{queue="report-sync"} 1\n',
  );
  expect(body.match(/# TYPE slipway_jobs_dead gauge/g)).toHaveLength(1);
});

test('jobs of a queue that only another version knows are told apart', async () => {
  const { clock, add, health } = await fixture();
  await add('from-the-future', 'acme', '1');
  await clock.advance(MINUTE);
  expect(await health()).toMatchObject({
    waiting: [{ queue: 'from-the-future', reason: 'unknown_queue', jobs: 1 }],
  });
});

test('doctor tells of work that waits, on the machine itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-health-'));
  const store = await openSqliteStore({ path: join(folder, 'slipway.db') });
  const doc = { name: 'Acme', createdAt: 1, defaultWorkspaceId: 'ws_1' };
  await store.commit([
    { kind: companyKind, companyId: SYSTEM, id: 'acme', expect: 'absent', doc },
    jobWrite('launch', 'acme', { subject: '1', now: machineNow() - 2 * MINUTE }),
    jobWrite('sweep', 'system', { subject: 'expired', now: 0 }),
  ]);
  await store.close();
  const checks = await checkInstallation(['--data', folder], {});
  expect(checks.find(({ name }) => name === 'work')).toMatchObject({
    ok: false,
    found: expect.stringMatching(/^1 launch job waits since/),
  });
});

test('every queue that is worked on has places', async () => {
  const { ports } = await fixture();
  const queues = lanesOf(defaultPlaces, features).flatMap((lane) => lane.queues);
  expect(queues.sort()).toEqual(Object.keys(jobHandlers(ports, () => false)).sort());
});

test('a store that is away is told once, and once a minute with how many requests it refused', async () => {
  const { ports, clock, keyWith, call, failures } = await fixture();
  const key = await keyWith('read');
  const { find } = ports.store;
  expect((await call('GET', '/v1/batches', { key })).status).toBe(200);
  ports.store.find = () => Promise.reject(new SlipwayError('unavailable', 'No Postgres answers.'));
  for (let asked = 0; asked < 5; asked++)
    expect((await call('GET', '/v1/batches', { key })).status).toBe(503);
  const error = 'SlipwayError: No Postgres answers.';
  expect(failures()).toEqual([expect.objectContaining({ status: 503, error })]);
  await clock.advance(MINUTE);
  await call('GET', '/v1/batches', { key });
  expect(failures()).toEqual([
    expect.objectContaining({ error }),
    expect.objectContaining({ error, untold: 4 }),
  ]);
  ports.store.find = find;
});
