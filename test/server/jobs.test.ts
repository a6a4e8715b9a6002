import { expect, test } from 'vitest';
import { jobId, jobWrite } from '../../core/records/job.ts';
import { letDie } from '../dead-job.ts';
import { failOnDrift, startHarness } from './harness.ts';

failOnDrift();

test('an operator sees dead jobs with their last error, and puts one back, or all', async () => {
  const { call, ports, companyId, clock, keyWith } = await startHarness();
  const ids = ['1', '2', '3'].map((subject) => jobId('launch', companyId, subject));
  await ports.store.commit(['1', '2', '3'].map((subject) => jobWrite('launch', companyId, subject, clock.now(), [])));
  for (const id of ids.slice(0, 2)) await letDie(ports.store, id, clock.now());
  const dead = async () => (await call('GET', '/v1/jobs?dead=true')).body.data;
  expect((await call('GET', '/v1/jobs')).body.pagination.total).toBe(3);
  expect((await dead()).map(({ id, state, error }: { id: string; state: string; error: string }) => [id, state, error])).toEqual(
    ids.slice(0, 2).map((id) => [id, 'dead', 'Not today.']),
  );
  expect((await call('POST', '/v1/jobs/retry', { body: { id: ids[0] } })).body).toEqual({ success: true, retried: [ids[0]] });
  expect((await call('POST', '/v1/jobs/retry', { body: { id: ids[2] } })).status).toBe(404);
  expect((await call('POST', '/v1/jobs/retry', { body: {} })).status).toBe(422);
  expect((await call('POST', '/v1/jobs/retry', { body: { all: true } })).body.retried).toEqual([ids[1]]);
  expect(await dead()).toEqual([]);
  expect((await call('GET', '/v1/jobs', { key: await keyWith('admin') })).status).toBe(403);
});
