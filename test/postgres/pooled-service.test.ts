// @module-tag pgbouncer
// @module-tag postgres
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSharedByTransactions } from '../../adapters/store/postgres-pooler.ts';
import { type Log, silent } from '../../core/ports/log.ts';
import { createSlipway, type Slipway, type SlipwayOptions } from '../../server/embed/embed.ts';
import { checkInstallation } from '../../server/local/doctor/checks.ts';
import { openStorage } from '../../server/process/assemble.ts';
import { type Sandbox, startSandbox } from '../chaos/processes.ts';
import { machineClock } from '../machine-time.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { type Pooler, startPooler } from './pooler.ts';

const secret = 'a secret that is long enough';
const folder = (): string => mkdtempSync(join(tmpdir(), 'slipway-pooler-'));

describe('behind a pooler in transaction mode', () => {
  let database: TestDatabase;
  let pooler: Pooler;
  let pooled: string;
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox(join(folder(), 'platform.log'));
    database = await createDatabase();
    pooler = await startPooler(database.url, 'transaction');
    pooled = pooler.urlOf(database.url);
  });
  afterAll(async () => {
    pooler?.stop();
    sandbox?.stop();
    await database?.drop();
  });

  test('it is told from the database itself and from a pooler that keeps sessions', async () => {
    expect(await isSharedByTransactions(pooled)).toBe(true);
    expect(await isSharedByTransactions(database.url)).toBe(false);
    const sessions = await startPooler(database.url, 'session');
    expect(await isSharedByTransactions(sessions.urlOf(database.url))).toBe(false);
    sessions.stop();
  });

  test.for([
    ['with no way past it', {}],
    ['with a way past it', { direct: true }],
  ] as const)(
    'launches are carried out by another process, %s',
    async ([, { direct }]: readonly [string, { direct?: true }]) => {
      const options: SlipwayOptions = {
        database: pooled,
        folder: folder(),
        secret,
        sandboxUrl: sandbox.url,
        ...(direct && { databaseDirect: database.url }),
      };
      const worker = await createSlipway(options);
      const asking = await createSlipway({ ...options, work: false });
      expect(await launchOne(asking)).toMatchObject({ status: 'success', successfulAds: 1 });
      await asking.close();
      await worker.close();
      // No lock outlives those who took it.
      const locks = await database.query(
        "SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory'",
      );
      expect(locks).toEqual([{ held: 0 }]);
    },
  );

  test('the log says once what does not work and what to set', async () => {
    const lines: unknown[] = [];
    const log: Log = { ...silent, warn: (event, fields) => lines.push({ event, ...fields }) };
    const open = async (direct?: string) =>
      (await openStorage({ type: 'postgres', url: pooled, direct }, machineClock, log)).close();
    await open(database.url);
    expect(lines).toEqual([]);
    await open();
    expect(lines).toEqual([
      {
        event: 'database.pooled',
        found: expect.any(String),
        fix: expect.stringContaining('SLIPWAY_DATABASE_DIRECT'),
      },
    ]);
  });

  test('a way past it that is none is refused', async () => {
    const other = await createDatabase();
    const open = (direct: string) => openStorage({ type: 'postgres', url: pooled, direct });
    await expect(open(pooled)).rejects.toMatchObject({
      code: 'storage_unusable',
      message: expect.stringContaining('leads to a pooler in transaction mode'),
    });
    await expect(open(other.url)).rejects.toMatchObject({
      code: 'storage_unusable',
      message: expect.stringContaining('leads to another database'),
    });
    await expect(open('postgres://127.0.0.1:1/none')).rejects.toMatchObject({
      message: expect.stringContaining('No Postgres answers at 127.0.0.1:1'),
    });
    await other.drop();
  });

  test('doctor says what to set', async () => {
    const env = { SLIPWAY_DATABASE: pooled, SLIPWAY_SECRET: secret };
    const sessionsOf = async (more: object) =>
      (await checkInstallation(['--data', folder()], { ...env, ...more })).find(
        ({ name }) => name === 'database sessions',
      );
    expect(await sessionsOf({})).toMatchObject({
      ok: false,
      fix: expect.stringContaining('SLIPWAY_DATABASE_DIRECT'),
    });
    expect(await sessionsOf({ SLIPWAY_DATABASE_DIRECT: database.url })).toMatchObject({ ok: true });
  });
});

async function launchOne(slipway: Slipway) {
  const account = (await slipway.accounts.list()).data.find(
    ({ platform, status }) => platform === 'primary' && status === 'active',
  );
  if (account === undefined) throw new Error('The sandbox has no account.');
  const ofCampaign = {
    accountId: account.id,
    campaignId: '120000001001100002',
    status: 'ACTIVE',
    limit: 1,
  } as const;
  const [adSet] = (await slipway.reports.adSets(ofCampaign)).data;
  const [profile] = (await slipway.accounts.profiles({ accountId: account.id })).data;
  const picture = await sharp({
    create: { width: 600, height: 600, channels: 3, background: '#0a6b6b' },
  })
    .png()
    .toBuffer();
  const { url } = await slipway.media.upload({ name: 'pooled.png', content: picture });
  const ad = {
    adName: 'Pooled',
    adAccountId: account.id,
    adSets: [String(adSet?.value)],
    title: 'All aboard',
    link: 'https://example.com',
    page: profile?.page,
    secondary: profile?.secondary,
    media: [{ url }],
  };
  const { adBatchId } = await slipway.launch({ ads: [ad] });
  return slipway.finished(adBatchId);
}
