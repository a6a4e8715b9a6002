import type { Rate } from '../../core/ports/rate.ts';
import { openPostgresDatabase, type PostgresPlace } from '../store/postgres-database.ts';
import type { Migrations } from '../store/sqlite-database.ts';

/**
 * A log of request times for each key, numbered without gaps, so that a count is a difference of two
 * numbers and costs the same for a limit of ten and of a million. Unlogged: after a crash of the database
 * the last minute is forgotten, and in return no request waits for its disk.
 */
const rateTables: Migrations = {
  part: 'rate',
  steps: [
    `CREATE UNLOGGED TABLE slipway.rate_log (
       key text COLLATE "C" NOT NULL,
       n bigint NOT NULL,
       at bigint NOT NULL,
       PRIMARY KEY (key, n)
     );
     CREATE INDEX rate_log_by_time ON slipway.rate_log (key, at, n);

     CREATE FUNCTION slipway.take_rate(
       of_key text, most bigint, window_ms bigint, asked_at bigint,
       OUT allowed boolean, OUT remaining float8, OUT retry_after_ms float8
     ) LANGUAGE plpgsql AS $take$
     DECLARE
       last slipway.rate_log;
       oldest slipway.rate_log;
       present bigint;
       in_window bigint;
     BEGIN
       PERFORM pg_advisory_xact_lock(hashtextextended(of_key, 7547930));
       SELECT * INTO last FROM slipway.rate_log WHERE key = of_key ORDER BY n DESC LIMIT 1;
       -- The clocks of two machines may differ; the log stays in order all the same.
       present := greatest(asked_at, coalesce(last.at, asked_at));
       SELECT * INTO oldest FROM slipway.rate_log WHERE key = of_key AND at > present - window_ms ORDER BY at, n LIMIT 1;
       in_window := coalesce(last.n - oldest.n + 1, 0);
       IF in_window >= most THEN
         allowed := false;
         remaining := 0;
         SELECT at + window_ms - present INTO retry_after_ms FROM slipway.rate_log WHERE key = of_key AND n = last.n - most + 1;
         RETURN;
       END IF;
       INSERT INTO slipway.rate_log (key, n, at) VALUES (of_key, coalesce(last.n, 0) + 1, present);
       DELETE FROM slipway.rate_log WHERE key = of_key AND n < coalesce(oldest.n, coalesce(last.n, 0) + 1);
       allowed := true;
       remaining := most - in_window - 1;
       retry_after_ms := CASE WHEN remaining > 0 THEN 0 ELSE coalesce(oldest.at, present) + window_ms - present END;
     END $take$`,
  ],
};

/** Windows that any number of processes share: exact across all of them. */
export async function openPostgresRate(place: PostgresPlace): Promise<Rate & { close(): Promise<void> }> {
  const { pool, close } = await openPostgresDatabase(place, rateTables);
  return {
    async take(key, limit, windowMs, now) {
      const { rows } = await pool.query('SELECT * FROM slipway.take_rate($1, $2, $3, $4)', [
        key,
        limit,
        windowMs,
        Math.round(now),
      ]);
      const row = rows[0] as { allowed: boolean; remaining: number; retry_after_ms: number };
      return { allowed: row.allowed, remaining: row.remaining, retryAfterMs: row.retry_after_ms };
    },
    close,
  };
}
