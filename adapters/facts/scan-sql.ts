import type { FactEntity, FactRow, FactScan, FactSlice } from '../../core/ports/facts.ts';
import { measures } from '../../core/ports/facts.ts';
import { dayText, numberOf } from '../../core/report/days.ts';
import type { FactsDialect, Sql, SqlValue } from './aggregate-sql.ts';
import { columns, measuresFrom } from './columns.ts';

/** The key's columns down to each level: rows are read in this order, so a position in it is where to go on. */
const paths: { readonly [L in FactEntity]: readonly string[] } = {
  campaignId: ['campaign'],
  adsetId: ['campaign', 'adset'],
  adId: ['campaign', 'adset', 'ad'],
};

/** One row more than the limit, to know whether there is more. */
export function scanSql(dialect: FactsDialect, { scope, level, after, limit }: FactScan, source: number): Sql {
  const path = paths[level];
  // Ads come first and the country inside them; coarser levels must put the country last in the same way.
  const key = ['day', ...path, 'country'];
  const values: SqlValue[] = [];
  const place = (value: SqlValue): string => dialect.place(values.push(value));
  const position = after === undefined ? undefined : (JSON.parse(after) as readonly (string | number)[]);
  const from = position === undefined ? numberOf(scope.from) : Number(position[0]);
  const where = [
    `source = ${place(source)}`,
    `day >= ${place(from)}`,
    `day <= ${place(numberOf(scope.to))}`,
    ...(position === undefined ? [] : [`(${key.join(', ')}) > (${position.map(place).join(', ')})`]),
  ];
  const sums = measures.map((measure) => {
    const { name } = columns[measure];
    return `${dialect.real(level === 'adId' ? name : `sum(${name})`)} AS ${name}`;
  });
  const kinds =
    level === 'adId'
      ? ['result_type AS kind_low', 'result_type AS kind_high']
      : ['min(nullif(result_type, 0)) AS kind_low', 'max(nullif(result_type, 0)) AS kind_high'];
  const grouping = level === 'adId' ? '' : `GROUP BY ${key.join(', ')}`;
  const joins = path.map((column) => `JOIN ${dialect.table('fact_entity')} ${column}_e ON ${column}_e.key = rows.${column}`);
  const names = path.map((column) => `${column}_e.id AS ${column}_id, ${column}_e.name AS ${column}_name`);
  const order = (prefix: string): string => key.map((column) => `${prefix}${column}`).join(', ');
  const text = `SELECT rows.*, kind.id AS kind_id, ${names.join(', ')} FROM (
      SELECT ${[...key, ...sums, ...kinds].join(', ')} FROM ${dialect.table('fact')} WHERE ${where.join(' AND ')} ${grouping} ORDER BY ${order('')} LIMIT ${place(limit + 1)}
    ) rows ${joins.join(' ')} LEFT JOIN ${dialect.table('fact_entity')} kind ON kind.key = rows.kind_low ORDER BY ${order('rows.')}`;
  return { text, values };
}

type ScanRow = { readonly [column: string]: string | number | null };

export function sliceFrom({ scope, level, limit }: FactScan, found: readonly unknown[]): FactSlice {
  const rows = found as readonly ScanRow[];
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit).map((row) => rowFrom(row, level, scope.accountId)),
    ...(last === undefined ? {} : { next: JSON.stringify(['day', ...paths[level], 'country'].map((column) => last[column])) }),
  };
}

function rowFrom(row: ScanRow, level: FactEntity, accountId: string): FactRow {
  const text = (column: string): string => String(row[column] ?? '');
  return {
    day: dayText(Number(row.day)),
    country: text('country'),
    entity: {
      accountId,
      campaignId: text('campaign_id'),
      campaignName: text('campaign_name'),
      ...(level === 'campaignId' ? {} : { adsetId: text('adset_id'), adsetName: text('adset_name') }),
      ...(level === 'adId' ? { adId: text('ad_id'), adName: text('ad_name') } : {}),
    },
    resultType: row.kind_low === row.kind_high ? text('kind_id') : null,
    ...measuresFrom(row as { readonly [column: string]: number }),
  };
}
