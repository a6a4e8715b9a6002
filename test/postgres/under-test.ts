import { openPostgresNotifier } from '../../adapters/events/postgres-notifier.ts';
import { createBoss } from '../../adapters/jobs/boss.ts';
import { rowIdOf } from '../../adapters/jobs/boss-rows.ts';
import { createPgBossJobs } from '../../adapters/jobs/pg-boss-jobs.ts';
import { openPostgresStore } from '../../adapters/store/postgres.ts';
import type { StoreBackend } from '../../adapters/testing/store/ground.ts';
import { silent } from '../../core/ports/log.ts';
import { type JobsUnderTest, SUITE_RETRIES } from '../conformance/jobs.suite.ts';
import { machineClock } from '../machine-time.ts';
import { borrowDatabase } from './database.ts';

/** How an address is reached: as it is, or through a pooler. */
type Through = (url: string) => string;

export const postgresBackend = (through: Through = (url) => url): StoreBackend => ({
  async create() {
    const { url: direct, query, drop } = await borrowDatabase();
    const url = through(direct);
    return {
      open: () => openPostgresStore({ url }),
      async readBack(kindName, companyId, id) {
        const sql =
          'SELECT version, doc AS text FROM slipway.documents WHERE kind = $1 AND company = $2 AND id = $3';
        const [row] = await query(sql, [kindName, companyId, id]);
        return row as { version: number; text: string } | undefined;
      },
      opener: {
        module: new URL('../../adapters/store/postgres.ts', import.meta.url).href,
        open: 'openPostgresStore',
        options: { url },
      },
      remove: drop,
    };
  },
});

/** @param listens false where LISTEN hears nothing */
export async function pgBossUnderTest(
  through: Through = (url) => url,
  listens = true,
): Promise<JobsUnderTest> {
  const { url: direct, query, drop } = await borrowDatabase();
  const url = through(direct);
  const boss = createBoss({ url, retries: SUITE_RETRIES });
  const store = await openPostgresStore({ url, beside: boss.beside });
  const notifiers: { close(): Promise<void> }[] = [];
  return {
    store,
    async open() {
      const notifier = openPostgresNotifier({ url, log: silent, listens });
      notifiers.push(notifier);
      return createPgBossJobs({
        boss,
        store,
        notifier,
        clock: machineClock,
        log: silent,
        sweepMs: 50,
        patienceMs: 1_000,
      });
    },
    async passPause(jobId) {
      await query('UPDATE slipway_boss.job SET start_after = now() WHERE id = $1', [
        rowIdOf(jobId),
      ]);
    },
    async close() {
      for (const each of [...notifiers, store, boss]) await each.close();
      await drop();
    },
  };
}
