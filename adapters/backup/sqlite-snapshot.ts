import { writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { SlipwayError } from '../../core/base/errors.ts';
import { PRIVATE_FILE } from '../runtime/private-files.ts';
import { checkSqliteFile } from '../store/sqlite-database.ts';

/** In a thread of its own: it takes as long as reading the whole file does. */
const VACUUM = `import('node:worker_threads').then(async ({ workerData, parentPort }) => {
  let answer = null;
  try {
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(workerData.path);
    try {
      database.exec('PRAGMA busy_timeout = 5000');
      database.prepare('VACUUM INTO ?').run(workerData.to);
    } finally {
      database.close();
    }
  } catch (error) {
    answer = String(error?.message ?? error);
  }
  parentPort.postMessage(answer);
})`;

/**
 * Copies a database file as it is at one moment, whoever writes meanwhile; nobody waits for it. The
 * copy is looked at page by page. Throws `unavailable` where it cannot be made.
 */
export async function snapshotSqlite(path: string, to: string): Promise<void> {
  // An empty file is the one kind VACUUM INTO writes to, and it keeps its rights.
  await writeFile(to, '', { flag: 'wx', mode: PRIVATE_FILE });
  const problem = await new Promise<string | null>((resolve, reject) => {
    const worker = new Worker(VACUUM, { eval: true, workerData: { path, to } });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  if (problem !== null)
    throw new SlipwayError('unavailable', `The database could not be copied: ${problem}.`);
  await checkSqliteFile(to);
}

/** The versions of the tables in a database file, by part of the service. */
export async function sqliteVersions(path: string): Promise<{ readonly [part: string]: number }> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path);
  try {
    const rows = database
      .prepare('SELECT part, max(version) AS version FROM schema_versions GROUP BY part')
      .all();
    return Object.fromEntries(
      (rows as { part: string; version: number }[]).map(({ part, version }) => [part, version]),
    );
  } finally {
    database.close();
  }
}
