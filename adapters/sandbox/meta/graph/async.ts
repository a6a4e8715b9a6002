import type { JsonObject } from '../../entity.ts';
import { type BatchEntry, readEntries } from './batch-entries.ts';
import { type NodeType, newId, number, stored, string, type Turn } from './graph.ts';
import { isObject } from './params.ts';
import { formatTime } from './times.ts';

/** The parent of everything that waits for its time. */
export const pending = 'pending';
export const runsAfterMs = 2000;

/** `asyncbatch`: each entry becomes a session, carried out later. */
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

export const sessionType: NodeType = {
  kind: 'asyncsessions',
  word: 'AsyncSession',
  defaults: ['id'],
  fields: {
    ...stored('name error_code exception'),
    status: (session) => string(session.data.state) ?? 'running',
    percent_completed: (session) => (session.data.state === undefined ? 10 : 100),
    // The answer as text.
    result: (session) => (session.data.result === undefined ? undefined : JSON.stringify(session.data.result)),
    start_time: (session) => formatTime(session.created),
    complete_time: (session) =>
      number(session.data.done_at) === undefined ? undefined : formatTime(number(session.data.done_at) ?? 0),
    method: (session) => (isObject(session.data.entry) ? session.data.entry.method : undefined),
    uri: (session) => (isObject(session.data.entry) ? session.data.entry.relativeUrl : undefined),
  },
};
