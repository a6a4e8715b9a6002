import { dirname } from 'node:path';
import { openDuckdbFacts } from '../../adapters/facts/duckdb.ts';
import type { Facts } from '../../core/ports/facts.ts';
import type { FactsPlace } from './facts-place.ts';
import type { Storage } from './storage.ts';

/**
 * Keeps figures in a DuckDB file. Figures that the database holds from before are no longer read,
 * only forgotten and removed.
 */
export async function withDuckdbFacts(storage: Storage, { path }: FactsPlace): Promise<Storage> {
  const duckdb = await openDuckdbFacts(path).catch(async (error: unknown) => {
    await storage.close();
    throw error;
  });
  const before = storage.facts;
  const facts: Facts = {
    ...duckdb,
    forget: async (...asked) => (await duckdb.forget(...asked)) + (await before.forget(...asked)),
    async remove(...asked) {
      const left = [await duckdb.remove(...asked), await before.remove(...asked)];
      return left.includes('more') ? 'more' : 'done';
    },
  };
  return {
    ...storage,
    facts,
    folders: [...(storage.folders ?? []), dirname(path)],
    pools: () => [
      ...(storage.pools?.() ?? []).filter(({ pool }) => pool !== 'facts'),
      { pool: 'facts', ...duckdb.connections() },
    ],
    async close() {
      await Promise.all([duckdb.close(), storage.close()]);
    },
  };
}
