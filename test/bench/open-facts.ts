import { openDuckdbFacts } from '../../adapters/facts/duckdb.ts';
import { openPostgresFacts } from '../../adapters/facts/postgres.ts';
import { openSqliteFacts } from '../../adapters/facts/sqlite.ts';
import type { Facts } from '../../core/ports/facts.ts';

/** The facts of a backend, by its name and place. */
export function openFacts(backend: string, place: string): Promise<Facts> {
  if (backend === 'sqlite') return openSqliteFacts(place);
  return backend === 'duckdb' ? openDuckdbFacts(place) : openPostgresFacts({ url: place });
}
