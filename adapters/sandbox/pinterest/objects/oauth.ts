import type { JsonObject } from '../../entity.ts';
import { addToken, createTokens } from '../../kit/tokens.ts';
import type { World } from '../../world.ts';
import { appId, appSecret } from '../seed/ids.ts';
import { type PinterestCall, refreshKind, tokenKind } from '../wire/call.ts';
import { isObject, required, requiredOneOf } from '../wire/params.ts';
import { Refusal } from '../wire/refusals.ts';

/** Thirty days. */
const lastsMs = 30 * 86_400_000;

/** To the app of the refresh token. */
export function renewToken(world: World, { body, authorization }: Pick<PinterestCall, 'body' | 'authorization'>): JsonObject {
  if (authorization !== `Basic ${btoa(`${appId}:${appSecret}`)}`) throw new Refusal(401, 'Authentication failed.');
  const params = isObject(body) ? body : {};
  requiredOneOf(params, 'grant_type', ['refresh_token'] as const);
  const refresh = createTokens(world, 'pinterest-refresh', refreshKind).find(required(params, 'refresh_token'));
  if (refresh === undefined) throw new Refusal(401, 'The refresh token is invalid or has expired.');
  const access_token = `pina_${world.sequence()}_${refresh.company.replace(/\W/g, '')}`;
  const { scopes = [] } = refresh.data;
  addToken(world, tokenKind, refresh.company, access_token, { scopes, ends_at: world.now() + lastsMs });
  return {
    ...{ response_type: 'refresh_token', access_token, token_type: 'bearer', expires_in: lastsMs / 1_000 },
    scope: Array.isArray(scopes) ? scopes.join(' ') : '',
  };
}
