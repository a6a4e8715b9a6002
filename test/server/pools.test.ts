// @module-tag postgres
import { expect, test } from 'vitest';
import { silent } from '../../core/ports/log.ts';
import { kind } from '../../core/ports/store.ts';
import { openStorage } from '../../server/process/assemble.ts';
import type { PoolSizes } from '../../server/process/postgres-storage.ts';
import { createDatabase } from '../postgres/database.ts';

const boats = kind<{ readonly size: number }>('boat');

/**
 * How many connections a process has opened when everything it has is asked for far more than it
 * may do at once.
 */
async function connectionsUnderLoad(pool?: PoolSizes): Promise<number> {
  const database = await createDatabase();
  const storage = await openStorage({ type: 'postgres', url: database.url, ...(pool && { pool }) });
  await storage.openJobs(silent);
  const scope = {
    accountId: 'act_1',
    breakdown: 'none' as const,
    from: '2026-10-01',
    to: '2026-10-31',
  };
  await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      await storage.rate.take([{ key: `key ${i}`, limit: 1_000 }], 60_000, 1);
      await storage.store.commit([
        { kind: boats, companyId: 'acme', id: `b${i}`, expect: 'absent', doc: { size: i } },
      ]);
      await storage.facts.coverage('acme', { ...scope, accountId: `act_${i}` });
      await storage.notifier.notify('boats', String(i));
    }),
  );
  const open = async (): Promise<number> => {
    const sql =
      'SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    return Number((await database.query(sql))[0]?.open);
  };
  const most = await open();
  await storage.close();
  await expect.poll(open).toBe(0);
  await database.drop();
  return most;
}

test('a process opens sixteen connections at most, or as many as it is told', async () => {
  expect(await connectionsUnderLoad()).toBeLessThanOrEqual(16);
  expect(await connectionsUnderLoad({ store: 2, facts: 1 })).toBeLessThanOrEqual(7);
});
