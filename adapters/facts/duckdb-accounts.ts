import { createCache } from '../../core/base/cache.ts';
import type { Sql } from './aggregate-sql.ts';

interface DuckdbAccount {
  readonly key: number;
  readonly account_id: string;
  readonly generation: number;
}

/** Companies whose accounts are remembered. */
const COMPANIES = 50;

/**
 * The accounts of companies with their generations, read once between two changes: one process writes, and every small
 * question costs DuckDB milliseconds.
 */
export function createDuckdbAccounts(all: <T>(sql: Sql) => Promise<readonly T[]>) {
  const known = createCache<Promise<ReadonlyMap<string, DuckdbAccount>>>({ max: COMPANIES });

  const read = async (companyId: string): Promise<ReadonlyMap<string, DuckdbAccount>> => {
    const text = 'SELECT key, account_id, generation FROM fact_account WHERE company_id = $1 ORDER BY account_id';
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
    async named(companyId: string, accountIds: readonly string[]): Promise<readonly DuckdbAccount[]> {
      const accounts = await accountsOf(companyId);
      return accountIds.flatMap((id) => accounts.get(id) ?? []);
    },
    /** To be told after every change. */
    changed: (companyId: string): void => known.delete(companyId),
  };
}
