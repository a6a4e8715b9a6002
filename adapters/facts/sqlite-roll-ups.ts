import type { SqliteDatabase } from '../store/sqlite-file.ts';
import { sourceOf } from './columns.ts';
import { rollUpSql, unrolledSql } from './roll-ups.ts';
import type { sqliteMonths } from './sqlite-months.ts';

/** The roll-ups of an SQLite file. What writes has to be called inside a transaction. */
export function sqliteRollUps(database: SqliteDatabase, months: ReturnType<typeof sqliteMonths>) {
  const [none, country] = [false, true].map((hasCountries) =>
    rollUpSql('', 'source = ? AND day = ?', { hasCountries, whole: (sum) => sum }).map((text) =>
      database.prepare(text),
    ),
  );
  const accounts = database.prepare('SELECT key FROM fact_account WHERE company_id = ?');
  const listed = 'source IN (SELECT value FROM json_each(?))';
  const unrolled = database.prepare(`${unrolledSql('', listed)} LIMIT ?`);
  const forget = database.prepare(`UPDATE fact_coverage SET rolled_at = -1 WHERE ${listed}`);
  const done = database.prepare(
    'UPDATE fact_coverage SET rolled_at = fetched_at WHERE source = ? AND day = ?',
  );

  /** Makes those of one day of a source anew. */
  const roll = (source: number, day: number): void => {
    months.forget(source, day);
    for (const statement of (source % 2 === 0 ? none : country) ?? []) statement.run(source, day);
  };

  return {
    roll,
    /** Makes those that are missing, for so many days of a company. */
    rollMissing(companyId: string, days: number, anew: boolean): 'more' | 'done' {
      const keys = accounts.all(companyId) as { key: number }[];
      const sources = JSON.stringify(
        keys.flatMap(({ key }) => [sourceOf(key, 'none'), sourceOf(key, 'country')]),
      );
      if (anew) {
        forget.run(sources);
        months.forgetAll(sources);
      }
      const missing = unrolled.all(sources, days) as { source: number; day: number }[];
      for (const { source, day } of missing) {
        roll(source, day);
        done.run(source, day);
      }
      return missing.length < days ? months.makeSome(sources, days - missing.length) : 'more';
    },
  };
}
