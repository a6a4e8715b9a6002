import { dayNumber } from '../../core/base/time/days.ts';
import type { FactLimits } from '../../core/ports/facts.ts';
import type { SqliteDatabase } from '../store/sqlite-file.ts';
import type { Sql } from './aggregate-sql.ts';
import { accountOf } from './columns.ts';
import type { sqliteRemoval } from './sqlite-removal.ts';

export interface SourceDay {
  readonly source: number;
  readonly day: number;
}

const SOURCES = [0, 1].map((n) => `SELECT key * 2 + ${n} FROM fact_account WHERE company_id = ?1`).join(' UNION ALL ');

/** Days of a company that lie before the limits: those to be removed, and those with vintages to be forgotten. */
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
export function sqliteRetention(database: SqliteDatabase, { removeDay }: ReturnType<typeof sqliteRemoval>) {
  const dropPast = database.prepare('DELETE FROM fact_past WHERE source = ? AND day = ? AND until <= ?');
  const begin = database.prepare('UPDATE fact_coverage SET first_at = min(?, fetched_at) WHERE source = ? AND day = ?');
  const bump = database.prepare('UPDATE fact_account SET generation = generation + 1 WHERE key = ?');
  return (old: readonly SourceDay[], dated: readonly SourceDay[], { vintagesBefore = 0 }: FactLimits): void => {
    for (const { source, day } of old) removeDay(source, day);
    for (const { source, day } of dated) {
      dropPast.run(source, day, vintagesBefore);
      begin.run(vintagesBefore, source, day);
    }
    for (const key of new Set([...old, ...dated].map(({ source }) => accountOf(source)))) bump.run(key);
  };
}
