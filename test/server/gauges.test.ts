// @module-tag postgres
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryFacts } from '../../adapters/facts/memory.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { connectionKind } from '../../core/accounts/records.ts';
import { createMetrics } from '../../server/http/metrics.ts';
import { openStorage } from '../../server/process/assemble.ts';
import { stampedFacts } from '../../server/process/facts-gauges.ts';
import { createPlaceGauges } from '../../server/process/place-gauges.ts';
import { poolGauges } from '../../server/process/runtime.ts';
import { createDatabase } from '../postgres/database.ts';
import { failOnDrift, startHarness } from './harness.ts';
import { runCommand } from './run-command.ts';

failOnDrift();

const DAY_MS = 86_400_000;

test('connections are counted by state, with the days of those that end next', async () => {
  const { call, ports, companyId, clock } = await startHarness();
  const connection = { platform: 'primary', name: 'x', sealedCredentials: '', createdAt: 0 };
  const ends = [30 * DAY_MS, 3 * DAY_MS, undefined].map((ms) =>
    ms === undefined ? {} : { endsAt: clock.now() + ms },
  );
  await ports.store.commit(
    ends.map((end, i) => ({
      kind: connectionKind,
      companyId,
      id: `c${i}`,
      expect: 'absent' as const,
      doc: { ...connection, ...end },
    })),
  );
  const { body } = await call('GET', '/metrics');
  expect(body).toContain('slipway_connections{platform="primary",state="ok"} 2');
  expect(body).toContain('slipway_connections{platform="primary",state="expiring"} 1');
  expect(body).toContain('slipway_token_days_left{platform="primary"} 3');
});

test('figures tell when they were last stored, by platform', async () => {
  const clock = createManualClock();
  const { facts, gauges } = stampedFacts(createMemoryFacts(), clock);
  expect(gauges()).toEqual([]);
  const scope = {
    accountId: 'primary:act_1',
    breakdown: 'none' as const,
    from: '2026-10-01',
    to: '2026-10-02',
  };
  await facts.put('acme', scope, [], clock.now());
  expect(createMetrics().text(gauges())).toContain(
    `slipway_facts_stored_timestamp_seconds{platform="primary"} ${Math.round(clock.now() / 1000)}`,
  );
});

test('a media store that does not answer, and the room on disks, are told', async () => {
  const clock = createManualClock();
  const bucket = {
    type: 's3',
    bucket: 'b',
    endpoint: 'https://s3.test',
    region: 'x',
    accessKeyId: 'x',
    secretAccessKey: 'x',
  } as const;
  const folder = mkdtempSync(join(tmpdir(), 'slipway-gauges-'));
  const told = async (read: () => Promise<unknown>): Promise<string> =>
    createMetrics().text(
      await createPlaceGauges({ media: bucket, blobs: { read }, folders: [folder] }, clock)(),
    );
  const well = await told(async () => undefined);
  expect(well).toContain('slipway_media_store_up 1');
  expect(well).toMatch(new RegExp(`slipway_disk_free_bytes\\{folder="${folder}"\\} [1-9]`));
  expect(await told(() => Promise.reject(new Error('no route')))).toContain(
    'slipway_media_store_up 0',
  );
});

test('pools tell what is busy, idle and waited for; a migration makes the tables once', async () => {
  const database = await createDatabase();
  const data = mkdtempSync(join(tmpdir(), 'slipway-gauges-'));
  const env = { SLIPWAY_DATABASE: database.url, SLIPWAY_SECRET: 'a secret of enough length' };
  const first = await runCommand(['migrate', '--data', data], env);
  expect([first.code, first.answer]).toEqual([0, expect.objectContaining({ before: {} })]);
  const { answer: second } = await runCommand(['migrate', '--data', data], env);
  expect(second.before).toEqual(second.after);
  expect(second.after.documents).toBeGreaterThan(0);
  const storage = await openStorage({ type: 'postgres', url: database.url });
  const text = createMetrics().text(poolGauges(storage.pools?.() ?? []));
  for (const pool of ['store', 'facts']) {
    expect(text).toMatch(
      new RegExp(`slipway_pool_connections\\{pool="${pool}",state="idle"\\} [1-9]`),
    );
    expect(text).toContain(`slipway_pool_waiting{pool="${pool}"} 0`);
  }
  await storage.close();
  await database.drop();
});
