import { auditWrite } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import { companyKind, workspaceKind } from '../access/records.ts';
import { PlatformError, type PlatformFailure, SlipwayError } from '../errors.ts';
import type { PlatformId } from '../platforms.ts';
import type { Clock } from '../ports/clock.ts';
import type { AdAccount, Credentials } from '../ports/platform-accounts.ts';
import type { Secrets } from '../ports/secrets.ts';
import { type Store, SYSTEM, type Write } from '../ports/store.ts';
import { allOf } from '../records/list.ts';
import { randomId } from '../records/random-id.ts';
import type { Connection } from '../schema/accounts.ts';
import { credentialsOf, type Platforms } from './access.ts';
import { type AdAccountRecord, adAccountKind, type ConnectionRecord, connectionKind } from './records.ts';

export interface ConnectPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly platforms: Platforms;
}

export interface NewConnection {
  readonly platform: PlatformId;
  readonly name?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly credentials: Credentials;
}

/** Stores credentials that work, sealed, together with the ad accounts they reach. Throws when the platform refuses them. */
export async function connectPlatform(ports: ConnectPorts, caller: Caller, request: NewConnection): Promise<Connection> {
  const { companyId } = caller;
  const workspaceId = await workspaceFor(ports.store, companyId, request.workspaceId);
  const accounts = await discover(ports, companyId, request.platform, request.credentials);
  const id = randomId(ports.secrets, 'con');
  const doc: ConnectionRecord = {
    platform: request.platform,
    name: request.name ?? request.platform,
    sealedCredentials: await ports.secrets.seal(JSON.stringify(request.credentials)),
    createdAt: ports.clock.now(),
  };
  await commitAccounts(ports, companyId, { id, platform: doc.platform, workspaceId }, accounts, [
    { kind: connectionKind, companyId, id, expect: 'absent', doc },
    auditWrite(ports, caller, 'connection.create', id, { platform: doc.platform, adAccounts: accounts.length }),
  ]);
  return shown(id, doc, accounts.length);
}

/** A company's connections, the oldest first. */
export async function listConnections(ports: Pick<ConnectPorts, 'store'>, companyId: string): Promise<Connection[]> {
  const connections = await allOf(ports.store, connectionKind, companyId, { order: { by: 'createdAt' } });
  const accounts = await allOf(ports.store, adAccountKind, companyId);
  return connections.map(({ id, doc }) => shown(id, doc, accounts.filter((account) => account.doc.connectionId === id).length));
}

/** Forgets the credentials and the ad accounts they reached. What was made at the platform stays there. */
export async function disconnect(ports: ConnectPorts, caller: Caller, connectionId: string): Promise<void> {
  const { companyId } = caller;
  for (;;) {
    const connection = await existing(ports.store, companyId, connectionId);
    const accounts = await allOf(ports.store, adAccountKind, companyId, { where: { connectionId } });
    const conflict = await ports.store.commit([
      { kind: connectionKind, companyId, id: connectionId, expect: connection.version, doc: undefined },
      ...accounts.map(({ id, version }): Write => ({ kind: adAccountKind, companyId, id, expect: version, doc: undefined })),
      auditWrite(ports, caller, 'connection.delete', connectionId, { adAccounts: accounts.length }),
    ]);
    if (conflict === undefined) return;
  }
}

/** Asks the platform whether the stored credentials still work, and brings the list of ad accounts up to date when they do. */
export async function testConnection(ports: ConnectPorts, caller: Caller, connectionId: string) {
  const { companyId } = caller;
  const { doc } = await existing(ports.store, companyId, connectionId);
  const credentials = await credentialsOf(ports, companyId, connectionId);
  let accounts: readonly AdAccount[];
  try {
    accounts = await platformOf(ports, doc.platform).accounts.list(companyId, credentials);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { code, message, retryable } = error.failure;
    // Nobody repeats a test but whoever asked for it.
    const fix = retryable
      ? 'Try again in a moment. If it stays so, check the way from this service to the platform.'
      : error.failure.fix;
    return { success: true as const, ok: false, adAccounts: 0, problem: { code: code ?? null, message, fix, retryable } };
  }
  const workspaceId = await workspaceFor(ports.store, companyId, undefined);
  await commitAccounts(ports, companyId, { id: connectionId, platform: doc.platform, workspaceId }, accounts, [
    auditWrite(ports, caller, 'connection.test', connectionId, { adAccounts: accounts.length }),
  ]);
  return { success: true as const, ok: true, adAccounts: accounts.length, problem: null };
}

/**
 * Registers the accounts a connection reaches, with whatever else belongs into the commit. An account
 * that is registered already keeps its workspace and moves to this connection: the newest token wins.
 */
async function commitAccounts(
  ports: ConnectPorts,
  companyId: string,
  connection: { readonly id: string; readonly platform: PlatformId; readonly workspaceId: string },
  accounts: readonly AdAccount[],
  also: readonly Write[],
): Promise<void> {
  for (;;) {
    const known = await Promise.all(accounts.map(({ id }) => ports.store.get(adAccountKind, companyId, id)));
    const conflict = await ports.store.commit([
      ...accounts.map(({ id, name, currency, timezone, status, minDailyBudget }, i): Write => {
        const doc: AdAccountRecord = {
          platform: connection.platform,
          connectionId: connection.id,
          workspaceId: known[i]?.doc.workspaceId ?? connection.workspaceId,
          name,
          currency,
          timezone,
          status,
          ...(minDailyBudget !== undefined && { minDailyBudget }),
        };
        return { kind: adAccountKind, companyId, id, expect: known[i]?.version ?? 'absent', doc };
      }),
      ...also,
    ]);
    if (conflict === undefined) return;
  }
}

async function discover(
  ports: ConnectPorts,
  companyId: string,
  platform: PlatformId,
  credentials: Credentials,
): Promise<readonly AdAccount[]> {
  try {
    return await platformOf(ports, platform).accounts.list(companyId, credentials);
  } catch (error) {
    if (error instanceof PlatformError && error.failure.class === 'auth') throw refused(error.failure);
    throw error;
  }
}

function refused({ message, fix }: PlatformFailure): SlipwayError {
  return new SlipwayError('unprocessable_entity', 'The platform refused these credentials.', {
    details: [{ path: 'credentials', code: 'credentials_refused', message: `${message} ${fix}` }],
  });
}

function platformOf(ports: ConnectPorts, id: PlatformId) {
  const platform = ports.platforms[id];
  if (platform !== undefined) return platform;
  const message = `This service was started without the ${id} platform. It has: ${Object.keys(ports.platforms).join(', ')}.`;
  throw new SlipwayError('unprocessable_entity', message, {
    details: [{ path: 'platform', code: 'unsupported_platform', message }],
  });
}

async function workspaceFor(store: Store, companyId: string, workspaceId: string | undefined): Promise<string> {
  if (workspaceId === undefined) return (await store.get(companyKind, SYSTEM, companyId))?.doc.defaultWorkspaceId ?? '';
  const valid = /^[\w-]{1,100}$/.test(workspaceId);
  if (valid && (await store.get(workspaceKind, companyId, workspaceId)) !== undefined) return workspaceId;
  throw new SlipwayError('not_found', 'There is no such workspace. GET /v1/workspaces lists yours.');
}

async function existing(store: Store, companyId: string, connectionId: string) {
  const connection = await store.get(connectionKind, companyId, connectionId);
  if (connection !== undefined) return connection;
  throw new SlipwayError('not_found', 'There is no such connection. GET /v1/connections lists yours.');
}

const shown = (id: string, doc: ConnectionRecord, adAccounts: number): Connection => ({
  id,
  platform: doc.platform,
  name: doc.name,
  createdAt: new Date(doc.createdAt).toISOString(),
  adAccounts,
});
