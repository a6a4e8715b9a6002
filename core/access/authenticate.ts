import { createCache } from '../base/cache.ts';
import { SlipwayError } from '../base/errors.ts';
import { refusal } from '../base/refusal.ts';
import { type Reader, SYSTEM } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { changeDocument } from '../records/change.ts';
import type { Caller } from './caller.ts';
import {
  accessTokenIn,
  type GrantToken,
  grantKind,
  openToken,
  scopesOfGrant,
} from './client-grants.ts';
import { type KeyRecord, keyKind, keyUseKind } from './keys.ts';
import { isWithin } from './networks.ts';
import { personKind } from './person-records.ts';
import { companyKind } from './records.ts';
import { scopesOfRights } from './roles.ts';
import { readSession, sessionOver } from './sessions.ts';
import { refuseSuspended } from './suspension.ts';

/** The credentials of a request. */
export interface Presented {
  readonly authorization?: string | undefined;
  readonly session?: string | undefined;
  /**
   * The address that is asked, where it takes tokens of connected programs; they are good for it
   * alone.
   */
  readonly resource?: string | undefined;
  /** Places where keys are often sent by mistake. */
  readonly apiKeyHeader?: boolean;
  readonly queryKey?: boolean;
}

/** Where a request comes from, as far as that is known. */
interface From {
  address(): string | undefined;
}

export interface Authenticator {
  /**
   * The caller behind a request, by what the reader sees, else by what is committed now. Throws
   * `unauthorized`, `forbidden` from an address the key is not for, and where the company is
   * suspended.
   */
  identify(presented: Presented, from: From, reader?: Reader): Promise<Caller>;
}

const MINUTE = 60_000;
/** Recent digests by header: hashing on every request would cost more than all else here. */
const REMEMBERED = 1_000;

/**
 * Recognises callers. Reads key or person and company for every request: a revoked key, a removed
 * or changed person and a suspended company take effect at once in every process. Notes the last
 * use of a key at most once a minute, without waiting.
 */
export function createAuthenticator(ports: WritePorts): Authenticator {
  const { store, clock, secrets } = ports;
  const digests = createCache<string>({ max: REMEMBERED });
  const noted = createCache<number>({ max: REMEMBERED });

  const digestOf = async (presented: Presented): Promise<string> => {
    const digest = await secrets.sha256(secretOf(presented));
    if (presented.authorization !== undefined) digests.set(presented.authorization, digest);
    return digest;
  };

  const noteUse = (caller: Pick<Caller, 'companyId' | 'keyId'>): void => {
    if (clock.monotonic() - (noted.get(caller.keyId) ?? Number.NEGATIVE_INFINITY) < MINUTE) return;
    noted.set(caller.keyId, clock.monotonic());
    const now = clock.now();
    changeDocument(store, keyUseKind, {
      companyId: caller.companyId,
      id: caller.keyId,
      change: (current) => ({
        doc: { lastUsedAt: Math.max(now, current?.doc.lastUsedAt ?? 0) },
      }),
    }).catch(() => noted.delete(caller.keyId));
  };

  const identifyPerson = async (
    reader: Reader,
    personId: string,
    from: From,
    sessionId?: string,
  ): Promise<Caller> => {
    const person = (await reader.get(personKind, SYSTEM, personId))?.doc;
    if (person === undefined) throw sessionOver();
    const company = (await reader.get(companyKind, SYSTEM, person.companyId))?.doc;
    refuseSuspended(company);
    const { companyId, email, name, role, workspaces } = person;
    const caller: Caller = {
      companyId,
      keyId: personId,
      scopes: scopesOfRights(person),
      sessionId,
      limits: company?.limits,
      person: { email, name, role, workspaces },
      address: from.address(),
    };
    noteUse(caller);
    return caller;
  };

  const identifyKey = async (
    reader: Reader,
    digest: string,
    from: From,
    sessionId?: string,
  ): Promise<Caller> => {
    const key = (await reader.get(keyKind, SYSTEM, digest))?.doc;
    if (key === undefined)
      throw new SlipwayError(
        'unauthorized',
        'This API key is not known here: it was revoked, or mistyped, or belongs elsewhere.',
      );
    if (key.expiresAt !== undefined && key.expiresAt <= clock.now())
      throw new SlipwayError(
        'unauthorized',
        `This API key expired on ${new Date(key.expiresAt).toISOString()}. Create a new one.`,
      );
    refuseElsewhere(key, from);
    const company = (await reader.get(companyKind, SYSTEM, key.companyId))?.doc;
    refuseSuspended(company);
    const { companyId, keyId, scopes, madeBy, expiresAt, workspaceId, addresses } = key;
    const caller: Caller = {
      companyId,
      keyId,
      scopes,
      madeBy,
      expiresAt,
      workspaceId,
      addresses,
      limits: company?.limits,
      sessionId,
      address: from.address(),
    };
    noteUse(caller);
    return caller;
  };

  /** The key or person that let a program in, with what it was granted of their rights. */
  const identifyGranted = async (
    reader: Reader,
    { companyId, grantId }: GrantToken,
    from: From,
  ): Promise<Caller> => {
    const grant = (await reader.get(grantKind, companyId, grantId))?.doc;
    if (grant === undefined || grant.expiresAt <= clock.now()) throw tokenOver();
    const { holder, keyDigest, client, scopes } = grant;
    const caller = await (keyDigest === undefined
      ? identifyPerson(reader, holder, from)
      : identifyKey(reader, keyDigest, from));
    if (caller.companyId !== companyId) throw tokenOver();
    noteUse({ companyId, keyId: grantId });
    return {
      ...caller,
      scopes: scopesOfGrant(scopes, caller.scopes),
      grant: { id: grantId, client: client.name },
    };
  };

  const opened = createCache<GrantToken>({ max: REMEMBERED });
  const tokenOf = async (text: string, resource: string | undefined): Promise<GrantToken> => {
    if (resource === undefined)
      throw new SlipwayError(
        'unauthorized',
        'This token is for the Model Context Protocol alone. Use an API key here.',
      );
    const token = opened.get(text) ?? (await openToken(secrets, 'access', text));
    if (token === undefined || token.resource !== resource || token.until <= clock.now())
      throw tokenOver();
    opened.set(text, token);
    return token;
  };

  return {
    async identify(presented, from, reader = store.reader?.() ?? store) {
      const token = accessTokenIn(presented.authorization);
      if (token !== undefined)
        return identifyGranted(reader, await tokenOf(token, presented.resource), from);
      const session =
        presented.session === undefined ? undefined : await readSession(ports, presented.session);
      if (session?.personId !== undefined)
        return identifyPerson(reader, session.personId, from, session.sessionId);
      const digest =
        session?.keyDigest ??
        digests.get(presented.authorization ?? '') ??
        (await digestOf(presented));
      return identifyKey(reader, digest, from, session?.sessionId);
    },
  };
}

const tokenOver = (): SlipwayError =>
  new SlipwayError(
    'unauthorized',
    'This token has ended, or the connection was ended. Connect the program again.',
  );

/** A key for some networks only is refused also where the address of the request is not known. */
function refuseElsewhere({ addresses }: KeyRecord, from: From): void {
  if (addresses === undefined) return;
  const address = from.address();
  if (address !== undefined && isWithin(address, addresses)) return;
  const message = `This API key is for some networks only, and ${address ?? 'the address of this request'} is in none of them.`;
  throw refusal('forbidden', { path: '', code: 'address_not_allowed', message, hint: 'ask-admin' });
}

function secretOf({ authorization, apiKeyHeader, queryKey }: Presented): string {
  const refuse = (message: string): SlipwayError => new SlipwayError('unauthorized', message);
  const how = 'Send it as the header "Authorization: Bearer <API key>".';
  if (authorization === undefined) {
    if (apiKeyHeader) throw refuse(`API keys are not read from the header x-api-key. ${how}`);
    if (queryKey)
      throw refuse(
        `API keys are not read from the address (?api_key=), where they end up in logs. ${how}`,
      );
    throw refuse(`An API key is missing. ${how}`);
  }
  const [scheme = '', secret, ...rest] = authorization.trim().split(/\s+/);
  if (secret === undefined && scheme.startsWith('ak_'))
    throw refuse(`The word Bearer is missing before the API key. ${how}`);
  if (scheme.toLowerCase() !== 'bearer')
    throw refuse(`Only the scheme Bearer is understood here. ${how}`);
  if (secret === undefined) throw refuse(`There is no API key after the word Bearer. ${how}`);
  if (rest.length > 0 || !/^ak_[0-9a-f]{64}$/.test(secret))
    throw refuse(
      'This is not an API key of this service: they start with ak_ and 64 characters follow. Was it cut off?',
    );
  return secret;
}
