import type { SqliteDatabase } from '../store/sqlite-file.ts';
import type { Sql } from './aggregate-sql.ts';
import { areTooMany, type DayMoments, type DayThinning, firstKeptDay, nextThinning } from './vintages.ts';

/** How many facts that count for the room of vintages, and how many vintages, each source of a company has. */
export const countsSql = (companyId: string, now: number): Sql => ({
  text: `SELECT c.source AS source, sum(c.facts) AS facts, sum(c.past) AS past FROM (
       SELECT source, count(*) AS facts, 0 AS past FROM fact WHERE source IN (${SOURCES}) AND day >= ?2 GROUP BY source
       UNION ALL
       SELECT source, 0, count(*) FROM fact_past WHERE source IN (${SOURCES}) GROUP BY source
     ) c GROUP BY c.source`,
  values: [companyId, firstKeptDay(now)],
});
const SOURCES = [0, 1].map((n) => `SELECT key * 2 + ${n} FROM fact_account WHERE company_id = ?1`).join(' UNION ALL ');

export interface SourceCounts {
  readonly source: number;
  readonly facts: number;
  readonly past: number;
}

/** Forgets fetches of a source that has too many vintages, some days at a time, inside a transaction. */
export function sqliteThinning(database: SqliteDatabase): (counts: readonly SourceCounts[], now: number) => 'more' | 'done' {
  const days = database.prepare('SELECT DISTINCT day FROM fact_past WHERE source = ? ORDER BY day');
  const first = database.prepare('SELECT first_at FROM fact_coverage WHERE source = ? AND day = ?');
  const moments = database.prepare('SELECT DISTINCT until FROM fact_past WHERE source = ? AND day = ? ORDER BY until');
  const dropNext = database.prepare(
    `DELETE FROM fact_past AS later WHERE source = ?1 AND day = ?2 AND until = ?4 AND EXISTS (
       SELECT 1 FROM fact_past AS earlier WHERE earlier.source = ?1 AND earlier.day = ?2 AND earlier.campaign = later.campaign
         AND earlier.adset = later.adset AND earlier.ad = later.ad AND earlier.country = later.country AND earlier.until = ?3)`,
  );
  const move = database.prepare('UPDATE fact_past SET until = ?4 WHERE source = ?1 AND day = ?2 AND until = ?3');
  const dropAll = database.prepare('DELETE FROM fact_past WHERE source = ? AND day = ? AND until = ?');
  const begin = database.prepare('UPDATE fact_coverage SET first_at = ? WHERE source = ? AND day = ?');

  const momentsOf = (source: number): DayMoments[] =>
    (days.all(source) as { day: number }[]).map(({ day }) => ({
      day,
      firstAt: (first.get(source, day) as { first_at: number }).first_at,
      untils: (moments.all(source, day) as { until: number }[]).map(({ until }) => until),
    }));

  const forget = (source: number, { day, firstAt, forget: moments }: DayThinning): void => {
    for (const { at, next } of moments)
      if (at === firstAt) {
        dropAll.run(source, day, next);
        begin.run(next, source, day);
      } else {
        dropNext.run(source, day, at, next);
        move.run(source, day, at, next);
      }
  };

  return (counts, now) => {
    const crowded = counts.find(({ facts, past }) => areTooMany(past, facts));
    const next = crowded === undefined ? [] : nextThinning(momentsOf(crowded.source), now);
    for (const each of next) forget(crowded?.source ?? 0, each);
    return next.length > 0 ? 'more' : 'done';
  };
}
