import { auditWrite } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import { companyKind, workspaceKind } from '../access/records.ts';
import { PlatformError, type PlatformFailure, SlipwayError } from '../base/errors.ts';
import { type PlatformId, platformCalled } from '../base/platforms.ts';
import { breaks } from '../base/refusal.ts';
import type { Events } from '../events/events.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';
import type { AdAccount, Credentials } from '../ports/platform-accounts.ts';
import { type Store, SYSTEM, type Write } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { allOf } from '../records/list.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { type Room, refuseBeyond } from '../records/room.ts';
import { credentialsOf } from './access.ts';
import {
  accountWrites,
  builtConnection,
  reached,
  tokenFacts,
  tokenRecord,
} from './connection-writes.ts';
import { checkedCredentials } from './credentials.ts';
import { namedPlatform, openPlatform, type Platforms } from './find-account.ts';
import {
  type AdAccountRecord,
  adAccountKind,
  type ConnectionProblem,
  type ConnectionRecord,
  connectionKind,
} from './records.ts';
import type { Connection } from './schema.ts';
import { shownConnection } from './shown-connection.ts';
import { problemOf, testWrite } from './tested.ts';

export interface ConnectPorts extends WritePorts {
  readonly platforms: Platforms;
  readonly events: Events;
}

interface NewConnection {
  readonly platform: PlatformId;
  readonly name?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly credentials: Credentials;
}

const room: Room<ConnectionRecord> = {
  kind: connectionKind,
  most: 200,
  what: 'connections',
  code: 'too_many_connections',
};

/**
 * Stores working credentials, sealed, with the ad accounts they reach. Throws when the platform
 * refuses them.
 */
export function connectPlatform(
  ports: ConnectPorts,
  caller: Caller,
  request: NewConnection,
  once: Once = unkeyed(ports.store),
): Promise<Connection> {
  const { companyId } = caller;
  const { definition } = namedPlatform(ports.platforms, request.platform);
  const { id: platform, credentials: form } = definition;
  const { name = platform } = request;
  const given = checkedCredentials(form, request.credentials);
  return once.inOneCommit(async (conclude) => {
    await refuseBeyond(ports.store, companyId, room);
    const workspaceId = await workspaceFor(ports.store, companyId, request.workspaceId);
    const { accounts, credentials, facts } = await discover(ports, companyId, platform, given);
    const { id, doc, writes } = await builtConnection(
      ports,
      caller,
      { platform, name, credentials, facts },
      accounts.length,
    );
    const connection = shownConnection(ports.clock.now(), id, doc, {
      adAccounts: accounts.length,
      definition,
    });
    for (;;) {
      const registering = await accountWrites(
        ports.store,
        companyId,
        { id, platform, workspaceId },
        accounts,
      );
      if ((await conclude([...registering, ...writes], connection)) === undefined)
        return connection;
    }
  });
}

/** Oldest first. */
export async function listConnections(
  ports: Pick<ConnectPorts, 'store' | 'clock' | 'platforms'>,
  companyId: string,
): Promise<Connection[]> {
  const connections = await allOf(ports.store, connectionKind, companyId, {
    order: { by: 'createdAt' },
  });
  const accounts = await allOf(ports.store, adAccountKind, companyId);
  const counts = new Map<string, number>();
  for (const { doc } of accounts)
    counts.set(doc.connectionId, (counts.get(doc.connectionId) ?? 0) + 1);
  return connections.map(({ id, doc }) =>
    shownConnection(ports.clock.now(), id, doc, {
      adAccounts: counts.get(id) ?? 0,
      definition: ports.platforms[doc.platform]?.definition,
    }),
  );
}

/**
 * Forgets the credentials and the ad accounts that no other connection reaches. Objects at the
 * platform stay.
 */
export async function disconnect(
  ports: ConnectPorts,
  caller: Caller,
  connectionId: string,
): Promise<void> {
  const { companyId } = caller;
  for (;;) {
    const connection = await existingConnection(ports.store, companyId, connectionId);
    const remaining = new Set(
      (await allOf(ports.store, connectionKind, companyId)).map(({ id }) => id),
    );
    remaining.delete(connectionId);
    const accounts = (await allOf(ports.store, adAccountKind, companyId)).filter(
      ({ doc }) =>
        doc.connectionId === connectionId || doc.otherConnections?.includes(connectionId),
    );
    const lost = accounts.filter(({ doc }) => withoutConnection(doc, remaining) === undefined);
    const conflict = await ports.store.commit([
      {
        kind: connectionKind,
        companyId,
        id: connectionId,
        expect: connection.version,
        doc: undefined,
      },
      ...accounts.map(
        ({ id, version, doc }): Write => ({
          kind: adAccountKind,
          companyId,
          id,
          expect: version,
          doc: withoutConnection(doc, remaining),
        }),
      ),
      auditWrite(ports, caller, {
        action: 'connection.delete',
        subject: connectionId,
        details: { adAccounts: lost.length },
      }),
    ]);
    if (conflict === undefined) return;
  }
}

/** Undefined where no remaining connection reaches it. */
function withoutConnection(
  account: AdAccountRecord,
  remaining: ReadonlySet<string>,
): AdAccountRecord | undefined {
  const { connectionId, otherConnections = [], ...rest } = account;
  const [next, ...others] = [connectionId, ...otherConnections].filter((id) => remaining.has(id));
  if (next === undefined) return undefined;
  return { ...rest, connectionId: next, ...(others.length > 0 && { otherConnections: others }) };
}

interface ConnectionTest {
  readonly success: true;
  readonly ok: boolean;
  readonly adAccounts: number;
  readonly problem: ConnectionProblem | null;
}

/**
 * Asks the platform whether the stored credentials still work, and then updates the list of ad
 * accounts.
 */
export function testConnection(
  ports: ConnectPorts,
  caller: Caller,
  connectionId: string,
  once: Once = unkeyed(ports.store),
): Promise<ConnectionTest> {
  const { companyId } = caller;
  return once.inOneCommit(async (conclude) => {
    const { platform, only } = (await existingConnection(ports.store, companyId, connectionId)).doc;
    const credentials = await credentialsOf(ports, companyId, connectionId);
    const reading = openPlatform(ports.platforms, platform).accounts;
    let accounts: readonly AdAccount[];
    try {
      const all = await reading.list(companyId, credentials, connectionId);
      accounts = all.filter(({ id }) => only?.includes(id) ?? true);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const failed = failedTest(error.failure);
      for (;;) {
        const kept = await testWrite(ports, companyId, connectionId, { failure: error.failure });
        if ((await conclude(kept, failed)) === undefined) return failed;
      }
    }
    await refuseBeyond(ports.store, companyId, room);
    const facts = await tokenFacts(reading, companyId, credentials);
    const token = facts && tokenRecord(ports.clock.now(), facts);
    const workspaceId = await workspaceFor(ports.store, companyId, undefined);
    const audit = auditWrite(ports, caller, {
      action: 'connection.test',
      subject: connectionId,
      details: { adAccounts: accounts.length },
    });
    const passed: ConnectionTest = {
      success: true,
      ok: true,
      adAccounts: accounts.length,
      problem: null,
    };
    for (;;) {
      const registering = await accountWrites(
        ports.store,
        companyId,
        { id: connectionId, platform, workspaceId },
        accounts,
      );
      const kept = await testWrite(ports, companyId, connectionId, { token });
      if ((await conclude([...registering, ...kept, audit], passed)) === undefined) return passed;
    }
  });
}

const failedTest = (failure: PlatformFailure): ConnectionTest => ({
  success: true,
  ok: false,
  adAccounts: 0,
  problem: problemOf(failure),
});

export async function discover(
  ports: ConnectPorts,
  companyId: string,
  platform: PlatformId,
  credentials: Credentials,
): ReturnType<typeof reached> {
  try {
    return await reached(openPlatform(ports.platforms, platform), companyId, credentials);
  } catch (error) {
    if (error instanceof PlatformError && error.failure.class === 'auth')
      throw refused(openPlatform(ports.platforms, platform), error.failure);
    throw error;
  }
}

/**
 * Credentials that were just given are wrong, not ended: what platforms say of ended ones would
 * send people back here.
 */
function refused(
  { definition: { label, credentials } }: AdPlatform,
  { code }: PlatformFailure,
): SlipwayError {
  const todo =
    credentials.guide?.refused ??
    'Check that each was copied whole, belongs to this app and was not revoked.';
  const message = `${platformCalled(label)} rejected these credentials${code ? ` (code ${code})` : ''}. ${todo}`;
  return breaks('credentials', 'credentials_refused', message);
}

export async function workspaceFor(
  store: Store,
  companyId: string,
  workspaceId: string | undefined,
): Promise<string> {
  if (workspaceId === undefined)
    return (await store.get(companyKind, SYSTEM, companyId))?.doc.defaultWorkspaceId ?? '';
  const valid = /^[\w-]{1,100}$/.test(workspaceId);
  if (valid && (await store.get(workspaceKind, companyId, workspaceId)) !== undefined)
    return workspaceId;
  throw new SlipwayError('not_found', 'There is no such workspace.', { hint: 'workspaces.list' });
}

export async function existingConnection(store: Store, companyId: string, connectionId: string) {
  const connection = await store.get(connectionKind, companyId, connectionId);
  if (connection !== undefined) return connection;
  throw new SlipwayError('not_found', 'There is no such connection.', { hint: 'connections.list' });
}
