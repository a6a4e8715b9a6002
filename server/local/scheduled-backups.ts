import { resolve } from 'node:path';
import { openPrivateFolder } from '../../adapters/runtime/private-files.ts';
import type { Backups } from '../../core/ports/backups.ts';
import type { Config } from '../process/config.ts';
import { placeBackup, pruneBackups } from './backup-place.ts';
import { placesOf } from './places.ts';

/** The backups a configuration asks for. Each is restored from where it lies before older ones are let go of. */
export function scheduledBackups(config: Config & { readonly backup: NonNullable<Config['backup']> }): Backups {
  const { place, everyMs, keep } = config.backup;
  return {
    everyMs,
    async make() {
      // Each gets a name of its own in a folder that is there.
      if (place.type === 'disk') openPrivateFolder(resolve(place.folder));
      const { made, damaged } = await placeBackup(placesOf(config), place, { verify: true });
      if (damaged.length > 0)
        return { ...made, notVerified: `Media are damaged where they are kept: ${damaged.slice(0, 3).join(', ')}.` };
      await pruneBackups(place, keep);
      return made;
    },
  };
}
