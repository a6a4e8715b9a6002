import type { JsonObject } from '../../entity.ts';
import { receiveVideo } from '../objects/video-ads.ts';
import { startSessions } from './async.ts';
import { invalid } from './errors.ts';
import { parseFields } from './fields.ts';
import type { Turn } from './graph.ts';
import { nodeOf } from './nodes.ts';
import { required, words } from './params.ts';
import { project } from './read.ts';
import { searchTargets } from './search.ts';
import { appId, tokenKind } from './tokens.ts';

/** Paths that start with a word. */
export const rootEdges: { readonly [name: string]: { readonly takesId?: boolean; readonly run: (turn: Turn) => JsonObject } } = {
  debug_token: { run: debugToken },
  asyncbatch: { run: startSessions },
  ids: { run: readMany },
  search: { run: searchTargets },
  'video-ads-upload': { takesId: true, run: receiveVideo },
};

/** Removed from all versions in autumn 2026; a fault for older clients. */
function readMany(turn: Turn): JsonObject {
  if (!turn.fired.has('ids-allowed')) throw invalid('Reading several objects by ids is no longer supported. Use a batch', 'ids');
  const choices = parseFields(turn.call.params.fields);
  return Object.fromEntries((words(turn.call.params, 'ids') ?? []).map((id) => [id, project(turn, nodeOf(turn, id), choices)]));
}

function debugToken(turn: Turn): JsonObject {
  const token = turn.world.get(tokenKind.idOf(required(turn.call.params, 'input_token')));
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
