import { SlipwayError } from '../../core/base/errors.ts';
import type { SealPurpose, Secrets } from '../../core/ports/secrets.ts';

/** The used part of `Utilities` and `PropertiesService`. Bytes are signed. */
interface SecretServices {
  readonly utilities: {
    getUuid(): string;
    computeDigest<A>(algorithm: A, value: number[]): number[];
    computeHmacSha256Signature(value: number[], key: number[]): number[];
    newBlob(data: string): { getBytes(): number[] };
    readonly DigestAlgorithm: { readonly SHA_256: unknown };
  };
  /** Only the user who runs the script can read them. */
  readonly properties: {
    getProperty(key: string): string | null;
    setProperty(key: string, value: string): unknown;
  };
}

const PREFIX = 'sealed.';

/**
 * Apps Script has digests but no cipher: the secret stays in the user's properties (at most 9 KB
 * each), and the sealed text is its name.
 */
export function createAppsScriptSecrets({ utilities, properties }: SecretServices): Secrets {
  const bytesOf = (data: string | Uint8Array) =>
    typeof data === 'string'
      ? utilities.newBlob(data).getBytes()
      : Array.from(data, (byte) => (byte << 24) >> 24);
  const digest = (data: string | Uint8Array) =>
    utilities.computeDigest(utilities.DigestAlgorithm.SHA_256, bytesOf(data));

  return {
    random(count) {
      const bytes = new Uint8Array(count);
      // A UUID has 122 random bits; two feed each digest of 32 bytes.
      for (let at = 0; at < count; at += 32)
        bytes.set(
          digest(utilities.getUuid() + utilities.getUuid())
            .slice(0, count - at)
            .map((byte) => byte & 0xff),
          at,
        );
      return bytes;
    },
    sha256: async (data) => hex(digest(data)),
    hmacSha256: async (key, message) =>
      hex(utilities.computeHmacSha256Signature(bytesOf(message), bytesOf(key))),
    async seal(plain, purpose) {
      const name = `v2.${utilities.getUuid()}`;
      properties.setProperty(placeOf(name, purpose), plain);
      return name;
    },
    async open(sealed, purpose) {
      const [, version] = /^(v[12])\.[0-9a-f-]{36}$/.exec(sealed) ?? [];
      // The first form was bound to nothing.
      const place = version === 'v1' ? PREFIX + sealed : placeOf(sealed, purpose);
      const plain = version === undefined ? null : properties.getProperty(place);
      if (plain === null)
        throw new SlipwayError(
          'unreadable_secret',
          'This secret was stored by another user of the spreadsheet, or it was changed. Enter it again.',
        );
      return plain;
    },
    isCurrent: async (sealed) => sealed.startsWith('v2.'),
  };
}

const placeOf = (name: string, { companyId, use }: SealPurpose) =>
  `${PREFIX}${name}:${use}:${companyId}`;

const hex = (bytes: readonly number[]) =>
  bytes.map((byte) => (byte & 0xff).toString(16).padStart(2, '0')).join('');
