import { keptSecretPath, readKeptSecret } from '../../../adapters/runtime/kept-secret.ts';
import { sealedPlaces } from '../../../core/features/registry.ts';
import type { Store } from '../../../core/ports/store.ts';
import { foreign, hasSealed, lookAtSecrets } from '../../../core/upkeep/secrets/check.ts';
import { reseal } from '../../../core/upkeep/secrets/reseal.ts';
import type { Config } from '../../process/config.ts';
import { knownSecrets, lostSecret, type SecretPlace } from '../../process/secrets.ts';
import { type Check, check, NOT_YET } from './check.ts';

/**
 * Whether the secret at hand is the installation's, and what is still sealed with an earlier one.
 * Nothing is made.
 */
export function secretCheck(config: Config, store: Store | undefined): Promise<Check> {
  const place: SecretPlace = { ...config, folder: config.data };
  return check('secret', 'Correct SLIPWAY_SECRET.', async () => {
    const known = knownSecrets(place);
    if (known === undefined) {
      if (store !== undefined && (await hasSealed(store, sealedPlaces)))
        throw lostSecret(config.data);
      return NOT_YET;
    }
    if (store !== undefined) {
      const { isOurs, secrets } = await lookAtSecrets(store, sealedPlaces, known);
      if (!isOurs) throw foreign();
      const { remaining, unreadable } = await reseal({ store, secrets }, sealedPlaces, {
        dryRun: true,
      });
      if (unreadable.length > 0) return unreadableFound(unreadable);
      if (remaining > 0)
        return {
          ok: true,
          found: `${whereFrom(config)}; ${remaining === 1 ? '1 text is' : `${remaining} texts are`} still sealed with a former one`,
          fix: 'Run `slipway reseal` with this environment; then former secrets are not needed any more.',
        };
    }
    return advice(config);
  });
}

const unreadableFound = (unreadable: readonly string[]) => ({
  ok: false,
  found: `opens the check of the installation, but not ${unreadable.slice(0, 3).join(', ')}${unreadable.length > 3 ? ` and ${unreadable.length - 3} more` : ''}`,
  fix: 'Name the secret they were sealed with in SLIPWAY_FORMER_SECRETS and run `slipway reseal`, or enter them again.',
});

const whereFrom = ({ secret }: Config): string =>
  secret === undefined ? 'kept in the data folder' : 'SLIPWAY_SECRET is set';

function advice(config: Config): Omit<Check, 'name'> {
  const { secret, data, platforms } = config;
  const found = whereFrom(config);
  const path = keptSecretPath(data);
  const kept = readKeptSecret(data);
  if (secret !== undefined && kept !== undefined && kept !== secret)
    return {
      ok: true,
      found: `${found}; ${path} holds a former one`,
      fix: `Nothing needs it any more: remove ${path}.`,
    };
  if (secret !== undefined || platforms === 'sandbox') return { ok: true, found };
  return {
    ok: true,
    found: `${found}, beside what it protects`,
    // Another secret could not open what this one sealed.
    fix: `To keep it elsewhere, set SLIPWAY_SECRET to the content of ${path}, start the service with it, and remove the file.`,
  };
}
