import type { FactPage, FactQuery, FactScan, FactSlice } from '../../core/ports/facts.ts';
import { dayNumber, numberOf } from '../../core/time/days.ts';
import type { SqliteDatabase, SqliteStatement, SqliteValue } from '../store/sqlite-database.ts';
import { aggregateSql, type FactsDialect, type Sql } from './aggregate-sql.ts';
import { sourceOf } from './columns.ts';
import { type EntityRow, entitiesSql, type GroupRow, groupsFrom, keysToName } from './entity-rows.ts';
import { type FactTable, tableFor, tableOfLevel, unrolledSql } from './roll-ups.ts';
import { type EntityName, namesSql, type ScanRow, scanSql, sliceFrom } from './scan-sql.ts';

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
  clustered: true,
};

export interface SqliteAccount {
  readonly key: number;
  readonly account_id: string;
  readonly generation: number;
}

/** The questions about many facts, on one connection; each works to its end. */
export interface SqliteReading {
  accounts(companyId: string, accountIds: readonly string[]): readonly SqliteAccount[];
  aggregate(companyId: string, query: FactQuery): FactPage;
  scan(companyId: string, query: FactScan): FactSlice;
}

export function sqliteReading(database: SqliteDatabase): SqliteReading {
  const findAccounts = database.prepare(
    'SELECT key, account_id, generation FROM fact_account WHERE company_id = ? AND account_id IN (SELECT value FROM json_each(?))',
  );
  const unrolled = database.prepare(
    `${unrolledSql('', 'source IN (SELECT value FROM json_each(?))')} AND day BETWEEN ? AND ? LIMIT 1`,
  );
  let statements = new Map<string, SqliteStatement>();
  const all = <T>({ text, values }: Sql): T[] => {
    if (statements.size > 200) statements = new Map();
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return statement.all(...(values as readonly SqliteValue[])) as T[];
  };
  const accounts = (companyId: string, accountIds: readonly string[]): SqliteAccount[] =>
    findAccounts.all(companyId, JSON.stringify(accountIds)) as unknown as SqliteAccount[];
  /** The roll-up that would answer, where all days have theirs. */
  const rolled = (table: FactTable, sources: readonly number[], from: number, to: number): FactTable =>
    table === 'fact' || unrolled.all(JSON.stringify(sources), from, to).length > 0 ? 'fact' : table;

  return {
    accounts,
    aggregate(companyId, query) {
      const found = accounts(companyId, query.accountIds);
      const keys = found.map(({ key }) => key);
      const sources = keys.map((key) => sourceOf(key, query.breakdown));
      const table = rolled(tableFor(query), sources, dayNumber(query.from) ?? 0, dayNumber(query.to) ?? -1);
      const rows = all<GroupRow>(aggregateSql(dialect, query, sources, keys, table));
      const named = all<EntityRow>(entitiesSql(dialect, keysToName(rows, query.groupBy)));
      const groups = groupsFrom(
        rows,
        query,
        new Map(named.map((row) => [row.key, row])),
        new Map(found.map((row) => [row.key, row.account_id])),
      );
      if (rows.length > 0 || !query.offset) return { groups, total: Number(rows[0]?.total ?? 0) };
      const [counted] = all<GroupRow>(aggregateSql(dialect, { ...query, offset: 0, limit: 1 }, sources, keys, table));
      return { groups, total: Number(counted?.total ?? 0) };
    },

    scan(companyId, query) {
      const { level, asOf, scope } = query;
      const [account] = accounts(companyId, [scope.accountId]);
      if (account === undefined) return { rows: [] };
      const source = sourceOf(account.key, scope.breakdown);
      const table = rolled(tableOfLevel(level, asOf), [source], numberOf(scope.from), numberOf(scope.to));
      const rows = all<ScanRow>(scanSql(dialect, query, source, table));
      return sliceFrom(query, rows, all<EntityName>(namesSql(dialect, level, rows)));
    },
  };
}
