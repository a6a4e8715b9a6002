import type { FactEntity, FactQuery } from '../../core/ports/facts.ts';
import { columns } from './columns.ts';

/**
 * Sums that are kept with the facts, by account, day and campaign or ad set (and country). They are
 * written in the same transaction as the facts of their day, and `rolled_at` of a covered day says
 * for which fetch: where it differs from `fetched_at`, another version has written the day, and
 * questions about it are answered by the facts themselves.
 */
export type FactTable = 'fact' | RollUp | ByMonth;
type RollUp = 'fact_by_campaign' | 'fact_by_adset';
/** On SQLite alone, with the days of no month beside it (sqlite-months.ts). */
type ByMonth = 'fact_by_ad_month';

/**
 * The columns of their keys, in the order rows are stored in where a table is stored in its key's
 * order.
 */
export const tableKeys: { readonly [T in FactTable]: readonly string[] } = {
  fact: ['source', 'day', 'campaign', 'adset', 'ad', 'country'],
  fact_by_ad_month: ['source', 'day', 'campaign', 'adset', 'ad', 'country'],
  fact_by_campaign: ['source', 'day', 'campaign', 'country'],
  fact_by_adset: ['source', 'day', 'campaign', 'adset', 'country'],
};

/**
 * The smallest table that can answer. What was known at a moment is in the facts and their vintages
 * alone.
 */
export function tableFor({
  groupBy,
  filter = {},
  asOf,
}: Pick<FactQuery, 'groupBy' | 'filter' | 'asOf'>): FactTable {
  if (asOf !== undefined || groupBy.includes('adId') || filter.adIds !== undefined) return 'fact';
  return groupBy.includes('adsetId') || filter.adsetIds !== undefined
    ? 'fact_by_adset'
    : 'fact_by_campaign';
}

export const tableOfLevel = (level: FactEntity, asOf?: number): FactTable =>
  tableFor({ groupBy: [level], ...(asOf !== undefined && { asOf }) });

/** How the lowest and highest kind of results are read from a table's rows. */
export const kindsOf = (table: FactTable): readonly [low: string, high: string] =>
  table === 'fact'
    ? ['nullif(result_type, 0)', 'nullif(result_type, 0)']
    : ['kind_low', 'kind_high'];

/** Where it is made of: sums by campaign are sums of those by ad set. */
const madeOf: { readonly [T in RollUp]: FactTable } = {
  fact_by_adset: 'fact',
  fact_by_campaign: 'fact_by_adset',
};

/**
 * What makes the roll-ups of some days anew, in this order. `days` is a condition on `source` and
 * `day`.
 *
 * @param hasCountries whether rows of a day differ by country; where not, SQLite need not sort them
 * @param whole as in FactsDialect
 */
export function rollUpSql(
  schema: string,
  days: string,
  {
    hasCountries,
    whole,
  }: { readonly hasCountries: boolean; readonly whole: (expression: string) => string },
): readonly string[] {
  const tables: readonly RollUp[] = ['fact_by_adset', 'fact_by_campaign'];
  return tables.flatMap((table) => {
    const entities = tableKeys[table].filter((column) => column !== 'country');
    const names = Object.values(columns).map(({ name }) => name);
    const [low, high] = kindsOf(madeOf[table]);
    const wanted = [
      ...entities,
      hasCountries ? 'country' : "'' AS country",
      ...names.map((name) => `${whole(`sum(${name})`)} AS ${name}`),
      `min(${low})`,
      `max(${high})`,
    ];
    const into = [...entities, 'country', ...names, 'kind_low', 'kind_high'].join(', ');
    const groups = [...entities, ...(hasCountries ? ['country'] : [])].join(', ');
    return [
      `DELETE FROM ${schema}${table} WHERE ${days}`,
      `INSERT INTO ${schema}${table} (${into}) SELECT ${wanted.join(', ')} FROM ${schema}${madeOf[table]} WHERE ${days} GROUP BY ${groups}`,
    ];
  });
}

/** Days of the sources `listed` whose roll-ups are not those of their last fetch. */
export const unrolledSql = (schema: string, listed: string): string =>
  `SELECT source, day FROM ${schema}fact_coverage WHERE ${listed} AND rolled_at <> fetched_at`;
