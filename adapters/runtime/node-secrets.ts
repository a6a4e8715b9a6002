import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  type ScryptOptions,
  scrypt,
  sign,
} from 'node:crypto';
import { SlipwayError } from '../../core/base/errors.ts';
import type { SealPurpose, Secrets } from '../../core/ports/secrets.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const POOL_BYTES = 4_096;
/** A tenth of a second and 32 MB per guess, once per process. */
const STRETCHING: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

interface NamedKey {
  /** Stands in every text it sealed. */
  readonly id: string;
  readonly key: Buffer;
}

/**
 * Secrets over `node:crypto`, which Bun, Deno and Node share; unlike Web Crypto it answers in the
 * same thread, and every request hashes its key. Sealed text is
 * `v2.<key id>.<base64url of nonce, AES-256-GCM ciphertext and tag>`; it authenticates company and
 * use. Texts of the first form (`v1`: an unstretched key, bound to nothing) are still opened.
 *
 * @param secret seals; at least 16 characters
 * @param former earlier secrets, only for opening
 * @param salt of the installation: guesses at one secret tell nothing about another's
 */
export function createNodeSecrets(
  secret: string,
  former: readonly string[] = [],
  salt = 'slipway',
): Secrets {
  const secrets = [secret, ...former];
  const firstKeys = new Map(secrets.map(firstKey).map(({ id, key }) => [id, key]));
  // Nobody pays for stretching who seals and opens nothing.
  const sealingKey = (): Promise<NamedKey> => stretchedKey(secret, salt);
  const keyOf = async (id: string): Promise<Buffer | undefined> =>
    (await Promise.all(secrets.map((each) => stretchedKey(each, salt)))).find(
      (key) => key.id === id,
    )?.key;

  return {
    random: createRandom(),
    sha256: async (data) => createHash('sha256').update(data).digest('hex'),
    hmacSha256: async (key, message) => createHmac('sha256', key).update(message).digest('hex'),
    async seal(plain, purpose) {
      const { id, key } = await sealingKey();
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(purpose));
      const sealed = Buffer.concat([
        nonce,
        cipher.update(plain, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `v2.${id}.${sealed.toString('base64url')}`;
    },
    async open(sealed, purpose) {
      const [version, id = '', body] = sealed.split('.');
      if ((version !== 'v1' && version !== 'v2') || body === undefined)
        throw unreadable('it is not in the form this service writes');
      const key = version === 'v1' ? firstKeys.get(id) : await keyOf(id);
      if (key === undefined)
        throw unreadable(
          'it was sealed with another SLIPWAY_SECRET; name that one in SLIPWAY_FORMER_SECRETS or connect the account again',
        );
      return decrypt(
        key,
        Buffer.from(body, 'base64url'),
        version === 'v1' ? undefined : boundTo(purpose),
      );
    },
    async sign(text) {
      const key = signingKey((await sealingKey()).key);
      const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
      return { publicKey: x, signature: sign(null, Buffer.from(text), key).toString('base64url') };
    },
    isCurrent: async (sealed) => sealed.startsWith(`v2.${(await sealingKey()).id}.`),
  };
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const signingKey = (key: Buffer): KeyObject => {
  const seed = createHmac('sha256', key).update('slipway receipts').digest();
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
};

/** Random bytes in stock: a call of the system costs more than the bytes. */
function createRandom(): Secrets['random'] {
  let pool = new Uint8Array();
  let used = 0;
  return (bytes) => {
    if (bytes > POOL_BYTES / 4) return new Uint8Array(randomBytes(bytes));
    if (used + bytes > pool.length) {
      pool = new Uint8Array(randomBytes(POOL_BYTES));
      used = 0;
    }
    used += bytes;
    return pool.slice(used - bytes, used);
  };
}

function decrypt(key: Buffer, bytes: Buffer, bound: Buffer | undefined): string {
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    if (bound !== undefined) decipher.setAAD(bound);
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') +
      decipher.final('utf8')
    );
  } catch {
    throw unreadable('it was changed after it was stored, or it belongs elsewhere');
  }
}

/** As JSON, so that no company's id can be read as part of a use. */
const boundTo = ({ companyId, use }: SealPurpose): Buffer =>
  Buffer.from(JSON.stringify(['slipway', companyId, use]));

const stretched = new Map<string, Promise<NamedKey>>();

/** Computed once for each secret and salt of this process. */
function stretchedKey(secret: string, salt: string): Promise<NamedKey> {
  const name = JSON.stringify([secret, salt]);
  const known = stretched.get(name) ?? stretch(secret, salt);
  stretched.set(name, known);
  return known;
}

const stretch = (secret: string, salt: string): Promise<NamedKey> =>
  new Promise((resolve, reject) => {
    scrypt(secret, `slipway:${salt}`, KEY_BYTES + 4, STRETCHING, (error, bytes) => {
      // The last bytes say nothing about the others.
      if (error) reject(error);
      else
        resolve({
          id: bytes.subarray(KEY_BYTES).toString('hex'),
          key: bytes.subarray(0, KEY_BYTES),
        });
    });
  });

function firstKey(secret: string): NamedKey {
  const key = createHash('sha256').update(`slipway:${secret}`).digest();
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
}

const unreadable = (why: string) =>
  new SlipwayError('unreadable_secret', `A stored credential cannot be read: ${why}.`);
