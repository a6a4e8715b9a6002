import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Jobs } from '../../core/ports/jobs.ts';
import { silent } from '../../core/ports/log.ts';
import { jobWrite } from '../../core/records/job.ts';
import { runCommandLine } from '../../server/cli/run.ts';
import { openStorage } from '../../server/process/assemble.ts';
import { letDie } from '../dead-job.ts';
import { machineNow, timeAgo } from '../machine-time.ts';
import { createDatabase } from '../postgres/database.ts';
import { runCommand } from './run-command.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'slipway-jobs-'));

async function sqlite() {
  const data = folder();
  const storage = await openStorage({ type: 'sqlite', path: join(data, 'slipway.db') });
  return { data, env: {}, storage, remove: storage.close };
}

async function postgres() {
  const { url, drop } = await createDatabase();
  const storage = await openStorage({ type: 'postgres', url });
  const env = { SLIPWAY_DATABASE: url, SLIPWAY_SECRET: 'a secret of enough length' };
  const remove = async (): Promise<void> => {
    await storage.close();
    await drop();
  };
  return { data: folder(), env, storage, remove };
}

/** Calls back for every job of the queue. */
const workOn = (jobs: Jobs, heard: (subject: string) => void) =>
  jobs.work({
    launch: async ({ subject }) => {
      heard(subject);
      return undefined;
    },
  });

async function putsBack({
  data,
  env,
  storage,
  remove,
}: Awaited<ReturnType<typeof sqlite>>): Promise<void> {
  const jobs = (...words: string[]) => runCommand(['jobs', ...words, '--data', data], env);
  const { store } = storage;
  expect((await jobs('--dead')).answer).toEqual({ success: true, data: [], total: 0 });
  const now = machineNow();
  await store.commit(
    ['7', '8', '9', '10'].map((subject) =>
      jobWrite('launch', 'co_1', { subject, now, uses: ['act_1'], delayMs: 3_600_000 }),
    ),
  );
  for (const subject of ['9', '8', '7'])
    await letDie(store, `launch:co_1:${subject}`, now - 1_000 * Number(subject));
  const dead = {
    queue: 'launch',
    companyId: 'co_1',
    state: 'dead',
    failures: 111,
    error: 'Not today.',
  };
  expect((await jobs('--dead')).answer).toMatchObject({
    data: ['9', '8', '7'].map((subject) => ({ ...dead, id: `launch:co_1:${subject}`, subject })),
    total: 3,
  });
  expect((await jobs()).answer).toMatchObject({
    total: 4,
    data: [{ subject: '10', state: 'waiting' }, dead, dead, dead],
  });

  expect((await jobs('retry', 'launch:co_1:8')).answer).toEqual({
    success: true,
    retried: ['launch:co_1:8'],
  });
  for (const id of ['launch:co_1:8', 'launch:co_1:10', 'launch:co_1:none'])
    expect(await jobs('retry', id)).toMatchObject({ code: 3, error: { code: 'not_found' } });
  for (const words of [['retry'], ['retry', 'launch:co_1:7', '--all']])
    expect((await jobs(...words)).code).toBe(2);
  expect((await jobs('retry', '--all')).answer).toEqual({
    success: true,
    retried: ['launch:co_1:9', 'launch:co_1:7'],
  });

  const seen: string[] = [];
  const worker = workOn(await storage.openJobs(silent), (subject) => seen.push(subject));
  await expect.poll(() => [...seen].sort()).toEqual(['7', '8', '9']);
  await worker.stop();
  expect((await jobs()).answer).toMatchObject({ total: 1 });

  expect((await jobs('stuck')).answer).toEqual({ success: true, data: [], total: 0 });
  expect((await jobs('stuck', '--minutes', 'x')).code).toBe(2);
  expect(await jobs('drop', 'launch:co_1:10')).toMatchObject({
    code: 3,
    error: { code: 'conflict' },
  });
  expect((await jobs('drop')).code).toBe(2);
  await store.commit([
    jobWrite('saved-report', 'co_1', { subject: '3', now, uses: [], delayMs: 3_600_000 }),
  ]);
  await letDie(store, 'saved-report:co_1:3', now);
  expect((await jobs('drop', 'saved-report:co_1:3')).answer).toEqual({
    success: true,
    dropped: 'saved-report:co_1:3',
  });
  expect((await jobs('--dead')).answer).toMatchObject({ total: 0 });
  expect(await jobs('drop', 'saved-report:co_1:3')).toMatchObject({
    code: 3,
    error: { code: 'not_found' },
  });
  await remove();
}

test('dead jobs are listed with their error and put back, in a database file', async () =>
  putsBack(await sqlite()));

test(
  'dead jobs are listed with their error and put back, in Postgres',
  { tags: ['postgres'] },
  async () => putsBack(await postgres()),
);

test('people see them as a table, and where there is no installation they are told', async () => {
  const { data, storage, remove } = await sqlite();
  await storage.store.commit([jobWrite('launch', 'co_1', { subject: '7', now: machineNow() })]);
  const died = timeAgo(86_400_000);
  await letDie(storage.store, 'launch:co_1:7', Date.parse(died), 'The disk\nis full.');
  let out = '';
  expect(
    await runCommandLine(
      ['jobs', '--data', data],
      {},
      { write: (text) => (out += text) },
      { write: () => true },
    ),
  ).toBe(0);
  expect(out).toContain(
    `launch:co_1:7  dead   ${died.slice(0, 19).replace('T', ' ')}       111  The disk is full.`,
  );
  await remove();
  expect(await runCommand(['jobs', '--data', folder()])).toMatchObject({
    code: 3,
    error: { code: 'not_found' },
  });
});
