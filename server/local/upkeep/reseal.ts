import { makeKeptSecret, readKeptSecret } from '../../../adapters/runtime/kept-secret.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { sealedPlaces } from '../../../core/features/registry.ts';
import type { Secrets } from '../../../core/ports/secrets.ts';
import type { Store } from '../../../core/ports/store.ts';
import { othersAlive } from '../../../core/records/lives.ts';
import { lookAtSecrets, writeCheck } from '../../../core/upkeep/secrets/check.ts';
import { type Resealed, reseal } from '../../../core/upkeep/secrets/reseal.ts';
import { openStorage } from '../../process/assemble.ts';
import { readConfig } from '../../process/config.ts';
import { isMissing, refuseRemains } from '../../process/data-folder.ts';
import { knownSecrets, type SecretPlace, secretsFor } from '../../process/secrets.ts';

export interface ResealOptions {
  readonly dryRun: boolean;
  /**
   * The former secret is lost: the one at hand becomes the installation's, whatever it does not
   * open.
   */
  readonly lost: boolean;
  readonly onProgress: (resealed: number) => void;
  /**
   * Asked where other processes work: those without the current secret could no longer read what is
   * sealed again.
   */
  readonly agree: (others: number) => Promise<boolean>;
}

/** Undefined where it was not agreed to. */
export async function resealInstallation(
  args: readonly string[],
  env: { readonly [name: string]: string | undefined },
  { lost, agree, ...options }: ResealOptions,
): Promise<(Resealed & { readonly formerInUse: boolean }) | undefined> {
  const { database, data, media, secret, formerSecrets } = readConfig(args, env);
  refuseRemains(database, data, media.type === 'disk' ? media.folder : undefined);
  if (isMissing(database))
    throw new SlipwayError(
      'not_found',
      `There is no database in ${data} yet, and nothing to seal again.`,
    );
  const place: SecretPlace = { secret, formerSecrets, folder: data };
  const storage = await openStorage(database);
  try {
    const others = options.dryRun ? 0 : await othersAlive(storage.store);
    if (others > 0 && !(await agree(others))) return undefined;
    const secrets =
      lost && !options.dryRun
        ? await replacedSecrets(storage.store, place)
        : await secretsFor(storage.store, place);
    const kept = readKeptSecret(data);
    const formerInUse =
      formerSecrets.length > 0 || (secret !== undefined && kept !== undefined && kept !== secret);
    return {
      ...(await reseal({ store: storage.store, secrets }, sealedPlaces, options)),
      formerInUse,
    };
  } finally {
    await storage.close();
  }
}

async function replacedSecrets(store: Store, place: SecretPlace): Promise<Secrets> {
  const known = knownSecrets(place);
  if (known === undefined) {
    makeKeptSecret(place.folder);
    return replacedSecrets(store, place);
  }
  for (;;) {
    const state = await lookAtSecrets(store, sealedPlaces, known);
    if (await writeCheck(store, state)) return state.secrets;
  }
}
