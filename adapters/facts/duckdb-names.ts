import type { Sql } from '../store/sql.ts';

import { dialect } from './duckdb-dialect.ts';
import type { EntityRow } from './entity-rows.ts';

interface Entity {
  readonly key: number;
  readonly kind: number;
  readonly id: string;
  readonly name: string;
  readonly account: number;
  readonly parent: number | null;
}

/**
 * Entities with those above them, looked up level by level: what joins the table with itself takes
 * DuckDB longer than a question for each level, and campaigns have none above them.
 *
 * @param accounts the ids of accounts, by their keys
 */
export async function duckdbEntities(
  all: <T>(sql: Sql) => Promise<readonly T[]>,
  accounts: ReadonlyMap<number, string>,
  keys: readonly number[],
): Promise<readonly EntityRow[]> {
  const known = new Map<number, Entity>();
  for (let missing = keys; missing.length > 0; missing = unknownParents(known)) {
    const found = await all<Entity>({
      text: `SELECT key, kind, id, name, account, parent FROM fact_entity WHERE ${dialect.inList('key', 1, 'number')}`,
      values: [dialect.list(missing)],
    });
    if (found.length === 0) break;
    for (const entity of found) known.set(entity.key, entity);
  }
  const above = (entity: Entity | undefined): Entity | undefined => known.get(entity?.parent ?? 0);
  return keys.flatMap((key) => {
    const entity = known.get(key);
    if (entity === undefined) return [];
    const [parent, top] = [above(entity), above(above(entity))];
    return {
      key,
      kind: entity.kind,
      id: entity.id,
      name: entity.name,
      account_id: accounts.get(entity.account) ?? '',
      parent_id: parent?.id ?? null,
      parent_name: parent?.name ?? null,
      top_id: top?.id ?? null,
      top_name: top?.name ?? null,
    };
  });
}

const unknownParents = (known: ReadonlyMap<number, Entity>): readonly number[] => [
  ...new Set(
    [...known.values()].flatMap(({ parent }) =>
      parent === null || known.has(parent) ? [] : [parent],
    ),
  ),
];
