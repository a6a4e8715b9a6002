import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import { accountKey } from '../base/account-key.ts';
import { PlatformError } from '../base/errors.ts';
import type { PlatformId } from '../base/platforms.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';
import type { Clock } from '../ports/clock.ts';
import type { AdAccount, Credentials, TokenFacts } from '../ports/platform-accounts.ts';
import { accessTokenEnd, endOfCredentials } from '../ports/platform-oauth.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store, Write } from '../ports/store.ts';
import { randomId } from '../records/random-id.ts';
import { sealCredentials } from './access.ts';
import {
  type AdAccountRecord,
  adAccountKind,
  type ConnectionRecord,
  connectionKind,
  type TokenRecord,
} from './records.ts';

interface BuiltConnection {
  readonly id: string;
  readonly doc: ConnectionRecord;
  readonly writes: readonly Write[];
}

/** `credentials` are those to be stored. */
export async function reached({ accounts }: AdPlatform, companyId: string, given: Credentials) {
  const credentials = (await accounts.exchange?.(companyId, given)) ?? given;
  const reachedAccounts = await accounts.list(companyId, credentials);
  const facts = await tokenFacts(accounts, companyId, credentials);
  return { credentials: withEnd(credentials, facts), accounts: reachedAccounts, facts };
}

/** A platform that does not tell is no reason to refuse what works. */
export const tokenFacts = async (
  accounts: AdPlatform['accounts'],
  companyId: string,
  credentials: Credentials,
): Promise<TokenFacts | undefined> =>
  accounts.token?.(companyId, credentials).catch((error: unknown) => {
    if (error instanceof PlatformError) return undefined;
    throw error;
  });

/** With the end that the platform tells. An end that came with the token stays. */
export const withEnd = (credentials: Credentials, facts: TokenFacts | undefined): Credentials =>
  typeof facts?.endsAt === 'number'
    ? { ...credentials, [accessTokenEnd]: String(facts.endsAt) }
    : credentials;

export const tokenRecord = (
  now: number,
  { endsAt, app, missingScopes, notes = [] }: TokenFacts,
): TokenRecord => ({
  checkedAt: now,
  ...(endsAt === null && { isPermanent: true }),
  ...(app !== undefined && { app }),
  missingScopes,
  ...(notes.length > 0 && { notes }),
});

export async function credentialFields(
  secrets: Secrets,
  companyId: string,
  credentials: Credentials,
): Promise<Pick<ConnectionRecord, 'sealedCredentials' | 'endsAt'>> {
  const sealedCredentials = await sealCredentials(secrets, companyId, credentials);
  const endsAt = endOfCredentials(credentials);
  return { sealedCredentials, ...(endsAt !== undefined && { endsAt }) };
}

/** Keeps id, name and accounts, and drops what was known of the former credentials. */
export const withCredentials = (
  {
    endsAt: _end,
    told: _told,
    refusedAt: _refused,
    renewedAt: _renewed,
    tested: _tested,
    token: _token,
    ...kept
  }: ConnectionRecord,
  fields: Pick<ConnectionRecord, 'sealedCredentials' | 'endsAt'>,
): ConnectionRecord => ({ ...kept, ...fields });

/** A connection yet to be committed; `accounts` is how many it reaches. */
export async function builtConnection(
  ports: { readonly clock: Clock; readonly secrets: Secrets },
  caller: Actor,
  request: {
    readonly platform: PlatformId;
    readonly name: string;
    readonly credentials: Credentials;
    readonly only?: readonly string[] | undefined;
    readonly facts?: TokenFacts | undefined;
  },
  accounts: number,
): Promise<BuiltConnection> {
  const { platform, name, credentials, only, facts } = request;
  const id = randomId(ports.secrets, 'con');
  const doc: ConnectionRecord = {
    platform,
    name,
    createdAt: ports.clock.now(),
    ...(await credentialFields(ports.secrets, caller.companyId, credentials)),
    ...(only && { only }),
    ...(facts && { token: tokenRecord(ports.clock.now(), facts) }),
  };
  return {
    id,
    doc,
    writes: [
      { kind: connectionKind, companyId: caller.companyId, id, expect: 'absent', doc },
      auditWrite(ports, caller, {
        action: 'connection.create',
        subject: id,
        details: { platform, adAccounts: accounts },
      }),
    ],
  };
}

/**
 * Registers the accounts of a connection. A registered account keeps its workspace and moves to
 * this connection: the newest token wins.
 */
export async function accountWrites(
  store: Store,
  companyId: string,
  connection: { readonly id: string; readonly platform: PlatformId; readonly workspaceId: string },
  accounts: readonly AdAccount[],
): Promise<readonly Write[]> {
  const known = await Promise.all(
    accounts.map(({ id }) =>
      store.get(adAccountKind, companyId, accountKey(connection.platform, id)),
    ),
  );
  return accounts.map(
    ({ id, name, currency, timezone, status, minDailyBudget, managers }, i): Write => {
      const before = known[i]?.doc;
      const others = [
        ...new Set([
          ...(before === undefined ? [] : [before.connectionId]),
          ...(before?.otherConnections ?? []),
        ]),
      ];
      const otherConnections = others.filter((other) => other !== connection.id);
      const doc: AdAccountRecord = {
        platform: connection.platform,
        connectionId: connection.id,
        ...(otherConnections.length > 0 && { otherConnections }),
        workspaceId: known[i]?.doc.workspaceId ?? connection.workspaceId,
        name,
        currency,
        timezone,
        status,
        ...(minDailyBudget !== undefined && { minDailyBudget }),
        ...(managers !== undefined && managers.length > 0 && { managers }),
      };
      return {
        kind: adAccountKind,
        companyId,
        id: accountKey(connection.platform, id),
        expect: known[i]?.version ?? 'absent',
        doc,
      };
    },
  );
}
