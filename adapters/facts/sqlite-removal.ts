import type { SqliteDatabase } from '../store/sqlite-file.ts';
import { NAMES_A_STEP } from './columns.ts';
import type { sqliteMonths } from './sqlite-months.ts';

/** Removes so many days of one account of a company or, once they have gone, some of its names, and the account at last. */
export function sqliteRemoval(database: SqliteDatabase, months: ReturnType<typeof sqliteMonths>) {
  const findAccount = database.prepare('SELECT key FROM fact_account WHERE company_id = ? LIMIT 1');
  const findDays = database.prepare('SELECT source, day FROM fact_coverage WHERE source IN (? * 2, ? * 2 + 1) LIMIT ?');
  const removeFacts = database.prepare('DELETE FROM fact WHERE source = ? AND day = ?');
  const removePast = database.prepare('DELETE FROM fact_past WHERE source = ? AND day = ?');
  const removeRolled = (['fact_by_campaign', 'fact_by_adset'] as const).map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE source = ? AND day = ?`),
  );
  const uncover = database.prepare('DELETE FROM fact_coverage WHERE source = ? AND day = ?');
  const removeNames = database.prepare(
    `DELETE FROM fact_entity WHERE key IN (SELECT key FROM fact_entity WHERE account = ? LIMIT ${NAMES_A_STEP}) RETURNING key`,
  );
  // SQLite would give the key of a deleted row out again, and processes remember names by it.
  const emptyAccount = database.prepare(
    "UPDATE fact_account SET company_id = '', account_id = CAST(key AS TEXT), generation = 0 WHERE key = ?",
  );

  /** All that is kept of a day. */
  const removeDay = (source: number, day: number): void => {
    removeFacts.run(source, day);
    removePast.run(source, day);
    for (const each of removeRolled) each.run(source, day);
    months.forget(source, day);
    uncover.run(source, day);
  };

  const removeSome = (companyId: string, days: number): 'more' | 'done' => {
    const account = findAccount.get(companyId) as { readonly key: number } | null | undefined;
    if (!account) return 'done';
    const covered = findDays.all(account.key, account.key, days) as unknown as readonly {
      readonly source: number;
      readonly day: number;
    }[];
    for (const { source, day } of covered) removeDay(source, day);
    if (covered.length === 0 && removeNames.all(account.key).length === 0) emptyAccount.run(account.key);
    return 'more';
  };
  return { removeDay, removeSome };
}
