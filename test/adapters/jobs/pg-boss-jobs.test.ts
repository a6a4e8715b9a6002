// @module-tag postgres
import { openPostgresBell } from '../../../adapters/events/postgres-bell.ts';
import { openPgBossJobs } from '../../../adapters/jobs/pg-boss-jobs.ts';
import { systemClock } from '../../../adapters/runtime/system-clock.ts';
import { openPostgresStore } from '../../../adapters/store/postgres.ts';
import { silent } from '../../../core/ports/log.ts';
import { testJobs } from '../../conformance/jobs.suite.ts';
import { createDatabase } from '../../postgres/database.ts';

testJobs('pg-boss', async () => {
  const { url, drop } = await createDatabase();
  const store = await openPostgresStore({ url });
  const opened: { close(): Promise<void> }[] = [];
  return {
    store,
    async open() {
      const bell = openPostgresBell({ url, log: silent });
      const jobs = await openPgBossJobs({ url, store, bell, clock: systemClock, log: silent, sweepMs: 50, patienceMs: 1_000 });
      opened.push(jobs, bell);
      return jobs;
    },
    async close() {
      for (const jobs of opened) await jobs.close();
      await store.close();
      await drop();
    },
  };
});
