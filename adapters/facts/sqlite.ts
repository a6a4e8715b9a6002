import type { Facts } from '../../core/ports/facts.ts';
import { dayText, numberOf } from '../../core/time/days.ts';
import { type Checkpoints, createCheckpoints } from '../store/sqlite-checkpoints.ts';
import {
  inTransaction,
  openSqliteDatabase,
  type SqliteDatabase,
  type SqliteStatement,
  type SqliteValue,
} from '../store/sqlite-database.ts';
import { unavailable, whenFree } from '../store/sqlite-trouble.ts';
import { aggregateSql, type FactsDialect, type Sql } from './aggregate-sql.ts';
import { createCachedFacts } from './cached.ts';
import { checkedFacts, sourceOf } from './columns.ts';
import { coverageAsOfSql } from './coverage-sql.ts';
import { type EntityRow, entitiesSql, type GroupRow, groupsFrom, keysToName } from './entity-rows.ts';
import { type EntityName, namesSql, type ScanRow, scanSql, sliceFrom } from './scan-sql.ts';
import { createSqliteKeys } from './sqlite-keys.ts';
import { sqlitePut } from './sqlite-put.ts';
import { sqliteRemoval } from './sqlite-removal.ts';
import { factTables } from './sqlite-tables.ts';
import { sqliteThinning } from './sqlite-thinning.ts';

const dialect: FactsDialect = {
  table: (name) => name,
  place: (n) => `?${n}`,
  inList: (expression, n) => `${expression} IN (SELECT value FROM json_each(?${n}))`,
  list: (values) => JSON.stringify(values),
  week: (day) => `strftime('%G-W%V', ${day} * 86400, 'unixepoch')`,
  month: (day) => `strftime('%Y-%m', ${day} * 86400, 'unixepoch')`,
  real: (sum) => `CAST(${sum} AS REAL)`,
  whole: (sum) => sum,
  collation: 'COLLATE BINARY',
  clustered: ['source', 'day', 'campaign', 'adset', 'ad', 'country'],
};

/**
 * Facts in an SQLite file; the documents may live in the same one. Each call works to its end before it
 * returns, so put large answers in portions. Answers are remembered (see cached.ts) unless told otherwise.
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
export async function openSqliteFacts(path: string, options: { readonly cache?: boolean } = {}): Promise<Facts> {
  const database = await openSqliteDatabase(path, factTables);
  // Facts can be fetched again, so a commit need not wait for the disk; the file stays sound all the same.
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -4096; PRAGMA temp_store = MEMORY');
  const facts = createSqliteFacts(database, createCheckpoints(database));
  return options.cache === false ? facts : createCachedFacts(facts);
}

function createSqliteFacts(database: SqliteDatabase, checkpoints: Checkpoints): Facts {
  const bumpAccount = database.prepare(
    `INSERT INTO fact_account (company_id, account_id, generation) VALUES (?, ?, 1)
     ON CONFLICT (company_id, account_id) DO UPDATE SET generation = generation + 1 RETURNING key, generation`,
  );
  const findAccounts = database.prepare(
    'SELECT key, account_id, generation FROM fact_account WHERE company_id = ? AND account_id IN (SELECT value FROM json_each(?))',
  );
  const keys = createSqliteKeys(database);
  const write = sqlitePut(database, keys);
  const thin = sqliteThinning(database);
  const coveredAsOf = database.prepare(coverageAsOfSql('', '?'));
  const covered = database.prepare(
    'SELECT day, fetched_at FROM fact_coverage WHERE source = ? AND day BETWEEN ? AND ? ORDER BY day',
  );

  const removal = sqliteRemoval(database);

  let statements = new Map<string, SqliteStatement>();
  const all = <T>({ text, values }: Sql): T[] => {
    if (statements.size > 200) statements = new Map();
    return told(() => {
      const statement = statements.get(text) ?? database.prepare(text);
      statements.set(text, statement);
      return statement.all(...(values as readonly SqliteValue[])) as T[];
    });
  };
  const accountsOf = (companyId: string, accountIds: readonly string[]): AccountRow[] =>
    told(() => findAccounts.all(companyId, JSON.stringify(accountIds)) as unknown as AccountRow[]);

  return {
    async put(companyId, scope, rows, fetchedAt) {
      const checked = checkedFacts(scope, rows);
      try {
        await whenFree(() =>
          inTransaction(database, () => {
            const { key, generation } = bumpAccount.get(companyId, scope.accountId) as { key: number; generation: number };
            keys.begin(key, generation);
            write(key, scope, checked, fetchedAt);
          }),
        );
        checkpoints.written();
      } catch (error) {
        keys.forget();
        throw unavailable(error);
      }
    },

    async coverage(companyId, scope, asOf) {
      const [account] = accountsOf(companyId, [scope.accountId]);
      if (account === undefined) return [];
      const range = [sourceOf(account.key, scope.breakdown), numberOf(scope.from), numberOf(scope.to)];
      const rows = told(() => (asOf === undefined ? covered.all(...range) : coveredAsOf.all(asOf, asOf, asOf, ...range)));
      return (rows as { day: number; fetched_at: number }[]).map((row) => ({ day: dayText(row.day), fetchedAt: row.fetched_at }));
    },

    async aggregate(companyId, query) {
      const accounts = accountsOf(companyId, query.accountIds);
      const keys = accounts.map(({ key }) => key);
      const sources = keys.map((key) => sourceOf(key, query.breakdown));
      const rows = all<GroupRow>(aggregateSql(dialect, query, sources, keys));
      const named = all<EntityRow>(entitiesSql(dialect, keysToName(rows, query.groupBy)));
      const groups = groupsFrom(
        rows,
        query,
        new Map(named.map((row) => [row.key, row])),
        new Map(accounts.map((row) => [row.key, row.account_id])),
      );
      if (rows.length > 0 || !query.offset) return { groups, total: Number(rows[0]?.total ?? 0) };
      const [counted] = all<GroupRow>(aggregateSql(dialect, { ...query, offset: 0, limit: 1 }, sources, keys));
      return { groups, total: Number(counted?.total ?? 0) };
    },

    async scan(companyId, query) {
      const [account] = accountsOf(companyId, [query.scope.accountId]);
      if (account === undefined) return { rows: [] };
      const rows = all<ScanRow>(scanSql(dialect, query, sourceOf(account.key, query.scope.breakdown)));
      return sliceFrom(query, rows, all<EntityName>(namesSql(dialect, query.level, rows)));
    },

    async thin(companyId, now) {
      try {
        const left = await whenFree(() => inTransaction(database, () => thin(companyId, now)));
        checkpoints.written();
        return left;
      } catch (error) {
        throw unavailable(error);
      }
    },

    async remove(companyId, days) {
      try {
        const left = await whenFree(() => inTransaction(database, () => removal(companyId, days)));
        checkpoints.written();
        return left;
      } catch (error) {
        throw unavailable(error);
      } finally {
        keys.forget();
      }
    },

    async generations(companyId, accountIds) {
      const rows = new Map(accountsOf(companyId, accountIds).map((row) => [row.account_id, row.generation]));
      return accountIds.map((id) => String(rows.get(id) ?? 0));
    },

    async close() {
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

interface AccountRow {
  readonly key: number;
  readonly account_id: string;
  readonly generation: number;
}
