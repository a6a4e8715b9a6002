import type { SqlValue } from '../store/sql.ts';
import { figureColumns } from './columns.ts';
import type { FactsDialect } from './dialect.ts';

const keyColumns = ['source', 'day', 'campaign', 'adset', 'ad', 'country'];
const wanted = [...keyColumns, ...figureColumns].join(', ');

/**
 * The facts as they were known at a moment, in place of the table of facts: those that were
 * replaced after it, and those that nothing has replaced since. `value` keeps a parameter and gives
 * its number.
 */
export function asOfFacts(
  dialect: FactsDialect,
  {
    sources,
    from,
    to,
    asOf,
  }: {
    readonly sources: readonly number[];
    readonly from: number;
    readonly to: number;
    readonly asOf: number;
  },
  value: (each: SqlValue) => number,
): string {
  const listed = value(dialect.list(sources));
  const [first, last, at] = [from, to, asOf].map((each) => dialect.place(value(each)));
  const range = (table: string): string =>
    `${dialect.inList(`${table}.source`, listed, 'number')} AND ${table}.day BETWEEN ${first} AND ${last}`;
  const wasKnown = (table: string): string =>
    `EXISTS (SELECT 1 FROM ${dialect.table('fact_coverage')} c WHERE c.source = ${table}.source AND c.day = ${table}.day AND c.first_at <= ${at})`;
  const same = keyColumns.map((column) => `p.${column} = f.${column}`).join(' AND ');
  const past = dialect.table('fact_past');
  return `(
    SELECT ${wanted} FROM (
      SELECT p.*, row_number() OVER (PARTITION BY ${keyColumns.map((column) => `p.${column}`).join(', ')} ORDER BY p.until) AS nth
      FROM ${past} p WHERE ${range('p')} AND p.until > ${at} AND ${wasKnown('p')}
    ) earliest WHERE nth = 1 AND is_absent = 0
    UNION ALL
    SELECT ${keyColumns.map((column) => `f.${column}`).join(', ')}, ${figureColumns.map((column) => `f.${column}`).join(', ')}
    FROM ${dialect.table('fact')} f
    WHERE ${range('f')} AND ${wasKnown('f')} AND NOT EXISTS (SELECT 1 FROM ${past} p WHERE ${same} AND p.until > ${at})
  ) known`;
}
