import type { PlatformFailure } from '../base/errors.ts';
import type { Event, Events } from '../events/events.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store, Write } from '../ports/store.ts';
import { connectionNews } from './connection-news.ts';
import {
  type ConnectionProblem,
  type ConnectionRecord,
  connectionKind,
  type TestRecord,
  type TokenRecord,
} from './records.ts';
import { shownConnection } from './shown-connection.ts';

interface TestedPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly events: Events;
}

export function problemOf({ code, message, retryable, fix }: PlatformFailure): ConnectionProblem {
  // The service does not repeat a test by itself.
  const todo = retryable
    ? 'Try again in a moment. If it stays so, check the way from this service to the platform.'
    : fix;
  return { code: code ?? null, message, fix: todo, retryable };
}

function testOf(now: number, failure: PlatformFailure | undefined): TestRecord {
  if (failure === undefined) return { at: now };
  return {
    at: now,
    problem: problemOf(failure),
    ...(failure.class === 'auth' && { isDead: true }),
  };
}

/**
 * Keeps the platform's answer to a connection's credentials, with an event where it refuses them;
 * empty where the connection is gone.
 */
export async function testWrite(
  { store, clock, events }: TestedPorts,
  companyId: string,
  id: string,
  {
    failure,
    token,
  }: { readonly failure?: PlatformFailure; readonly token?: TokenRecord | undefined } = {},
): Promise<readonly Write[]> {
  const found = await store.get(connectionKind, companyId, id);
  if (found === undefined) return [];
  const now = clock.now();
  // The daily look still comes, and notes an end.
  const checkedAt = found.doc.token?.checkedAt ?? now;
  const doc: ConnectionRecord = {
    ...found.doc,
    ...(token && { token: { ...token, checkedAt } }),
    tested: testOf(now, failure),
  };
  const isNew = doc.tested?.isDead === true && found.doc.tested?.isDead !== true;
  return [
    { kind: connectionKind, companyId, id, expect: found.version, doc },
    ...(isNew ? await events.writes(companyId, deadEvent(id, doc, now)) : []),
  ];
}

const deadEvent = (id: string, doc: ConnectionRecord, at: number): Event => ({
  id: `connection-${id}-dead-${at}`,
  at,
  call: { name: 'connection.expiring', data: { connection: shownConnection(at, id, doc) } },
  news: connectionNews(doc.name, 'dead'),
});

/** The platform refused a connection's credentials during other work. */
export async function noteDead(
  ports: TestedPorts,
  companyId: string,
  connectionId: string,
  failure: PlatformFailure,
): Promise<void> {
  for (;;) {
    const writes = await testWrite(ports, companyId, connectionId, { failure });
    if ((await ports.store.commit([...writes])) === undefined) return;
  }
}
