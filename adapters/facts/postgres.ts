import { dayNumber, numberOf } from '../../core/base/time/days.ts';
import type { Facts } from '../../core/ports/facts.ts';
import {
  inPostgresTransaction,
  openPostgresDatabase,
  type PostgresPlace,
} from '../store/postgres-database.ts';
import type { PostgresConnection, PostgresPool } from '../store/postgres-pool.ts';
import type { Sql } from '../store/sql.ts';

import { createCachedFacts } from './cached.ts';
import { checkedFacts, sourceOf } from './columns.ts';
import { type CoverageRow, coverageAsOfSql, coveredDays } from './coverage-sql.ts';
import type { FactsDialect } from './dialect.ts';
import { type EntityRow, entitiesSql } from './entity-rows.ts';
import { explained } from './explained.ts';
import { writeFacts } from './postgres-put.ts';
import type { Replica } from './postgres-replica.ts';
import { rollMissing, unrolledOf } from './postgres-roll-ups.ts';
import { factTables } from './postgres-tables.ts';
import { forgetSomeFacts, removeSomeFacts, thinSomeFacts } from './postgres-upkeep.ts';
import { aggregated } from './reading.ts';
import { type FactTable, tableFor, tableOfLevel } from './roll-ups.ts';
import {
  type EntityName,
  namesByKey,
  namesSql,
  type ScanRow,
  scanSql,
  sliceFrom,
} from './scan-sql.ts';

const dialect: FactsDialect = {
  table: (name) => `slipway.${name}`,
  place: (n) => `$${n}`,
  inList: (expression, n, type) =>
    `${expression} = ANY($${n}::${type === 'number' ? 'integer' : 'text'}[])`,
  list: (values) => values,
  week: (day) => `to_char(DATE '1970-01-01' + ${day}, 'IYYY-"W"IW')`,
  month: (day) => `to_char(DATE '1970-01-01' + ${day}, 'YYYY-MM')`,
  real: (sum) => `(${sum})::float8`,
  whole: (sum) => `(${sum})::bigint`,
  collation: 'COLLATE "C"',
  clustered: false,
};

const MOST_KEYS = 10_000;

/**
 * Facts of an account and of neighbouring days lie together, so jumping to them costs little more
 * than reading on. By its default (4) Postgres would rather read the whole table for a month of a
 * large account.
 */
const BEGIN_READING = 'BEGIN READ ONLY; SET LOCAL random_page_cost = 1.1';

/**
 * Facts in a Postgres database, beside the documents or in one of their own. Answers are remembered
 * (see cached.ts) unless `options` say otherwise.
 *
 * @example
 * import { openPostgresFacts } from 'slipway/adapters/facts-postgres';
 *
 * const facts = await openPostgresFacts({ url: 'postgres://localhost/figures' });
 * const scope = { accountId: 'primary:act_1', breakdown: 'none', from: '2026-10-01', to: '2026-10-07' } as const;
 * await facts.put('acme', scope, [], Date.now());
 * console.log((await facts.coverage('acme', scope)).length); // 7
 * await facts.close();
 */
export async function openPostgresFacts(
  options: PostgresPlace & { readonly cache?: boolean; readonly replica?: Replica | undefined },
): Promise<Facts> {
  const { pool, close } = await openPostgresDatabase(options, factTables);
  const facts = createPostgresFacts(pool, close, options.replica);
  return options.cache === false ? facts : createCachedFacts(facts);
}

function createPostgresFacts(
  pool: PostgresPool,
  close: () => Promise<void>,
  replica: Replica | undefined,
): Facts {
  const all = async <T>({ text, values }: Sql): Promise<readonly T[]> => {
    try {
      return (await pool.query(text, [...values])).rows as readonly T[];
    } catch (error) {
      throw explained(error);
    }
  };
  const changing = async <T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> => {
    try {
      return await inPostgresTransaction(pool, work);
    } catch (error) {
      throw explained(error);
    }
  };
  /** The same for what reads many facts: from the replica, where it has all of them. */
  const manyFacts = async <T>({ text, values }: Sql): Promise<readonly T[]> => {
    const read = async (from: PostgresPool): Promise<readonly T[]> => {
      const ask = (connection: PostgresConnection) => connection.query(text, [...values]);
      return (await inPostgresTransaction(from, ask, BEGIN_READING)).rows as readonly T[];
    };
    try {
      if (replica === undefined || !(await replica.isUpToDate())) return await read(pool);
      return await read(replica.pool).catch((error: unknown) => {
        replica.leave(error);
        return read(pool);
      });
    } catch (error) {
      throw explained(error);
    }
  };
  /** The roll-up that would answer, where all days have theirs. */
  const rolled = async (
    table: FactTable,
    sources: readonly number[],
    from: string,
    to: string,
  ): Promise<FactTable> => {
    if (table === 'fact') return table;
    const values = unrolledOf.values(sources, dayNumber(from) ?? 0, dayNumber(to) ?? -1);
    return (await all({ text: unrolledOf.text, values })).length > 0 ? 'fact' : table;
  };
  const generationsOf = (
    companyId: string,
    accountIds: readonly string[],
  ): Promise<readonly AccountRow[]> =>
    all({
      text: 'SELECT key, account_id, generation FROM slipway.fact_account WHERE company_id = $1 AND account_id = ANY($2::text[])',
      values: [companyId, accountIds],
    });
  /** An account's key never changes, so it is asked for once. */
  const keys = new Map<string, number>();
  const keysOf = async (
    companyId: string,
    accountIds: readonly string[],
  ): Promise<ReadonlyMap<number, string>> => {
    const name = (accountId: string): string => JSON.stringify([companyId, accountId]);
    const unknown = accountIds.filter((accountId) => !keys.has(name(accountId)));
    if (unknown.length > 0) {
      if (keys.size > MOST_KEYS) keys.clear();
      for (const row of await generationsOf(companyId, accountIds))
        keys.set(name(row.account_id), row.key);
    }
    return new Map(
      accountIds.flatMap((id) => {
        const key = keys.get(name(id));
        return key === undefined ? [] : [[key, id] as const];
      }),
    );
  };

  return {
    async put(companyId, scope, rows, fetchedAt) {
      const checked = checkedFacts(scope, rows);
      await changing((connection) =>
        writeFacts(connection, companyId, { scope, ...checked, fetchedAt }),
      );
    },

    async coverage(companyId, scope, asOf) {
      const days = [numberOf(scope.from), numberOf(scope.to)];
      if (asOf === undefined)
        return coveredDays(
          await all<CoverageRow>({
            text: `SELECT day, fetched_at FROM slipway.fact_coverage JOIN slipway.fact_account ON source = key * 2 + $3
                   WHERE company_id = $1 AND account_id = $2 AND day BETWEEN $4 AND $5 ORDER BY day`,
            values: [companyId, scope.accountId, sourceOf(0, scope.breakdown), ...days],
          }),
        );
      const [account] = (await keysOf(companyId, [scope.accountId])).keys();
      if (account === undefined) return [];
      const values = [asOf, asOf, asOf, sourceOf(account, scope.breakdown), ...days];
      return coveredDays(
        await all<CoverageRow>({ text: coverageAsOfSql('slipway.', '$'), values }),
      );
    },

    async aggregate(companyId, query) {
      const accounts = await keysOf(companyId, query.accountIds);
      const sources = [...accounts.keys()].map((key) => sourceOf(key, query.breakdown));
      const table = await rolled(tableFor(query), sources, query.from, query.to);
      return aggregated(dialect, query, {
        accounts,
        ask: { facts: manyFacts, entities: (keys) => all<EntityRow>(entitiesSql(dialect, keys)) },
        table,
      });
    },

    async scan(companyId, query) {
      const [account] = (await keysOf(companyId, [query.scope.accountId])).keys();
      if (account === undefined) return { rows: [] };
      const { level, asOf, scope } = query;
      const source = sourceOf(account, scope.breakdown);
      const table = await rolled(tableOfLevel(level, asOf), [source], scope.from, scope.to);
      const rows = await manyFacts<ScanRow>(scanSql(dialect, query, source, table));
      return sliceFrom(
        query,
        rows,
        namesByKey(await all<EntityName>(namesSql(dialect, query.level, rows))),
      );
    },

    thin: (companyId, now) => changing((connection) => thinSomeFacts(connection, companyId, now)),

    rollUp: (companyId, days, { anew = false } = {}) =>
      changing((connection) => rollMissing(connection, companyId, days, anew)),

    forget: (companyId, limits, days) =>
      changing((connection) => forgetSomeFacts(connection, companyId, limits, days)),

    async remove(companyId, days) {
      try {
        return await changing((connection) => removeSomeFacts(connection, companyId, days));
      } finally {
        keys.clear();
      }
    },

    async accounts(companyId) {
      const text =
        'SELECT account_id FROM slipway.fact_account WHERE company_id = $1 ORDER BY account_id COLLATE "C"';
      return (await all<AccountRow>({ text, values: [companyId] })).map((row) => row.account_id);
    },

    async generations(companyId, accountIds) {
      const rows = new Map(
        (await generationsOf(companyId, accountIds)).map((row) => [row.account_id, row.generation]),
      );
      return accountIds.map((id) => String(rows.get(id) ?? 0));
    },

    close,
  };
}

interface AccountRow {
  readonly key: number;
  readonly account_id: string;
  readonly generation: string;
}
