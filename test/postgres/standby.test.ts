// @module-tag postgres
import { expect, test } from 'vitest';
import { openPostgresFacts } from '../../adapters/facts/postgres.ts';
import { createReplica } from '../../adapters/facts/postgres-replica.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { createPostgresPool } from '../../adapters/store/postgres-database.ts';
import type { PostgresPool } from '../../adapters/store/postgres-pool.ts';
import { fact } from '../../adapters/testing/facts/ground.ts';
import { startWithStandby } from './server.ts';

test('reports read a streaming standby once it has caught up, and the database itself while it lags or is away', async () => {
  const { primary, standby } = await startWithStandby();
  const pool = createPostgresPool(primary.url, { connections: 4 });
  const follower = createPostgresPool(standby.url, { connections: 4 });
  let reads = 0;
  const counted: PostgresPool = {
    query: (sql, values) => follower.query(sql, values),
    connect() {
      reads += 1;
      return follower.connect();
    },
    end: () => follower.end(),
  };
  const clock = createManualClock(undefined, { auto: true });
  const told: string[] = [];
  const log = { warn: (event: string) => told.push(event) };
  try {
    const facts = await openPostgresFacts({
      pool,
      cache: false,
      replica: createReplica(counted, pool, { clock, log }),
    });
    const put = (day: string) => {
      const scope = { accountId: 'primary:act_1', breakdown: 'none', from: day, to: day } as const;
      return facts.put('co_1', scope, [fact({ day })], clock.now());
    };
    const scope = {
      accountId: 'primary:act_1',
      breakdown: 'none',
      from: '2026-10-01',
      to: '2026-10-31',
    } as const;
    /** How many rows a report finds, and whether the standby told them. */
    const report = async () => {
      const before = reads;
      const { rows } = await facts.scan('co_1', { scope, level: 'adId', limit: 10 });
      return { rows: rows.length, from: reads > before ? 'standby' : 'primary' };
    };
    await put('2026-10-01');
    await expect.poll(report).toEqual({ rows: 1, from: 'standby' });

    await follower.query('SELECT pg_wal_replay_pause()');
    await expect
      .poll(
        async () => (await follower.query('SELECT pg_get_wal_replay_pause_state() AS state')).rows,
      )
      .toEqual([{ state: 'paused' }]);
    await put('2026-10-02');
    expect(await report()).toEqual({ rows: 2, from: 'primary' });
    await follower.query('SELECT pg_wal_replay_resume()');
    await expect.poll(report).toEqual({ rows: 2, from: 'standby' });

    await standby.stop();
    await put('2026-10-03');
    expect([await report(), told]).toEqual([
      { rows: 3, from: 'primary' },
      ['database.replica_away'],
    ]);
  } finally {
    await Promise.all([pool.end(), follower.end()]);
    await standby.stop();
    await primary.stop();
  }
});
