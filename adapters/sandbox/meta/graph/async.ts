import type { Entity, Json, JsonObject, Table } from '../../types.ts';
import { type BatchEntry, readEntries } from './batch-entries.ts';
import {
  type Edge,
  listed,
  type NodeType,
  newId,
  number,
  stored,
  string,
  success,
  type Turn,
} from './graph.ts';
import {
  formatTime,
  GraphError,
  isList,
  isObject,
  lacking,
  list,
  type Params,
  required,
} from './params.ts';

/** The parent of everything that waits for its time. */
export const pending = 'pending';
const runsAfterMs = 2000;

/** Each entry becomes a session, carried out later. */
export function startSessions(turn: Turn): JsonObject {
  const entries = readEntries(turn.params, 'asyncbatch');
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
        ...(fault !== undefined && { fault }),
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

export const sessionType: NodeType = {
  kind: 'asyncsessions',
  word: 'AsyncSession',
  fields: {
    ...stored('name error_code exception'),
    status: (session) => string(session.data.state) ?? 'running',
    percent_completed: (session) => (session.data.state === undefined ? 10 : 100),
    // The answer as text.
    result: (session) =>
      session.data.result === undefined ? undefined : JSON.stringify(session.data.result),
    start_time: (session) => formatTime(session.created),
    complete_time: (session) =>
      number(session.data.done_at) === undefined
        ? undefined
        : formatTime(number(session.data.done_at) ?? 0),
    method: (session) => (isObject(session.data.entry) ? session.data.entry.method : undefined),
    uri: (session) => (isObject(session.data.entry) ? session.data.entry.relativeUrl : undefined),
  },
};

interface RequestSpec {
  readonly relativeUrl: string;
  readonly body: string;
}

/** Its requests run one after another. */
function startSet(turn: Turn, account: Entity, requests: readonly RequestSpec[]): JsonObject {
  const set = turn.world.add({
    id: newId(turn.world),
    kind: 'asyncadrequestsets',
    company: turn.company,
    parents: [account.id],
    data: { name: required(turn.params, 'name') },
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
        ...(partial && index % 2 === 1 && { fault: 'async-failed' }),
      },
    });
  return { id: set.id };
}

export const asyncEdges: Table<Edge> = {
  async_batch_requests: {
    post(turn, account) {
      const entries = readEntries(turn.params, 'adbatch');
      // Production callers found that one request alone is refused.
      if (entries.length < 2)
        throw new GraphError({ code: 194, message: '(#194) param adbatch has too few elements' });
      return startSet(turn, account, entries);
    },
  },
  asyncadrequestsets: {
    list: (turn, account) => ({ ids: turn.world.under('asyncadrequestsets', account.id) }),
    post(turn, account) {
      const specs = list(turn.params, 'ad_specs') ?? [];
      if (specs.length === 0) throw lacking('ad_specs');
      return startSet(
        turn,
        account,
        specs.map((spec) => ({
          relativeUrl: `${account.id}/ads`,
          body: formOf(isObject(spec) ? spec : {}),
        })),
      );
    },
  },
};

const formOf = (spec: Params) =>
  new URLSearchParams(
    Object.entries(spec).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();

const requestsOf = (turn: Turn, set: Entity) => turn.world.entities('asyncadrequests', set.id);

function requestStatus(request: Entity, turn: Turn) {
  if (request.data.canceled === true) return 'CANCELED';
  if (request.data.state === 'completed') return 'SUCCESS';
  if (request.data.state === 'failed') return 'ERROR';
  return (number(request.data.due_at) ?? 0) - turn.world.now() < 1000 ? 'IN_PROGRESS' : 'INITIAL';
}

const countOf =
  (...statuses: string[]) =>
  (set: Entity, turn: Turn): number =>
    requestsOf(turn, set).filter(
      (request) => statuses.length === 0 || statuses.includes(requestStatus(request, turn)),
    ).length;

export const requestSetType: NodeType = {
  kind: 'asyncadrequestsets',
  word: 'AdAsyncRequestSet',
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
  edges: { requests: listed('asyncadrequests') },
  remove(turn, set) {
    for (const request of requestsOf(turn, set)) cancel(turn, request);
    return success;
  },
};

/** Started requests go on. */
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
  fields: {
    status: requestStatus,
    input: (request) => (isObject(request.data.entry) ? request.data.entry : undefined),
    scope_object_id: (request) => (request.parents[0] ?? '').replace(/^act_/, ''),
    result: (request): Json | undefined => {
      if (request.data.state === 'failed')
        return {
          error_code: request.data.error_code ?? 1,
          error_message: request.data.exception ?? '',
        };
      return isObject(request.data.result) || isList(request.data.result)
        ? request.data.result
        : undefined;
    },
    created_time: (request) => formatTime(request.created),
    updated_time: (request) => formatTime(request.updated),
  },
  remove(turn, request) {
    cancel(turn, request);
    return success;
  },
};
