// @module-tag postgres
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresRate } from '../../../adapters/rate/postgres.ts';
import { createDatabase, type TestDatabase } from '../../postgres/database.ts';
import { rateSuite } from './rate.suite.ts';

describe('rate windows in Postgres', () => {
  let database: TestDatabase;
  const open: Awaited<ReturnType<typeof openPostgresRate>>[] = [];
  const create = async () => {
    const rate = await openPostgresRate({ url: database.url });
    open.push(rate);
    return rate;
  };

  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(async () => {
    for (const rate of open) await rate.close();
    await database.drop();
  });

  rateSuite(create);

  test('several processes share one window', async () => {
    const rates = await Promise.all([create(), create(), create()]);
    const taken = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        rates[i % 3]?.take([{ key: 'shared', limit: 10 }], 60_000, 40_000_000 + i),
      ),
    );
    expect(taken.filter((each) => each?.[0]?.allowed)).toHaveLength(10);
  });

  test('the log of a key holds no more than its window', async () => {
    const rate = await create();
    for (let i = 0; i < 50; i++)
      await rate.take([{ key: 'short', limit: 5 }], 1_000, 60_000_000 + i * 400);
    const rows = await database.query(
      "SELECT count(*)::int AS count FROM slipway.rate_log WHERE key = 'short'",
    );
    expect(rows[0]?.count).toBeLessThanOrEqual(5);
  });
});
