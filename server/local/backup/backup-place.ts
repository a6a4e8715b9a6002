import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { BACKUP_NAME, type Manifest } from '../../../adapters/backup/manifest.ts';
import { createS3Backups } from '../../../adapters/backup/s3-backups.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import type { MadeBackup } from '../../../core/ports/backups.ts';
import { noteBackup } from '../../../core/upkeep/backups.ts';
import { openStorage } from '../../process/assemble.ts';
import type { BackupPlace } from '../../process/media-place.ts';
import { type BackupResult, backUp, type InstallationPlaces } from './backup.ts';
import { notRestorable } from './try-backup.ts';

export const placeText = (place: BackupPlace): string =>
  place.type === 'disk'
    ? resolve(place.folder)
    : `s3://${place.bucket}/${place.prefix ?? ''} at ${new URL(place.endpoint).host}`;

export interface PlacedBackup extends BackupResult {
  readonly name: string;
  readonly made: MadeBackup;
}

export interface PlacedOptions {
  readonly withSecret?: boolean;
  readonly withoutDatabase?: boolean;
  /** Restores it to a scratch place, from where it lies. */
  readonly verify: boolean;
}

/** The same by hand; the installation keeps a note of it. */
export async function backUpTo(
  places: InstallationPlaces,
  place: BackupPlace,
  options: PlacedOptions,
): Promise<PlacedBackup> {
  const at = Date.now();
  const backup = await placeBackup(places, place, options);
  const storage = await openStorage(places.database);
  try {
    await noteBackup(storage.store, at, backup.made, options.verify);
  } finally {
    await storage.close();
  }
  return backup;
}

/**
 * Makes a backup, puts it where it belongs and, if asked, restores it from there to see that it can
 * be.
 */
export async function placeBackup(
  places: InstallationPlaces,
  place: BackupPlace,
  options: PlacedOptions,
): Promise<PlacedBackup> {
  if (place.type === 'disk') {
    const result = await backUp(places, { to: place.folder, ...options });
    const notVerified = options.verify ? await notRestorable(result.folder, places) : undefined;
    return placed(basename(result.folder), place, result, notVerified);
  }
  return inScratch(async (scratch) => {
    const store = createS3Backups(place);
    const result = await backUp(places, { to: scratch, ...options });
    const name = basename(result.folder);
    await store.put(name, result.folder, result.manifest);
    if (!options.verify) return placed(name, place, result);
    await rm(result.folder, { recursive: true });
    return placed(
      name,
      place,
      result,
      await inScratch(async (folder) => {
        await store.fetch(name, folder);
        return notRestorable(folder, places);
      }),
    );
  });
}

const bytesOf = ({ files }: Manifest): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

function placed(
  name: string,
  place: BackupPlace,
  result: BackupResult,
  notVerified?: string,
): PlacedBackup {
  const made = {
    name,
    place: placeText(place),
    bytes: bytesOf(result.manifest),
    ...(notVerified !== undefined && { notVerified }),
  };
  return { ...result, name, made };
}

export async function listBackups(place: BackupPlace): Promise<readonly string[]> {
  if (place.type === 's3') return createS3Backups(place).list();
  const names = await readdir(place.folder).catch(() => [] as string[]);
  const isComplete = async (name: string): Promise<boolean> =>
    BACKUP_NAME.test(name) && isBackup(join(place.folder, name));
  const complete = await Promise.all(names.map(isComplete));
  return names.filter((_, i) => complete[i]).sort();
}

/** Deletes the oldest beyond `keep`; answers which. */
export async function pruneBackups(place: BackupPlace, keep: number): Promise<readonly string[]> {
  const gone = (await listBackups(place)).slice(0, -keep);
  for (const name of gone)
    if (place.type === 's3') await createS3Backups(place).remove(name);
    else await rm(join(place.folder, name), { recursive: true, force: true });
  return gone;
}

/**
 * Calls back with the folder of a backup: of the one that is named, else the latest of the place.
 * One in a bucket is fetched.
 */
export async function withBackup<T>(
  place: BackupPlace,
  name: string | undefined,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  if (place.type === 'disk' && name === undefined && (await isBackup(place.folder)))
    return work(place.folder);
  const wanted = name ?? (await listBackups(place)).at(-1);
  if (wanted === undefined)
    throw new SlipwayError('not_found', `There is no backup in ${placeText(place)}.`);
  if (place.type === 'disk') return work(join(place.folder, wanted));
  return inScratch(async (folder) => {
    await createS3Backups(place).fetch(wanted, folder);
    return work(folder);
  });
}

const isBackup = async (folder: string): Promise<boolean> =>
  (await stat(join(folder, 'manifest.json')).catch(() => undefined)) !== undefined;

/** A folder for this user alone that is gone afterwards. */
export async function inScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-backup-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
