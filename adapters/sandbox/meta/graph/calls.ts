import type { CallCounter } from '../../call-counter.ts';
import type { FaultCall, Faults, Fired } from '../../faults.ts';
import type { Revocations } from '../../revocations.ts';
import type { Entity, JsonObject, World } from '../../world.ts';
import { type Played, playAfter, playBefore } from '../faults/play.ts';
import { envelope, GraphError, invalid, missing, statusOf } from './errors.ts';
import { parseFields } from './fields.ts';
import type { Answer, Call, Handler, NodeType, Turn } from './graph.ts';
import { nodeOf, typeOf } from './nodes.ts';
import { project, showList } from './read.ts';
import { rootEdges } from './roots.ts';
import { authenticate, checkScope } from './tokens.ts';
import type { Usage } from './usage.ts';

/** What all calls share. */
export interface Api {
  readonly world: World;
  readonly types: ReadonlyMap<string, NodeType>;
  readonly faults: Faults;
  readonly usage: Usage;
  readonly revoked: Revocations;
  readonly reports: Turn['reports'];
  /** Calls by method and edge (`POST ads`) or kind of object (`POST ad`), as the platform counts them. */
  readonly calls: CallCounter;
  trace(): string;
}

/** What became of a call: what it answers, and what is to happen to the HTTP answer that carries it. */
export interface Outcome {
  /** `null` only inside a batch. */
  readonly answer: Answer | null;
  readonly played: Played;
  readonly fired: Fired;
}

/** Carries out one call with whatever faults hit it. Never rejects for what the platform would say. */
export async function runCall(api: Api, call: Call): Promise<Outcome> {
  const account = accountOf(api.world, call);
  countCall(api, call);
  const fired = api.faults.fire(faultCall(call, account));
  const played = playBefore(api, call, account, fired);
  if (played.delayBeforeMs > 0) await api.world.sleep(played.delayBeforeMs);
  const carried = played.skip ? undefined : carryOut(api, call, account, fired);
  const spoiled = played.error !== undefined && (carried === undefined || carried.status < 400);
  const answer = spoiled || carried === undefined ? errorAnswer(api, played.error ?? unavailable, fired) : carried;
  const shown = playAfter(answer, fired);
  const headers = {
    ...api.usage.headers(account, call.path.includes('insights')),
    'facebook-api-version': call.version,
    'x-fb-trace-id': api.trace(),
    'x-fb-request-id': api.trace(),
  };
  return { answer: played.nothing ? null : { ...shown, headers: { ...headers, ...shown.headers } }, played, fired };
}

export const unavailable = { code: 2, status: 503, transient: true, message: 'Service temporarily unavailable' };

const faultCall = (call: Call, account: string | undefined): FaultCall => ({
  method: call.method,
  path: `/${call.path.join('/')}`,
  account,
});

function carryOut(api: Api, call: Call, account: string | undefined, fired: Fired): Answer {
  try {
    const token = authenticate(api.world, call, api.revoked);
    if (account !== undefined) api.usage.count(account, call.method !== 'GET');
    checkScope(token, call);
    const turn: Turn = { world: api.world, types: api.types, call, token, company: token.company, fired, reports: api.reports };
    return { status: 200, body: route(turn) };
  } catch (error) {
    if (error instanceof GraphError) return errorAnswer(api, error.fault, fired);
    throw error;
  }
}

export function errorAnswer(api: Pick<Api, 'trace'>, fault: GraphError['fault'], fired: Fired): Answer {
  const body = envelope(fault, api.trace(), fired.has('error-data-object') ? 'object' : 'string');
  return { status: statusOf(fault), body };
}

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
    return showList(
      turn,
      edge.list(turn, node, call.params),
      call.params,
      parseFields(call.params.fields),
      `${node.id}/${edgeName}`,
    );
  }
  const handler = call.method === 'POST' ? edge.post : edge.remove;
  return run(turn, handler, node);
}

function onNode(turn: Turn, node: Entity): JsonObject {
  const type = typeOf(turn, node);
  if (turn.call.method === 'GET') return project(turn, node, parseFields(turn.call.params.fields));
  return run(turn, turn.call.method === 'POST' ? type.update : type.remove, node);
}

/** A write that names fields gets them back, read after the write. */
function run(turn: Turn, handler: Handler | undefined, node: Entity): JsonObject {
  if (handler === undefined) throw missing(node.id, turn.call.method);
  const answer = handler(turn, node);
  const choices = parseFields(turn.call.params.fields);
  const made = typeof answer.id === 'string' ? turn.world.get(answer.id) : undefined;
  return choices === undefined || made === undefined ? answer : { ...answer, ...project(turn, made, choices) };
}

const unknownPath = (name: string): GraphError => new GraphError({ code: 2500, message: `Unknown path components: /${name}` });

/** The ad account a call is billed to: named in the path, or the one its object belongs to. */
export function accountOf(world: World, call: Call): string | undefined {
  const [head = ''] = call.path;
  if (head.startsWith('act_')) return head;
  const [account] = world.get(head)?.parents ?? [];
  return account?.startsWith('act_') ? account : undefined;
}

function countCall(api: Api, call: Call): void {
  const [head = '', edge] = call.path;
  const kind = api.world.get(head)?.kind.replace(/s$/, '');
  api.calls.count(`${call.method} ${edge ?? kind ?? head}`);
}
