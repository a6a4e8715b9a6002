import { SlipwayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import { kind, type Store, SYSTEM } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';
import { type Forgotten, forgetExpired } from '../records/expired.ts';
import { randomText } from '../records/random-id.ts';
import { auditWrite } from './audit.ts';
import type { Caller } from './caller.ts';
import { chosenCompany } from './first-company.ts';

/**
 * Somebody who signed in with a key. Its document's id is the hash of the token he was given, and it lies under
 * SYSTEM, because a request brings the token and nothing else. Deleting it ends the session in every process.
 */
interface SessionRecord {
  /** The id of the key's document: a session can do what its key can, for as long as the key can. */
  readonly keyDigest: string;
  readonly until: number;
}

export const sessionKind = kind<SessionRecord>('session', { until: 'number' });

export const SESSION_MS = 12 * 3_600_000;

interface SessionPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** A session of a caller who has just shown his key, and the token that stands for it. */
export async function beginSession(ports: SessionPorts, caller: Caller, keyDigest: string): Promise<string> {
  const token = randomText(ports.secrets, 43);
  const id = await ports.secrets.sha256(token);
  const doc: SessionRecord = { keyDigest, until: ports.clock.now() + SESSION_MS };
  await ports.store.commit([
    { kind: sessionKind, companyId: SYSTEM, id, expect: 'absent', doc },
    auditWrite(ports, caller, 'session.begin', caller.keyId),
  ]);
  return token;
}

/** Tells the company the installation began with, whose operator looks after it, that somebody tried a key nobody has. */
export async function traceRefusedSignIn(ports: SessionPorts, address: string | undefined): Promise<void> {
  const company = await chosenCompany(ports, undefined);
  if (company === undefined) return;
  const nobody = { companyId: company.id, keyId: 'nobody', ...(address !== undefined && { address }) };
  await ports.store.commit([auditWrite(ports, nobody, 'session.refused', 'dashboard')]);
}

/** The session a token stands for, and the key behind it. Throws `unauthorized` when it is over. */
export async function readSession(
  { store, clock, secrets }: SessionPorts,
  token: string,
): Promise<{ readonly sessionId: string; readonly keyDigest: string }> {
  const sessionId = await secrets.sha256(token);
  const session = await store.get(sessionKind, SYSTEM, sessionId);
  if (session !== undefined && session.doc.until > clock.now()) return { sessionId, keyDigest: session.doc.keyDigest };
  throw new SlipwayError('unauthorized', 'This session is over. Sign in again.');
}

/**
 * From then on the token is good for nothing, wherever it is sent. Harmless when it was before. `caller`: whose
 * session it is, where his key still says so.
 */
export async function endSession(ports: SessionPorts, token: string, caller: Caller | undefined): Promise<void> {
  await changeDocument(ports.store, sessionKind, SYSTEM, await ports.secrets.sha256(token), () => ({
    doc: undefined,
    also: caller === undefined ? [] : [auditWrite(ports, caller, 'session.end', caller.keyId)],
  }));
}

/** Forgets some of the sessions that are over. */
export const forgetSessions = ({ store, clock }: Pick<SessionPorts, 'store' | 'clock'>): Promise<Forgotten> =>
  forgetExpired(store, sessionKind, SYSTEM, { by: 'until', before: clock.now() });
