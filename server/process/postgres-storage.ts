import { openPostgresNotifier } from '../../adapters/events/postgres-notifier.ts';
import { openPostgresFacts } from '../../adapters/facts/postgres.ts';
import { createReplica, type Replica } from '../../adapters/facts/postgres-replica.ts';
import { sharePacing } from '../../adapters/http/shared-pacing.ts';
import { type Boss, createBoss } from '../../adapters/jobs/boss.ts';
import { createPgBossJobs } from '../../adapters/jobs/pg-boss-jobs.ts';
import { openPostgresRate } from '../../adapters/rate/postgres.ts';
import { createEndingClock } from '../../adapters/runtime/system-clock.ts';
import { openPostgresStore } from '../../adapters/store/postgres.ts';
import { createPostgresPool } from '../../adapters/store/postgres-database.ts';
import type { PostgresPool } from '../../adapters/store/postgres-pool.ts';
import { identityOf, isSharedByTransactions } from '../../adapters/store/postgres-pooler.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { kinds } from '../../core/features/registry.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { type Log, silent } from '../../core/ports/log.ts';
import { startLives } from '../../core/records/lives.ts';
import { upgradeAccountKeys } from '../../core/upkeep/account-keys.ts';
import type { PoolState, Storage } from './storage.ts';

export interface PostgresDatabase {
  readonly type: 'postgres';
  /** May lead to a pooler that gives each transaction another connection. */
  readonly url: string;
  /** Past such a pooler, for what needs a session: the notifier. */
  readonly direct?: string | undefined;
  /** A copy that follows it: reports read there what they add up. */
  readonly replica?: string | undefined;
  readonly pool?: PoolSizes;
}

/** How many connections one process opens at most, besides one for the notifier. */
export interface PoolSizes {
  /** For documents, jobs and rate windows. Default 8. */
  readonly store?: number | undefined;
  /**
   * For figures: each may be busy for seconds, and more at once would not make a database faster.
   * Default 4.
   */
  readonly facts?: number | undefined;
}

export async function openPostgresStorage(
  database: PostgresDatabase,
  clock: Clock,
  log: Log,
): Promise<Storage> {
  const { url, direct = url, pool: sizes = {} } = database;
  const pool = createPostgresPool(url, { connections: sizes.store ?? 8 });
  const boss = createBoss({ pool, url });
  const factsPool = createPostgresPool(url, {
    connections: sizes.facts ?? 4,
    patienceMs: 30_000,
    name: 'slipway facts',
  });
  const replicaPool =
    database.replica === undefined
      ? undefined
      : createPostgresPool(database.replica, {
          connections: sizes.facts ?? 4,
          patienceMs: 5_000,
          name: 'slipway replica',
        });
  const replica = replicaPool && createReplica(replicaPool, factsPool, { clock, log });
  const endPools = () => Promise.all([pool.end(), factsPool.end(), replicaPool?.end()]);
  const parts = openParts(database, boss, { pool, factsPool, replica });
  const {
    store: parted,
    facts,
    rate,
    listens,
  } = await parts.catch(async (error: unknown) => {
    // A caller that waits for the database tries again: nothing may stay open.
    await endPools();
    throw error;
  });
  const beating = createEndingClock();
  const lives = await startLives(parted, beating, crypto.randomUUID());
  const store = { ...parted, lives };
  if (!listens) log.warn('database.pooled', { found: POOLED.found, fix: POOLED.fix });
  const notifier = openPostgresNotifier({ url: direct, log: silent, listens });
  return {
    store,
    facts,
    rate,
    notifier,
    async openJobs(jobsLog) {
      await boss.open();
      return createPgBossJobs({ boss, store, notifier, clock, log: jobsLog });
    },
    pools: () => [
      stateOf('store', pool),
      stateOf('facts', factsPool),
      ...(replicaPool ? [stateOf('replica', replicaPool)] : []),
    ],
    sharePacing: (pacing) => sharePacing(pacing, notifier, clock, crypto.randomUUID()),
    async close() {
      // A database that is away sees for itself that this process sends nothing any more.
      await lives.stop().catch(() => undefined);
      beating.end();
      await notifier.close();
      await facts.close();
      await endPools();
    },
  };
}

/**
 * For an operator with a pooler in transaction mode in front of the database and no way past it.
 */
export const POOLED = {
  found:
    'Through a pooler in transaction mode: processes cannot hear each other, so that work waits up to two seconds, followers of a batch up to five, and call budgets are not shared.',
  fix: 'Set SLIPWAY_DATABASE_DIRECT to an address that leads to the same database past the pooler.',
} as const;

/**
 * Whether what needs a session works. Throws `storage_unusable` for a way past a pooler that is
 * none.
 */
export async function hasSessions({ url, direct }: PostgresDatabase): Promise<boolean> {
  if (direct === undefined) return !(await isSharedByTransactions(url));
  const [given, past] = await Promise.all([identityOf(url), identityOf(direct)]);
  if (given !== past)
    throw new SlipwayError(
      'storage_unusable',
      'SLIPWAY_DATABASE_DIRECT leads to another database than SLIPWAY_DATABASE.',
    );
  if (await isSharedByTransactions(direct))
    throw new SlipwayError(
      'storage_unusable',
      'SLIPWAY_DATABASE_DIRECT leads to a pooler in transaction mode. Name the address of the database itself.',
    );
  return true;
}

const stateOf = (
  name: string,
  { totalCount = 0, idleCount = 0, waitingCount = 0 }: PostgresPool,
): PoolState => ({
  pool: name,
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});

async function openParts(
  database: PostgresDatabase,
  { beside }: Boss,
  {
    pool,
    factsPool,
    replica,
  }: {
    readonly pool: PostgresPool;
    readonly factsPool: PostgresPool;
    readonly replica: Replica | undefined;
  },
) {
  const { url } = database;
  const store = await openPostgresStore({ pool, url, kinds, beside });
  const rate = await openPostgresRate({ pool, url });
  const listens = await hasSessions(database);
  const facts = await openPostgresFacts({ pool: factsPool, url, replica });
  await upgradeAccountKeys(store).catch(async (error: unknown) => {
    await facts.close();
    throw error;
  });
  return { store, rate, facts, listens };
}
