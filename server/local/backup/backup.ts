import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import {
  copyPrivate,
  type FileRecord,
  filesBelow,
  recordOf,
} from '../../../adapters/backup/files.ts';
import { backupName, type Manifest, writeManifest } from '../../../adapters/backup/manifest.ts';
import { dumpPostgres, postgresVersions } from '../../../adapters/backup/postgres-dump.ts';
import { snapshotSqlite, sqliteVersions } from '../../../adapters/backup/sqlite-snapshot.ts';
import { diskTrouble } from '../../../adapters/runtime/disk-trouble.ts';
import { readKeptSecret } from '../../../adapters/runtime/kept-secret.ts';
import {
  openPrivateFolder,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
} from '../../../adapters/runtime/private-files.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import type { Database } from '../../process/assemble.ts';
import { VERSION } from '../../version.ts';

export interface InstallationPlaces {
  readonly database: Database;
  /** The data folder: the secret, and the simulated platforms. */
  readonly folder: string;
  /** Folders of media and exports, by their name in a backup. None where they lie in a bucket. */
  readonly files: { readonly [name: string]: string };
  readonly secret?: string | undefined;
  /** Figures in a file of their own, and what copies it while a service works on it. */
  readonly facts?: { readonly path: string; copy(): Promise<string> };
}

export interface BackupOptions {
  /**
   * The folder that keeps backups, made when it is missing: each backup is a folder in it, named
   * with the time.
   */
  readonly to: string;
  /**
   * Whether the secret goes into the backup: then it is all that is needed, and has to be guarded
   * like the secret.
   */
  readonly withSecret?: boolean;
  /** Another program dumped the database before this is called. */
  readonly withoutDatabase?: boolean;
}

export interface BackupResult {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Media whose content is not what it was when it was uploaded. */
  readonly damaged: readonly string[];
}

const MEDIUM = /^[^/]+\/[0-9a-f]{2}\/([0-9a-f]{64})$/;
const SANDBOX = 'sandbox.jsonl';
export const FACTS_FILE = 'facts.duckdb';

/**
 * Copies an installation that may go on working: the database as it is at one moment, and the files
 * that belong to it. Everything is read again once it is written. The folder has its name only when
 * it is complete.
 */
export async function backUp(
  places: InstallationPlaces,
  options: BackupOptions,
  now = new Date(),
): Promise<BackupResult> {
  if (places.database.type === 'memory')
    throw new SlipwayError('bad_request', 'A database in memory leaves nothing to back up.');
  const folder = await targetOf(options.to, now);
  const partial = `${folder}.partial`;
  try {
    await mkdir(partial, { mode: PRIVATE_FOLDER });
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST')
      throw conflict(
        'backup_under_way',
        `${partial} is there already: another backup is under way, or one was interrupted. Remove it then.`,
      );
    throw diskTrouble(error, 'The backup');
  }
  try {
    const { manifest, damaged } = await fill(partial, places, options);
    await rename(partial, folder);
    return { folder, manifest, damaged };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw diskTrouble(error, 'The backup');
  }
}

async function targetOf(to: string, now: Date): Promise<string> {
  const found = await stat(to).catch(() => undefined);
  if (found === undefined) openPrivateFolder(resolve(to));
  else if (!found.isDirectory())
    throw new SlipwayError('bad_request', `${to} is a file. Name a folder for the backup.`);
  const folder = join(resolve(to), backupName(now));
  if (existsSync(folder))
    throw conflict('folder_exists', `${folder} is there already. Try again in a second.`);
  return folder;
}

async function fill(partial: string, places: InstallationPlaces, options: BackupOptions) {
  // Media never change and may be deleted, so those of now are copied before the database, and
  // those that came since after it.
  await copyFiles(partial, places, (path) => MEDIUM.test(path));
  const createdAt = new Date().toISOString();
  const stored = await copyDatabase(partial, places.database, options.withoutDatabase === true);
  if (places.facts !== undefined)
    await moveCopy(await places.facts.copy(), join(partial, FACTS_FILE));
  await copyFiles(partial, places, () => true);
  await copyPrivate(join(places.folder, SANDBOX), join(partial, SANDBOX));
  const secret = options.withSecret ? (places.secret ?? readKeptSecret(places.folder)) : undefined;
  if (secret !== undefined)
    await writeFile(join(partial, 'secret'), secret, {
      flag: 'wx',
      mode: PRIVATE_FILE,
      flush: true,
    });

  const files: FileRecord[] = [];
  for (const path of await filesBelow(partial)) files.push(await recordOf(partial, path));
  const damaged = files.filter(
    ({ path, sha256 }) => contentOf(path) !== undefined && contentOf(path) !== sha256,
  );
  const manifest: Manifest = {
    format: 1,
    slipway: VERSION,
    createdAt,
    ...stored,
    secret: secret === undefined ? 'apart' : 'included',
    media: Object.keys(places.files).length > 0 ? 'included' : 'elsewhere',
    files,
  };
  await writeManifest(partial, manifest);
  return { manifest, damaged: damaged.map(({ path }) => basename(path)) };
}

/** What a medium was when it was uploaded, by its name. */
const contentOf = (path: string): string | undefined =>
  path.startsWith('media/') ? MEDIUM.exec(path.slice('media/'.length))?.[1] : undefined;

async function moveCopy(copy: string, to: string): Promise<void> {
  try {
    await copyPrivate(copy, to);
  } finally {
    await rm(copy, { force: true });
  }
}

async function copyFiles(
  partial: string,
  { files }: InstallationPlaces,
  isWanted: (path: string) => boolean,
): Promise<void> {
  for (const [name, folder] of Object.entries(files))
    for (const path of await filesBelow(folder))
      if (isWanted(path)) await copyPrivate(join(folder, path), join(partial, name, path));
}

async function copyDatabase(
  partial: string,
  database: Database,
  elsewhere: boolean,
): Promise<Pick<Manifest, 'database' | 'schema'>> {
  if (database.type === 'sqlite') {
    const copy = join(partial, 'slipway.db');
    await snapshotSqlite(database.path, copy);
    return { database: 'sqlite', schema: await sqliteVersions(copy) };
  }
  if (database.type === 'memory') throw new Error('Refused before.');
  if (!elsewhere)
    await dumpPostgres(database.direct ?? database.url, join(partial, 'database.dump'));
  return {
    database: elsewhere ? 'elsewhere' : 'postgres',
    schema: await postgresVersions(database.url),
  };
}

/** A folder or database is not as a backup or restore needs it. */
export const conflict = (code: string, message: string): SlipwayError =>
  new SlipwayError('conflict', message, { details: [{ path: '', code, message }] });
