import { dayNumber } from '../../core/base/time/days.ts';
import type {
  FactDimension,
  FactEntity,
  FactOrder,
  FactQuery,
  Measure,
} from '../../core/ports/facts.ts';
import type { Sql, SqlValue } from '../store/sql.ts';
import { asOfFacts } from './as-of-sql.ts';
import { columns, entityColumns, entityKinds } from './columns.ts';
import type { FactsDialect } from './dialect.ts';
import { type FactTable, kindsOf, tableKeys } from './roll-ups.ts';

const rawColumns: { readonly [D in FactDimension]: string } = {
  ...entityColumns,
  accountId: 'source',
  day: 'day',
  week: 'day',
  month: 'day',
  country: 'country',
};

/**
 * One page of groups: columns `g0`, `g1`, … in the order of `groupBy`, the sums under their
 * columns' names as stored, `kind_low` and `kind_high` when results are asked for, and `total`.
 *
 * @param table one that can answer it (`tableFor`)
 */
export function aggregateSql(
  dialect: FactsDialect,
  query: FactQuery,
  {
    sources,
    accounts,
    table = 'fact',
    rows,
  }: {
    readonly sources: readonly number[];
    readonly accounts: readonly number[];
    readonly table?: FactTable | undefined;
    /**
     * What stands for the table, with its columns and no other sources and days than are asked
     * about.
     */
    readonly rows?: ((value: (each: SqlValue) => string) => string) | undefined;
  },
): Sql {
  const values: SqlValue[] = [];
  const value = (each: SqlValue): number => values.push(each);
  const where = conditions(dialect, query, {
    sources: rows === undefined ? sources : undefined,
    accounts,
    value,
  });
  const facts =
    rows !== undefined
      ? rows((each) => dialect.place(value(each)))
      : query.asOf === undefined
        ? dialect.table(table)
        : asOfFacts(dialect, { ...rangeOf(query), sources, asOf: query.asOf }, value);

  const first = firstGrouping(dialect, table, query.groupBy);
  const finals = query.groupBy.map((dimension) => expression(dialect, dimension));
  const withKind = query.measures.includes('results');
  const [low, high] = kindsOf(table);
  const once = first.length === finals.length && first.every((column, i) => column === finals[i]);
  const sums = (again: boolean, outer: boolean): string[] => [
    ...query.measures.map((measure) => {
      const { name } = columns[measure];
      const sum = `sum(${name})`;
      return `${outer ? dialect.real(sum) : dialect.whole(sum)} AS ${name}`;
    }),
    ...(withKind
      ? again
        ? ['min(kind_low) AS kind_low', 'max(kind_high) AS kind_high']
        : [`min(${low}) AS kind_low`, `max(${high}) AS kind_high`]
      : []),
  ];

  const keys = finals.length === 0 ? ['0 AS g0'] : finals.map((each, i) => `${each} AS g${i}`);
  const grouped = finals.length === 0 ? 'HAVING count(*) > 0' : `GROUP BY ${finals.join(', ')}`;
  const source = once
    ? `SELECT ${[...keys, ...sums(false, true)].join(', ')} FROM ${facts} WHERE ${where} ${grouped}`
    : `SELECT ${[...keys, ...sums(true, true)].join(', ')} FROM (
         SELECT ${[...first, ...sums(false, false)].join(', ')} FROM ${facts} WHERE ${where} GROUP BY ${first.join(', ')}
       ) days ${grouped}`;

  const { join, order } = ordering(dialect, query);
  const page = [
    query.limit === undefined && query.offset === undefined
      ? ''
      : `LIMIT ${dialect.place(value(query.limit ?? 2 ** 31 - 1))}`,
    query.offset === undefined ? '' : `OFFSET ${dialect.place(value(query.offset))}`,
  ];
  const text = `SELECT sums.*, count(*) OVER () AS total FROM (${source}) sums ${join} ORDER BY ${order} ${page.join(' ')}`;
  return { text, values };
}

/**
 * Which raw columns the first pass groups by. Weeks and months are made of days in a second pass
 * over few rows.
 */
function firstGrouping(
  { clustered }: FactsDialect,
  table: FactTable,
  groupBy: readonly FactDimension[],
): readonly string[] {
  const needed =
    groupBy.length === 0 ? ['source'] : groupBy.map((dimension) => rawColumns[dimension]);
  const key = tableKeys[table];
  const depth = Math.max(...needed.map((column) => key.indexOf(column))) + 1;
  // By all but the country there would be as many groups as rows.
  if (clustered && depth < key.length - 1) return key.slice(0, depth);
  return needed.filter((column, i) => needed.indexOf(column) === i);
}

function expression(dialect: FactsDialect, dimension: FactDimension): string {
  if (dimension === 'week') return dialect.week('day');
  if (dimension === 'month') return dialect.month('day');
  return rawColumns[dimension];
}

const rangeOf = (query: FactQuery) => ({
  from: dayNumber(query.from) ?? 0,
  to: dayNumber(query.to) ?? -1,
});

function conditions(
  dialect: FactsDialect,
  query: FactQuery,
  {
    sources,
    accounts,
    value,
  }: {
    /** Undefined where the rows are those of the sources and days that are asked about. */
    readonly sources: readonly number[] | undefined;
    readonly accounts: readonly number[];
    readonly value: (each: SqlValue) => number;
  },
): string {
  const { from, to } = rangeOf(query);
  const parts =
    sources === undefined
      ? ['1 = 1']
      : [
          dialect.inList('source', value(dialect.list(sources)), 'number'),
          `day BETWEEN ${dialect.place(value(from))} AND ${dialect.place(value(to))}`,
        ];
  const lists: readonly (readonly [FactEntity, readonly string[] | undefined])[] = [
    ['campaignId', query.filter?.campaignIds],
    ['adsetId', query.filter?.adsetIds],
    ['adId', query.filter?.adIds],
  ];
  for (const [entity, ids] of lists) {
    if (ids === undefined) continue;
    const ofAccounts = dialect.inList('account', value(dialect.list(accounts)), 'number');
    const named = dialect.inList('id', value(dialect.list(ids)), 'text');
    parts.push(
      `${entityColumns[entity]} IN (SELECT key FROM ${dialect.table('fact_entity')} WHERE ${ofAccounts} AND kind = ${entityKinds[entity]} AND ${named})`,
    );
  }
  if (query.filter?.countries !== undefined)
    parts.push(dialect.inList('country', value(dialect.list(query.filter.countries)), 'text'));
  return parts.join(' AND ');
}

function ordering(
  dialect: FactsDialect,
  { groupBy, order }: FactQuery,
): { join: string; order: string } {
  const ties = groupBy.length === 0 ? ['g0'] : groupBy.map((_, i) => `g${i}`);
  if (order === undefined) return { join: '', order: ties.join(', ') };
  const { by, direction } = order;
  const entity = 'name' in by ? by.name : 'dimension' in by ? by.dimension : undefined;
  const column = entity === undefined ? '' : `g${groupBy.indexOf(entity)}`;
  const named = entity === 'campaignId' || entity === 'adsetId' || entity === 'adId';
  const join = named
    ? `LEFT JOIN ${dialect.table('fact_entity')} e ON e.key = ${column}`
    : entity === 'accountId'
      ? `LEFT JOIN ${dialect.table('fact_account')} a ON a.key = (${column} - ${column} % 2) / 2`
      : '';
  const text = (each: string): string => `${each} ${dialect.collation}`;
  const keys =
    'name' in by
      ? [text('e.name'), text('e.id')]
      : entity !== undefined
        ? [
            named
              ? text('e.id')
              : entity === 'accountId'
                ? text('a.account_id')
                : entity === 'day'
                  ? column
                  : text(column),
          ]
        : [amount(by)];
  const sorted = keys.map(
    (key) => `(${key}) IS NULL, ${key} ${direction === 'asc' ? 'ASC' : 'DESC'}`,
  );
  return { join, order: [...sorted, ...ties].join(', ') };
}

function amount(by: FactOrder): string {
  const sum = (measure: Measure): string =>
    measure === 'results'
      ? 'CASE WHEN kind_low <> kind_high THEN NULL ELSE results END'
      : columns[measure].name;
  if ('measure' in by) return sum(by.measure);
  return 'of' in by ? `(${sum(by.of)}) / nullif(${sum(by.per)}, 0)` : 'NULL';
}
