import type { Fact } from '../../core/ports/facts.ts';
import type { DuckdbSession } from '../duckdb/connection.ts';
import { createEntityKeys, type FactKeys, type Known, type NewEntity } from './entity-keys.ts';

/**
 * The keys of accounts and entities in a file of DuckDB, which one process writes. All entities of
 * an account are read at once and looked up here; what a put adds and renames is written at once
 * too.
 */
export function createDuckdbKeys(last: { account: number; entity: number }) {
  let known = new Map<string, Known>();
  let fresh = new Map<number, NewEntity>();
  let renamed = new Map<number, { readonly name: string; readonly parent: number | null }>();
  const nameOf = (kind: number, id: string): string => `${kind} ${id}`;
  const keys = createEntityKeys({
    find: (_, kind, id) => known.get(nameOf(kind, id)),
    add(entity) {
      last.entity += 1;
      fresh.set(last.entity, entity);
      return last.entity;
    },
    rename(key, name, parent) {
      const added = fresh.get(key);
      if (added === undefined) renamed.set(key, { name, parent });
      else Object.assign(added, { name, parent });
    },
  });

  const bump = async (session: DuckdbSession, companyId: string, accountId: string) => {
    const values = [companyId, accountId];
    const [found] = await session.all<{ key: number; generation: number }>({
      text: 'SELECT key, generation FROM fact_account WHERE company_id = $1 AND account_id = $2',
      values,
    });
    if (found === undefined) {
      last.account += 1;
      await session.run({
        text: 'INSERT INTO fact_account VALUES ($3, $1, $2, 1)',
        values: [...values, last.account],
      });
      return { key: last.account, generation: 1 };
    }
    await session.run({
      text: 'UPDATE fact_account SET generation = generation + 1 WHERE key = $1',
      values: [found.key],
    });
    return { key: found.key, generation: found.generation + 1 };
  };

  return {
    /** At the beginning of a put: gives the account its key and next generation. */
    async begin(session: DuckdbSession, companyId: string, accountId: string): Promise<number> {
      fresh = new Map();
      renamed = new Map();
      const { key, generation } = await bump(session, companyId, accountId);
      if (keys.begin(key, generation)) {
        const rows = await session.all<Known & { readonly kind: number; readonly id: string }>({
          text: 'SELECT key, kind, id, name, parent FROM fact_entity WHERE account = $1',
          values: [key],
        });
        known = new Map(rows.map(({ kind, id, ...entity }) => [nameOf(kind, id), entity]));
      }
      return key;
    },

    of: (fact: Fact): FactKeys => keys.of(fact),

    /** Writes what the facts of the put have added and renamed. */
    async write(session: DuckdbSession): Promise<void> {
      const rows = [...fresh.entries()];
      await session.append(
        'fact_entity',
        ['integer', 'integer', 'integer', 'text', 'text', 'integer'],
        [
          rows.map(([key]) => key),
          ...(['account', 'kind', 'id', 'name', 'parent'] as const).map((column) =>
            rows.map(([, entity]) => entity[column]),
          ),
        ],
      );
      if (renamed.size === 0) return;
      await session.exec(
        'CREATE OR REPLACE TEMP TABLE renamed (key INTEGER, name VARCHAR, parent INTEGER)',
      );
      const changed = [...renamed.entries()];
      await session.append(
        'renamed',
        ['integer', 'text', 'integer'],
        [
          changed.map(([key]) => key),
          changed.map(([, { name }]) => name),
          changed.map(([, { parent }]) => parent),
        ],
      );
      await session.exec(
        'UPDATE fact_entity AS e SET name = r.name, parent = r.parent FROM renamed r WHERE r.key = e.key',
      );
    },

    /** A put that was rolled back has taken its keys with it. */
    forget(): void {
      keys.forget();
      known = new Map();
    },
  };
}
