import { join } from 'node:path';
import { SlipwayError } from '../../core/base/errors.ts';
import { type Config, readConfig } from '../process/config.ts';
import { isMissing, refuseRemains } from '../process/data-folder.ts';
import type { InstallationPlaces } from './backup/backup.ts';

export const placesOf = ({ database, data, facts, media, secret }: Config): InstallationPlaces => ({
  database,
  folder: data,
  secret,
  ...(facts && {
    facts: {
      path: facts.path,
      copy: async () => (await import('./upkeep/facts-copy.ts')).copyFacts(database, facts),
    },
  }),
  files: media.type === 'disk' ? { media: media.folder } : {},
});

/** Where the installation is that a configuration names. Throws `not_found` when there is none. */
export function configuredPlaces(
  args: readonly string[],
  env: { readonly [name: string]: string | undefined },
): InstallationPlaces {
  const config = readConfig(args, env);
  const places = placesOf(config);
  refuseRemains(config.database, config.data, places.files.media);
  if (isMissing(config.database))
    throw new SlipwayError('not_found', `There is no installation in ${config.data} yet.`);
  return places;
}

/** Where one is to be. Exports lie below media, wherever the one they were copied from had them. */
export function futurePlaces(
  args: readonly string[],
  env: { readonly [name: string]: string | undefined },
): InstallationPlaces {
  const places = placesOf(readConfig(args, env));
  const { media } = places.files;
  return media === undefined
    ? places
    : { ...places, files: { media, exports: join(media, 'exports') } };
}
