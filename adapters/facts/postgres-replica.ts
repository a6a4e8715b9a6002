import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';
import type { PostgresPool } from '../store/postgres-pool.ts';

/** A copy of the database that follows it, for what reads many facts. */
export interface Replica {
  readonly pool: PostgresPool;
  /** Whether it has all that is committed by now. False also where it cannot be asked. */
  isUpToDate(): Promise<boolean>;
  /** It failed: others are asked for a while. */
  leave(error: unknown): void;
}

/** How often, and how long apart, it is asked whether it has caught up. */
const LOOKS = 5;
const LOOK_MS = 20;
/** One that is away, or is no replica, is not asked for so long. */
const AWAY_MS = 30_000;

/** @param primary what the replica follows */
export function createReplica(
  pool: PostgresPool,
  primary: Pick<PostgresPool, 'query'>,
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'warn'> },
): Replica {
  let awayUntil = Number.NEGATIVE_INFINITY;
  const leave = (error: unknown): void => {
    awayUntil = clock.monotonic() + AWAY_MS;
    log.warn('database.replica_away', {
      reason: error instanceof Error ? error.message : String(error),
    });
  };

  /**
   * What is answered to a caller now must be in what is read: the position of the log of writes
   * says how far that is.
   */
  const hasReached = async (position: string): Promise<boolean> => {
    for (let look = 0; look < LOOKS; look++) {
      const { rows } = await pool.query(
        'SELECT pg_is_in_recovery() AS follows, coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS reached',
        [position],
      );
      const { follows, reached } = rows[0] as {
        readonly follows: boolean;
        readonly reached: boolean;
      };
      if (!follows) {
        leave('It is no replica: it follows no other database.');
        return false;
      }
      if (reached) return true;
      await clock.sleep(LOOK_MS);
    }
    return false;
  };

  return {
    pool,
    async isUpToDate() {
      if (clock.monotonic() < awayUntil) return false;
      const { rows } = await primary.query('SELECT pg_current_wal_flush_lsn()::text AS position');
      const { position } = rows[0] as { readonly position: string };
      try {
        return await hasReached(position);
      } catch (error) {
        leave(error);
        return false;
      }
    },
    leave,
  };
}
