import type { Entity, JsonObject } from '../world.ts';
import { type BatchEntry, entryCall, readEntries } from './batch.ts';
import { type Api, runCall } from './calls.ts';
import { type Call, type NodeType, newId, number, stored, string, type Turn } from './graph.ts';
import { isObject } from './params.ts';
import { formatTime } from './times.ts';

/** Sessions and requests that wait for their time are listed under this besides their own parents. */
export const pending = 'pending';
/** Simulated time until a session runs. */
export const runsAfterMs = 2000;

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

export const entryData = (entry: Pick<BatchEntry, 'method' | 'relativeUrl' | 'body'>): JsonObject => ({
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
