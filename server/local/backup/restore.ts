import { existsSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { copyPrivate } from '../../../adapters/backup/files.ts';
import { type Manifest, readBackup } from '../../../adapters/backup/manifest.ts';
import {
  postgresVersions,
  RESTORE_COMMAND,
  restorePostgres,
} from '../../../adapters/backup/postgres-dump.ts';
import { openPrivateFolder } from '../../../adapters/runtime/private-files.ts';
import { checkSqliteFile } from '../../../adapters/store/sqlite-database.ts';
import { companyKind } from '../../../core/access/records.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { features, sealedPlaces } from '../../../core/features/registry.ts';
import { type Store, SYSTEM } from '../../../core/ports/store.ts';
import { type Distrusted, distrustUnfinished } from '../../../core/upkeep/restored.ts';
import { lookAtSecrets } from '../../../core/upkeep/secrets/check.ts';
import { type Database, openStorage } from '../../process/assemble.ts';
import { knownSecrets } from '../../process/secrets.ts';
import { conflict, FACTS_FILE, type InstallationPlaces } from './backup.ts';

export interface RestoreResult {
  readonly manifest: Manifest;
  readonly companies: number;
  readonly unfinished: Distrusted;
  /** Whether the secret at hand opens what was restored; without it the service will not start. */
  readonly secret: 'opens' | 'missing' | 'wrong';
}

/**
 * Puts a backup where an installation is to be. Every file is compared with the manifest before
 * anything is written, and nothing is ever overwritten. The database gets its name last: what was
 * interrupted is no installation.
 */
export async function restore(from: string, places: InstallationPlaces): Promise<RestoreResult> {
  const manifest = await readBackup(from);
  const { database, folder, files } = places;
  if (database.type === 'memory')
    throw new SlipwayError(
      'bad_request',
      'A backup cannot be restored to memory. Name a database.',
    );
  if ((database.type === 'sqlite') !== (manifest.database === 'sqlite'))
    throw new SlipwayError(
      'bad_request',
      `This is the backup of ${manifest.database === 'sqlite' ? 'an SQLite file' : 'a Postgres'}. Correct SLIPWAY_DATABASE.`,
    );
  if (places.facts === undefined && manifest.files.some(({ path }) => path === FACTS_FILE))
    throw new SlipwayError(
      'bad_request',
      'This backup has its figures in a file of DuckDB. Set SLIPWAY_FACTS=duckdb:FILE.',
    );
  refuseTaken([folder, ...Object.values(files)], database, places.facts?.path);
  await refuseWrongDatabase(database, manifest);

  openPrivateFolder(folder);
  for (const { path } of manifest.files) {
    const target = targetOf(path, places);
    if (target !== undefined) await copyPrivate(join(from, path), target);
  }
  const settled = await placeDatabase(from, places, manifest);
  return { manifest, ...settled };
}

/** Where a file of the backup belongs; undefined for the database, which is placed last. */
function targetOf(path: string, { folder, files, facts }: InstallationPlaces): string | undefined {
  if (path === 'slipway.db' || path === 'database.dump') return undefined;
  if (path === FACTS_FILE) return facts?.path;
  const [name = '', ...rest] = path.split('/');
  if (rest.length === 0) return join(folder, path);
  const place = files[name];
  // Media that lie in a bucket now were copied from a folder then.
  return place === undefined ? undefined : join(place, ...rest);
}

/** A secret may have been put there for the restored installation. */
function refuseTaken(
  folders: readonly string[],
  database: Database,
  facts: string | undefined,
): void {
  const isTaken = (folder: string): boolean =>
    existsSync(folder) && readdirSync(folder).some((name) => name !== 'secret');
  const singles = [
    ...(database.type === 'sqlite' ? [database.path] : []),
    ...(facts === undefined ? [] : [facts]),
  ];
  const taken = [...folders.filter(isTaken), ...singles.filter((file) => existsSync(file))];
  if (taken.length > 0)
    throw conflict(
      'target_not_empty',
      `${taken.map((path) => resolve(path)).join(', ')}: not empty. A backup is never restored over anything; name an empty folder with --data.`,
    );
}

async function refuseWrongDatabase(database: Database, manifest: Manifest): Promise<void> {
  if (database.type !== 'postgres') return;
  const isEmpty = Object.keys(await postgresVersions(database.url)).length === 0;
  if (manifest.database === 'postgres' && !isEmpty)
    throw conflict(
      'database_not_empty',
      'The Postgres database holds an installation already. Name an empty one in SLIPWAY_DATABASE.',
    );
  if (manifest.database === 'elsewhere' && isEmpty)
    throw conflict(
      'database_missing',
      `The database is not in this backup. Restore its dump first: ${RESTORE_COMMAND}`,
    );
}

async function placeDatabase(from: string, places: InstallationPlaces, manifest: Manifest) {
  const { database } = places;
  if (database.type !== 'sqlite') {
    if (database.type === 'postgres' && manifest.database === 'postgres')
      await restorePostgres(database.direct ?? database.url, join(from, 'database.dump'));
    return settle(database, places, manifest);
  }
  openPrivateFolder(dirname(database.path));
  const half = `${database.path}.restoring`;
  try {
    if (!(await copyPrivate(join(from, 'slipway.db'), half)))
      throw conflict(
        'interrupted_before',
        `${half} is there from a restore that was interrupted. Remove it and try again.`,
      );
    await checkSqliteFile(half);
    const settled = await settle({ type: 'sqlite', path: half }, places, manifest);
    await rename(half, database.path);
    return settled;
  } catch (error) {
    for (const each of [half, `${half}-wal`, `${half}-shm`]) await rm(each, { force: true });
    throw error;
  }
}

/** Settles the restored database before a worker starts on it. */
async function settle(database: Database, places: InstallationPlaces, manifest: Manifest) {
  const storage = await openStorage(database);
  try {
    const { store } = storage;
    const unfinished = await distrustUnfinished(store, features, Date.parse(manifest.createdAt));
    return {
      unfinished,
      companies: await store.count(companyKind, SYSTEM),
      secret: await secretState(store, places),
    };
  } finally {
    await storage.close();
  }
}

async function secretState(
  store: Store,
  places: InstallationPlaces,
): Promise<RestoreResult['secret']> {
  const known = knownSecrets(places);
  if (known === undefined) return 'missing';
  return (await lookAtSecrets(store, sealedPlaces, known)).isOurs ? 'opens' : 'wrong';
}
