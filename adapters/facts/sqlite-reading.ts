import { dayNumber, numberOf } from '../../core/base/time/days.ts';
import type { FactPage, FactQuery, FactScan, FactSlice } from '../../core/ports/facts.ts';
import type { Sql } from '../store/sql.ts';

import { sourceOf } from './columns.ts';
import type { FactsDialect } from './dialect.ts';
import { type EntityRow, entitiesSql } from './entity-rows.ts';
import { type Ask, aggregated } from './reading.ts';
import { type FactTable, tableFor, tableOfLevel, unrolledSql } from './roll-ups.ts';
import {
  type EntityName,
  namesByKey,
  namesSql,
  type ScanRow,
  scanColumns,
  scanSql,
  sliceFrom,
} from './scan-sql.ts';
import { monthsFor, monthsSql } from './sqlite-months.ts';

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

/** For rows that travel as text, where numbers of any length stay what they are. */
const exact: FactsDialect = { ...dialect, real: (sum) => sum };

export interface SqliteAccount {
  readonly key: number;
  readonly account_id: string;
  readonly generation: number;
}

/**
 * The questions about many facts.
 *
 * @param few for what a look into an index answers
 * @param all for what may take long
 */
export function sqliteReading(
  accounts: (companyId: string, accountIds: readonly string[]) => readonly SqliteAccount[],
  few: Ask,
  all: Ask,
) {
  /** The roll-up that would answer, where all days have theirs. */
  const rolled = async (
    table: FactTable,
    sources: readonly number[],
    from: number,
    to: number,
  ): Promise<FactTable> => {
    if (table === 'fact') return table;
    const text = `${unrolledSql('', dialect.inList('source', 1, 'number'))} AND day BETWEEN ?2 AND ?3 LIMIT 1`;
    return (await few({ text, values: [dialect.list(sources), from, to] })).length > 0
      ? 'fact'
      : table;
  };

  /**
   * Many rows, as one text that SQLite makes: an object for each of them would wait for the
   * collector twice.
   */
  const asText = async (
    { text, values }: Sql,
    columns: readonly string[],
  ): Promise<readonly ScanRow[]> => {
    const wrapped = `SELECT json_group_array(json_array(${columns.join(', ')})) AS json FROM (${text})`;
    const [found] = await all<{ readonly json: string }>({ text: wrapped, values });
    const rows = JSON.parse(found?.json ?? '[]') as readonly (readonly (
      | string
      | number
      | null
    )[])[];
    return rows.map((row) =>
      Object.fromEntries(columns.map((column, i) => [column, row[i] ?? null])),
    );
  };

  return {
    async aggregate(companyId: string, query: FactQuery): Promise<FactPage> {
      const found = accounts(companyId, query.accountIds);
      const sources = found.map(({ key }) => sourceOf(key, query.breakdown));
      const from = dayNumber(query.from) ?? 0;
      const table = await rolled(tableFor(query), sources, from, dayNumber(query.to) ?? -1);
      const months = table === 'fact' ? await monthsFor(query, sources, few) : undefined;
      const accountIds = new Map(found.map((row) => [row.key, row.account_id]));
      return aggregated(dialect, query, {
        accounts: accountIds,
        ask: { facts: all, entities: (keys) => all<EntityRow>(entitiesSql(dialect, keys)) },
        table: months === undefined ? table : 'fact_by_ad_month',
        ...(months && { rows: (value) => monthsSql(months, from, value) }),
      });
    },

    async scan(companyId: string, query: FactScan): Promise<FactSlice> {
      const { level, asOf, scope } = query;
      const [account] = accounts(companyId, [scope.accountId]);
      if (account === undefined) return { rows: [] };
      const source = sourceOf(account.key, scope.breakdown);
      const table = await rolled(
        tableOfLevel(level, asOf),
        [source],
        numberOf(scope.from),
        numberOf(scope.to),
      );
      const rows = await asText(scanSql(exact, query, source, table), scanColumns(level));
      return sliceFrom(
        query,
        rows,
        namesByKey(await all<EntityName>(namesSql(dialect, level, rows))),
      );
    },
  };
}
