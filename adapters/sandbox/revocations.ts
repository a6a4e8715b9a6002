import type { World } from './world.ts';

/** Tokens that a fault took back, with the platform's number for the reason. Kept with the world. */
export interface Revocations {
  revoke(token: string, reason: number): void;
  reasonOf(token: string): number | undefined;
  clear(): void;
}

export function createRevocations({ notes }: World, platform: string): Revocations {
  const prefix = `revoked ${platform} `;
  return {
    revoke: (token, reason) => notes.set(`${prefix}${token}`, reason),
    reasonOf(token) {
      const reason = notes.get(`${prefix}${token}`);
      return reason === undefined ? undefined : Number(reason);
    },
    clear: () => notes.forget(prefix),
  };
}
