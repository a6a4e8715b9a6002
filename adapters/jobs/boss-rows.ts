import { createHash } from 'node:crypto';
import type { PostgresPool } from '../store/postgres-pool.ts';

/**
 * Reads of pg-boss's tables, and steps for one job instead of the oldest, which its functions do
 * not offer.
 */

type Asked = Pick<PostgresPool, 'query'>;

export const SCHEMA = 'slipway_boss';
/** The queue of dead letters. */
export const DEAD = 'dead-letters';

/** What a job of pg-boss carries. */
export interface JobData {
  readonly jobId: string;
  readonly companyId: string;
  readonly subject: string;
  readonly uses?: readonly string[];
  readonly isSmall?: true;
}

export interface BossRow {
  readonly name: string;
  readonly data: JobData;
  /** Milliseconds until it is due; below 0 since then. */
  readonly dueInMs: number;
}

/** pg-boss's id of a job's row. In SQL: `ID_OF`. */
export const rowIdOf = (jobId: string): string => {
  const hex = createHash('sha256').update(jobId).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
};
const ID_OF = (text: string) =>
  `left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), 32)::uuid`;

const COLUMNS = 'name, data, (extract(epoch FROM start_after - now()) * 1000)::float8 AS "dueInMs"';
const PAGE = 200;
const MOST_AHEAD = 500;
const MOST_UNMATCHED = 200;

/** Where the next page of each queue begins: due time and id of the last row. */
interface Position {
  readonly [queue: string]: readonly [startAfter: string, id: string];
}

/** A page of every queue at once; `next` has the positions of those with more. */
export async function dueRows(
  on: Asked,
  after?: string,
): Promise<{ readonly items: readonly BossRow[]; readonly next?: string }> {
  const { rows } = await on.query(
    `SELECT due.* FROM ${SCHEMA}.queue CROSS JOIN LATERAL (
       SELECT ${COLUMNS}, start_after::text AS "startAfter", id FROM ${SCHEMA}.job
       WHERE job.name = queue.name AND state < 'active' AND start_after <= now()
         AND (start_after, id) > (
           coalesce(($1::jsonb #>> ARRAY[queue.name, '0'])::timestamptz, '-infinity'),
           coalesce(($1::jsonb #>> ARRAY[queue.name, '1'])::uuid, '00000000-0000-0000-0000-000000000000'))
       ORDER BY start_after, id LIMIT ${PAGE}
     ) AS due
     WHERE queue.name <> '${DEAD}' AND ($1::jsonb IS NULL OR $1::jsonb ? queue.name)`,
    [after ?? null],
  );
  const items = rows as (BossRow & { readonly startAfter: string; readonly id: string })[];
  const byQueue = new Map<string, typeof items>();
  for (const row of items) byQueue.set(row.name, [...(byQueue.get(row.name) ?? []), row]);
  const position: Position = Object.fromEntries(
    [...byQueue].flatMap(([name, page]) => {
      const last = page[PAGE - 1];
      return last === undefined ? [] : [[name, [last.startAfter, last.id]] as const];
    }),
  );
  return { items, ...(Object.keys(position).length > 0 && { next: JSON.stringify(position) }) };
}

export async function waitingRow(
  on: Asked,
  queue: string,
  jobId: string,
): Promise<BossRow | undefined> {
  const { rows } = await on.query(
    `SELECT ${COLUMNS} FROM ${SCHEMA}.job WHERE name = $1 AND id = $2 AND state < 'active'`,
    [queue, rowIdOf(jobId)],
  );
  return rows[0] as BossRow | undefined;
}

/** Jobs written or begun at a time the database's clock has not reached: it was set back. */
export async function rowsAhead(
  on: Asked,
  toleranceMs: number,
): Promise<readonly (BossRow & { readonly pauseMs: number; readonly stamp: string })[]> {
  const { rows } = await on.query(
    `SELECT ahead.* FROM ${SCHEMA}.queue CROSS JOIN LATERAL (
       SELECT ${COLUMNS}, start_after::text AS stamp,
         (extract(epoch FROM start_after - greatest(created_on, started_on)) * 1000)::float8 AS "pauseMs"
       FROM ${SCHEMA}.job
       WHERE job.name = queue.name AND state < 'active' AND start_after > now()
         AND greatest(created_on, started_on) > now() + $1 * interval '1 millisecond'
       ORDER BY start_after LIMIT ${MOST_AHEAD}
     ) AS ahead
     WHERE queue.name <> '${DEAD}'`,
    [toleranceMs],
  );
  return rows as Awaited<ReturnType<typeof rowsAhead>>;
}

/** Documents without their row in pg-boss: of an earlier version, or restored from a backup. */
export async function unmatched(
  on: Asked,
): Promise<readonly { readonly id: string; readonly version: number; readonly doc: string }[]> {
  const { rows } = await on.query(
    `SELECT id, version, doc FROM slipway.documents AS d
     WHERE kind = 'job' AND company = 'system' AND NOT keys ? 'turnMs' AND CASE
       WHEN keys ? 'deadAt' THEN NOT EXISTS (
         SELECT FROM ${SCHEMA}.job WHERE name = '${DEAD}' AND data ->> 'jobId' = d.id)
       ELSE NOT EXISTS (
         SELECT FROM ${SCHEMA}.job AS j
         WHERE j.name = split_part(d.id, ':', 1) AND j.id = ${ID_OF('d.id')} AND j.state < 'active')
       END
     ORDER BY id LIMIT ${MOST_UNMATCHED}`,
  );
  return rows as Awaited<ReturnType<typeof unmatched>>;
}

/** Removes all rows of these jobs, dead letters included. */
export async function clearRows(
  on: Asked,
  jobs: readonly { readonly queue: string; readonly id: string }[],
): Promise<void> {
  if (jobs.length === 0) return;
  const ids = jobs.map(({ id }) => id);
  await on.query(
    `WITH cleared AS (
       DELETE FROM ${SCHEMA}.job USING unnest($1::text[], $2::uuid[]) AS cleared (name, id)
       WHERE job.name = cleared.name AND job.id = cleared.id
     )
     DELETE FROM ${SCHEMA}.job WHERE name = '${DEAD}' AND data ->> 'jobId' = ANY($3)`,
    [jobs.map(({ queue }) => queue), ids.map(rowIdOf), ids],
  );
}

/**
 * pg-boss's `fetch` for one job instead of the oldest: `fetch` knows no turns of companies and no
 * limits of ad accounts. False when the job does not wait or is not due.
 */
export async function claimRow(
  on: Asked,
  queue: string,
  jobId: string,
  anyTime: boolean,
): Promise<boolean> {
  const { rows } = await on.query(
    `UPDATE ${SCHEMA}.job SET state = 'active', started_on = now(),
       retry_count = CASE WHEN started_on IS NOT NULL THEN retry_count + 1 ELSE retry_count END
     WHERE name = $1 AND id = $2 AND state < 'active' AND ($3 OR start_after <= now())
     RETURNING id`,
    [queue, rowIdOf(jobId), anyTime],
  );
  return rows.length > 0;
}

/**
 * What pg-boss's `fail` made of a job, its pause cut to the longest. Undefined without such a job.
 */
export async function failedRow(
  on: Asked,
  queue: string,
  jobId: string,
  longestSeconds: number,
): Promise<
  { readonly isDead: boolean; readonly failures: number; readonly dueInMs: number } | undefined
> {
  const { rows } = await on.query(
    `UPDATE ${SCHEMA}.job SET start_after = least(start_after, now() + $3 * interval '1 second')
     WHERE name = $1 AND id = $2
     RETURNING state = 'failed' AS "isDead", retry_count + 1 AS failures,
       greatest(0, extract(epoch FROM start_after - now()) * 1000)::float8 AS "dueInMs"`,
    [queue, rowIdOf(jobId), longestSeconds],
  );
  return rows[0] as Awaited<ReturnType<typeof failedRow>>;
}
