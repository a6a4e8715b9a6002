import { createCache } from '../../core/base/cache.ts';
import { dayText, numberOf } from '../../core/base/time/days.ts';
import type { FactScan, FactSlice } from '../../core/ports/facts.ts';
import type { Sql } from '../store/sql.ts';

import { dialect } from './duckdb-dialect.ts';
import {
  type EntityName,
  namesByKey,
  namesSql,
  type ScanRow,
  scanSql,
  sliceFrom,
} from './scan-sql.ts';

/** Days that a scan looks at together; more where they hold too few rows. */
const MORE_DAYS = 8;
/**
 * Rows that are read at once where a scan goes on: for each question DuckDB sorts all of a day that
 * is left.
 */
const AHEAD = 2_048;
/** Scans whose rows wait here for the next slice. */
const SCANS = 4;
/**
 * Rows that scans read before DuckDB lets go of what it keeps of the file: about half of the rows
 * that lie together in it.
 */
const LET_GO = 32_768;

interface ScanPorts {
  all<T>(sql: Sql): Promise<readonly T[]>;
  /** The account's part of the facts; undefined where it has none. */
  sourceFor(companyId: string, scope: FactScan['scope']): Promise<number | undefined>;
  /** Lets go of what is kept in memory of the file. */
  letGo(): void;
}

interface DuckdbScans {
  scan(companyId: string, query: FactScan): Promise<FactSlice>;
  /** To be told after every change: one process writes, so nothing else changes what was read. */
  changed(): void;
}

interface Read {
  readonly rows: readonly ScanRow[];
  readonly names: ReadonlyMap<number, EntityName>;
  /** Of the next row. */
  readonly place: number;
  /** There are no others after these. */
  readonly isAll: boolean;
}

/**
 * Slices of scans. A scan that goes on reads further than it was asked for, and the next slices are
 * cut from that.
 */
export function createDuckdbScans({ all, sourceFor, letGo }: ScanPorts): DuckdbScans {
  let waiting = createCache<Read>({ max: SCANS });
  let read = 0;

  const rowsOf = async (companyId: string, query: FactScan): Promise<Read | undefined> => {
    const source = await sourceFor(companyId, query.scope);
    if (source === undefined) return undefined;
    const limit = query.after === undefined ? query.limit : Math.max(query.limit, AHEAD);
    const rows = await daysRead(all, { ...query, limit }, source);
    const names = namesByKey(await all<EntityName>(namesSql(dialect, query.level, rows)));
    read += rows.length;
    if (read >= LET_GO) {
      read = 0;
      letGo();
    }
    return { rows, names, place: 0, isAll: rows.length <= limit };
  };

  return {
    async scan(companyId, query) {
      const key = (after: string | undefined): string =>
        JSON.stringify([companyId, query.scope, query.level, query.asOf, after]);
      // What is put while rows are read makes them outdated: they are handed out, and not kept.
      const kept = waiting;
      const known = kept.get(key(query.after));
      kept.delete(key(query.after));
      const found = known ?? (await rowsOf(companyId, query));
      if (found === undefined) return { rows: [] };
      const { rows, names, place, isAll } = found;
      const slice = sliceFrom(query, rows.slice(place, place + query.limit + 1), names);
      const next = place + query.limit;
      if (slice.next !== undefined && (isAll || rows.length - next > query.limit))
        kept.set(key(slice.next), { ...found, place: next });
      return slice;
    },

    changed() {
      waiting = createCache<Read>({ max: SCANS });
    },
  };
}

/**
 * A few days at a time: without an order of its own, DuckDB would read all days to find the first
 * rows.
 */
async function daysRead(
  all: ScanPorts['all'],
  query: FactScan,
  source: number,
): Promise<readonly ScanRow[]> {
  const { scope, after, limit } = query;
  const last = numberOf(scope.to);
  const from =
    after === undefined
      ? numberOf(scope.from)
      : Number((JSON.parse(after) as readonly unknown[])[0]);
  for (let days = 1; ; days *= MORE_DAYS) {
    const to = Math.min(last, from + days - 1);
    const rows = await all<ScanRow>(
      scanSql(dialect, { ...query, scope: { ...scope, to: dayText(to) } }, source),
    );
    if (rows.length > limit || to === last) return rows;
  }
}
