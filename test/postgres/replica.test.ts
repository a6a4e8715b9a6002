// @module-tag postgres
import { expect, test } from 'vitest';
import { openPostgresFacts } from '../../adapters/facts/postgres.ts';
import { createReplica } from '../../adapters/facts/postgres-replica.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { createPostgresPool } from '../../adapters/store/postgres-database.ts';
import type { PostgresPool } from '../../adapters/store/postgres-pool.ts';
import { fact } from '../../adapters/testing/facts/ground.ts';
import { createDatabase } from './database.ts';

/**
 * A pool of the database that plays a replica: it says how far it has come, and counts what is read
 * from it.
 */
function standIn(pool: PostgresPool) {
  const state = { follows: true, reached: true, fails: false, reads: 0 };
  const replica: PostgresPool = {
    async query(sql, values) {
      if (state.fails) throw new Error('connect ECONNREFUSED');
      const { follows, reached } = state;
      return sql.includes('pg_is_in_recovery')
        ? { rows: [{ follows, reached }] }
        : pool.query(sql, values);
    },
    async connect() {
      state.reads += 1;
      return pool.connect();
    },
    end: async () => undefined,
  };
  return { state, replica };
}

test('reports read the replica where it has all that is committed, and the database itself where it has not', async () => {
  const database = await createDatabase();
  const pool = createPostgresPool(database.url, { connections: 4 });
  const clock = createManualClock(undefined, { auto: true });
  const told: string[] = [];
  const { state, replica } = standIn(pool);
  const log = { warn: (event: string) => told.push(event) };
  const facts = await openPostgresFacts({
    pool,
    cache: false,
    replica: createReplica(replica, pool, { clock, log }),
  });
  const scope = {
    accountId: 'primary:act_1',
    breakdown: 'none',
    from: '2026-10-01',
    to: '2026-10-01',
  } as const;
  await facts.put('co_1', scope, [fact({ day: '2026-10-01' })], clock.now());
  const scan = async () =>
    (await facts.scan('co_1', { scope, level: 'adId', limit: 10 })).rows.length;
  const readsOf = async (): Promise<number> => {
    const before = state.reads;
    expect(await scan()).toBe(1);
    return state.reads - before;
  };
  expect(await readsOf()).toBe(1);
  state.reached = false;
  expect(await readsOf()).toBe(0);
  state.reached = true;
  expect(await readsOf()).toBe(1);

  state.fails = true;
  expect([await readsOf(), told]).toEqual([0, ['database.replica_away']]);
  state.fails = false;
  // It is left alone for a while.
  expect(await readsOf()).toBe(0);
  await clock.sleep(30_000);
  expect(await readsOf()).toBe(1);
  state.follows = false;
  expect([await readsOf(), told.length]).toEqual([0, 2]);
  await pool.end();
  await database.drop();
});
