import { createHash } from 'node:crypto';
import { createNodeSecrets } from '../adapters/runtime/node-secrets.ts';
import type { Secrets } from '../core/ports/secrets.ts';

export const createTestSecrets = (): Secrets => createNodeSecrets('a secret that is long enough');

/** The same, except that their random bytes, and so the ids made of them, follow from a name. */
export function withBytesOf(secrets: Secrets, name: string): Secrets {
  let draws = 0;
  const draw = (): Buffer => createHash('sha512').update(`${name} ${draws++}`).digest();
  return {
    ...secrets,
    random: (bytes) =>
      new Uint8Array(
        Buffer.concat(Array.from({ length: Math.ceil(bytes / 64) }, draw)).subarray(0, bytes),
      ),
  };
}
