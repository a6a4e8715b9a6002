import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createStoreJobs } from '../../adapters/jobs/store-jobs.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { openSqliteStore } from '../../adapters/store/sqlite.ts';
import { silent } from '../../core/ports/log.ts';
import { claimLease, createHolder } from '../../core/records/lease.ts';
import { spawn } from '../processes.ts';

/**
 * On one machine the system itself knows which processes live: nobody waits for the silence of one
 * that was killed.
 */

const rootOf = (path: string): string => new URL(`../../${path}`, import.meta.url).href;

/** Holds a lease and has begun a job that never ends. */
const HOLDER = `
  const { openSqliteStore } = await import('${rootOf('adapters/store/sqlite.ts')}');
  const { createStoreJobs } = await import('${rootOf('adapters/jobs/store-jobs.ts')}');
  const { machineClock } = await import('${rootOf('test/machine-time.ts')}');
  const { jobWrite } = await import('${rootOf('core/records/job.ts')}');
  const { claimLease, createHolder } = await import('${rootOf('core/records/lease.ts')}');
  const store = await openSqliteStore({ path: process.argv[1] });
  await store.commit([jobWrite('work', 'acme', { subject: '1', now: 0 })]);
  await claimLease({ store, clock: machineClock }, 'acme', { name: 'x', holder: createHolder(machineClock, 'child'), ttlMs: 30_000 });
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  createStoreJobs({ store, clock: machineClock, log }).work({
    work: () => { process.stdout.write('begun\\n'); return new Promise(() => undefined); },
  });
  setInterval(() => undefined, 1_000);
`;

test('what a killed process held is free for the next one at once, and not before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-dead-'));
  const path = join(folder, 'data.db');
  const child = spawn(process.execPath, ['-e', HOLDER, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout as NodeJS.ReadableStream, 'data');

  const clock = createManualClock();
  const store = await openSqliteStore({ path });
  const claim = () =>
    claimLease({ store, clock }, 'acme', {
      name: 'x',
      holder: createHolder(clock, 'next'),
      ttlMs: 30_000,
    });
  expect(await claim()).toBeUndefined();
  child.kill('SIGSTOP');
  expect(await claim()).toBeUndefined();
  child.kill('SIGKILL');
  await once(child, 'exit');

  // No time passes on this clock.
  expect((await claim())?.isHeld()).toBe(true);
  const done = new Promise<string>((resolve) => {
    const worker = createStoreJobs({ store, clock: clock.idle, log: silent }).work({
      work: async ({ subject }) => resolve(subject) as undefined,
    });
    void worker;
  });
  expect(await done).toBe('1');
  await store.close();
  expect(readdirSync(folder).filter((name) => name.includes('-process-'))).toEqual([]);
});
