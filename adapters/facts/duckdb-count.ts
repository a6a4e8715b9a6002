import { stat } from 'node:fs/promises';
import { openDuckdbFile } from '../duckdb/file.ts';
import { factTables } from './duckdb-tables.ts';

/**
 * How many facts a file of DuckDB holds. Throws what `openDuckdbFile` does; nothing is made or
 * changed.
 */
export async function countDuckdbFacts(
  path: string,
): Promise<{ readonly facts: number; readonly bytes: number }> {
  const file = await openDuckdbFile(path, factTables, { readOnly: true });
  try {
    const [found] = await file.all<{ facts: number }>({
      text: 'SELECT count(*) AS facts FROM fact',
      values: [],
    });
    return { facts: found?.facts ?? 0, bytes: (await stat(path)).size };
  } finally {
    await file.close();
  }
}
