import { auditWrite } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import { accountKey } from '../base/account-key.ts';
import { SlipwayError } from '../base/errors.ts';
import { type PlatformId, platformCalled } from '../base/platforms.ts';
import { breaks, refusal } from '../base/refusal.ts';
import { join } from '../base/schema/faults.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';
import type { AdAccount, Credentials, TokenFacts } from '../ports/platform-accounts.ts';
import type { OAuthCapability } from '../ports/platform-oauth.ts';
import { kind, type Store, type Stored, type Write } from '../ports/store.ts';
import { type Forgotten, forgetExpired } from '../records/expired.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { randomText } from '../records/random-id.ts';
import { openCredentials, sealCredentials } from './access.ts';
import type { Authorization, Reached, ReachedAccount } from './authorization-schema.ts';
import { type ConnectPorts, discover, existingConnection, workspaceFor } from './connect.ts';
import { accountWrites, builtConnection } from './connection-writes.ts';
import { namedPlatform } from './find-account.ts';
import { reconnected } from './reconnect.ts';
import { adAccountKind } from './records.ts';
import type { Connection } from './schema.ts';
import { platformNotices, shownConnection } from './shown-connection.ts';

/**
 * A person on the way to a platform and back. The id is the digest of the state that travels along;
 * only the key, and the session, that began may go on.
 */
interface AuthorizationRecord {
  readonly platform: string;
  readonly keyId: string;
  readonly sessionId?: string;
  readonly workspaceId: string;
  readonly name: string;
  /** Absent: a new connection. */
  readonly connectionId?: string;
  /** The verifier and credentials added by hand; after the return the credentials. */
  readonly sealed: string;
  /** Absent before the return. */
  readonly accounts?: readonly AdAccount[];
  readonly facts?: TokenFacts;
  readonly until: number;
}

export const authorizationKind = kind<AuthorizationRecord>('authorization', { until: 'number' });

const OPEN_MS = 30 * 60_000;

export interface UsedHooks {
  /** Whether a company uses a feature on a platform, by the name of the feature. */
  readonly used: readonly {
    readonly name: string;
    isUsed(
      ports: { readonly store: Store },
      companyId: string,
      platform: PlatformId,
    ): Promise<boolean>;
  }[];
}

interface AuthorizePorts extends ConnectPorts {
  readonly publicUrl: string;
  readonly hooks: UsedHooks;
}

interface NewAuthorization {
  readonly platform?: string | undefined;
  readonly connectionId?: string | undefined;
  readonly name?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly credentials?: Credentials | undefined;
}

const redirectUriOf = ({ publicUrl }: AuthorizePorts): string => `${publicUrl}/oauth/callback`;

/** For a new connection, or one that gets new credentials. */
export function beginAuthorization(
  ports: AuthorizePorts,
  caller: Caller,
  request: NewAuthorization,
  once: Once = unkeyed(ports.store),
): Promise<Authorization> {
  const { companyId, keyId, sessionId } = caller;
  return once.inOneCommit(
    async (conclude) => {
      const before =
        request.connectionId === undefined
          ? undefined
          : await existingConnection(ports.store, companyId, request.connectionId);
      const platform = namedPlatform(
        ports.platforms,
        before?.doc.platform ?? request.platform ?? '',
      );
      const oauth = oauthOf(platform);
      const extras = checkedExtras(oauth, request.credentials ?? {});
      const [state, verifier] = [randomText(ports.secrets, 43), randomText(ports.secrets, 64)];
      const until = ports.clock.now() + OPEN_MS;
      const doc: AuthorizationRecord = {
        platform: platform.definition.id,
        keyId,
        until,
        ...(sessionId !== undefined && { sessionId }),
        ...(request.connectionId !== undefined && { connectionId: request.connectionId }),
        workspaceId: await workspaceFor(ports.store, companyId, request.workspaceId),
        name: request.name ?? before?.doc.name ?? platformCalled(platform.definition.label),
        sealed: await sealCredentials(ports.secrets, companyId, { ...extras, verifier }),
      };
      const authorizeUrl = await oauth.authorizeUrl(
        { redirectUri: redirectUriOf(ports), state, verifier },
        await usesOf(ports, companyId, doc.platform),
      );
      const answer = { authorizeUrl, state, expiresAt: new Date(until).toISOString() };
      const id = await ports.secrets.sha256(state);
      await conclude(
        [
          { kind: authorizationKind, companyId, id, expect: 'absent', doc },
          auditWrite(ports, caller, {
            action: 'connection.authorize',
            subject: request.connectionId ?? doc.platform,
            details: { platform: doc.platform },
          }),
        ],
        answer,
      );
      return answer;
    },
    { secret: true },
  );
}

async function usesOf(
  ports: AuthorizePorts,
  companyId: string,
  platform: PlatformId,
): Promise<readonly string[]> {
  const uses: string[] = [];
  for (const { name, isUsed } of ports.hooks.used)
    if (await isUsed(ports, companyId, platform)) uses.push(name);
  return uses;
}

/** The ad accounts that a code reaches. Repeated under the same state it answers the same. */
export function redeemCode(
  ports: AuthorizePorts,
  caller: Caller,
  { state, code }: { readonly state: string; readonly code: string },
  once: Once = unkeyed(ports.store),
) {
  const { companyId } = caller;
  return once.inOneCommit<Reached>(async (conclude) => {
    const flow = await openFlow(ports, caller, state);
    const { platform, name, connectionId = null } = flow.doc;
    const { accounts, writes } = await redeemed(ports, companyId, flow, code);
    const adAccounts = await reachedAccounts(ports, companyId, flow.doc, accounts);
    const { definition } = namedPlatform(ports.platforms, platform);
    const answer = {
      platform,
      name,
      connectionId,
      adAccounts,
      notices: platformNotices({ adAccounts: adAccounts.length, definition }, ports.clock.now()),
    };
    await conclude(writes, answer);
    return answer;
  });
}

async function redeemed(
  ports: AuthorizePorts,
  companyId: string,
  { id, version, doc }: Stored<AuthorizationRecord>,
  code: string,
) {
  if (doc.accounts !== undefined) return { accounts: doc.accounts, writes: [] };
  const { verifier = '', ...extras } = await openCredentials(ports.secrets, companyId, doc.sealed);
  const oauth = oauthOf(namedPlatform(ports.platforms, doc.platform));
  const given = await oauth.redeem({ redirectUri: redirectUriOf(ports), verifier }, code);
  const { accounts, credentials, facts } = await discover(ports, companyId, doc.platform, {
    ...extras,
    ...given,
  });
  const sealed = await sealCredentials(ports.secrets, companyId, credentials);
  const arrived = { ...doc, accounts, sealed, ...(facts && { facts }) };
  const write: Write = { kind: authorizationKind, companyId, id, expect: version, doc: arrived };
  return { accounts, writes: [write] };
}

async function reachedAccounts(
  { store }: AuthorizePorts,
  companyId: string,
  { platform, connectionId }: AuthorizationRecord,
  accounts: readonly AdAccount[],
): Promise<ReachedAccount[]> {
  const only =
    connectionId === undefined
      ? undefined
      : (await existingConnection(store, companyId, connectionId)).doc.only;
  return Promise.all(
    accounts.map(async ({ id, name, currency, status }) => {
      const known = await store.get(adAccountKind, companyId, accountKey(platform, id));
      return {
        id,
        name,
        currency,
        status,
        isConnected: known !== undefined,
        isPicked: only?.includes(id) ?? true,
      };
    }),
  );
}

interface Picked {
  readonly state: string;
  readonly adAccountIds?: readonly string[] | undefined;
  readonly name?: string | undefined;
}

/** Makes the connection, or gives an existing one its new credentials, with the picked accounts. */
export function finishAuthorization(
  ports: AuthorizePorts,
  caller: Caller,
  picked: Picked,
  once: Once = unkeyed(ports.store),
): Promise<Connection> {
  const { companyId } = caller;
  return once.inOneCommit(async (conclude) => {
    for (;;) {
      const flow = await openFlow(ports, caller, picked.state);
      const { platform, workspaceId, connectionId, facts } = flow.doc;
      const accounts = pickedOf(flow.doc, picked.adAccountIds);
      const only =
        accounts.length === flow.doc.accounts?.length ? undefined : accounts.map(({ id }) => id);
      const name = picked.name ?? flow.doc.name;
      const credentials = await openCredentials(ports.secrets, companyId, flow.doc.sealed);
      const made =
        connectionId === undefined
          ? await builtConnection(
              ports,
              caller,
              { platform, name, credentials, only, facts },
              accounts.length,
            )
          : await reconnected(ports, caller, connectionId, { name, only, credentials, facts });
      const registering = await accountWrites(
        ports.store,
        companyId,
        { id: made.id, platform, workspaceId },
        accounts,
      );
      const over: Write = {
        kind: authorizationKind,
        companyId,
        id: flow.id,
        expect: flow.version,
        doc: undefined,
      };
      const { definition } = namedPlatform(ports.platforms, platform);
      const reach = { adAccounts: accounts.length, definition };
      const connection = shownConnection(ports.clock.now(), made.id, made.doc, reach);
      if ((await conclude([...registering, ...made.writes, over], connection)) === undefined)
        return connection;
    }
  });
}

export const forgetAuthorizations = (
  { store, clock }: Pick<ConnectPorts, 'store' | 'clock'>,
  companyId: string,
): Promise<Forgotten> =>
  forgetExpired(store, authorizationKind, companyId, { by: 'until', before: clock.now() });

function oauthOf({ definition, oauth }: AdPlatform): OAuthCapability {
  if (oauth !== undefined) return oauth;
  throw breaks(
    'platform',
    'oauth_not_offered',
    `${platformCalled(definition.label)} is connected by pasting credentials here: this service has no app there. Its operator can set one.`,
  );
}

function checkedExtras({ extras }: OAuthCapability, given: Credentials): Credentials {
  const details = Object.keys(given)
    .filter((key) => !extras.includes(key))
    .map((key) => ({
      path: join('credentials', key),
      code: 'unknown_credential',
      message:
        extras.length === 0
          ? 'The platform tells everything itself: leave it out.'
          : `Only ${extras.join(', ')} can be added.`,
    }));
  if (details.length === 0) return given;
  throw new SlipwayError(
    'unprocessable_entity',
    'These credentials cannot be added. Nothing was begun.',
    { details },
  );
}

async function openFlow(
  ports: AuthorizePorts,
  caller: Caller,
  state: string,
): Promise<Stored<AuthorizationRecord>> {
  const flow = await ports.store.get(
    authorizationKind,
    caller.companyId,
    await ports.secrets.sha256(state),
  );
  if (flow === undefined)
    throw new SlipwayError('not_found', 'There is no such connection under way. Begin again.');
  if (flow.doc.until <= ports.clock.now())
    throw new SlipwayError('gone', 'Connecting took too long. Begin again.');
  if (flow.doc.keyId !== caller.keyId || flow.doc.sessionId !== caller.sessionId)
    throw new SlipwayError('forbidden', 'Another person began this connection. Begin again.');
  return flow;
}

function pickedOf(
  { accounts }: AuthorizationRecord,
  ids: readonly string[] | undefined,
): readonly AdAccount[] {
  if (accounts === undefined) {
    const message =
      'The sign-in at the platform is not finished yet: hand in the code first (connections.redeem).';
    throw refusal('conflict', { path: 'state', code: 'code_missing', message });
  }
  if (ids === undefined) return accounts;
  const details = ids.flatMap((id, position) =>
    accounts.some((account) => account.id === id)
      ? []
      : [
          {
            path: `adAccountIds[${position}]`,
            code: 'unknown_ad_account',
            message: 'These credentials do not reach it.',
          },
        ],
  );
  if (details.length === 0) return accounts.filter(({ id }) => ids.includes(id));
  throw new SlipwayError(
    'unprocessable_entity',
    'Pick from the ad accounts that the platform has named.',
    { details },
  );
}
