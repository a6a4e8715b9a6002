import { describe, expect, test } from 'vitest';
import { createStoreJobs } from '../../adapters/jobs/store-jobs.ts';
import { jobWrite } from '../../core/records/job.ts';
import { createMetrics } from '../../server/http/metrics.ts';
import { defaultPlaces } from '../../server/process/lanes.ts';
import { startWork } from '../../server/process/workers.ts';
import { failOnDrift, startHarness } from './harness.ts';

failOnDrift();

const TOKEN = 'a-token-for-scrapers';

test('metrics count what was answered, for operators alone', async () => {
  const { call, keyWith } = await startHarness();
  await call('GET', '/v1/me');
  await call('GET', '/v1/keys/none', { key: null });
  const { body } = await call('GET', '/metrics');
  expect(body).toContain('slipway_requests_total{method="GET",route="/v1/me",status="200"} 1');
  expect(body).toContain('slipway_request_seconds_bucket{method="GET",route="/v1/me",le="+Inf"} 1');
  expect(body).toContain('slipway_store_up 1');
  expect((await call('GET', '/metrics', { key: await keyWith('admin') })).status).toBe(403);
});

describe('the token for metrics', () => {
  test('opens them without a limit, and nothing else', async () => {
    const { call } = await startHarness({ settings: { metricsToken: TOKEN, readLimit: 1 } });
    for (let i = 0; i < 20; i++)
      expect((await call('GET', '/metrics', { key: TOKEN })).status).toBe(200);
    expect((await call('GET', '/metrics', { key: `${TOKEN}!` })).status).toBe(401);
    expect((await call('GET', '/metrics', { key: null })).status).toBe(401);
    for (const path of ['/v1/me', '/v1/keys', '/v1/sandbox/state'])
      expect((await call('GET', path, { key: TOKEN })).status).toBe(401);
  });

  test('is none where the service has none', async () => {
    const { call } = await startHarness();
    for (const key of ['undefined', '', TOKEN])
      expect((await call('GET', '/metrics', { key })).status).toBe(401);
  });

  test('opens them while the store is away, or does not even refuse', async () => {
    const { call, ports, clock } = await startHarness({ settings: { metricsToken: TOKEN } });
    const away = async () => {
      throw new Error('connection refused');
    };
    Object.assign(ports.store, { get: away, find: away, commit: away });
    ports.rate.take = away;
    const refused = await call('GET', '/metrics', { key: TOKEN });
    expect([refused.status, refused.body]).toEqual([
      200,
      expect.stringContaining('slipway_store_up 0'),
    ]);

    ports.store.find = () => new Promise(() => undefined);
    let waits = true;
    const waiting = call('GET', '/metrics', { key: TOKEN }).finally(() => {
      waits = false;
    });
    while (waits) await clock.advance(2_000);
    const hanging = await waiting;
    expect([hanging.status, hanging.body]).toEqual([
      200,
      expect.stringContaining('slipway_store_up 0'),
    ]);
  });
});

test('a worker has series of its queues from its start, and counts what came of its jobs', async () => {
  const metrics = createMetrics();
  const { call, ports, clock } = await startHarness({ settings: { metrics } });
  const told: string[] = [];
  const note = (event: string) => told.push(event);
  const worker = await startWork(
    { ...ports, jobs: createStoreJobs(ports), log: { ...ports.log, debug: note } },
    defaultPlaces,
    metrics,
  );
  const page = async (): Promise<string> => (await call('GET', '/metrics')).body;
  expect(await page()).toContain('slipway_jobs_total{queue="launch",outcome="failed"} 0');
  // A batch that does not exist cannot be carried out.
  await ports.store.commit([jobWrite('launch', 'nobody', { subject: '1', now: clock.now() })]);
  await ports.jobs.wake('launch:nobody:1');
  for (let i = 0; i < 20 && !(await page()).includes('queue="launch",outcome="failed"} 1'); i++)
    await clock.advance(1_000);
  expect(await page()).toContain('slipway_jobs_total{queue="launch",outcome="failed"} 1');
  expect(await page()).toContain('slipway_jobs_total{queue="sweep",outcome="again"} 1');
  expect(await page()).toContain('slipway_job_seconds_count{queue="launch"} 1');
  expect(await page()).toContain('slipway_jobs_running{queue="launch"} 0');
  expect(told).toEqual(expect.arrayContaining(['job.taken', 'job.ended']));
  const stopped = worker.stop();
  await clock.advance(60_000);
  await stopped;
});

describe('health', () => {
  test('a process that is about to end is alive and not ready', async () => {
    let draining = false;
    const { call } = await startHarness({ settings: { isDraining: () => draining } });
    const statuses = async () =>
      Promise.all(
        ['live', 'ready'].map(
          async (path) => (await call('GET', `/v1/health/${path}`, { key: null })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200]);
    draining = true;
    expect(await statuses()).toEqual([200, 503]);
  });

  test('a process without its store is alive and not ready', async () => {
    const { call, ports } = await startHarness();
    ports.store.find = async () => {
      throw new Error('disk I/O error');
    };
    expect((await call('GET', '/v1/health/live', { key: null })).body).toEqual({
      success: true,
      status: 'live',
    });
    const { status, body } = await call('GET', '/v1/health/ready', { key: null });
    expect([status, body.error.code]).toEqual([503, 'unavailable']);
  });
});
