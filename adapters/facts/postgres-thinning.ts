import type { PostgresConnection } from '../store/postgres-pool.ts';
import { sourceOf } from './columns.ts';
import { thinningSql } from './thinning-sql.ts';
import { areTooMany, type DayMoments, firstKeptDay, nextThinning } from './vintages.ts';

/** As in SQLite, inside a transaction. */
export async function thinSomeFacts(connection: PostgresConnection, companyId: string, now: number): Promise<'more' | 'done'> {
  const { rows: keys } = await connection.query('SELECT key FROM slipway.fact_account WHERE company_id = $1', [companyId]);
  const sources = (keys as { key: number }[]).flatMap(({ key }) => [sourceOf(key, 'none'), sourceOf(key, 'country')]);
  const { rows: counts } = await connection.query(
    `SELECT source, sum(facts)::float8 AS facts, sum(past)::float8 AS past FROM (
       SELECT source, count(*) AS facts, 0 AS past FROM slipway.fact WHERE source = ANY($1::integer[]) AND day >= $2 GROUP BY source
       UNION ALL
       SELECT source, 0, count(*) FROM slipway.fact_past WHERE source = ANY($1::integer[]) GROUP BY source
     ) c GROUP BY source`,
    [sources, firstKeptDay(now)],
  );
  const crowded = (counts as { source: number; facts: number; past: number }[]).find(({ facts, past }) =>
    areTooMany(past, facts),
  );
  if (crowded === undefined) return 'done';
  // Puts to one account follow each other, and so does this.
  await connection.query('SELECT 1 FROM slipway.fact_account WHERE key = $1 FOR UPDATE', [Math.floor(crowded.source / 2)]);
  const next = nextThinning(await momentsOf(connection, crowded.source), now);
  for (const each of next)
    for (const { text, values } of thinningSql('slipway.', crowded.source, each)) await connection.query(text, [...values]);
  return next.length > 0 ? 'more' : 'done';
}

async function momentsOf(connection: PostgresConnection, source: number): Promise<readonly DayMoments[]> {
  const { rows } = await connection.query(
    `SELECT p.day, c.first_at::float8 AS "firstAt", array_agg(DISTINCT p.until::float8 ORDER BY p.until::float8) AS untils
     FROM slipway.fact_past p JOIN slipway.fact_coverage c ON c.source = p.source AND c.day = p.day
     WHERE p.source = $1 GROUP BY p.day, c.first_at ORDER BY p.day`,
    [source],
  );
  return rows as readonly DayMoments[];
}
