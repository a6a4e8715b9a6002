import { PlatformError, SlipwayError } from '../base/errors.ts';
import type { Events } from '../events/events.ts';
import { type Log, silent } from '../ports/log.ts';
import type { Stored } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { allOf } from '../records/list.ts';
import { credentialsOf } from './access.ts';
import { connectionNews } from './connection-news.ts';
import { credentialFields, tokenRecord, withEnd } from './connection-writes.ts';
import type { Platforms } from './find-account.ts';
import { type ConnectionRecord, connectionKind } from './records.ts';
import { noticeOf, shownConnection } from './shown-connection.ts';
import { noteDead } from './tested.ts';

interface WatchPorts extends WritePorts {
  readonly platforms: Platforms;
  readonly log?: Log;
  readonly events: Events;
}

const DAY_MS = 86_400_000;
/** Credentials whose end a use puts off are renewed this long before it. */
const RENEW_MS = 14 * DAY_MS;

/**
 * Asks the platform about a company's tokens once a day, renews credentials that a use keeps alive,
 * and announces other ends 14, 7 and 1 days before and when they come.
 */
export async function watchConnections(ports: WatchPorts, companyId: string): Promise<void> {
  for (const connection of await allOf(ports.store, connectionKind, companyId)) {
    const asked = await askToken(ports, companyId, connection);
    if (asked?.doc.endsAt === undefined) continue;
    await keepAlive(ports, companyId, asked);
    const current = await ports.store.get(connectionKind, companyId, connection.id);
    if (current === undefined) continue;
    await tell(ports, companyId, current);
  }
}

/**
 * Keeps what the platform says of the token; a dead one is noted as any other. Answers the
 * connection as it is then.
 */
async function askToken(
  ports: WatchPorts,
  companyId: string,
  connection: Stored<ConnectionRecord>,
): Promise<Stored<ConnectionRecord> | undefined> {
  const { id, version, doc } = connection;
  const ask = ports.platforms[doc.platform]?.accounts.token;
  const now = ports.clock.now();
  if (ask === undefined || now - (doc.token?.checkedAt ?? 0) < DAY_MS || doc.tested?.isDead)
    return connection;
  try {
    const credentials = await credentialsOf(ports, companyId, id);
    const facts = await ask(companyId, credentials);
    const fields = await credentialFields(ports.secrets, companyId, withEnd(credentials, facts));
    const next: ConnectionRecord = { ...doc, ...fields, token: tokenRecord(now, facts) };
    // After a conflict the next look is in an hour.
    await ports.store.commit([{ kind: connectionKind, companyId, id, expect: version, doc: next }]);
  } catch (error) {
    if (!(error instanceof PlatformError)) {
      // Removed, or its secret is missing: the next look tells.
      if (error instanceof SlipwayError) return undefined;
      throw error;
    }
    (ports.log ?? silent).warn('connection.not_asked', {
      companyId,
      connectionId: id,
      message: error.failure.message,
    });
    if (error.failure.class === 'auth') await noteDead(ports, companyId, id, error.failure);
  }
  return ports.store.get(connectionKind, companyId, id);
}

async function keepAlive(
  ports: WatchPorts,
  companyId: string,
  { id, doc }: Stored<ConnectionRecord>,
): Promise<void> {
  const now = ports.clock.now();
  const { endsAt = Number.POSITIVE_INFINITY, renewedAt = 0 } = doc;
  const renew = ports.platforms[doc.platform]?.accounts.renew;
  if (renew === undefined || endsAt - now > RENEW_MS || endsAt <= now || now - renewedAt < DAY_MS)
    return;
  const refusedAt = await renewOnce(ports, companyId, id, renew);
  const latest = await ports.store.get(connectionKind, companyId, id);
  if (latest === undefined) return;
  const { refusedAt: before, ...kept } = latest.doc;
  const next = { ...kept, renewedAt: now, ...(refusedAt !== undefined && { refusedAt }) };
  // After a conflict the next look is in an hour.
  const isNew = refusedAt !== undefined && before === undefined;
  const event = {
    id: `connection-${id}-refused-${now}`,
    at: now,
    news: connectionNews(doc.name, 'refused'),
  };
  await ports.store.commit([
    { kind: connectionKind, companyId, id, expect: latest.version, doc: next },
    ...(isNew ? await ports.events.writes(companyId, event) : []),
  ]);
}

type Renew = NonNullable<Platforms[string]['accounts']['renew']>;

/** Answers when it was refused for good. */
async function renewOnce(
  ports: WatchPorts,
  companyId: string,
  connectionId: string,
  renew: Renew,
): Promise<number | undefined> {
  try {
    await renew({
      companyId,
      connectionId,
      credentials: await credentialsOf(ports, companyId, connectionId),
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof PlatformError)) {
      // Removed, or its secret is missing: the next look tells.
      if (error instanceof SlipwayError) return undefined;
      throw error;
    }
    (ports.log ?? silent).warn('connection.not_renewed', {
      companyId,
      connectionId,
      message: error.failure.message,
    });
    return error.failure.retryable ? undefined : ports.clock.now();
  }
}

async function tell(
  ports: WatchPorts,
  companyId: string,
  { id, version, doc }: Stored<ConnectionRecord>,
): Promise<void> {
  const now = ports.clock.now();
  const notice = noticeOf(doc.endsAt, now);
  if (notice === undefined || notice === doc.told) return;
  (ports.log ?? silent).warn('connection.ends', {
    companyId,
    connectionId: id,
    platform: doc.platform,
    notice,
  });
  await ports.store.commit([
    { kind: connectionKind, companyId, id, expect: version, doc: { ...doc, told: notice } },
    ...(await ports.events.writes(companyId, {
      id: `connection-${id}-${doc.endsAt}-${notice}`,
      at: now,
      call: { name: 'connection.expiring', data: { connection: shownConnection(now, id, doc) } },
      news: connectionNews(doc.name, notice),
    })),
  ]);
}
