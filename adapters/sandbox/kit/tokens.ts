import type { Entity, JsonObject } from '../entity.ts';
import type { World } from '../world.ts';

/** How a platform keeps its tokens in the world. */
export interface TokenKind {
  readonly kind: string;
  idOf(token: string): string;
}

/**
 * Makes a token known to the platform.
 *
 * @example
 * import { addToken, type TokenKind, type World } from 'slipway/adapters/sandbox-kit';
 *
 * const passes: TokenKind = { kind: '.kite_passes', idOf: (pass) => `kite-pass:${pass}` };
 * export const seed = (world: World) => addToken(world, passes, 'kite-1', 'a pass', {});
 */
export const addToken = (world: World, { kind, idOf }: TokenKind, company: string, token: string, data: JsonObject): Entity =>
  world.add({ id: idOf(token), kind, company, parents: [], data });

/** The tokens of a platform, and those that a fault took back with the platform's number for the reason. */
export interface Tokens {
  find(token: string): Entity | undefined;
  revoke(token: string, reason: number): void;
  /** Why a token is dead; undefined while it is not. */
  revokedFor(token: string): number | undefined;
  /** Nothing is revoked any more. */
  restore(): void;
}

/**
 * The tokens that the world holds for a platform.
 *
 * @example
 * import { createTokens, type World } from 'slipway/adapters/sandbox-kit';
 *
 * export const companyOf = (world: World, pass: string) =>
 *   createTokens(world, 'kite', { kind: '.kite_passes', idOf: (each) => `kite-pass:${each}` }).find(pass)?.company;
 */
export function createTokens(world: World, platform: string, { idOf }: TokenKind): Tokens {
  const { notes } = world;
  const prefix = `revoked ${platform} `;
  return {
    find: (token) => world.get(idOf(token)),
    revoke: (token, reason) => notes.set(`${prefix}${token}`, reason),
    revokedFor(token) {
      const reason = notes.get(`${prefix}${token}`);
      return reason === undefined ? undefined : Number(reason);
    },
    restore: () => notes.forget(prefix),
  };
}
