import type { Entity, Json, JsonObject } from '../world.ts';
import { type BatchEntry, entryCall, readEntries } from './batch.ts';
import { type Api, runCall } from './calls.ts';
import { GraphError, invalid } from './errors.ts';
import { type Call, type Edge, type NodeType, newId, number, stored, string, type Turn } from './graph.ts';
import { isList, isObject, list, type Params, required } from './params.ts';
import { formatTime } from './times.ts';
import { success } from './writes.ts';

/** Sessions and requests that wait for their time are listed under this besides their own parents. */
const pending = 'pending';
/** Simulated time until a session runs. */
const runsAfterMs = 2000;

/** `asyncbatch`: each entry becomes a session of its own that is carried out by itself, later. */
export function startSessions(turn: Turn): JsonObject {
  const entries = readEntries(turn.call.params, 'asyncbatch');
  const fault = ['async-stuck', 'async-failed', 'async-no-id'].find((name) => turn.fired.has(name));
  const sessions = entries.map((entry, index) =>
    turn.world.add({
      id: newId(turn.world),
      kind: 'asyncsessions',
      company: turn.company,
      parents: [pending],
      data: {
        name: entry.name ?? `Request ${index + 1}`,
        entry: entryData(entry),
        token: turn.call.token ?? '',
        version: turn.call.version,
        due_at: turn.world.now() + runsAfterMs,
        ...(fault === undefined ? {} : { fault }),
      },
    }),
  );
  return { async_sessions: sessions.map(({ id, data }) => ({ id, name: data.name ?? '' })) };
}

const entryData = (entry: Pick<BatchEntry, 'method' | 'relativeUrl' | 'body'>): JsonObject => ({
  method: entry.method,
  relativeUrl: entry.relativeUrl,
  body: entry.body,
});

/** Carries out whatever is due. Called before each request, so that time passes for everyone alike. */
export async function runDue(api: Api, base: string): Promise<void> {
  for (const kind of ['asyncsessions', 'asyncadrequests'])
    for (const id of [...api.world.under(kind, pending)]) {
      const waiting = api.world.get(id);
      if (waiting === undefined || (number(waiting.data.due_at) ?? 0) > api.world.now() || waiting.data.fault === 'async-stuck')
        continue;
      const outcome = waiting.data.fault === 'async-failed' ? failed : await carryOut(api, waiting, base);
      const parents = waiting.parents.filter((parent) => parent !== pending);
      api.world.change(id, { done_at: api.world.now(), ...outcome }, parents);
    }
}

const failed: JsonObject = { state: 'failed', error_code: 1, exception: 'An unknown error occurred' };

async function carryOut(api: Api, waiting: Entity, base: string): Promise<JsonObject> {
  const { entry, token, version } = waiting.data;
  if (!isObject(entry)) return failed;
  const outer: Call = {
    method: 'POST',
    version: string(version) ?? 'v25.0',
    major: Number(/\d+/.exec(string(version) ?? '25')?.[0]),
    path: [],
    params: {},
    files: [],
    headers: new Headers(),
    bytes: undefined,
    token: string(token),
    base,
    asynchronous: true,
  };
  const call = entryCall(
    outer,
    {
      method: string(entry.method) ?? 'POST',
      relativeUrl: string(entry.relativeUrl) ?? '',
      body: string(entry.body) ?? '',
      name: undefined,
      dependsOn: undefined,
      omitOnSuccess: false,
      files: [],
    },
    new Map(),
  );
  const { answer } = await runCall(api, call);
  const body = answer?.body ?? {};
  const error = isObject(body) && isObject(body.error) ? body.error : undefined;
  if (error !== undefined)
    return { state: 'failed', error_code: error.error_subcode ?? error.code ?? 1, exception: error.message ?? '', error };
  return { state: 'completed', result: waiting.data.fault === 'async-no-id' ? { success: true } : body };
}

export const sessionType: NodeType = {
  kind: 'asyncsessions',
  word: 'AsyncSession',
  defaults: ['id'],
  fields: {
    ...stored('name error_code exception'),
    status: (session) => string(session.data.state) ?? 'running',
    percent_completed: (session) => (session.data.state === undefined ? 10 : 100),
    // The would-be answer, as text.
    result: (session) => (session.data.result === undefined ? undefined : JSON.stringify(session.data.result)),
    start_time: (session) => formatTime(session.created),
    complete_time: (session) =>
      number(session.data.done_at) === undefined ? undefined : formatTime(number(session.data.done_at) ?? 0),
    method: (session) => (isObject(session.data.entry) ? session.data.entry.method : undefined),
    uri: (session) => (isObject(session.data.entry) ? session.data.entry.relativeUrl : undefined),
  },
};

interface RequestSpec {
  readonly relativeUrl: string;
  readonly body: string;
}

/** A named set of requests that run one after another. */
function startSet(turn: Turn, account: Entity, requests: readonly RequestSpec[]): JsonObject {
  const set = turn.world.add({
    id: newId(turn.world),
    kind: 'asyncadrequestsets',
    company: turn.company,
    parents: [account.id],
    data: { name: required(turn.call.params, 'name') },
  });
  const partial = turn.fired.has('async-partial');
  for (const [index, request] of requests.entries())
    turn.world.add({
      id: newId(turn.world),
      kind: 'asyncadrequests',
      company: turn.company,
      parents: [account.id, set.id, pending],
      data: {
        entry: entryData({ ...request, method: 'POST' }),
        token: turn.call.token ?? '',
        version: turn.call.version,
        due_at: turn.world.now() + runsAfterMs + index * 100,
        ...(partial && index % 2 === 1 ? { fault: 'async-failed' } : {}),
      },
    });
  return { id: set.id };
}

export const asyncEdges: { readonly [name: string]: Edge } = {
  async_batch_requests: {
    post(turn, account) {
      const entries = readEntries(turn.call.params, 'adbatch');
      // One request alone is refused, as production callers found out.
      if (entries.length < 2) throw new GraphError({ code: 194, message: '(#194) param adbatch has too few elements' });
      return startSet(turn, account, entries);
    },
  },
  asyncadrequestsets: {
    list: (turn, account) => ({ ids: turn.world.under('asyncadrequestsets', account.id) }),
    post(turn, account) {
      const specs = list(turn.call.params, 'ad_specs') ?? [];
      if (specs.length === 0) throw invalid('The parameter ad_specs is required', 'ad_specs');
      return startSet(
        turn,
        account,
        specs.map((spec) => ({ relativeUrl: `${account.id}/ads`, body: formOf(isObject(spec) ? spec : {}) })),
      );
    },
  },
};

const formOf = (spec: Params): string =>
  new URLSearchParams(
    Object.entries(spec).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString();

const requestsOf = (turn: Turn, set: Entity): readonly Entity[] =>
  turn.world.under('asyncadrequests', set.id).flatMap((id) => turn.world.get(id) ?? []);

function requestStatus(request: Entity, turn: Turn): string {
  if (request.data.canceled === true) return 'CANCELED';
  if (request.data.state === 'completed') return 'SUCCESS';
  if (request.data.state === 'failed') return 'ERROR';
  return (number(request.data.due_at) ?? 0) - turn.world.now() < 1000 ? 'IN_PROGRESS' : 'INITIAL';
}

const countOf =
  (...statuses: string[]) =>
  (set: Entity, turn: Turn): number =>
    requestsOf(turn, set).filter((request) => statuses.length === 0 || statuses.includes(requestStatus(request, turn))).length;

export const requestSetType: NodeType = {
  kind: 'asyncadrequestsets',
  word: 'AdAsyncRequestSet',
  defaults: ['id'],
  fields: {
    ...stored('name'),
    owner_id: (set) => (set.parents[0] ?? '').replace(/^act_/, ''),
    is_completed: (set, turn) => countOf('INITIAL', 'IN_PROGRESS')(set, turn) === 0,
    total_count: countOf(),
    initial_count: countOf('INITIAL'),
    in_progress_count: countOf('IN_PROGRESS'),
    success_count: countOf('SUCCESS'),
    error_count: countOf('ERROR'),
    canceled_count: countOf('CANCELED'),
    created_time: (set) => formatTime(set.created),
    updated_time: (set) => formatTime(set.updated),
  },
  edges: { requests: { list: (turn, set) => ({ ids: turn.world.under('asyncadrequests', set.id), order: 'oldest' }) } },
  remove(turn, set) {
    for (const request of requestsOf(turn, set)) cancel(turn, request);
    return success;
  },
};

/** What has started goes on; the rest is dropped. */
function cancel(turn: Turn, request: Entity): void {
  if (requestStatus(request, turn) === 'INITIAL')
    turn.world.change(
      request.id,
      { canceled: true },
      request.parents.filter((parent) => parent !== pending),
    );
}

export const requestType: NodeType = {
  kind: 'asyncadrequests',
  word: 'AdAsyncRequest',
  defaults: ['id'],
  fields: {
    status: requestStatus,
    input: (request) => (isObject(request.data.entry) ? request.data.entry : undefined),
    scope_object_id: (request) => (request.parents[0] ?? '').replace(/^act_/, ''),
    result: (request): Json | undefined => {
      if (request.data.state === 'failed')
        return { error_code: request.data.error_code ?? 1, error_message: request.data.exception ?? '' };
      return isObject(request.data.result) || isList(request.data.result) ? request.data.result : undefined;
    },
    created_time: (request) => formatTime(request.created),
    updated_time: (request) => formatTime(request.updated),
  },
  remove(turn, request) {
    cancel(turn, request);
    return success;
  },
};
