import { dayNumber } from '../../core/base/time/days.ts';
import type { FactLimits } from '../../core/ports/facts.ts';
import type { DuckdbSession } from '../duckdb/connection.ts';
import type { Sql } from '../store/sql.ts';

import { accountOf, NAMES_A_STEP } from './columns.ts';
import { thinningSql } from './thinning-sql.ts';
import { areTooMany, type DayMoments, firstKeptDay, nextThinning } from './vintages.ts';

/** What makes the figures in a file of DuckDB fewer, each inside a transaction, as in SQLite. */

const SOURCES =
  'SELECT key * 2 + n FROM fact_account, (VALUES (0), (1)) AS halves (n) WHERE company_id = $1';
const DAY_TABLES = ['fact', 'fact_past', 'fact_coverage'];
const numbers = (values: readonly number[]): string => `[${values.join(',')}]`;
/** Days of sources, as parameters 1 and 2. */
const CHOSEN = '(SELECT unnest($1::INTEGER[]) AS source, unnest($2::INTEGER[]) AS day) AS chosen';
const IS_CHOSEN = 't.source = chosen.source AND t.day = chosen.day';

interface SourceDay {
  readonly source: number;
  readonly day: number;
}
const listsOf = (days: readonly SourceDay[]): readonly string[] => [
  numbers(days.map(({ source }) => source)),
  numbers(days.map(({ day }) => day)),
];

async function removeDays(session: DuckdbSession, days: readonly SourceDay[]): Promise<void> {
  for (const table of DAY_TABLES)
    await session.run({
      text: `DELETE FROM ${table} AS t USING ${CHOSEN} WHERE ${IS_CHOSEN}`,
      values: listsOf(days),
    });
}

export async function removeSomeFacts(
  session: DuckdbSession,
  companyId: string,
  days: number,
): Promise<'more' | 'done'> {
  const [account] = await session.all<{ key: number }>({
    text: 'SELECT key FROM fact_account WHERE company_id = $1 LIMIT 1',
    values: [companyId],
  });
  if (account === undefined) return 'done';
  const covered = await session.all<SourceDay>({
    text: 'SELECT source, day FROM fact_coverage WHERE source BETWEEN $1 AND $1 + 1 LIMIT $2',
    values: [account.key * 2, days],
  });
  if (covered.length > 0) {
    await removeDays(session, covered);
    return 'more';
  }
  const named = await session.all<{ key: number }>({
    text: `SELECT key FROM fact_entity WHERE account = $1 LIMIT ${NAMES_A_STEP}`,
    values: [account.key],
  });
  const [text, values] =
    named.length > 0
      ? [
          'DELETE FROM fact_entity WHERE key IN (SELECT unnest($1::INTEGER[]))',
          [numbers(named.map(({ key }) => key))],
        ]
      : ['DELETE FROM fact_account WHERE key = $1', [account.key]];
  await session.run({ text, values });
  return 'more';
}

export async function forgetSomeFacts(
  session: DuckdbSession,
  companyId: string,
  { factsBefore, vintagesBefore = 0 }: FactLimits,
  days: number,
): Promise<number> {
  const rows = await session.all<SourceDay & { readonly is_old: boolean }>({
    text: `SELECT source, day, day < $2 AS is_old FROM fact_coverage AS c WHERE source IN (${SOURCES}) AND (day < $2 OR (first_at < $3
       AND EXISTS (SELECT 1 FROM fact_past AS p WHERE p.source = c.source AND p.day = c.day AND p.until <= $3))) LIMIT $4`,
    values: [companyId, dayNumber(factsBefore ?? '') ?? -1_000_000, vintagesBefore, days],
  });
  if (rows.length === 0) return 0;
  const accounts = new Set(rows.map(({ source }) => accountOf(source)));
  await session.run({
    text: 'UPDATE fact_account SET generation = generation + 1 WHERE key IN (SELECT unnest($1::INTEGER[]))',
    values: [numbers([...accounts])],
  });
  await removeDays(
    session,
    rows.filter(({ is_old }) => is_old),
  );
  const dated = [...listsOf(rows.filter(({ is_old }) => !is_old)), vintagesBefore];
  const steps: readonly string[] = [
    `DELETE FROM fact_past AS t USING ${CHOSEN} WHERE ${IS_CHOSEN} AND t.until <= $3`,
    `UPDATE fact_coverage AS t SET first_at = least($3, fetched_at) FROM ${CHOSEN} WHERE ${IS_CHOSEN}`,
  ];
  for (const text of steps) await session.run({ text, values: dated });
  return rows.length;
}

/**
 * How many facts that count for the room of vintages, and how many vintages, each source of a
 * company has.
 */
const countsSql = (companyId: string, now: number): Sql => ({
  text: `SELECT source, sum(facts)::DOUBLE AS facts, sum(past)::DOUBLE AS past FROM (
       SELECT source, count(*) AS facts, 0 AS past FROM fact WHERE source IN (${SOURCES}) AND day >= $2 GROUP BY source
       UNION ALL
       SELECT source, 0, count(*) FROM fact_past WHERE source IN (${SOURCES}) GROUP BY source
     ) AS c GROUP BY source`,
  values: [companyId, firstKeptDay(now)],
});

export async function thinSomeFacts(
  session: DuckdbSession,
  companyId: string,
  now: number,
): Promise<'more' | 'done'> {
  const counts = await session.all<{ source: number; facts: number; past: number }>(
    countsSql(companyId, now),
  );
  const crowded = counts.find(({ facts, past }) => areTooMany(past, facts));
  if (crowded === undefined) return 'done';
  const moments = await session.all<DayMoments>({
    text: `SELECT p.day, any_value(c.first_at) AS "firstAt", list(DISTINCT p.until ORDER BY p.until) AS untils
           FROM fact_past p JOIN fact_coverage c ON c.source = p.source AND c.day = p.day
           WHERE p.source = $1 GROUP BY p.day ORDER BY p.day`,
    values: [crowded.source],
  });
  const next = nextThinning(moments, now);
  for (const each of next)
    for (const sql of thinningSql('', crowded.source, each)) await session.run(sql);
  return next.length > 0 ? 'more' : 'done';
}
