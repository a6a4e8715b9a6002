import { sha256 } from '../../adapters/apps-script/sha256.ts';
import { utf8 } from '../../adapters/apps-script/utf8.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import type { Secrets } from '../../core/ports/secrets.ts';
import { sayAlone } from './say.ts';

/** Bytes from four numbers of 32 bits (sfc32), for ids: nothing made here must stay secret. */
function byteSequence([a = 1, b = 2, c = 3, d = 4]: readonly number[]): () => number {
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 8) & 0xff;
  };
  for (let i = 0; i < 16; i++) next();
  return next;
}

/** 32 bits each. The two of a UUID that hold its version and its variant are left out. */
const wordsOf = (uuid: string): number[] => {
  const digits = uuid.replace(/-/g, '');
  return [digits.slice(0, 8), digits.slice(24)].map((word) => Number.parseInt(word, 16));
};

/**
 * Cryptography for core with few calls of Google's services: small digests are made here,
 * randomness comes from two UUIDs. Credentials are never sealed into the file: opening them gives
 * the token among the user's properties.
 */
export function createStandaloneSecrets(
  google: Secrets,
  utilities: Pick<typeof Utilities, 'getUuid'>,
  token: () => string | undefined,
): Secrets {
  let nextByte: (() => number) | undefined;
  return {
    ...google,
    random(count) {
      nextByte ??= byteSequence([...wordsOf(utilities.getUuid()), ...wordsOf(utilities.getUuid())]);
      return Uint8Array.from({ length: count }, nextByte);
    },
    async sha256(data) {
      if (data.length > MOST_BYTES) return google.sha256(data);
      const sum = sha256(typeof data === 'string' ? utf8(data) : data);
      return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    seal: async () => SEALED,
    async open(_sealed, { use }) {
      const accessToken = token();
      if (use === 'credentials' && accessToken !== undefined)
        return JSON.stringify({ accessToken });
      throw new SlipwayError('unreadable_secret', sayAlone('noToken'));
    },
    isCurrent: async () => true,
  };
}

/** Google's own digest is faster, and one call of a service. */
const MOST_BYTES = 1_000_000;

/** What stands in the file in place of credentials. */
const SEALED = 'kept by each user';
