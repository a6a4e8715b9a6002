import type {
  Answer,
  Entity,
  FaultCall,
  Fired,
  JsonObject,
  Outcome,
  SeenCall,
  Tokens,
  World,
} from '../../types.ts';
import { receiveVideo } from '../objects/videos.ts';
import { startSessions } from './async.ts';
import { type Call, type Handler, type NodeType, nodeOf, type Turn, typeOf } from './graph.ts';
import { parseFields } from './lists.ts';
import {
  envelope,
  GraphError,
  type GraphFault,
  invalid,
  missing,
  required,
  statusOf,
  words,
} from './params.ts';
import { project, showList } from './read.ts';
import { searchTargets } from './search.ts';
import { appId, authenticate, checkScope, tokenKind } from './tokens.ts';
import type { Usage } from './usage.ts';

/** Paths that start with a word. */
const rootEdges: {
  readonly [name: string]: { readonly takesId?: boolean; readonly run: (turn: Turn) => JsonObject };
} = {
  debug_token: { run: debugToken },
  asyncbatch: { run: startSessions },
  ids: { run: readMany },
  search: { run: searchTargets },
  'video-ads-upload': { takesId: true, run: receiveVideo },
};

/** Removed from all versions in autumn 2026; a fault for older clients. */
function readMany(turn: Turn): JsonObject {
  if (!turn.fired.has('ids-allowed'))
    throw invalid('Reading several objects by ids is no longer supported. Use a batch', 'ids');
  const choices = parseFields(turn.params.fields);
  return Object.fromEntries(
    (words(turn.params, 'ids') ?? []).map((id) => [id, project(turn, nodeOf(turn, id), choices)]),
  );
}

function debugToken(turn: Turn): JsonObject {
  const token = turn.world.get(tokenKind.idOf(required(turn.params, 'input_token')));
  if (turn.call.method !== 'GET') throw invalid('debug_token can only be read');
  if (token === undefined) return { data: { app_id: appId, is_valid: false, scopes: [] } };
  const ends = turn.fired.get('token-ends');
  return {
    data: {
      app_id: appId,
      type: token.data.type ?? 'USER',
      application: 'Slipway Sandbox',
      expires_at:
        ends === undefined
          ? 0
          : Math.floor(token.created / 1_000) + Number(ends.seconds ?? 60 * 86_400),
      is_valid: true,
      scopes: token.data.scopes ?? [],
      user_id: token.data.user ?? '',
    },
  };
}

export interface Api {
  readonly world: World;
  readonly types: ReadonlyMap<string, NodeType>;
  readonly usage: Usage;
  readonly tokens: Tokens;
  readonly reports: Turn['reports'];
  trace(): string;
  run(call: Call): Promise<Outcome>;
  fire(call: FaultCall): Fired;
}

export const unavailable: GraphFault = {
  code: 2,
  status: 503,
  transient: true,
  message: 'Service temporarily unavailable',
};

/** `POST ads` creates, `POST ad` changes. */
export function seenCall(world: World, call: Call): SeenCall {
  const [head = '', edge] = call.path;
  const kind = world.get(head)?.kind.replace(/s$/, '');
  return {
    method: call.method,
    path: `/${call.path.join('/')}`,
    account: accountOf(world, call),
    token: call.token,
    counted: `${call.method} ${edge ?? kind ?? head}`,
  };
}

export function carryOut(api: Api, call: Call, fired: Fired): Answer {
  const token = authenticate(api.tokens, call);
  const account = accountOf(api.world, call);
  if (account !== undefined) api.usage.count(account, call.method !== 'GET');
  if (token.data.type === 'PAGE')
    api.usage.countPage(String(token.data.page), call.method !== 'GET');
  checkScope(token, call);
  const { world, types, reports } = api;
  return {
    status: 200,
    body: route({
      world,
      types,
      call,
      params: call.params,
      token,
      company: token.company,
      fired,
      reports,
    }),
  };
}

export function errorAnswer(api: Pick<Api, 'trace'>, fault: GraphFault, fired: Fired): Answer {
  const body = envelope(fault, api.trace(), fired.has('error-data-object') ? 'object' : 'string');
  return { status: statusOf(fault), body };
}

/** Every answer shows the used budget. */
export const withHeaders = (api: Api, call: Call, answer: Answer): Answer => ({
  ...answer,
  headers: {
    ...api.usage.headers(accountOf(api.world, call), call.path.includes('insights')),
    'facebook-api-version': call.version,
    'x-fb-trace-id': api.trace(),
    'x-fb-request-id': api.trace(),
    ...answer.headers,
  },
});

function route(turn: Turn): JsonObject {
  const { call } = turn;
  const [head, edgeName, ...rest] = call.path;
  if (head === undefined) throw invalid('Unsupported request. Name an object');
  const root = rootEdges[head];
  if (root !== undefined && (edgeName === undefined || root.takesId)) return root.run(turn);
  const node = nodeOf(turn, head === 'me' ? String(turn.token.data.user) : head);
  if (rest.length > 0) throw unknownPath(rest[0] ?? '');
  if (edgeName === undefined) return onNode(turn, node);
  const edges = typeOf(turn, node).edges;
  const edge = edges !== undefined && Object.hasOwn(edges, edgeName) ? edges[edgeName] : undefined;
  if (edge === undefined) throw unknownPath(edgeName);
  if (call.method === 'GET') {
    if (edge.list === undefined) throw missing(node.id, 'get');
    const { params } = call;
    const listing = edge.list(turn, node, params);
    return showList(turn, listing, {
      params,
      choices: parseFields(params.fields),
      edge: `${node.id}/${edgeName}`,
    });
  }
  const handler = call.method === 'POST' ? edge.post : edge.remove;
  return run(turn, handler, node);
}

function onNode(turn: Turn, node: Entity): JsonObject {
  const type = typeOf(turn, node);
  if (turn.call.method === 'GET') return project(turn, node, parseFields(turn.params.fields));
  return run(turn, turn.call.method === 'POST' ? type.update : type.remove, node);
}

/** A write that names fields answers them afterwards. */
function run(turn: Turn, handler: Handler | undefined, node: Entity): JsonObject {
  if (handler === undefined) throw missing(node.id, turn.call.method);
  const answer = handler(turn, node);
  const choices = parseFields(turn.params.fields);
  const made = typeof answer.id === 'string' ? turn.world.get(answer.id) : undefined;
  return choices === undefined || made === undefined
    ? answer
    : { ...answer, ...project(turn, made, choices) };
}

const unknownPath = (name: string) =>
  new GraphError({ code: 2500, message: `Unknown path components: /${name}` });

/** Named in the path, or the owner of the object. */
export function accountOf(world: World, call: Call) {
  const [head = ''] = call.path;
  if (head.startsWith('act_')) return head;
  const [account] = world.get(head)?.parents ?? [];
  return account?.startsWith('act_') ? account : undefined;
}
