import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import type { Credentials, TokenFacts } from '../ports/platform-accounts.ts';
import type { Write } from '../ports/store.ts';
import { type ConnectPorts, discover, existingConnection, workspaceFor } from './connect.ts';
import {
  accountWrites,
  credentialFields,
  tokenRecord,
  withCredentials,
} from './connection-writes.ts';
import { checkedCredentials } from './credentials.ts';
import { namedPlatform } from './find-account.ts';
import { connectionKind } from './records.ts';
import type { Connection } from './schema.ts';
import { shownConnection } from './shown-connection.ts';

/** Throws as connecting does. */
export async function replaceCredentials(
  ports: ConnectPorts,
  caller: Actor,
  id: string,
  sent: Credentials,
): Promise<Connection> {
  const { companyId } = caller;
  const { platform, only } = (await existingConnection(ports.store, companyId, id)).doc;
  const { definition } = namedPlatform(ports.platforms, platform);
  const { credentials: form } = definition;
  const given = checkedCredentials(form, sent);
  const reached = await discover(ports, companyId, platform, given);
  const accounts = reached.accounts.filter((account) => only?.includes(account.id) ?? true);
  const workspaceId = await workspaceFor(ports.store, companyId, undefined);
  for (;;) {
    const { doc, writes } = await reconnected(ports, caller, id, {
      credentials: reached.credentials,
      facts: reached.facts,
      only,
    });
    const registering = await accountWrites(
      ports.store,
      companyId,
      { id, platform, workspaceId },
      accounts,
    );
    if ((await ports.store.commit([...registering, ...writes])) === undefined)
      return shownConnection(ports.clock.now(), id, doc, {
        adAccounts: accounts.length,
        definition,
      });
  }
}

/** What was launched, planned and reported through the connection stays. */
export async function reconnected(
  ports: ConnectPorts,
  caller: Actor,
  id: string,
  given: {
    readonly credentials: Credentials;
    readonly name?: string;
    readonly only?: readonly string[] | undefined;
    readonly facts?: TokenFacts | undefined;
  },
) {
  const { companyId } = caller;
  const { version, doc: before } = await existingConnection(ports.store, companyId, id);
  const { only: _only, ...kept } = withCredentials(
    before,
    await credentialFields(ports.secrets, companyId, given.credentials),
  );
  const doc = {
    ...kept,
    ...(given.name !== undefined && { name: given.name }),
    ...(given.only && { only: given.only }),
    ...(given.facts && { token: tokenRecord(ports.clock.now(), given.facts) }),
  };
  const writes: readonly Write[] = [
    { kind: connectionKind, companyId, id, expect: version, doc },
    auditWrite(ports, caller, {
      action: 'connection.reconnect',
      subject: id,
      details: { platform: doc.platform },
    }),
  ];
  return { id, doc, writes };
}
