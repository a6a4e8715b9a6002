import { dayText, numberOf } from '../../core/base/time/days.ts';
import type { FactEntity, FactRow, FactScan, FactSlice } from '../../core/ports/facts.ts';
import { measures } from '../../core/ports/facts.ts';
import type { Sql, SqlValue } from '../store/sql.ts';

import { asOfFacts } from './as-of-sql.ts';
import { columns, measuresFrom } from './columns.ts';
import type { FactsDialect } from './dialect.ts';
import { type FactTable, kindsOf } from './roll-ups.ts';

/**
 * The key's columns down to each level: rows are read in this order, so a position in it is where
 * to go on.
 */
const paths: { readonly [L in FactEntity]: readonly string[] } = {
  campaignId: ['campaign'],
  adsetId: ['campaign', 'adset'],
  adId: ['campaign', 'adset', 'ad'],
};

const keyOf = (level: FactEntity): readonly string[] => ['day', ...paths[level], 'country'];

/** The columns of its rows. */
export const scanColumns = (level: FactEntity): readonly string[] => [
  ...keyOf(level),
  ...measures.map((measure) => columns[measure].name),
  'kind_low',
  'kind_high',
];

/**
 * One row more than the limit, to know whether there is more. The table is one that has the level
 * (`tableOfLevel`).
 */
export function scanSql(
  dialect: FactsDialect,
  { scope, level, asOf, after, limit }: FactScan,
  source: number,
  table: FactTable = 'fact',
): Sql {
  const key = keyOf(level).join(', ');
  const values: SqlValue[] = [];
  const place = (value: SqlValue): string => dialect.place(values.push(value));
  const position =
    after === undefined ? undefined : (JSON.parse(after) as readonly (string | number)[]);
  const from = position === undefined ? numberOf(scope.from) : Number(position[0]);
  const where = [
    `source = ${place(source)}`,
    `day >= ${place(from)}`,
    `day <= ${place(numberOf(scope.to))}`,
    ...(position === undefined ? [] : [`(${key}) > (${position.map(place).join(', ')})`]),
  ];
  const range = { sources: [source], from, to: numberOf(scope.to) };
  const facts =
    asOf === undefined
      ? dialect.table(table)
      : asOfFacts(dialect, { ...range, asOf }, (value) => values.push(value));
  const each = level === 'adId';
  const sums = measures.map((measure) => {
    const { name } = columns[measure];
    return `${dialect.real(each ? name : `sum(${name})`)} AS ${name}`;
  });
  const [low, high] = kindsOf(table);
  const kinds = each
    ? ['result_type AS kind_low', 'result_type AS kind_high']
    : [`min(${low}) AS kind_low`, `max(${high}) AS kind_high`];
  const text = `SELECT ${[key, ...sums, ...kinds].join(', ')} FROM ${facts} WHERE ${where.join(' AND ')}
    ${each ? '' : `GROUP BY ${key}`} ORDER BY ${key} LIMIT ${place(limit + 1)}`;
  return { text, values };
}

export type ScanRow = { readonly [column: string]: string | number | null };

export interface EntityName {
  readonly key: number;
  readonly id: string;
  readonly name: string;
}

/**
 * Names for the keys of a slice. Joining them in the database costs more: there it is done for
 * every row.
 */
export function namesSql(dialect: FactsDialect, level: FactEntity, rows: readonly ScanRow[]): Sql {
  const keys = new Set<number>();
  for (const row of rows)
    for (const column of [...paths[level], 'kind_low'])
      if (row[column]) keys.add(Number(row[column]));
  return {
    text: `SELECT key, id, name FROM ${dialect.table('fact_entity')} WHERE ${dialect.inList('key', 1, 'number')}`,
    values: [dialect.list([...keys])],
  };
}

export const namesByKey = (found: readonly EntityName[]): ReadonlyMap<number, EntityName> =>
  new Map(found.map((entity) => [entity.key, entity]));

export function sliceFrom(
  { scope, level, limit }: FactScan,
  rows: readonly ScanRow[],
  names: ReadonlyMap<number, EntityName>,
): FactSlice {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit).map((row) => rowFrom(row, level, scope.accountId, names)),
    ...(last === undefined
      ? {}
      : { next: JSON.stringify(keyOf(level).map((column) => last[column])) }),
  };
}

function rowFrom(
  row: ScanRow,
  level: FactEntity,
  accountId: string,
  names: ReadonlyMap<number, EntityName>,
): FactRow {
  const named = (column: string): EntityName | undefined => names.get(Number(row[column]));
  const [campaign, adset, ad, kind] = [
    named('campaign'),
    named('adset'),
    named('ad'),
    named('kind_low'),
  ];
  return {
    day: dayText(Number(row.day)),
    country: String(row.country),
    entity: {
      accountId,
      campaignId: campaign?.id ?? '',
      campaignName: campaign?.name ?? '',
      ...(level === 'campaignId' ? {} : { adsetId: adset?.id ?? '', adsetName: adset?.name ?? '' }),
      ...(level === 'adId' ? { adId: ad?.id ?? '', adName: ad?.name ?? '' } : {}),
    },
    resultType: row.kind_low === row.kind_high ? (kind?.id ?? '') : null,
    ...measuresFrom(row as { readonly [column: string]: number }), // the sums are among its columns
  };
}
