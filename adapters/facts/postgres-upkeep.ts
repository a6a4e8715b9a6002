import { dayNumber } from '../../core/base/time/days.ts';
import type { FactLimits } from '../../core/ports/facts.ts';
import type { PostgresConnection } from '../store/postgres-pool.ts';
import { NAMES_A_STEP, sourceOf } from './columns.ts';
import { thinningSql } from './thinning-sql.ts';
import { areTooMany, type DayMoments, firstKeptDay, nextThinning } from './vintages.ts';

interface SourceDay {
  readonly source: number;
  readonly day: number;
}

const CHOSEN = 'unnest($1::integer[], $2::integer[]) AS chosen (source, day)';
const listsOf = (days: readonly SourceDay[]) => [
  days.map(({ source }) => source),
  days.map(({ day }) => day),
];

/** All that is kept of these days. */
async function removeDays(
  connection: PostgresConnection,
  days: readonly SourceDay[],
): Promise<void> {
  for (const table of ['fact', 'fact_past', 'fact_by_campaign', 'fact_by_adset', 'fact_coverage'])
    await connection.query(
      `DELETE FROM slipway.${table} AS t USING ${CHOSEN} WHERE t.source = chosen.source AND t.day = chosen.day`,
      listsOf(days),
    );
}

/** As in SQLite. */
export async function removeSomeFacts(
  connection: PostgresConnection,
  companyId: string,
  days: number,
): Promise<'more' | 'done'> {
  const { rows } = await connection.query(
    'SELECT key FROM slipway.fact_account WHERE company_id = $1 LIMIT 1 FOR UPDATE',
    [companyId],
  );
  const [account] = rows as readonly { readonly key: number }[];
  if (account === undefined) return 'done';
  const covered = await connection.query(
    'SELECT source, day FROM slipway.fact_coverage WHERE source IN ($1::integer * 2, $1::integer * 2 + 1) LIMIT $2',
    [account.key, days],
  );
  if (covered.rows.length > 0) {
    await removeDays(connection, covered.rows as readonly SourceDay[]);
    return 'more';
  }
  const named = await connection.query(
    `DELETE FROM slipway.fact_entity
     WHERE key IN (SELECT key FROM slipway.fact_entity WHERE account = $1 LIMIT ${NAMES_A_STEP}) RETURNING key`,
    [account.key],
  );
  if (named.rows.length === 0)
    await connection.query('DELETE FROM slipway.fact_account WHERE key = $1', [account.key]);
  return 'more';
}

/** As in SQLite, inside a transaction. Puts to one account follow each other, and so does this. */
export async function forgetSomeFacts(
  connection: PostgresConnection,
  companyId: string,
  { factsBefore, vintagesBefore = 0 }: FactLimits,
  days: number,
): Promise<number> {
  const sources = `SELECT key * 2 + n FROM slipway.fact_account, generate_series(0, 1) AS n WHERE company_id = $1`;
  const found = await connection.query(
    `SELECT source, day, day < $2 AS is_old FROM slipway.fact_coverage AS c WHERE source IN (${sources}) AND (day < $2 OR (first_at < $3
       AND EXISTS (SELECT 1 FROM slipway.fact_past AS p WHERE p.source = c.source AND p.day = c.day AND p.until <= $3))) LIMIT $4`,
    [companyId, dayNumber(factsBefore ?? '') ?? -1_000_000, vintagesBefore, days],
  );
  const rows = found.rows as readonly (SourceDay & { readonly is_old: boolean })[];
  if (rows.length === 0) return 0;
  await connection.query(
    'UPDATE slipway.fact_account SET generation = generation + 1 WHERE key = ANY($1::integer[])',
    [[...new Set(rows.map(({ source }) => Math.floor(source / 2)))].sort((a, b) => a - b)],
  );
  await removeDays(
    connection,
    rows.filter(({ is_old }) => is_old),
  );
  const dated = [...listsOf(rows.filter(({ is_old }) => !is_old)), vintagesBefore];
  await connection.query(
    `DELETE FROM slipway.fact_past AS t USING ${CHOSEN} WHERE t.source = chosen.source AND t.day = chosen.day AND t.until <= $3`,
    dated,
  );
  await connection.query(
    `UPDATE slipway.fact_coverage AS t SET first_at = least($3, fetched_at) FROM ${CHOSEN} WHERE t.source = chosen.source AND t.day = chosen.day`,
    dated,
  );
  return rows.length;
}

/** As in SQLite, inside a transaction. */
export async function thinSomeFacts(
  connection: PostgresConnection,
  companyId: string,
  now: number,
): Promise<'more' | 'done'> {
  const { rows: keys } = await connection.query(
    'SELECT key FROM slipway.fact_account WHERE company_id = $1',
    [companyId],
  );
  const sources = (keys as { key: number }[]).flatMap(({ key }) => [
    sourceOf(key, 'none'),
    sourceOf(key, 'country'),
  ]);
  const { rows: counts } = await connection.query(
    `SELECT source, sum(facts)::float8 AS facts, sum(past)::float8 AS past FROM (
       SELECT source, count(*) AS facts, 0 AS past FROM slipway.fact WHERE source = ANY($1::integer[]) AND day >= $2 GROUP BY source
       UNION ALL
       SELECT source, 0, count(*) FROM slipway.fact_past WHERE source = ANY($1::integer[]) GROUP BY source
     ) c GROUP BY source`,
    [sources, firstKeptDay(now)],
  );
  const crowded = (counts as { source: number; facts: number; past: number }[]).find(
    ({ facts, past }) => areTooMany(past, facts),
  );
  if (crowded === undefined) return 'done';
  // Puts to one account follow each other, and so does this.
  await connection.query('SELECT 1 FROM slipway.fact_account WHERE key = $1 FOR UPDATE', [
    Math.floor(crowded.source / 2),
  ]);
  const next = nextThinning(await momentsOf(connection, crowded.source), now);
  for (const each of next)
    for (const { text, values } of thinningSql('slipway.', crowded.source, each))
      await connection.query(text, [...values]);
  return next.length > 0 ? 'more' : 'done';
}

async function momentsOf(
  connection: PostgresConnection,
  source: number,
): Promise<readonly DayMoments[]> {
  const { rows } = await connection.query(
    `SELECT p.day, c.first_at::float8 AS "firstAt", array_agg(DISTINCT p.until::float8 ORDER BY p.until::float8) AS untils
     FROM slipway.fact_past p JOIN slipway.fact_coverage c ON c.source = p.source AND c.day = p.day
     WHERE p.source = $1 GROUP BY p.day, c.first_at ORDER BY p.day`,
    [source],
  );
  return rows as readonly DayMoments[];
}
