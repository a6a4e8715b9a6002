import { expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { jobId, jobKind, jobWrite } from '../../core/records/job.ts';
import { letDie } from '../dead-job.ts';
import { failOnDrift, startHarness } from './harness.ts';
import { startServiceFixture } from './service-fixture.ts';

failOnDrift();

test('an operator sees dead jobs with their last error, and puts one back, or all', async () => {
  const { call, ports, companyId, clock, keyWith } = await startHarness();
  const ids = ['1', '2', '3'].map((subject) => jobId('launch', companyId, subject));
  await ports.store.commit(
    ['1', '2', '3'].map((subject) =>
      jobWrite('launch', companyId, { subject, now: clock.now(), uses: [] }),
    ),
  );
  for (const id of ids.slice(0, 2)) await letDie(ports.store, id, clock.now());
  const dead = async () => (await call('GET', '/v1/jobs?dead=true')).body.data;
  expect((await call('GET', '/v1/jobs')).body.pagination.total).toBe(3);
  expect(
    (await dead()).map(({ id, state, error }: { id: string; state: string; error: string }) => [
      id,
      state,
      error,
    ]),
  ).toEqual(ids.slice(0, 2).map((id) => [id, 'dead', 'Not today.']));
  const counts = { due: 1, waiting: 0, running: 0, dead: 2, failing: 0, oldestDueSeconds: 90 };
  await clock.advance(90_000);
  expect((await call('GET', '/v1/jobs/queues')).body).toEqual({
    success: true,
    queues: [{ queue: 'launch', ...counts }],
    complete: true,
  });
  expect((await call('POST', '/v1/jobs/retry', { body: { id: ids[0] } })).body).toEqual({
    success: true,
    retried: [ids[0]],
  });
  expect((await call('POST', '/v1/jobs/retry', { body: { id: ids[2] } })).status).toBe(404);
  expect((await call('POST', '/v1/jobs/retry', { body: {} })).status).toBe(422);
  expect((await call('POST', '/v1/jobs/retry', { body: { all: true } })).body.retried).toEqual([
    ids[1],
  ]);
  expect(await dead()).toEqual([]);
  expect((await call('GET', '/v1/jobs', { key: await keyWith('admin') })).status).toBe(403);
});

test('what waits for a job that an operator drops ends and says so: batch, delivery, export, import, conversion events', async () => {
  const { call, ports, worker, clock, companyId, keyWith } = await startServiceFixture();
  await worker.stop();
  const { store } = ports;
  const made = async (path: string, body: object) => {
    const answer = await call('POST', path, { body });
    expect([path, answer.status < 300, answer.body.error]).toEqual([path, true, undefined]);
    return answer.body;
  };
  const drop = async (queue: string): Promise<void> => {
    const found = (await store.find(jobKind, SYSTEM)).items.filter(
      ({ doc }) => doc.queue === queue,
    );
    expect([queue, found.length > 0]).toEqual([queue, true]);
    for (const { id } of found) {
      await letDie(store, id, clock.now());
      expect((await call('POST', '/v1/jobs/drop', { body: { id } })).body).toEqual({
        success: true,
        dropped: id,
      });
    }
  };
  const webhook = await made('/v1/webhooks', { url: 'https://hooks.example/told' });
  const [{ value: adSet }] = (await call('GET', '/v1/adsets?accountId=act_1001&status=ACTIVE')).body
    .data;
  const [{ page, secondary }] = (await call('GET', '/v1/profiles?accountId=act_1001')).body.data;
  const media = [{ url: 'https://cdn.example/a.png' }];
  const ad = {
    adName: 'Dropped',
    adAccountId: 'act_1001',
    page,
    secondary,
    link: 'https://example.com',
    media,
  };
  const { adBatchId } = await made('/v1/launch', { ads: [ad], adSets: [adSet] });
  await drop('launch');
  expect((await call('GET', `/v1/batch-status/${adBatchId}`)).body.failedAds).toMatchObject([
    { code: 'dropped' },
  ]);

  await drop('webhook');
  const deliveries = (await call('GET', `/v1/webhooks/${webhook.id}/deliveries`)).body.data;
  expect(deliveries).toMatchObject([{ event: 'batch.finished', status: 'given_up' }]);

  const { exportId } = await made('/v1/exports', { accountIds: ['act_1001'], level: 'campaign' });
  await drop('export');
  expect((await call('GET', `/v1/exports/${exportId}`)).body).toMatchObject({
    status: 'error',
    error: { code: 'dropped' },
  });

  const { id: importId } = await made('/v1/media/import', { urls: ['https://cdn.example/a.png'] });
  await drop('import');
  expect((await call('GET', `/v1/media/imports/${importId}`)).body.files).toMatchObject([
    { status: 'failed', error: { code: 'dropped' } },
  ]);

  const happenedAt = new Date(clock.now() - 60_000).toISOString();
  const event = {
    eventId: 'dropped-1',
    name: 'purchase',
    happenedAt,
    source: 'email',
    user: { email: 'buyer@shop.example' },
  };
  const { uploadId } = await made('/v1/conversions', {
    destinations: [`primary:${seed.pixel}`],
    events: [event],
  });
  await drop('conversions');
  expect((await call('GET', `/v1/conversions/uploads/${uploadId}`)).body).toMatchObject({
    finished: true,
    counts: { refused: 1 },
  });

  expect((await call('GET', '/v1/jobs?dead=true')).body.data).toEqual([]);
  const audit = (await call('GET', '/v1/audit?limit=100')).body.data as {
    action: string;
    subject: string;
  }[];
  expect(
    audit
      .filter(({ action }) => action === 'job.drop')
      .map(({ subject }) => subject.split(':')[0])
      .sort(),
  ).toEqual(['conversions', 'export', 'import', 'launch', 'webhook']);
  const key = await keyWith('admin');
  for (const [method, path] of [
    ['POST', '/v1/jobs/drop'],
    ['GET', '/v1/jobs/stuck-batches'],
  ] as const)
    expect(
      (
        await call(method, path, {
          key,
          ...(method === 'POST' && { body: { id: jobId('launch', companyId, '1') } }),
        })
      ).status,
    ).toBe(403);
});

test('an operator sees which batches of all companies do not get on', async () => {
  const { call, ports, worker, clock, companyId } = await startServiceFixture();
  await worker.stop();
  const [{ value: adSet }] = (await call('GET', '/v1/adsets?accountId=act_1001&status=ACTIVE')).body
    .data;
  const [{ page, secondary }] = (await call('GET', '/v1/profiles?accountId=act_1001')).body.data;
  const media = [{ url: 'https://cdn.example/a.png' }];
  const ad = {
    adName: 'Stuck',
    adAccountId: 'act_1001',
    page,
    secondary,
    link: 'https://example.com',
    media,
  };
  const { adBatchId } = (await call('POST', '/v1/launch', { body: { ads: [ad], adSets: [adSet] } }))
    .body;
  const stuck = async (query = '') => (await call('GET', `/v1/jobs/stuck-batches${query}`)).body;
  expect((await stuck()).data).toEqual([]);
  await clock.advance(10 * 60_000);
  expect((await stuck('?minutes=10')).data).toMatchObject([
    { adBatchId, companyId, reason: 'waiting', totalAds: 1 },
  ]);
  await letDie(ports.store, jobId('launch', companyId, String(adBatchId)), clock.now());
  expect(await stuck()).toMatchObject({
    data: [{ reason: 'dead', error: 'Not today.' }],
    pagination: { total: 1 },
  });
});
