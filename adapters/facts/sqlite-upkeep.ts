import { dayNumber } from '../../core/base/time/days.ts';
import type { FactLimits } from '../../core/ports/facts.ts';
import type { Sql } from '../store/sql.ts';
import type { SqliteDatabase } from '../store/sqlite-file.ts';

import { accountOf, NAMES_A_STEP } from './columns.ts';
import type { sqliteMonths } from './sqlite-months.ts';
import {
  areTooMany,
  type DayMoments,
  type DayThinning,
  firstKeptDay,
  nextThinning,
} from './vintages.ts';

/**
 * Removes at most `days` days of one account; once none are left, some of its names; once none of
 * those are left, the account.
 */
export function sqliteRemoval(database: SqliteDatabase, months: ReturnType<typeof sqliteMonths>) {
  const findAccount = database.prepare('SELECT key FROM fact_account WHERE company_id = ? LIMIT 1');
  const findDays = database.prepare(
    'SELECT source, day FROM fact_coverage WHERE source IN (? * 2, ? * 2 + 1) LIMIT ?',
  );
  const removals = ['fact', 'fact_past', 'fact_by_campaign', 'fact_by_adset', 'fact_coverage'].map(
    (table) => database.prepare(`DELETE FROM ${table} WHERE source = ? AND day = ?`),
  );
  const removeNames = database.prepare(
    `DELETE FROM fact_entity WHERE key IN (SELECT key FROM fact_entity WHERE account = ? LIMIT ${NAMES_A_STEP}) RETURNING key`,
  );
  // SQLite would give the key of a deleted row out again, and processes remember names by it.
  const emptyAccount = database.prepare(
    "UPDATE fact_account SET company_id = '', account_id = CAST(key AS TEXT), generation = 0 WHERE key = ?",
  );

  /** All that is kept of a day. */
  const removeDay = (source: number, day: number): void => {
    for (const each of removals) each.run(source, day);
    months.forget(source, day);
  };

  const removeSome = (companyId: string, days: number): 'more' | 'done' => {
    const account = findAccount.get(companyId) as { readonly key: number } | null | undefined;
    if (!account) return 'done';
    const covered = findDays.all(account.key, account.key, days) as unknown as readonly SourceDay[];
    for (const { source, day } of covered) removeDay(source, day);
    if (covered.length === 0 && removeNames.all(account.key).length === 0)
      emptyAccount.run(account.key);
    return 'more';
  };
  return { removeDay, removeSome };
}

export interface SourceDay {
  readonly source: number;
  readonly day: number;
}

const SOURCES = [0, 1]
  .map((n) => `SELECT key * 2 + ${n} FROM fact_account WHERE company_id = ?1`)
  .join(' UNION ALL ');

/**
 * Days of a company that lie before the limits: those to be removed, and those with vintages to be
 * forgotten.
 */
export const oldDaysSql = {
  facts: (companyId: string, { factsBefore }: FactLimits, days: number): Sql => ({
    text: `SELECT source, day FROM fact_coverage WHERE source IN (${SOURCES}) AND day < ?2 LIMIT ?3`,
    values: [companyId, dayNumber(factsBefore ?? '') ?? -1_000_000, days],
  }),
  vintages: (companyId: string, { vintagesBefore = 0 }: FactLimits, days: number): Sql => ({
    text: `SELECT source, day FROM fact_coverage AS c WHERE source IN (${SOURCES}) AND first_at < ?2
             AND EXISTS (SELECT 1 FROM fact_past AS p WHERE p.source = c.source AND p.day = c.day AND p.until <= ?2) LIMIT ?3`,
    values: [companyId, vintagesBefore, days],
  }),
};

/** Forgets such days, inside a transaction. What was answered about them before is no longer so. */
export function sqliteRetention(
  database: SqliteDatabase,
  { removeDay }: ReturnType<typeof sqliteRemoval>,
) {
  const dropPast = database.prepare(
    'DELETE FROM fact_past WHERE source = ? AND day = ? AND until <= ?',
  );
  const begin = database.prepare(
    'UPDATE fact_coverage SET first_at = min(?, fetched_at) WHERE source = ? AND day = ?',
  );
  const bump = database.prepare(
    'UPDATE fact_account SET generation = generation + 1 WHERE key = ?',
  );
  return (
    old: readonly SourceDay[],
    dated: readonly SourceDay[],
    { vintagesBefore = 0 }: FactLimits,
  ): void => {
    for (const { source, day } of old) removeDay(source, day);
    for (const { source, day } of dated) {
      dropPast.run(source, day, vintagesBefore);
      begin.run(vintagesBefore, source, day);
    }
    for (const key of new Set([...old, ...dated].map(({ source }) => accountOf(source))))
      bump.run(key);
  };
}

/**
 * How many facts that count for the room of vintages, and how many vintages, each source of a
 * company has.
 */
export const countsSql = (companyId: string, now: number): Sql => ({
  text: `SELECT c.source AS source, sum(c.facts) AS facts, sum(c.past) AS past FROM (
       SELECT source, count(*) AS facts, 0 AS past FROM fact WHERE source IN (${SOURCES}) AND day >= ?2 GROUP BY source
       UNION ALL
       SELECT source, 0, count(*) FROM fact_past WHERE source IN (${SOURCES}) GROUP BY source
     ) c GROUP BY c.source`,
  values: [companyId, firstKeptDay(now)],
});

export interface SourceCounts {
  readonly source: number;
  readonly facts: number;
  readonly past: number;
}

/**
 * Forgets fetches of a source that has too many vintages, some days at a time, inside a
 * transaction.
 */
export function sqliteThinning(
  database: SqliteDatabase,
): (counts: readonly SourceCounts[], now: number) => 'more' | 'done' {
  const days = database.prepare('SELECT DISTINCT day FROM fact_past WHERE source = ? ORDER BY day');
  const first = database.prepare('SELECT first_at FROM fact_coverage WHERE source = ? AND day = ?');
  const moments = database.prepare(
    'SELECT DISTINCT until FROM fact_past WHERE source = ? AND day = ? ORDER BY until',
  );
  const dropNext = database.prepare(
    `DELETE FROM fact_past AS later WHERE source = ?1 AND day = ?2 AND until = ?4 AND EXISTS (
       SELECT 1 FROM fact_past AS earlier WHERE earlier.source = ?1 AND earlier.day = ?2 AND earlier.campaign = later.campaign
         AND earlier.adset = later.adset AND earlier.ad = later.ad AND earlier.country = later.country AND earlier.until = ?3)`,
  );
  const move = database.prepare(
    'UPDATE fact_past SET until = ?4 WHERE source = ?1 AND day = ?2 AND until = ?3',
  );
  const dropAll = database.prepare(
    'DELETE FROM fact_past WHERE source = ? AND day = ? AND until = ?',
  );
  const begin = database.prepare(
    'UPDATE fact_coverage SET first_at = ? WHERE source = ? AND day = ?',
  );

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
