import { join } from 'node:path';
import type { Backups } from '../../core/ports/backups.ts';
import {
  type BackupOptions,
  type BackupResult,
  backUp,
  type InstallationPlaces,
} from '../local/backup/backup.ts';
import { withBackup } from '../local/backup/backup-place.ts';
import { type RestoreResult, restore } from '../local/backup/restore.ts';
import { scheduledBackups } from '../local/backup/scheduled-backups.ts';
import type { MediaPlace } from '../process/media-place.ts';
import type { ServiceSettings } from '../process/service-settings.ts';

export interface EmbeddedPlaces extends Omit<InstallationPlaces, 'files'> {
  readonly media: MediaPlace;
}

/** What lies in a bucket is not copied. */
const placesOf = ({ media, ...embedded }: EmbeddedPlaces): InstallationPlaces => ({
  ...embedded,
  files:
    media.type === 's3'
      ? {}
      : { media: media.folder, exports: media.exports ?? join(media.folder, 'exports') },
});

export type EmbeddedBackup = Pick<BackupOptions, 'to' | 'withSecret'>;
export type { BackupResult, RestoreResult };

export const backUpEmbedded = (
  embedded: EmbeddedPlaces,
  options: EmbeddedBackup,
): Promise<BackupResult> => backUp(placesOf(embedded), options);

export const scheduledEmbedded = (
  embedded: EmbeddedPlaces,
  backup: NonNullable<ServiceSettings['backup']>,
): Backups => scheduledBackups(placesOf(embedded), backup);

export const restoreEmbedded = (from: string, embedded: EmbeddedPlaces): Promise<RestoreResult> =>
  withBackup({ type: 'disk', folder: from }, undefined, (folder) =>
    restore(folder, placesOf(embedded)),
  );
