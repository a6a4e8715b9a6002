import { dayText } from '../../core/base/time/days.ts';
import type {
  FactDimension,
  FactEntityNames,
  FactGroup,
  FactQuery,
  Measure,
} from '../../core/ports/facts.ts';
import type { Sql } from '../store/sql.ts';

import { accountOf, columns, entityColumns, fromStored } from './columns.ts';
import type { FactsDialect } from './dialect.ts';

/** Rows of `aggregateSql`, and what their keys mean. */
export type GroupRow = { readonly [column: string]: string | number | null };

/** An entity with those above it, as `entitiesSql` reads them. */
export interface EntityRow {
  readonly key: number;
  readonly kind: number;
  readonly id: string;
  readonly name: string;
  readonly account_id: string;
  readonly parent_id: string | null;
  readonly parent_name: string | null;
  readonly top_id: string | null;
  readonly top_name: string | null;
}

export const entitiesSql = (dialect: FactsDialect, keys: readonly number[]): Sql => ({
  text: `SELECT e.key, e.kind, e.id, e.name, a.account_id, p.id AS parent_id, p.name AS parent_name, t.id AS top_id, t.name AS top_name
         FROM ${dialect.table('fact_entity')} e JOIN ${dialect.table('fact_account')} a ON a.key = e.account
         LEFT JOIN ${dialect.table('fact_entity')} p ON p.key = e.parent
         LEFT JOIN ${dialect.table('fact_entity')} t ON t.key = p.parent
         WHERE ${dialect.inList('e.key', 1, 'number')}`,
  values: [dialect.list(keys)],
});

/** The keys that must be looked up to name these groups. */
export function keysToName(rows: readonly GroupRow[], groupBy: readonly FactDimension[]): number[] {
  const keys = new Set<number>();
  const entities = groupBy.flatMap((dimension, i) => (dimension in entityColumns ? [`g${i}`] : []));
  for (const row of rows) {
    for (const column of [...entities, 'kind_low']) if (row[column]) keys.add(Number(row[column]));
  }
  return [...keys];
}

export function groupsFrom(
  rows: readonly GroupRow[],
  query: FactQuery,
  entities: ReadonlyMap<number, EntityRow>,
  accountIds: ReadonlyMap<number, string>,
): FactGroup[] {
  const finest = (['adId', 'adsetId', 'campaignId'] as const).find((entity) =>
    query.groupBy.includes(entity),
  );
  return rows.map((row) => {
    const group: { [D in FactDimension]?: string } = {};
    query.groupBy.forEach((dimension, i) => {
      const key = row[`g${i}`];
      if (dimension === 'accountId') group.accountId = accountIds.get(accountOf(Number(key))) ?? '';
      else if (dimension === 'day') group.day = dayText(Number(key));
      else
        group[dimension] =
          dimension in entityColumns ? (entities.get(Number(key))?.id ?? '') : String(key);
    });
    const sums: { [M in Measure]?: number } = {};
    for (const measure of query.measures)
      sums[measure] = fromStored(measure, Number(row[columns[measure].name]));
    const named =
      finest === undefined
        ? undefined
        : entities.get(Number(row[`g${query.groupBy.indexOf(finest)}`]));
    return {
      group,
      entity:
        named === undefined
          ? group.accountId === undefined
            ? {}
            : { accountId: group.accountId }
          : namesOf(named),
      sums,
      ...(query.measures.includes('results') ? { resultType: resultTypeOf(row, entities) } : {}),
    };
  });
}

function namesOf(row: EntityRow): FactEntityNames {
  const { account_id: accountId, id, name } = row;
  const [parentId, parentName] = [row.parent_id ?? '', row.parent_name ?? ''];
  switch (row.kind) {
    case 1:
      return { accountId, campaignId: id, campaignName: name };
    case 2:
      return {
        accountId,
        campaignId: parentId,
        campaignName: parentName,
        adsetId: id,
        adsetName: name,
      };
    default: {
      const [campaignId, campaignName] = [row.top_id ?? '', row.top_name ?? ''];
      return {
        accountId,
        campaignId,
        campaignName,
        adsetId: parentId,
        adsetName: parentName,
        adId: id,
        adName: name,
      };
    }
  }
}

function resultTypeOf(row: GroupRow, entities: ReadonlyMap<number, EntityRow>): string | null {
  if (row.kind_low === null || row.kind_low === undefined) return '';
  return row.kind_low === row.kind_high ? (entities.get(Number(row.kind_low))?.id ?? '') : null;
}
