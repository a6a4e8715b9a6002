import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Tracer } from '../../core/ports/tracing.ts';
import { createApp } from '../../server/app.ts';
import { createSlipway } from '../../server/embed/embed.ts';
import { runCommand } from '../server/run-command.ts';

/** Parts of the addresses and numbers of the people who filled in forms of the sandbox. */
const PLANTED = ['harbour-1', 'people.example', '+491510', '1510000000'];

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });

const hitsIn = (folder: string): readonly string[] =>
  filesIn(folder).flatMap((file) => {
    const text = readFileSync(file, 'latin1');
    // The simulated platform keeps its own.
    return file.includes('sandbox') ? [] : PLANTED.filter((each) => text.includes(each)).map((each) => `${file} ${each}`);
  });

test('answers of people stand in no file, backup, log line or trace', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-leads-'));
  const data = join(folder, 'data');
  const secret = 'the secret of these tests';
  const told: string[] = [];
  const tell = (...said: readonly unknown[]): void => void told.push(JSON.stringify(said));
  const log: Log = { debug: tell, info: tell, warn: tell, error: tell };
  const tracer: Tracer = {
    current: () => undefined,
    span: (name, options, work) => {
      tell(name, options);
      return work({ set: (attributes) => tell(attributes), fail: (reason) => tell(reason) });
    },
  };
  const slipway = await createSlipway({ database: `sqlite:${join(data, 'slipway.db')}`, folder: data, secret, log });
  await slipway.leadWatches.set({ accountId: seed.accounts.eur, keepDays: 90, destination: `primary:${seed.pixel}` });
  await expect.poll(async () => (await slipway.leads.counts()).total, { timeout: 20_000 }).toBe(4);
  const { data: leads } = await slipway.leads.list({ limit: 10 });
  expect(JSON.stringify(leads)).toContain('harbour-1@people.example');
  await slipway.leads.stages({ stages: leads.map(({ id }) => ({ leadId: id, stage: 'sold' })) });
  const app = createApp(slipway.ports, { readLimit: 100, writeLimit: 100, tracer });
  const { key } = await slipway.keys.create({ name: 'Leads', scopes: ['leads'] });
  const answer = await app.request('/v1/leads?limit=10', { headers: { authorization: `Bearer ${key}` } });
  expect(await answer.text()).toContain('harbour-1@people.example');
  expect(await slipway.leads.erase({ email: 'harbour-1@people.example' })).toMatchObject({ erased: 1 });
  await slipway.close();
  const env = { SLIPWAY_SECRET: secret };
  const backup = await runCommand(['backup', '--data', data, '--to', join(folder, 'backup')], env);
  expect(backup.code).toBe(0);
  expect(filesIn(join(folder, 'backup')).length).toBeGreaterThan(0);
  expect(hitsIn(folder)).toEqual([]);
  expect(told.length).toBeGreaterThan(0);
  expect(PLANTED.filter((each) => told.some((line) => line.includes(each)))).toEqual([]);
});
