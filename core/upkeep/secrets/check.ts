import { SlipwayError } from '../../base/errors.ts';
import type { SealedPlace } from '../../operations/feature.ts';
import type { SealPurpose, Secrets } from '../../ports/secrets.ts';
import { kind, type Store, SYSTEM } from '../../ports/store.ts';
import { sealedTexts } from './sealed.ts';

/**
 * Sealed with the installation's secret: a process that cannot open it has another one, and would
 * fail all work.
 */
interface SecretCheck {
  /** Stretches the secret, for all processes of the installation. */
  readonly salt: string;
  readonly sealed: string;
}

export const secretCheckKind = kind<SecretCheck>('secret-check');
const ID = 'secret';
const PURPOSE: SealPurpose = { companyId: SYSTEM, use: 'check' };
const TEXT = 'This is the secret of this installation.';

/** Whether sealed texts exist, so that a newly made secret would be wrong. */
export async function hasSealed(store: Store, places: readonly SealedPlace[]): Promise<boolean> {
  if ((await store.get(secretCheckKind, SYSTEM, ID)) !== undefined) return true;
  return (await sealedTexts(store, places).next()).done !== true;
}

/**
 * The secrets of an installation, once they are certainly its own. `create` makes them with a salt.
 * Throws `unreadable_secret` for those of another. The first process leaves the check for others;
 * where sealed texts are older than the check, one of them has to open.
 */
export async function openSecrets(
  store: Store,
  places: readonly SealedPlace[],
  create: CreateSecrets,
): Promise<Secrets> {
  for (;;) {
    const state = await lookAtSecrets(store, places, create);
    if (!state.isOurs) throw foreign();
    if (state.isCurrent || (await writeCheck(store, state))) return state.secrets;
  }
}

export type CreateSecrets = (salt: string) => Secrets;

/** Compares the given secrets with those of the installation. Writes nothing. */
interface SecretsState {
  readonly secrets: Secrets;
  readonly salt: string;
  /** Of the check as read. */
  readonly version: number | undefined;
  readonly isOurs: boolean;
  /** Whether the check is sealed with the current secret. */
  readonly isCurrent: boolean;
}

export async function lookAtSecrets(
  store: Store,
  places: readonly SealedPlace[],
  create: CreateSecrets,
): Promise<SecretsState> {
  const check = await store.get(secretCheckKind, SYSTEM, ID);
  const salt = check?.doc.salt ?? hex(create('').random(16));
  const secrets = create(salt);
  const isOurs =
    check === undefined
      ? await opensSome(store, places, secrets)
      : await opens(secrets, check.doc.sealed, PURPOSE);
  const isCurrent = check !== undefined && (await secrets.isCurrent(check.doc.sealed));
  return { secrets, salt, version: check?.version, isOurs, isCurrent };
}

/** False when another process came between. */
export async function writeCheck(
  store: Store,
  { secrets, salt, version }: SecretsState,
): Promise<boolean> {
  const doc: SecretCheck = { salt, sealed: await secrets.seal(TEXT, PURPOSE) };
  const conflict = await store.commit([
    { kind: secretCheckKind, companyId: SYSTEM, id: ID, expect: version ?? 'absent', doc },
  ]);
  return conflict === undefined;
}

/** Also true where nothing is sealed. */
async function opensSome(
  store: Store,
  places: readonly SealedPlace[],
  secrets: Secrets,
): Promise<boolean> {
  let some = false;
  for await (const { text, companyId, place } of sealedTexts(store, places)) {
    if (await opens(secrets, text, { companyId, use: place.use })) return true;
    some = true;
  }
  return !some;
}

/** Throws anything but the secrets' own refusal. */
export const opens = (secrets: Secrets, sealed: string, purpose: SealPurpose): Promise<boolean> =>
  secrets.open(sealed, purpose).then(
    () => true,
    (error: unknown) => {
      if (error instanceof SlipwayError && error.code === 'unreadable_secret') return false;
      throw error;
    },
  );

export const foreign = (): SlipwayError =>
  new SlipwayError(
    'unreadable_secret',
    'The secret of this process does not open what this database holds: it was lost or changed, or belongs to another installation. ' +
      'Start with the SLIPWAY_SECRET the database was written with, or with its data folder, where the file secret is; one that was replaced belongs into SLIPWAY_FORMER_SECRETS. ' +
      'If it is lost for good: slipway reseal --lost.',
  );

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
