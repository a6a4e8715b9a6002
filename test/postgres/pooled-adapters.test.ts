// @module-tag pgbouncer
// @module-tag postgres
import { afterAll, beforeAll, describe } from 'vitest';
import { openPostgresFacts } from '../../adapters/facts/postgres.ts';
import { openPostgresRate } from '../../adapters/rate/postgres.ts';
import { factsSuite } from '../../adapters/testing/facts.suite.ts';
import { storeSuite } from '../../adapters/testing/store.suite.ts';
import { rateSuite } from '../adapters/rate/rate.suite.ts';
import { testJobs } from '../conformance/jobs.suite.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { type Pooler, startPooler } from './pooler.ts';
import { pgBossUnderTest, postgresBackend } from './under-test.ts';

/**
 * What Postgres keeps for a session, such as locks, settings and statements, is nowhere counted on.
 */
describe('through a pooler in transaction mode', () => {
  let first: TestDatabase;
  let pooler: Pooler;
  const rates: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    first = await createDatabase();
    pooler = await startPooler(first.url, 'transaction');
  });
  afterAll(async () => {
    for (const rate of rates) await rate.close();
    pooler?.stop();
    await first?.drop();
  });

  const through = (url: string): string => pooler.urlOf(url);

  storeSuite('Postgres', postgresBackend(through));

  factsSuite('postgres', async () => {
    const { url, drop } = await createDatabase();
    return { facts: await openPostgresFacts({ url: through(url) }), remove: drop };
  });

  rateSuite(async () => {
    const rate = await openPostgresRate({ url: through(first.url) });
    rates.push(rate);
    return rate;
  });

  testJobs('pg-boss', () => pgBossUnderTest(through, false));
});
