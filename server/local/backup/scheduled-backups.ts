import { resolve } from 'node:path';
import { openPrivateFolder } from '../../../adapters/runtime/private-files.ts';
import type { Backups } from '../../../core/ports/backups.ts';
import type { ServiceSettings } from '../../process/service-settings.ts';
import type { InstallationPlaces } from './backup.ts';
import { placeBackup, pruneBackups } from './backup-place.ts';

/**
 * The backups that settings ask for. Each is restored from where it lies before older ones are let
 * go of.
 */
export function scheduledBackups(
  places: InstallationPlaces,
  { place, everyMs, keep }: NonNullable<ServiceSettings['backup']>,
): Backups {
  return {
    everyMs,
    async make() {
      // Each gets a name of its own in a folder that is there.
      if (place.type === 'disk') openPrivateFolder(resolve(place.folder));
      const { made, damaged } = await placeBackup(places, place, { verify: true });
      if (damaged.length > 0)
        return {
          ...made,
          notVerified: `Media are damaged where they are kept: ${damaged.slice(0, 3).join(', ')}.`,
        };
      await pruneBackups(place, keep);
      return made;
    },
  };
}
