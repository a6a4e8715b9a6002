import type { Sql, SqlValue } from '../store/sql.ts';

import type { FactsDialect } from './dialect.ts';

/**
 * How questions are put to DuckDB. Lists stay lists until `expanded` writes them into the
 * statement.
 */
export const dialect: FactsDialect = {
  table: (name) => name,
  place: (n) => `$${n}`,
  inList: (expression, n) => `${expression} IN ($${n})`,
  list: (values) => values,
  week: (day) => `strftime(DATE '1970-01-01' + ${day}, '%G-W%V')`,
  month: (day) => `strftime(DATE '1970-01-01' + ${day}, '%Y-%m')`,
  real: (sum) => `CAST(${sum} AS DOUBLE)`,
  whole: (sum) => sum,
  collation: '',
  clustered: false,
};

/** Longer lists are joined. */
const FEW = 100;

/**
 * A statement with its lists in place: a plan for a few values that are known takes DuckDB half the
 * time of one that joins a list it is given.
 */
export function expanded({ text, values }: Sql): Sql {
  const bound: SqlValue[] = [];
  const places = new Map<number, string>();
  const place = (value: SqlValue): string => `$${bound.push(value)}`;
  const written = (value: SqlValue): string => {
    if (typeof value === 'string' || typeof value === 'number') return place(value);
    if (value.length === 0) return 'NULL';
    const areNumbers = value.every((each) => typeof each === 'number');
    if (value.length <= FEW)
      return value.map((each) => (areNumbers ? String(each) : place(each))).join(', ');
    return areNumbers
      ? `SELECT unnest('[${value.join(',')}]'::INTEGER[])`
      : `SELECT unnest(from_json(${place(toJson(value))}, '["VARCHAR"]'))`;
  };
  const whole = text.replace(/\$(\d+)/g, (_, n: string) => {
    const known = places.get(Number(n)) ?? written(values[Number(n) - 1] ?? '');
    places.set(Number(n), known);
    return known;
  });
  return { text: whole, values: bound };
}

/** Half a character, which JSON can write and DuckDB cannot read, is in no id. */
const toJson = (values: readonly unknown[]): string =>
  JSON.stringify(values).replace(/\\ud[89a-f][0-9a-f]{2}/g, '\\ufffd');
