import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fact } from '../../adapters/testing/facts/ground.ts';
import { adAccountKind } from '../../core/accounts/records.ts';
import { allOf } from '../../core/records/list.ts';
import { createSlipway, restoreSlipway } from '../../server/embed/embed.ts';
import { checkFacts } from '../../server/local/doctor/facts-check.ts';
import { copyFacts } from '../../server/local/upkeep/facts-copy.ts';
import { openStorage } from '../../server/process/assemble.ts';
import { readConfig } from '../../server/process/config.ts';
import { runCommand } from '../server/run-command.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'slipway-duckdb-'));
const scope = {
  accountId: 'primary:act_1',
  from: '2026-11-01',
  to: '2026-11-01',
  breakdown: 'none',
} as const;
const secret = 'the secret of these tests';
const rows = [fact({ spend: 3 })];

test('SLIPWAY_FACTS names a file of DuckDB, for one process', () => {
  expect(readConfig([], { SLIPWAY_FACTS: 'duckdb:/data/facts.duckdb' }).facts).toEqual({
    type: 'duckdb',
    path: '/data/facts.duckdb',
  });
  expect(() => readConfig([], { SLIPWAY_FACTS: 'facts.duckdb' })).toThrow(
    'SLIPWAY_FACTS must be duckdb:FILE',
  );
  const env = {
    SLIPWAY_FACTS: 'duckdb:x',
    SLIPWAY_DATABASE: 'postgres://localhost/x',
    SLIPWAY_SECRET: secret,
    SLIPWAY_PLATFORMS: 'live',
  };
  expect(() => readConfig(['--role', 'worker'], env)).toThrow(
    '--role worker cannot have SLIPWAY_FACTS=duckdb:x',
  );
});

test('a program keeps its figures in DuckDB, backs them up while it works and restores them', async () => {
  const home = folder();
  const path = join(home, 'facts.duckdb');
  const options = {
    database: `sqlite:${join(home, 'slipway.db')}`,
    facts: `duckdb:${path}`,
    secret,
  } as const;
  const slipway = await createSlipway(options);
  await slipway.ports.facts.put(slipway.companyId, scope, rows, 5);
  const { folder: backup, manifest } = await slipway.backup({ to: folder() });
  expect(manifest.files.map(({ path: each }) => each)).toContain('facts.duckdb');
  expect(readdirSync(home).filter((name) => name.includes('copy'))).toEqual([]);

  expect(await checkFacts({ type: 'duckdb', path })).toMatchObject({
    ok: true,
    found: `${path}, in use by the running service`,
  });
  // As another process would: the running service makes the copy.
  const copy = await copyFacts(
    { type: 'sqlite', path: join(home, 'slipway.db') },
    { type: 'duckdb', path },
  );
  expect(existsSync(copy)).toBe(true);
  await slipway.close();
  expect(await checkFacts({ type: 'duckdb', path })).toMatchObject({
    ok: true,
    found: expect.stringContaining(', 1 facts, '),
  });
  expect(await checkFacts({ type: 'duckdb', path: join(home, 'none') })).toMatchObject({
    ok: true,
  });
  expect(existsSync(join(home, 'none'))).toBe(false);

  const elsewhere = folder();
  const restored = { ...options, database: `sqlite:${join(elsewhere, 'slipway.db')}` };
  await expect(restoreSlipway(backup, { database: restored.database, secret })).rejects.toThrow(
    'Set SLIPWAY_FACTS=duckdb:FILE',
  );
  await expect(restoreSlipway(backup, restored)).rejects.toThrow('not empty');
  const facts = `duckdb:${join(elsewhere, 'facts.duckdb')}` as const;
  await restoreSlipway(backup, { ...restored, facts });
  const again = await createSlipway({ ...restored, facts });
  expect(await again.ports.facts.coverage(again.companyId, scope)).toEqual([
    { day: '2026-11-01', fetchedAt: 5 },
  ]);
  await again.close();
});

test('slipway export --format parquet writes the figures of a company, beside a service that has them open', async () => {
  const home = folder();
  const [path, to] = [join(home, 'facts.duckdb'), join(folder(), 'warehouse')];
  const slipway = await createSlipway({
    database: `sqlite:${join(home, 'slipway.db')}`,
    facts: `duckdb:${path}`,
    folder: home,
    secret,
  });
  const [account] = await allOf(slipway.ports.store, adAccountKind, slipway.companyId);
  await slipway.ports.facts.put(
    slipway.companyId,
    { ...scope, accountId: account?.id ?? '' },
    rows,
    5,
  );
  const env = { SLIPWAY_FACTS: `duckdb:${path}`, SLIPWAY_SECRET: secret };
  const run = (...args: string[]) =>
    runCommand(['export', '--format', 'parquet', '--data', home, ...args], env);
  expect(await run('--to', to)).toMatchObject({
    code: 0,
    answer: { success: true, written: 1, rows: 1, left: [] },
  });
  expect(readdirSync(home).filter((name) => name.includes('copy'))).toEqual([]);
  await slipway.close();
  expect(await run('--to', to)).toMatchObject({ code: 0, answer: { written: 0, rows: 0 } });
  const names = readdirSync(to, { recursive: true }).map(String);
  expect(names.filter((name) => name.endsWith('.parquet'))).toHaveLength(2);
  expect(await run()).toMatchObject({ code: 2 });
  expect(await run('--to', to, 'act_unknown')).toMatchObject({ code: 3 });
  expect(await run('--to', 's3://bucket/figures')).toMatchObject({ code: 2 });
});

test('what the database held of a company before is forgotten and removed with it', async () => {
  const home = folder();
  const database = { type: 'sqlite', path: join(home, 'slipway.db') } as const;
  const before = await openStorage(database);
  await before.facts.put('co', scope, rows, 5);
  await before.close();
  const storage = await openStorage(database, undefined, undefined, {
    type: 'duckdb',
    path: join(home, 'facts.duckdb'),
  });
  expect(storage.pools?.()).toEqual([{ pool: 'facts', busy: 0, idle: 2, waiting: 0 }]);
  expect(await storage.facts.coverage('co', scope)).toEqual([]);
  await storage.facts.put('co', { ...scope, accountId: 'primary:act_2' }, rows, 6);
  for (let steps = 0; (await storage.facts.remove('co', 10)) === 'more'; steps++)
    expect(steps).toBeLessThan(20);
  await storage.close();
  const after = await openStorage(database);
  expect(await after.facts.generations('co', [scope.accountId])).toEqual(['0']);
  await after.close();
});
