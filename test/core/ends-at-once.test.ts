import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDiskExports } from '../../adapters/exports/disk.ts';
import { shortVideo } from '../../adapters/sandbox/tiktok/seed/ids.ts';
import { runCommentsPass } from '../../core/features/comments/pass.ts';
import { startExport } from '../../core/features/exports/exports.ts';
import { exportQueue } from '../../core/features/exports/records.ts';
import { runExport } from '../../core/features/exports/run-export.ts';
import type { JobDone } from '../../core/ports/jobs.ts';
import { runSync, syncQueue } from '../../core/report/sync-job.ts';
import { runWatch } from '../../core/upkeep/watch.ts';
import { account, commentsFixture } from './features/comments/comments-fixture.ts';

/**
 * A process that is to end waits for its jobs: each ends after the requests under way, and the next
 * process goes on.
 */

type Fixture = Awaited<ReturnType<typeof setting>>;
type Run = (stopping: () => boolean) => Promise<JobDone>;

async function setting() {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-ends-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  let answered = 0;
  const fixture = await commentsFixture({
    watch: () => {
      answered += 1;
    },
    ports: { exportFiles: createDiskExports(folder) },
  });
  return { ...fixture, answered: () => answered };
}

const accountId = shortVideo.accounts.eur;
const range = { startDate: '2026-08-01', endDate: '2026-11-10' };
const job = { companyId: '', dueAt: 0, attempts: 0 };

const jobs: { readonly [what: string]: (fixture: Fixture) => Promise<Run> } = {
  comments: async ({ ports, companyId, rows }) => {
    await rows();
    return (stopping) => runCommentsPass(ports, companyId, account, stopping);
  },
  connections: async ({ ports, companyId, clock }) => {
    await clock.sleep(7 * 3_600_000);
    return (stopping) => runWatch(ports, companyId, stopping);
  },
  figures: async ({ ports, companyId }) => {
    const subject = `short-video:${accountId}|none|${range.startDate}|${range.endDate}`;
    return (stopping) => runSync(ports, { ...job, queue: syncQueue, companyId, subject }, stopping);
  },
  exports: async ({ ports, companyId, caller }) => {
    const { exportId } = await startExport(ports, caller, {
      level: 'ad',
      accountIds: [accountId],
      ...range,
    });
    return (stopping) =>
      runExport(ports, { ...job, queue: exportQueue, companyId, subject: exportId }, stopping);
  },
};

test.for(Object.keys(jobs))('a process that is to end asks no more for %s', async (what) => {
  const fixture = await setting();
  const run = await jobs[what]?.(fixture);
  if (run === undefined) throw new Error(`There is no job for ${what}.`);
  const before = fixture.answered();
  const done = await run(() => fixture.answered() > before);
  // At most four requests are under way at a time.
  const asked = fixture.answered() - before;
  expect(done).toEqual({ againAt: expect.any(Number) });
  expect(asked).toBeLessThanOrEqual(4);

  let turns = 0;
  for (; (await run(() => false)) !== undefined; turns += 1)
    if (turns > 50) throw new Error('The job never ends.');
  expect(fixture.answered() - before).toBeGreaterThan(asked);
});
