import type { Entity, JsonObject } from '../entity.ts';
import type { World } from '../world.ts';

export interface TokenKind {
  readonly kind: string;
  idOf(token: string): string;
}

/**
 * Makes a token known to the platform.
 *
 * @example
 * import { addToken, type TokenKind, type World } from 'slipway-sandbox/kit';
 *
 * const passes: TokenKind = { kind: '.kite_passes', idOf: (pass) => `kite-pass:${pass}` };
 * export const seed = (world: World) => addToken(world, passes, 'kite-1', 'a pass', {});
 */
export const addToken = (
  world: World,
  { kind, idOf }: TokenKind,
  company: string,
  token: string,
  data: JsonObject,
): Entity => world.add({ id: idOf(token), kind, company, parents: [], data });

/** One spelling for all platforms whose tokens are renewed. */
export const refreshTokenOf = (token: string): string => `refresh-${token}`;

/** A fault can revoke a token, with the platform's number of the reason. */
export interface Tokens {
  find(token: string): Entity | undefined;
  /** Undefined for a revoked one too. */
  living(token: string | undefined): Entity | undefined;
  revoke(token: string, reason: number): void;
  /** Undefined while the token works. */
  revokedFor(token: string): number | undefined;
  restore(): void;
}

/**
 * The tokens that the world holds for a platform.
 *
 * @example
 * import { createTokens, type World } from 'slipway-sandbox/kit';
 *
 * export const companyOf = (world: World, pass: string) =>
 *   createTokens(world, 'kite', { kind: '.kite_passes', idOf: (each) => `kite-pass:${each}` }).find(pass)?.company;
 */
export function createTokens(world: World, platform: string, { idOf }: TokenKind): Tokens {
  const { notes } = world;
  const prefix = `revoked ${platform} `;
  const tokens: Tokens = {
    find: (token) => world.get(idOf(token)),
    living: (token) =>
      token === undefined || tokens.revokedFor(token) !== undefined
        ? undefined
        : tokens.find(token),
    revoke: (token, reason) => notes.set(`${prefix}${token}`, reason),
    revokedFor(token) {
      const reason = notes.get(`${prefix}${token}`);
      return reason === undefined ? undefined : Number(reason);
    },
    restore: () => notes.forget(prefix),
  };
  return tokens;
}
