import type { JsonObject } from '../world.ts';
import { invalid } from './errors.ts';
import type { Turn } from './graph.ts';
import { required } from './params.ts';
import { appId, tokenId } from './tokens.ts';

/** Paths that start with a word instead of an object's id. */
export const rootEdges: { readonly [name: string]: { readonly takesId?: boolean; readonly run: (turn: Turn) => JsonObject } } = {
  debug_token: { run: debugToken },
};

function debugToken(turn: Turn): JsonObject {
  const token = turn.world.get(tokenId(required(turn.call.params, 'input_token')));
  if (turn.call.method !== 'GET') throw invalid('debug_token can only be read');
  if (token === undefined) return { data: { app_id: appId, is_valid: false, scopes: [] } };
  return {
    data: {
      app_id: appId,
      type: token.data.type ?? 'USER',
      application: 'Slipway Sandbox',
      expires_at: 0,
      is_valid: true,
      scopes: token.data.scopes ?? [],
      user_id: token.data.user ?? '',
    },
  };
}
