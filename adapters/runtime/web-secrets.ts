import { SlipwayError } from '../../core/errors.ts';
import type { Secrets } from '../../core/ports/secrets.ts';

/**
 * Secrets over Web Crypto, which Bun, Deno and Node share. Sealed text is
 * `v1.<key id>.<base64url of nonce and AES-256-GCM ciphertext>`; the key id names the service secret it
 * was sealed with, so that old ones can still be opened after a rotation.
 *
 * @param secret the secret that seals; at least 16 characters
 * @param former earlier secrets, only for opening
 */
export async function createWebSecrets(secret: string, former: readonly string[] = []): Promise<Secrets> {
  const keys = new Map<string, CryptoKey>();
  for (const each of [secret, ...former]) {
    const { id, key } = await deriveKey(each);
    keys.set(id, key);
  }
  const [sealingId] = keys.keys();

  return {
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    sha256: async (data) => hex(await crypto.subtle.digest('SHA-256', bytesOf(data))),
    async hmacSha256(key, message) {
      const imported = await crypto.subtle.importKey('raw', bytesOf(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
      return hex(await crypto.subtle.sign('HMAC', imported, bytesOf(message)));
    },
    async seal(plain) {
      const nonce = crypto.getRandomValues(new Uint8Array(12));
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, keyFor(sealingId), bytesOf(plain));
      return `v1.${sealingId}.${base64url(new Uint8Array([...nonce, ...new Uint8Array(sealed)]))}`;
    },
    async open(sealed) {
      const [version, id, body] = sealed.split('.');
      if (version !== 'v1' || body === undefined) throw unreadable('it is not in the form this service writes');
      const bytes = unbase64url(body);
      try {
        const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.slice(0, 12) }, keyFor(id), bytes.slice(12));
        return new TextDecoder().decode(plain);
      } catch (cause) {
        throw cause instanceof SlipwayError ? cause : unreadable('it was changed after it was stored');
      }
    },
  };

  function keyFor(id: string | undefined): CryptoKey {
    const key = keys.get(id ?? '');
    if (key === undefined)
      throw unreadable('it was sealed with another SLIPWAY_SECRET; start with that one or connect the account again');
    return key;
  }
}

async function deriveKey(secret: string): Promise<{ id: string; key: CryptoKey }> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(`slipway:${secret}`));
  const id = hex(await crypto.subtle.digest('SHA-256', digest)).slice(0, 8);
  return {
    id,
    key: await crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt']),
  };
}

const unreadable = (why: string): SlipwayError =>
  new SlipwayError('unreadable_secret', `A stored credential cannot be read: ${why}.`);

const bytesOf = (data: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof data === 'string' ? new TextEncoder().encode(data) : (data as Uint8Array<ArrayBuffer>);

const hex = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

const unbase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
