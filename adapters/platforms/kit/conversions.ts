import * as normal from '../../../core/base/personal-data.ts';
import type { orThrow } from './calls.ts';
import type { ConversionEvent, ConversionUser, EventFault, Json, SendAnswer } from './ports.ts';
import type { Answer } from './wire.ts';

type Good = ReturnType<typeof orThrow>;

/** `taken` reads a good answer. */
export function sendAnswer(
  answer: Answer,
  taken: (answer: Good) => SendAnswer,
  at?: number,
): SendAnswer {
  if (answer.ok) return taken(answer);
  const { failure, maybeDone } = answer;
  return { taken: false, failure, maybeDone, ...(at !== undefined && { at }) };
}

/** The members that are not undefined, null or empty. */
export function filled(members: { readonly [name: string]: Json | undefined }): {
  readonly [name: string]: Json;
} {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, Json] => isFilled(entry[1])),
  );
}

const isFilled = (value: Json | undefined) =>
  value !== undefined &&
  value !== null &&
  !(Array.isArray(value) && value.length === 0) &&
  !(typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0);

type Hash = (text: string) => Promise<string>;

/** Platforms take hashes as lists of one. */
export const listedBy =
  (hash: Hash) =>
  async (
    normalise: normal.Normalise,
    value: string | undefined,
  ): Promise<readonly string[] | undefined> => {
    const hashed = await normal.hashedBy(hash, normalise, value);
    return hashed === undefined ? undefined : [hashed];
  };

/** A person's data, hashed, under the names that several platforms share. */
export async function hashedPerson(
  user: ConversionUser,
  hash: Hash,
): Promise<{ readonly [name: string]: Json | undefined }> {
  const hashed = listedBy(hash);
  return {
    em: await hashed(normal.email, user.email),
    ph: await hashed(normal.phoneDigits, user.phone),
    fn: await hashed(normal.name, user.firstName),
    ln: await hashed(normal.name, user.lastName),
    ct: await hashed(normal.place, user.city),
    st: await hashed(normal.place, user.region),
    zp: await hashed(normal.postalCode, user.postalCode),
    country: await hashed(normal.country, user.country),
    external_id: await hashed(normal.trimmed, user.externalId),
  };
}

export const unmatched = (needs: string): EventFault => ({
  field: 'user',
  code: 'missing_identifiers',
  message: `The platform cannot match this event: give ${needs}.`,
});

export const missing = (field: string, message: string): EventFault => ({
  field,
  code: 'missing_field',
  message,
});

export const unknownName = (names: readonly string[]): EventFault => ({
  field: 'name',
  code: 'unsupported_event_name',
  message: `The platform does not know this event. It knows: ${names.join(', ')}.`,
});

export const unsupportedSource = (takes: string): EventFault => ({
  field: 'source',
  code: 'unsupported_source',
  message: `Events of this source cannot be sent to this platform from here; ${takes}.`,
});

/** The platform's name for one of ours; other names stay. */
export const namedBy =
  (names: { readonly [ours: string]: string }) =>
  (name: string): string =>
    names[name.toLowerCase().replace(/[ -]/g, '_')] ?? name;

export const seconds = ({ happenedAt }: Pick<ConversionEvent, 'happenedAt'>): number =>
  Math.floor(happenedAt / 1_000);

export const HOUR_MS = 3_600_000;
export const TWO_DAYS_MS = 48 * HOUR_MS;
