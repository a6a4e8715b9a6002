import { SlipwayError } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import { kind, type Store, SYSTEM, type Write } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';
import { type Forgotten, forgetExpired } from '../records/expired.ts';
import { allOf } from '../records/list.ts';
import { randomText } from '../records/random-id.ts';
import { auditWrite } from './audit.ts';
import type { Actor } from './caller.ts';
import { chosenCompany } from './first-company.ts';

/**
 * A person who signed in, or somebody who did so with a key. Its document's id is the hash of the token the browser was
 * given, and it lies under SYSTEM, because a request brings the token and nothing else. Deleting it ends the session in
 * every process.
 */
export interface SessionRecord {
  /** The id of the key's document: a session can do what its key can, for as long as the key can. */
  readonly keyDigest?: string;
  /** The same of a person. */
  readonly personId?: string;
  readonly until: number;
  /** For lists; absent in sessions of earlier versions. */
  readonly companyId?: string;
  /** The id of the key or person. */
  readonly holder?: string;
  readonly by?: 'key' | 'email' | 'oidc';
  readonly beganAt?: number;
  readonly address?: string;
  readonly agent?: string;
}

export const sessionKind = kind<SessionRecord>('session', { until: 'number', companyId: 'string', holder: 'string' });

export const SESSION_MS = 12 * 3_600_000;

export interface SessionPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** How somebody signed in, and with what. */
type SignIn = ({ readonly by: 'key'; readonly keyDigest: string } | { readonly by: 'email' | 'oidc' }) & {
  /** What the browser says it is. */
  readonly agent?: string | undefined;
  /** The token the browser had until now: it is worth nothing from then on. */
  readonly former?: string | undefined;
};

/** A session of a caller who has just shown who he is, and the token that stands for it. */
export async function beginSession(ports: SessionPorts, caller: Actor, signIn: SignIn): Promise<string> {
  const token = randomText(ports.secrets, 43);
  const id = await ports.secrets.sha256(token);
  const { companyId, keyId, address } = caller;
  const now = ports.clock.now();
  const doc: SessionRecord = {
    ...(signIn.by === 'key' ? { keyDigest: signIn.keyDigest } : { personId: keyId }),
    ...{ until: now + SESSION_MS, companyId, holder: keyId, by: signIn.by, beganAt: now },
    ...(address !== undefined && { address }),
    ...(signIn.agent && { agent: signIn.agent.slice(0, 200) }),
  };
  if (signIn.former !== undefined) await endSession(ports, signIn.former, undefined);
  await ports.store.commit([
    { kind: sessionKind, companyId: SYSTEM, id, expect: 'absent', doc },
    auditWrite(ports, caller, 'session.begin', keyId, { by: signIn.by }),
  ]);
  return token;
}

/** Tells the company the installation began with, whose operator looks after it, that somebody tried what nobody has. */
export async function traceRefusedSignIn(ports: SessionPorts, address: string | undefined): Promise<void> {
  const company = await chosenCompany(ports, undefined);
  if (company === undefined) return;
  const nobody = { companyId: company.id, keyId: 'nobody', ...(address !== undefined && { address }) };
  await ports.store.commit([auditWrite(ports, nobody, 'session.refused', 'dashboard')]);
}

/** The session a token stands for, and the key or person behind it. Throws `unauthorized` when it is over. */
export async function readSession(
  { store, clock, secrets }: SessionPorts,
  token: string,
): Promise<{ readonly sessionId: string } & Pick<SessionRecord, 'keyDigest' | 'personId'>> {
  const sessionId = await secrets.sha256(token);
  const session = await store.get(sessionKind, SYSTEM, sessionId);
  if (session === undefined || session.doc.until <= clock.now()) throw sessionOver();
  const { keyDigest, personId } = session.doc;
  return { sessionId, ...(keyDigest !== undefined && { keyDigest }), ...(personId !== undefined && { personId }) };
}

export const sessionOver = (): SlipwayError => new SlipwayError('unauthorized', 'This session is over. Sign in again.');

/**
 * From then on the token is good for nothing, wherever it is sent. Harmless when it was before. `caller`: whose
 * session it is, where his key still says so.
 */
export async function endSession(ports: SessionPorts, token: string, caller: Actor | undefined): Promise<void> {
  await changeDocument(ports.store, sessionKind, SYSTEM, await ports.secrets.sha256(token), () => ({
    doc: undefined,
    also: caller === undefined ? [] : [auditWrite(ports, caller, 'session.end', caller.keyId)],
  }));
}

/** Ends sessions of a holder: all, or all but the one with this id. Answers how many there were. */
export async function endSessionsOf({ store }: Pick<SessionPorts, 'store'>, holder: string, but?: string): Promise<number> {
  let ended = 0;
  // One that is gone was ended by somebody else.
  for (const session of await allOf(store, sessionKind, SYSTEM, { where: { holder } }))
    if (session.id !== but && (await store.commit([ending(session)])) === undefined) ended += 1;
  return ended;
}

/** The write that ends a session. */
export const ending = ({ id, version }: { readonly id: string; readonly version: number }): Write => ({
  ...{ kind: sessionKind, companyId: SYSTEM, id, expect: version, doc: undefined },
});

/** Forgets some of the sessions that are over. */
export const forgetSessions = ({ store, clock }: Pick<SessionPorts, 'store' | 'clock'>): Promise<Forgotten> =>
  forgetExpired(store, sessionKind, SYSTEM, { by: 'until', before: clock.now() });
