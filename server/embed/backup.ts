import { join } from 'node:path';
import { type BackupOptions, type BackupResult, backUp, type InstallationPlaces } from '../local/backup.ts';
import { type RestoreResult, restore } from '../local/restore.ts';

type EmbeddedPlaces = Omit<InstallationPlaces, 'files'>;

const placesOf = (embedded: EmbeddedPlaces): InstallationPlaces => ({
  ...embedded,
  files: { media: join(embedded.folder, 'media'), exports: join(embedded.folder, 'exports') },
});

export type EmbeddedBackup = Pick<BackupOptions, 'to' | 'withSecret'>;
export type { BackupResult, RestoreResult };

export const backUpEmbedded = (embedded: EmbeddedPlaces, options: EmbeddedBackup): Promise<BackupResult> =>
  backUp(placesOf(embedded), options);

export const restoreEmbedded = (from: string, embedded: EmbeddedPlaces): Promise<RestoreResult> =>
  restore(from, placesOf(embedded));
