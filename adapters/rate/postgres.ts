import type { Rate } from '../../core/ports/rate.ts';
import type { Migrations } from '../store/migrations.ts';
import { openPostgresDatabase, type PostgresPlace } from '../store/postgres-database.ts';

/**
 * A log of request times for each key, numbered without gaps, so that a count is a difference of
 * two numbers and costs the same for a limit of ten and of a million. Unlogged: after a crash of
 * the database the last minute is forgotten, and in return no request waits for its disk.
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
    `CREATE FUNCTION slipway.take_rates(keys text[], mosts bigint[], window_ms bigint, asked_at bigint)
     RETURNS TABLE (allowed boolean, remaining float8, retry_after_ms float8) LANGUAGE plpgsql AS $take$
     DECLARE
       of_key text;
       lock_id bigint;
       last slipway.rate_log;
       oldest slipway.rate_log;
       present bigint[] := '{}';
       counts bigint[] := '{}';
       last_n bigint[] := '{}';
       oldest_n bigint[] := '{}';
       is_open boolean := true;
     BEGIN
       -- All in one order, so that two requests never wait for each other.
       FOR lock_id IN SELECT DISTINCT hashtextextended(k, 7547930) AS h FROM unnest(keys) AS k ORDER BY h LOOP
         PERFORM pg_advisory_xact_lock(lock_id);
       END LOOP;
       FOR i IN 1 .. cardinality(keys) LOOP
         of_key := keys[i];
         SELECT * INTO last FROM slipway.rate_log WHERE key = of_key ORDER BY n DESC LIMIT 1;
         -- The clock was set back by more than a window: what was counted by the former one would block for hours.
         IF last.at > asked_at + window_ms THEN
           DELETE FROM slipway.rate_log WHERE key = of_key;
           last := NULL;
         END IF;
         -- The clocks of two machines may differ; the log stays in order all the same.
         present[i] := greatest(asked_at, coalesce(last.at, asked_at));
         SELECT * INTO oldest FROM slipway.rate_log WHERE key = of_key AND at > present[i] - window_ms ORDER BY at, n LIMIT 1;
         last_n[i] := coalesce(last.n, 0);
         oldest_n[i] := coalesce(oldest.n, last_n[i] + 1);
         counts[i] := last_n[i] - oldest_n[i] + 1;
         is_open := is_open AND counts[i] < mosts[i];
       END LOOP;
       FOR i IN 1 .. cardinality(keys) LOOP
         allowed := counts[i] < mosts[i];
         IF is_open THEN
           INSERT INTO slipway.rate_log (key, n, at) VALUES (keys[i], last_n[i] + 1, present[i]);
           DELETE FROM slipway.rate_log WHERE key = keys[i] AND n < oldest_n[i];
           counts[i] := counts[i] + 1;
           last_n[i] := last_n[i] + 1;
         END IF;
         remaining := greatest(mosts[i] - counts[i], 0);
         retry_after_ms := 0;
         IF remaining = 0 THEN
           SELECT at + window_ms - present[i] INTO retry_after_ms
             FROM slipway.rate_log WHERE key = keys[i] AND n = last_n[i] - mosts[i] + 1;
         END IF;
         RETURN NEXT;
       END LOOP;
     END $take$`,
  ],
};

/** Windows that any number of processes share: exact across all of them. */
export async function openPostgresRate(
  place: PostgresPlace,
): Promise<Rate & { close(): Promise<void> }> {
  const { pool, close } = await openPostgresDatabase(place, rateTables);
  return {
    async take(windows, windowMs, now) {
      const { rows } = await pool.query('SELECT * FROM slipway.take_rates($1, $2, $3, $4)', [
        windows.map(({ key }) => key),
        windows.map(({ limit }) => limit),
        windowMs,
        Math.round(now),
      ]);
      return (rows as { allowed: boolean; remaining: number; retry_after_ms: number }[]).map(
        (row) => ({
          allowed: row.allowed,
          remaining: row.remaining,
          retryAfterMs: row.retry_after_ms,
        }),
      );
    },
    close,
  };
}
