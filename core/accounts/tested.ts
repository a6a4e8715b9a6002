import type { PlatformFailure } from '../base/errors.ts';
import { connectionNews } from '../features/notifications/news.ts';
import { tellWrites } from '../features/notifications/tell.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store, Write } from '../ports/store.ts';
import { deliveryWrites } from '../features/webhooks/deliver.ts';
import { type ConnectionProblem, type ConnectionRecord, connectionKind, type TestRecord } from './records.ts';
import { shownConnection } from './shown-connection.ts';

interface TestedPorts {
  readonly store: Store;
  readonly clock: Clock;
}

export function problemOf({ code, message, retryable, fix }: PlatformFailure): ConnectionProblem {
  // Nobody repeats a test but whoever asked for it.
  const todo = retryable ? 'Try again in a moment. If it stays so, check the way from this service to the platform.' : fix;
  return { code: code ?? null, message, fix: todo, retryable };
}

function testOf(now: number, failure: PlatformFailure | undefined): TestRecord {
  if (failure === undefined) return { at: now };
  return { at: now, problem: problemOf(failure), ...(failure.class === 'auth' && { isDead: true }) };
}

/** Keeps what a platform said to a connection's credentials, and tells where it refuses them; nothing where the connection is gone. */
export async function testWrite(
  { store, clock }: TestedPorts,
  companyId: string,
  id: string,
  failure?: PlatformFailure,
): Promise<readonly Write[]> {
  const found = await store.get(connectionKind, companyId, id);
  if (found === undefined) return [];
  const now = clock.now();
  const doc: ConnectionRecord = { ...found.doc, tested: testOf(now, failure) };
  const isNew = doc.tested?.isDead === true && found.doc.tested?.isDead !== true;
  return [
    { kind: connectionKind, companyId, id, expect: found.version, doc },
    ...(isNew ? await deadWrites(store, companyId, id, doc, now) : []),
  ];
}

async function deadWrites(
  store: Store,
  companyId: string,
  id: string,
  doc: ConnectionRecord,
  now: number,
): Promise<readonly Write[]> {
  const eventId = `connection-${id}-dead-${now}`;
  const data = { connection: shownConnection(now, id, doc) };
  return [
    ...(await deliveryWrites(store, companyId, 'connection.expiring', eventId, data, now)),
    ...(await tellWrites(store, companyId, eventId, connectionNews(doc.name, 'dead'), now)),
  ];
}

/** The platform refused a connection's credentials in the middle of other work. */
export async function noteDead(
  ports: TestedPorts,
  companyId: string,
  connectionId: string,
  failure: PlatformFailure,
): Promise<void> {
  for (;;) {
    const writes = await testWrite(ports, companyId, connectionId, failure);
    if ((await ports.store.commit([...writes])) === undefined) return;
  }
}
