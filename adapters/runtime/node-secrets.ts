import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { SlipwayError } from '../../core/errors.ts';
import type { Secrets } from '../../core/ports/secrets.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Secrets over `node:crypto`, which Bun, Deno and Node share; unlike Web Crypto it answers without a trip
 * through another thread, and every request hashes its key. Sealed text is
 * `v1.<key id>.<base64url of nonce, AES-256-GCM ciphertext and tag>`; the key id names the service secret
 * it was sealed with, so that old ones can still be opened after a rotation.
 *
 * @param secret the secret that seals; at least 16 characters
 * @param former earlier secrets, only for opening
 */
export function createNodeSecrets(secret: string, former: readonly string[] = []): Secrets {
  const sealing = deriveKey(secret);
  const keys = new Map([sealing, ...former.map(deriveKey)].map(({ id, key }) => [id, key]));

  return {
    random: (bytes) => new Uint8Array(randomBytes(bytes)),
    sha256: async (data) => createHash('sha256').update(data).digest('hex'),
    hmacSha256: async (key, message) => createHmac('sha256', key).update(message).digest('hex'),
    async seal(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealing.key, nonce);
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `v1.${sealing.id}.${sealed.toString('base64url')}`;
    },
    async open(sealed) {
      const [version, id = '', body] = sealed.split('.');
      if (version !== 'v1' || body === undefined) throw unreadable('it is not in the form this service writes');
      const key = keys.get(id);
      if (key === undefined)
        throw unreadable('it was sealed with another SLIPWAY_SECRET; start with that one or connect the account again');
      const bytes = Buffer.from(body, 'base64url');
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        throw unreadable('it was changed after it was stored');
      }
    },
  };
}

function deriveKey(secret: string): { readonly id: string; readonly key: Buffer } {
  const key = createHash('sha256').update(`slipway:${secret}`).digest();
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
}

const unreadable = (why: string): SlipwayError =>
  new SlipwayError('unreadable_secret', `A stored credential cannot be read: ${why}.`);
