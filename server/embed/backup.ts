import { join } from 'node:path';
import { type BackupOptions, type BackupResult, backUp, type InstallationPlaces } from '../local/backup.ts';
import { type RestoreResult, restore } from '../local/restore.ts';
import type { Database } from '../process/assemble.ts';

const placesOf = (
  database: Database,
  folder: string,
  secret: string | undefined,
  facts: InstallationPlaces['facts'],
): InstallationPlaces => ({
  database,
  folder,
  secret,
  ...(facts && { facts }),
  files: { media: join(folder, 'media'), exports: join(folder, 'exports') },
});

export type EmbeddedBackup = Pick<BackupOptions, 'to' | 'withSecret'>;
export type { BackupResult, RestoreResult };

export const backUpEmbedded = (
  database: Database,
  folder: string,
  secret: string | undefined,
  options: EmbeddedBackup,
  facts: InstallationPlaces['facts'],
): Promise<BackupResult> => backUp(placesOf(database, folder, secret, facts), options);

export const restoreEmbedded = (
  from: string,
  database: Database,
  folder: string,
  secret: string | undefined,
  facts: InstallationPlaces['facts'],
): Promise<RestoreResult> => restore(from, placesOf(database, folder, secret, facts));
