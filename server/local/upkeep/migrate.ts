import { postgresVersions } from '../../../adapters/backup/postgres-dump.ts';
import { sqliteVersions } from '../../../adapters/backup/sqlite-snapshot.ts';
import { silent } from '../../../core/ports/log.ts';
import { type Database, openStorage } from '../../process/assemble.ts';
import { isMissing } from '../../process/data-folder.ts';

/** By part of the database: the tables of documents, of figures, of rate windows. */
export type Versions = { readonly [part: string]: number };

/**
 * Brings the tables of a database up to date, those of the queue too. An SQLite file that is not
 * there is left to the service.
 */
export async function migrate(
  database: Database,
): Promise<{ readonly before: Versions; readonly after: Versions }> {
  if (database.type === 'memory' || isMissing(database)) return { before: {}, after: {} };
  const look = (): Promise<Versions> =>
    database.type === 'postgres' ? postgresVersions(database.url) : sqliteVersions(database.path);
  const before = await look();
  const storage = await openStorage(database);
  try {
    await storage.openJobs(silent);
  } finally {
    await storage.close();
  }
  return { before, after: await look() };
}
