import { setImmediate } from 'node:timers';
import type { Sql, SqlValue } from '../store/sql.ts';

import type { DuckdbConnection, DuckdbPackage, DuckdbType } from './package.ts';

/**
 * One connection: a statement at a time. DuckDB works in threads of its own; rows become objects
 * here, some at a time.
 */
export interface DuckdbSession {
  /** Carries out one statement without parameters, or several. */
  exec(sql: string): Promise<void>;
  run(sql: Sql): Promise<void>;
  /** Whole numbers of any width are numbers here. */
  all<T>(sql: Sql): Promise<readonly T[]>;
  /** Adds rows, given as columns, to a table; `types` are those of the columns. */
  append(
    table: string,
    types: readonly ColumnType[],
    columns: readonly (readonly (string | number | null)[])[],
  ): Promise<void>;
  close(): void;
}

export type ColumnType = 'integer' | 'bigint' | 'text';

/** As many rows as a chunk holds. */
const CHUNK = 2048;
const LARGEST = 2 ** 63;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function duckdbSession(duckdb: DuckdbPackage, connection: DuckdbConnection): DuckdbSession {
  const typeOf = (value: SqlValue): DuckdbType => {
    if (typeof value !== 'number') return duckdb.VARCHAR;
    if (!Number.isSafeInteger(value)) return duckdb.DOUBLE;
    return Math.abs(value) < 2 ** 31 ? duckdb.INTEGER : duckdb.BIGINT;
  };
  const asked = ({ text, values }: Sql) => {
    const types = values.map(typeOf);
    const bound = values.map((value, i) =>
      types[i] === duckdb.BIGINT ? BigInt(value as number) : value,
    );
    return values.length === 0 ? connection.run(text) : connection.run(text, bound, types);
  };
  const columnTypes: { readonly [T in ColumnType]: DuckdbType } = {
    integer: duckdb.INTEGER,
    bigint: duckdb.BIGINT,
    text: duckdb.VARCHAR,
  };

  return {
    async exec(sql) {
      await connection.run(sql);
    },

    async run(sql) {
      await asked(sql);
    },

    async all<T>(sql: Sql) {
      const result = await asked(sql);
      const names = result.columnNames();
      const rows: T[] = [];
      for (
        let chunk = await result.fetchChunk();
        chunk !== null && chunk.rowCount > 0;
        chunk = await result.fetchChunk()
      ) {
        const columns = chunk.getColumns();
        for (let place = 0; place < chunk.rowCount; place++) {
          // Value by value: pairs for each of them would be most of the memory that an export
          // takes.
          const row: { [name: string]: unknown } = {};
          for (const [i, name] of names.entries()) row[name] = valueFrom(columns[i]?.[place]);
          rows.push(row as T); // the columns are those of the question
        }
        await turn();
      }
      return rows;
    },

    async append(table, types, columns) {
      const rows = columns[0]?.length ?? 0;
      if (rows === 0) return;
      const appender = await connection.createAppender(table);
      try {
        for (let start = 0; start < rows; start += CHUNK) {
          if (start > 0) await turn();
          const size = Math.min(CHUNK, rows - start);
          const chunk = duckdb.DuckDBDataChunk.create(
            types.map((type) => columnTypes[type]),
            size,
          );
          chunk.setColumns(
            columns.map((column, i) => {
              const part = column.slice(start, start + size);
              return types[i] === 'bigint' ? part.map((value) => toBigInt(Number(value))) : part;
            }),
          );
          appender.appendDataChunk(chunk);
        }
      } finally {
        appender.closeSync();
      }
    },

    close() {
      connection.closeSync();
    },
  };
}

function toBigInt(value: number): bigint {
  if (!(Math.abs(value) < LARGEST)) throw new RangeError(`${value} is more than a column holds.`);
  return BigInt(value);
}

function valueFrom(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  const items = (value as { readonly items?: readonly unknown[] } | null)?.items;
  return items === undefined ? value : items.map(valueFrom);
}
