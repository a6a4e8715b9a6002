import { rm } from 'node:fs/promises';
import { createCache } from '../../core/base/cache.ts';
import { numberOf } from '../../core/base/time/days.ts';
import type { FactScope, Facts } from '../../core/ports/facts.ts';
import type { DuckdbSession } from '../duckdb/connection.ts';
import { type DuckdbFile, type DuckdbFileOptions, openDuckdbFile } from '../duckdb/file.ts';
import { makePrivate } from '../runtime/private-files.ts';
import type { Sql } from '../store/sql.ts';

import { createCachedFacts } from './cached.ts';
import { checkedFacts, sourceOf } from './columns.ts';
import { type CoverageRow, coverageAsOfSql, coveredDays } from './coverage-sql.ts';
import { dialect, expanded } from './duckdb-dialect.ts';
import { createDuckdbKeys } from './duckdb-keys.ts';
import { duckdbEntities } from './duckdb-names.ts';
import { writeFacts } from './duckdb-put.ts';
import { createDuckdbScans } from './duckdb-scan.ts';
import { factTables } from './duckdb-tables.ts';
import { forgetSomeFacts, removeSomeFacts, thinSomeFacts } from './duckdb-upkeep.ts';
import { explained } from './explained.ts';
import { aggregated } from './reading.ts';

interface DuckdbAccount {
  readonly key: number;
  readonly account_id: string;
  readonly generation: number;
}

/** Companies whose accounts are remembered. */
const COMPANIES = 50;

/**
 * The accounts of companies with their generations, read once between two changes: one process
 * writes, and every small question costs DuckDB milliseconds.
 */
function createDuckdbAccounts(all: <T>(sql: Sql) => Promise<readonly T[]>) {
  const known = createCache<Promise<ReadonlyMap<string, DuckdbAccount>>>({ max: COMPANIES });

  const read = async (companyId: string): Promise<ReadonlyMap<string, DuckdbAccount>> => {
    const text =
      'SELECT key, account_id, generation FROM fact_account WHERE company_id = $1 ORDER BY account_id';
    const rows = await all<DuckdbAccount>({ text, values: [companyId] });
    return new Map(rows.map((row) => [row.account_id, row]));
  };
  const accountsOf = (companyId: string): Promise<ReadonlyMap<string, DuckdbAccount>> => {
    const found = known.get(companyId);
    if (found !== undefined) return found;
    const reading = read(companyId);
    known.set(companyId, reading);
    reading.catch(() => known.delete(companyId));
    return reading;
  };

  return {
    /** All of a company, by their ids. */
    of: accountsOf,
    /** Those that there are of the ones named. */
    async named(
      companyId: string,
      accountIds: readonly string[],
    ): Promise<readonly DuckdbAccount[]> {
      const accounts = await accountsOf(companyId);
      return accountIds.flatMap((id) => accounts.get(id) ?? []);
    },
    /** To be told after every change. */
    changed: (companyId: string): void => known.delete(companyId),
  };
}

interface DuckdbFactsOptions extends Pick<DuckdbFileOptions, 'memory'> {
  readonly cache?: boolean;
}

/** Facts in a file that can be copied while they are used. */
interface DuckdbFacts extends Facts {
  copy(ending: string): Promise<string>;
  /** Connections for questions, and how many questions wait for one. */
  connections(): { readonly busy: number; readonly idle: number; readonly waiting: number };
}

/**
 * Facts in a file of DuckDB, for many millions of them on one machine. Needs the package
 * `@duckdb/node-api`, which is loaded here. One process at a time may have the file open. Answers
 * are remembered (see cached.ts) unless told otherwise.
 *
 * @example
 * import { openDuckdbFacts } from 'slipway/adapters/facts-duckdb';
 *
 * const facts = await openDuckdbFacts('figures.duckdb');
 * const scope = { accountId: 'primary:act_1', breakdown: 'none', from: '2026-10-01', to: '2026-10-07' } as const;
 * await facts.put('acme', scope, [], Date.now());
 * console.log((await facts.coverage('acme', scope)).length); // 7
 * await facts.close();
 */
export async function openDuckdbFacts(
  path: string,
  options: DuckdbFactsOptions = {},
): Promise<DuckdbFacts> {
  const file = await openDuckdbFile(path, factTables, options);
  const [last] = await file.all<{ account: number; entity: number }>({
    text: `SELECT coalesce((SELECT max(key) FROM fact_account), 0) AS account, coalesce((SELECT max(key) FROM fact_entity), 0) AS entity`,
    values: [],
  });
  const facts = createDuckdbFacts(path, file, createDuckdbKeys(last ?? { account: 0, entity: 0 }));
  return options.cache === false ? facts : { ...facts, ...createCachedFacts(facts) };
}

function createDuckdbFacts(
  path: string,
  file: DuckdbFile,
  keys: ReturnType<typeof createDuckdbKeys>,
): DuckdbFacts {
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw explained(error);
    }
  };
  const all = <T>(sql: Sql): Promise<readonly T[]> => told(file.all<T>(expanded(sql)));
  const accounts = createDuckdbAccounts(all);
  const sourceFor = async (
    companyId: string,
    { accountId, breakdown }: FactScope,
  ): Promise<number | undefined> => {
    const account = (await accounts.of(companyId)).get(accountId);
    return account === undefined ? undefined : sourceOf(account.key, breakdown);
  };
  const scans = createDuckdbScans({
    all,
    sourceFor,
    letGo: () => void file.trim().catch(() => undefined),
  });
  const changing = async <T>(
    companyId: string,
    work: (session: DuckdbSession) => Promise<T>,
    undone?: () => void,
  ): Promise<T> => {
    try {
      return await told(file.changing(work, undone));
    } finally {
      accounts.changed(companyId);
      scans.changed();
    }
  };

  return {
    async put(companyId, scope, rows, fetchedAt) {
      const checked = checkedFacts(scope, rows);
      await changing(
        companyId,
        (session) => writeFacts(session, keys, { companyId, scope, fetchedAt }, checked),
        keys.forget,
      );
    },

    async coverage(companyId, scope, asOf) {
      const source = await sourceFor(companyId, scope);
      if (source === undefined) return [];
      const range = [source, numberOf(scope.from), numberOf(scope.to)];
      const rows = await all<CoverageRow>(
        asOf === undefined
          ? {
              text: 'SELECT day, fetched_at FROM fact_coverage WHERE source = $1 AND day BETWEEN $2 AND $3 ORDER BY day',
              values: range,
            }
          : { text: coverageAsOfSql('', '$'), values: [asOf, asOf, asOf, ...range] },
      );
      return coveredDays(rows);
    },

    async aggregate(companyId, query) {
      const found = await accounts.named(companyId, query.accountIds);
      const ids = new Map(found.map((row) => [row.key, row.account_id]));
      return aggregated(dialect, query, {
        accounts: ids,
        ask: { facts: all, entities: (keys) => duckdbEntities(all, ids, keys) },
        table: 'fact',
      });
    },

    scan: scans.scan,

    thin: (companyId, now) =>
      changing(companyId, (session) => thinSomeFacts(session, companyId, now)),

    // Nothing is kept besides the facts: DuckDB reads them fast enough.
    rollUp: async () => 'done',

    forget: (companyId, limits, days) =>
      changing(companyId, (session) => forgetSomeFacts(session, companyId, limits, days)),

    remove: (companyId, days) =>
      changing(companyId, (session) => {
        keys.forget();
        return removeSomeFacts(session, companyId, days);
      }),

    accounts: async (companyId) => [...(await accounts.of(companyId)).keys()],

    async generations(companyId, accountIds) {
      const known = await accounts.of(companyId);
      return accountIds.map((id) => String(known.get(id)?.generation ?? 0));
    },

    copy: (ending) =>
      told(
        file.alone(async (session) => {
          const copy = `${path}.${ending}`;
          await rm(copy, { force: true });
          const [here] = await session.all<{ name: string }>({
            text: 'SELECT current_database() AS name',
            values: [],
          });
          await session.exec(`ATTACH '${copy.replaceAll("'", "''")}' AS the_copy`);
          try {
            makePrivate(copy);
            await session.exec(
              `COPY FROM DATABASE "${here?.name.replaceAll('"', '""')}" TO the_copy`,
            );
          } finally {
            await session.exec('DETACH the_copy');
          }
          return copy;
        }),
      ),

    connections: () => file.connections(),

    close: () => file.close(),
  };
}
