import { numberOf } from '../../core/base/time/days.ts';
import type { Facts } from '../../core/ports/facts.ts';
import type { Sql } from '../store/sql.ts';
import { type Checkpoints, createCheckpoints } from '../store/sqlite-checkpoints.ts';
import { inTransaction, openSqliteDatabase } from '../store/sqlite-database.ts';
import type { SqliteDatabase, SqliteValue } from '../store/sqlite-file.ts';
import { unavailable, whenFree } from '../store/sqlite-trouble.ts';

import { createCachedFacts } from './cached.ts';
import { checkedFacts, sourceOf } from './columns.ts';
import { type CoverageRow, coverageAsOfSql, coveredDays } from './coverage-sql.ts';
import type { Ask } from './reading.ts';
import { createSqliteKeys } from './sqlite-keys.ts';
import { sqliteMonths } from './sqlite-months.ts';
import { sqlitePut } from './sqlite-put.ts';
import { type SqliteAccount, sqliteReading } from './sqlite-reading.ts';
import { sqliteRollUps } from './sqlite-roll-ups.ts';
import { factTables } from './sqlite-tables.ts';
import { NoThread, openSqliteThreads, type SqliteThreads } from './sqlite-threads.ts';
import {
  countsSql,
  oldDaysSql,
  type SourceCounts,
  type SourceDay,
  sqliteRemoval,
  sqliteRetention,
  sqliteThinning,
} from './sqlite-upkeep.ts';

/**
 * Facts in an SQLite file; the documents may live in the same one. Sums and scans are asked in
 * threads of their own (sqlite-threads.ts). A put works to its end before it returns, so put large
 * answers in portions. Answers are remembered (see cached.ts) unless told otherwise.
 *
 * @example
 * import { openSqliteFacts } from 'slipway/adapters/facts-sqlite';
 *
 * const facts = await openSqliteFacts('figures.db');
 * const scope = { accountId: 'primary:act_1', breakdown: 'none', from: '2026-10-01', to: '2026-10-07' } as const;
 * await facts.put('acme', scope, [], Date.now());
 * console.log((await facts.coverage('acme', scope)).length); // 7
 * await facts.close();
 */
export async function openSqliteFacts(
  path: string,
  options: { readonly cache?: boolean } = {},
): Promise<Facts> {
  const database = await openSqliteDatabase(path, factTables);
  // Facts can be fetched again, so a commit need not wait for the disk; the file stays sound all
  // the same.
  database.exec(
    'PRAGMA synchronous = NORMAL; PRAGMA cache_size = -4096; PRAGMA temp_store = MEMORY',
  );
  const threads = path === ':memory:' ? undefined : openSqliteThreads(path);
  const facts = createSqliteFacts(database, createCheckpoints(database), threads);
  return options.cache === false ? facts : createCachedFacts(facts);
}

function createSqliteFacts(
  database: SqliteDatabase,
  checkpoints: Checkpoints,
  threads: SqliteThreads | undefined,
): Facts {
  const bumpAccount = database.prepare(
    `INSERT INTO fact_account (company_id, account_id, generation) VALUES (?, ?, 1)
     ON CONFLICT (company_id, account_id) DO UPDATE SET generation = generation + 1 RETURNING key, generation`,
  );
  const keys = createSqliteKeys(database);
  const months = sqliteMonths(database);
  const rollUps = sqliteRollUps(database, months);
  const findAccounts = database.prepare(
    'SELECT key, account_id, generation FROM fact_account WHERE company_id = ? AND account_id IN (SELECT value FROM json_each(?))',
  );
  const accountsOf = (companyId: string, accountIds: readonly string[]): readonly SqliteAccount[] =>
    told(
      () =>
        findAccounts.all(
          companyId,
          JSON.stringify(accountIds),
        ) as unknown as readonly SqliteAccount[],
    );
  const here: Ask = async <T>({ text, values }: Sql) =>
    told(() => database.prepare(text).all(...(values as readonly SqliteValue[])) as T[]);
  const elsewhere: Ask = async (sql) => {
    try {
      return await (threads?.all(sql) ?? here(sql));
    } catch (error) {
      if (error instanceof NoThread) return here(sql);
      throw unavailable(error);
    }
  };
  const { aggregate, scan } = sqliteReading(accountsOf, here, elsewhere);
  const write = sqlitePut(database, keys, rollUps);
  const thin = sqliteThinning(database);
  const coveredAsOf = database.prepare(coverageAsOfSql('', '?'));
  const covered = database.prepare(
    'SELECT day, fetched_at FROM fact_coverage WHERE source = ? AND day BETWEEN ? AND ? ORDER BY day',
  );

  const accountIds = database.prepare(
    'SELECT account_id FROM fact_account WHERE company_id = ? ORDER BY account_id',
  );
  const removal = sqliteRemoval(database, months);
  const forgetDays = sqliteRetention(database, removal);

  /** Inside a transaction of its own. */
  const changing = async <T>(work: () => T): Promise<T> => {
    try {
      const result = await whenFree(() => inTransaction(database, work));
      checkpoints.written();
      return result;
    } catch (error) {
      throw unavailable(error);
    }
  };

  return {
    async put(companyId, scope, rows, fetchedAt) {
      const checked = checkedFacts(scope, rows);
      try {
        await changing(() => {
          const { key, generation } = bumpAccount.get(companyId, scope.accountId) as {
            key: number;
            generation: number;
          };
          keys.begin(key, generation);
          write(key, scope, checked, fetchedAt);
        });
      } catch (error) {
        keys.forget();
        throw error;
      }
    },

    async coverage(companyId, scope, asOf) {
      const [account] = accountsOf(companyId, [scope.accountId]);
      if (account === undefined) return [];
      const range = [
        sourceOf(account.key, scope.breakdown),
        numberOf(scope.from),
        numberOf(scope.to),
      ];
      const rows = told(() =>
        asOf === undefined ? covered.all(...range) : coveredAsOf.all(asOf, asOf, asOf, ...range),
      );
      return coveredDays(rows as unknown as readonly CoverageRow[]);
    },

    aggregate,

    scan,

    async thin(companyId, now) {
      const counts = await elsewhere<SourceCounts>(countsSql(companyId, now));
      return changing(() => thin(counts, now));
    },

    rollUp: (companyId, days, { anew = false } = {}) =>
      changing(() => rollUps.rollMissing(companyId, days, anew)),

    async forget(companyId, limits, days) {
      const [old, dated] = [
        await elsewhere<SourceDay>(oldDaysSql.facts(companyId, limits, days)),
        await elsewhere<SourceDay>(oldDaysSql.vintages(companyId, limits, days)),
      ];
      if (old.length + dated.length > 0) await changing(() => forgetDays(old, dated, limits));
      return old.length + dated.length;
    },

    async remove(companyId, days) {
      try {
        return await changing(() => removal.removeSome(companyId, days));
      } finally {
        keys.forget();
      }
    },

    async accounts(companyId) {
      return (told(() => accountIds.all(companyId)) as { account_id: string }[]).map(
        (row) => row.account_id,
      );
    },

    async generations(companyId, accountIds) {
      const rows = new Map(
        accountsOf(companyId, accountIds).map((row) => [row.account_id, row.generation]),
      );
      return accountIds.map((id) => String(rows.get(id) ?? 0));
    },

    async close() {
      await threads?.close();
      checkpoints.close();
      database.close();
    },
  };
}

function told<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unavailable(error);
  }
}
