import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBackup } from '../../adapters/backup/manifest.ts';
import { createS3Backups } from '../../adapters/backup/s3-backups.ts';
import { createPostgresPool } from '../../adapters/store/postgres-database.ts';
import type { MadeBackup } from '../../core/ports/backups.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';
import { BACKUP_QUEUE, backupState, runBackups, startBackups } from '../../core/upkeep/backups.ts';
import { createSlipway } from '../../server/embed/embed.ts';
import { scheduledBackups } from '../../server/local/backup/scheduled-backups.ts';
import { backupCheck } from '../../server/local/doctor/backup-check.ts';
import { placesOf } from '../../server/local/places.ts';
import { readConfig } from '../../server/process/config.ts';
import { timeAgo } from '../machine-time.ts';
import { installedPostgres, startPostgres } from '../postgres/server.ts';
import { png } from '../samples/media.ts';
import { startHarness } from '../server/harness.ts';
import { runCommand as run } from '../server/run-command.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'slipway-places-'));
const env = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
const objects = folder();
let server: S3rver;
let endpoint = '';
/** A bucket with a prefix of its own, as it is written on the command line. */
const bucket = (prefix: string): string =>
  `s3://backups/${prefix}?endpoint=${endpoint}&region=us-east-1`;
const access = {
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  bucket: 'backups',
};

beforeAll(async () => {
  const configureBuckets = [{ name: 'backups', configs: [] }];
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: objects,
    configureBuckets,
  });
  endpoint = `http://127.0.0.1:${(await server.run()).port}`;
});
afterAll(() => server.close());

/** An installation with a company and a picture. */
async function installation() {
  const data = join(folder(), 'data');
  const secret = 'the secret of these tests';
  const opened = await createSlipway({
    database: `sqlite:${join(data, 'slipway.db')}`,
    folder: data,
    secret,
  });
  const { url } = await opened.media.upload({ name: 'a.png', content: await png(60, 60) });
  await opened.close();
  return { data, url, env: { ...env, SLIPWAY_SECRET: secret } };
}

test('a backup goes to a bucket, is restored from there to try it, and the oldest go', async () => {
  const { data, env: own } = await installation();
  const to = bucket('nightly');
  const backup = () => run(['backup', '--data', data, '--to', to, '--verify', '--keep', '1'], own);
  const first = await backup();
  expect(first).toMatchObject({
    code: 0,
    answer: { success: true, verified: true, folder: null, gone: [] },
  });
  expect(JSON.stringify(first.answer)).not.toContain('S3RVER');
  const names = async () =>
    (await run(['backup', '--list', '--data', data, '--to', to], own)).answer.data;
  expect(await names()).toEqual([first.answer.name]);
  // Names hold seconds.
  await expect
    .poll(async () => timeAgo(0).slice(0, 19))
    .not.toBe(first.answer.createdAt.slice(0, 19));
  const second = await backup();
  expect(second).toMatchObject({ code: 0, answer: { verified: true, gone: [first.answer.name] } });
  expect(await names()).toEqual([second.answer.name]);

  const { answer } = await run(['doctor', '--data', data], own);
  const check = answer.checks.find(({ name }: { name: string }) => name === 'backup');
  expect(check).toMatchObject({
    ok: true,
    found: expect.stringContaining('last restored to try it within the last hour'),
  });

  const target = join(folder(), 'restored');
  expect((await run(['restore', to, '--data', target], own)).answer).toMatchObject({
    companies: 1,
    secret: 'opens',
  });
  expect(readdirSync(target).sort()).toEqual(['media', 'sandbox.jsonl', 'slipway.db'].sort());
  const picture = readdirSync(join(target, 'media'), {
    recursive: true,
    withFileTypes: true,
  }).filter((entry) => entry.isFile());
  expect(picture.length).toBeGreaterThan(0);
  const none = await run(
    ['restore', to, '--data', join(folder(), 'x'), '--backup', 'slipway-backup-20200101T000000Z'],
    own,
  );
  expect(none).toMatchObject({ code: 3, error: { code: 'not_found' } });
});

test('what a bucket has changed is no backup, and nothing is restored from it', async () => {
  const { data, env: own } = await installation();
  const to = bucket('damaged');
  const { answer } = await run(['backup', '--data', data, '--to', to], own);
  expect(answer.verified).toBe(false);
  const stored = join(objects, 'backups', 'damaged', answer.name);
  const [object] = (readdirSync(stored) as string[]).filter(
    (name) => name.startsWith('slipway.db') && name.includes('object'),
  );
  const path = join(stored, object ?? '');
  const bytes = readFileSync(path);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const target = join(folder(), 'x');
  expect(await run(['restore', to, '--data', target], own)).toMatchObject({
    code: 3,
    error: { code: 'bad_request' },
  });
});

test('wrong addresses and keys of a bucket are told', async () => {
  const { data, env: own } = await installation();
  const backup = (to: string, with_ = own) => run(['backup', '--data', data, '--to', to], with_);
  expect((await backup('s3://backups/x')).code).toBe(2);
  expect((await backup(bucket('x'), { ...own, AWS_ACCESS_KEY_ID: '' })).code).toBe(2);
  expect(await backup(bucket('x').replace('s3://backups', 's3://nowhere'))).toMatchObject({
    code: 3,
    error: { message: expect.stringContaining('does not exist') },
  });
  expect(await backup(bucket('x'), { ...own, AWS_SECRET_ACCESS_KEY: 'wrong' })).toMatchObject({
    code: 3,
    error: { message: expect.stringContaining('store of backups refused') },
  });
});

test('a file that is larger than an object may be is kept as several', async () => {
  const { data, env: own } = await installation();
  const { answer } = await run(['backup', '--data', data, '--to', join(folder(), 'one')], own);
  const manifest = await readBackup(answer.folder);
  const name = 'slipway-backup-20261115T120000Z';
  const options = { ...access, endpoint, prefix: 'parts/' };
  await createS3Backups(options, 10_000).put(name, answer.folder, manifest);
  // Whoever reads it goes by what it was written with.
  const store = createS3Backups(options);
  const fetched = folder();
  await store.fetch(name, fetched);
  expect(await readBackup(fetched)).toEqual(manifest);
  expect(manifest.files.some(({ bytes }) => bytes > 20_000)).toBe(true);
  expect(await store.list()).toEqual([name]);
  await store.remove(name);
  expect(await store.list()).toEqual([]);
});

test('the schedule makes one when it is time, tells what fails and tries that again soon', async () => {
  const { ports, clock, call } = await startHarness();
  const HOUR = 3_600_000;
  let outcome: () => MadeBackup = () => ({ name: 'one', place: '/backups', bytes: 7 });
  const backups = { everyMs: 24 * HOUR, make: async () => outcome() };
  const scheduled = { ...ports, backups };
  expect(await runBackups(ports)).toBeUndefined();
  await startBackups(scheduled);
  expect(await ports.store.get(jobKind, SYSTEM, `${BACKUP_QUEUE}:system:scheduled`)).toBeDefined();
  const begun = clock.now();
  expect(await runBackups(scheduled)).toEqual({ againAt: begun + 24 * HOUR });
  expect(await backupState(ports.store)).toEqual({
    last: { name: 'one', place: '/backups', bytes: 7, at: begun },
    verifiedAt: begun,
  });
  expect((await call('GET', '/metrics')).body).toContain(
    `slipway_backup_timestamp_seconds{state="verified"} ${Math.round(begun / 1000)}`,
  );
  await clock.advance(HOUR);
  expect(await runBackups(scheduled)).toEqual({ againAt: begun + 24 * HOUR });

  await clock.advance(23 * HOUR);
  outcome = () => {
    throw new Error('The bucket is gone.');
  };
  expect(await runBackups(scheduled)).toEqual({ againAt: clock.now() + HOUR / 4 });
  const config = {
    backup: { place: { type: 'disk', folder: '/b' }, everyMs: 24 * HOUR, keep: 7 },
    platforms: 'live',
  } as never;
  expect(await backupCheck(ports.store, config, clock.now())).toMatchObject({
    ok: false,
    found: expect.stringContaining('The bucket is gone.'),
  });
  outcome = () => ({
    name: 'two',
    place: '/backups',
    bytes: 7,
    notVerified: 'No scratch database could be made.',
  });
  await runBackups(scheduled);
  expect(await backupState(ports.store)).toMatchObject({
    last: { name: 'two' },
    verifiedAt: begun,
  });
  expect(await backupCheck(ports.store, config, clock.now())).toMatchObject({
    ok: true,
    fix: 'No scratch database could be made.',
  });
  expect(await backupCheck(ports.store, config, clock.now() + 49 * HOUR)).toMatchObject({
    ok: false,
  });
});

test('a service that is told where to makes verified backups by itself, and keeps as many as it is told', async () => {
  const { data, env: own } = await installation();
  const to = folder();
  const given = { ...own, SLIPWAY_BACKUP: `disk:${to}`, SLIPWAY_BACKUP_KEEP: '1' };
  const config = readConfig(['--data', data], given);
  if (config.backup === undefined) throw new Error('No schedule.');
  const { make } = scheduledBackups(placesOf(config), config.backup);
  const first = await make();
  expect(first.notVerified).toBeUndefined();
  expect(readdirSync(to)).toEqual([first.name]);
  expect(() =>
    readConfig(['--data', data], { ...given, SLIPWAY_BACKUP: 's3://backups?region=x' }),
  ).toThrow(/endpoint/);
});

test('a Postgres is restored to a scratch database to try its backup, which is gone afterwards', {
  tags: ['postgres'],
}, async (context) => {
  // Dumps need tools as new as the server, and npm has the server alone.
  const programs = installedPostgres();
  if (programs === undefined)
    return context.skip(
      'No Postgres with pg_dump and pg_restore is installed in /usr/lib/postgresql.',
    );
  const server = await startPostgres(programs);
  const pool = createPostgresPool(server.url, { connections: 1 });
  try {
    const secret = 'the secret of these tests';
    const own = { SLIPWAY_DATABASE: server.url, SLIPWAY_SECRET: secret };
    const data = join(folder(), 'data');
    const opened = await createSlipway({ database: server.url, folder: data, secret });
    const { companyId } = await opened.companies.create({ name: 'Kept' });
    await opened.close();
    const to = folder();
    const { code, answer, error } = await run(
      ['backup', '--data', data, '--to', to, '--verify'],
      own,
    );
    expect([code, error, answer?.verified]).toEqual([0, undefined, true]);
    const scratch = await pool.query(
      "SELECT datname FROM pg_database WHERE datname LIKE 'slipway_restored%'",
    );
    expect(scratch.rows).toEqual([]);

    await pool.query('CREATE DATABASE other');
    const other = server.url.replace(/postgres$/, 'other');
    const place = join(folder(), 'data');
    const restored = await run(['restore', join(to, answer.name), '--data', place], {
      ...own,
      SLIPWAY_DATABASE: other,
    });
    expect(restored).toMatchObject({ code: 0, answer: { companies: 2, secret: 'opens' } });
    const again = await createSlipway({ database: other, folder: place, secret });
    expect((await again.companies.get({ id: companyId })).company.name).toBe('Kept');
    await again.close();

    const damaged = join(to, answer.name, 'database.dump');
    const bytes = readFileSync(damaged);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(damaged, bytes);
    const refused = await run(
      ['restore', join(to, answer.name), '--data', join(folder(), 'data')],
      own,
    );
    expect(refused).toMatchObject({ code: 3, error: { code: 'bad_request' } });
  } finally {
    await pool.end();
    await server.stop();
  }
});
