import {
  keptSecretPath,
  makeKeptSecret,
  readKeptSecret,
} from '../../adapters/runtime/kept-secret.ts';
import { createNodeSecrets } from '../../adapters/runtime/node-secrets.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { sealedPlaces } from '../../core/features/registry.ts';
import type { Secrets } from '../../core/ports/secrets.ts';
import type { Store } from '../../core/ports/store.ts';
import { type CreateSecrets, hasSealed, openSecrets } from '../../core/upkeep/secrets/check.ts';

export interface SecretPlace {
  /** As it was configured; otherwise the one kept in the folder. */
  readonly secret?: string | undefined;
  readonly formerSecrets?: readonly string[] | undefined;
  readonly folder: string;
}

/**
 * The secrets of an installation. One is made only where nothing was ever sealed. Throws
 * `unreadable_secret` when the secret at hand is not the installation's.
 */
export async function secretsFor(store: Store, place: SecretPlace): Promise<Secrets> {
  const known = knownSecrets(place);
  if (known !== undefined) return openSecrets(store, sealedPlaces, known);
  if (await hasSealed(store, sealedPlaces)) throw lostSecret(place.folder);
  makeKeptSecret(place.folder);
  return secretsFor(store, place);
}

/**
 * With the secret that is configured or kept, if there is one. A kept secret goes on opening what
 * it sealed when another one is configured.
 */
export function knownSecrets({
  secret,
  formerSecrets = [],
  folder,
}: SecretPlace): CreateSecrets | undefined {
  const kept = readKeptSecret(folder);
  const sealing = secret ?? kept;
  if (sealing === undefined) return undefined;
  const former = [...(kept === undefined ? [] : [kept]), ...formerSecrets].filter(
    (each) => each !== sealing,
  );
  return (salt) => createNodeSecrets(sealing, former, salt);
}

export const lostSecret = (folder: string): SlipwayError =>
  new SlipwayError(
    'unreadable_secret',
    `The secret of this installation is missing: ${keptSecretPath(folder)} is not there and SLIPWAY_SECRET is not set, but the database holds what was sealed with it. ` +
      'Put the file back from where you keep it, or set SLIPWAY_SECRET to its content. If it is lost for good: slipway reseal --lost.',
  );
