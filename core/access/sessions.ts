import { SlipwayError } from '../base/errors.ts';
import { kind, SYSTEM, type Write } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { changeDocument } from '../records/change.ts';
import { type Forgotten, forgetExpired } from '../records/expired.ts';
import { allOf } from '../records/list.ts';
import { randomText } from '../records/random-id.ts';
import { auditWrite } from './audit.ts';
import type { Actor } from './caller.ts';
import { chosenCompany } from './first-company.ts';

/**
 * A signed-in person or key. Its id is the hash of the browser's token and it lies under SYSTEM,
 * because a request brings only the token. Deleting it ends the session in every process.
 */
export interface SessionRecord {
  /** The id of the key's document: the session has the key's rights as long as the key. */
  readonly keyDigest?: string;
  readonly personId?: string;
  readonly until: number;
  /** For lists; absent in sessions of earlier versions. */
  readonly companyId?: string;
  /** Key or person. */
  readonly holder?: string;
  readonly by?: 'key' | 'email' | 'oidc';
  readonly beganAt?: number;
  readonly address?: string;
  readonly agent?: string;
}

export const sessionKind = kind<SessionRecord>('session', {
  until: 'number',
  companyId: 'string',
  holder: 'string',
});

export const SESSION_MS = 12 * 3_600_000;

type SignIn = (
  | { readonly by: 'key'; readonly keyDigest: string }
  | { readonly by: 'email' | 'oidc' }
) & {
  /** From the browser. */
  readonly agent?: string | undefined;
  /** The browser's former token, which stops working. */
  readonly former?: string | undefined;
};

/** Begins a session and answers its token. */
export async function beginSession(
  ports: WritePorts,
  caller: Actor,
  signIn: SignIn,
): Promise<string> {
  const token = randomText(ports.secrets, 43);
  const id = await ports.secrets.sha256(token);
  const { companyId, keyId, address } = caller;
  const now = ports.clock.now();
  const doc: SessionRecord = {
    ...(signIn.by === 'key' ? { keyDigest: signIn.keyDigest } : { personId: keyId }),
    until: now + SESSION_MS,
    companyId,
    holder: keyId,
    by: signIn.by,
    beganAt: now,
    ...(address !== undefined && { address }),
    ...(signIn.agent && { agent: signIn.agent.slice(0, 200) }),
  };
  if (signIn.former !== undefined) await endSession(ports, signIn.former, undefined);
  await ports.store.commit([
    { kind: sessionKind, companyId: SYSTEM, id, expect: 'absent', doc },
    auditWrite(ports, caller, {
      action: 'session.begin',
      subject: keyId,
      details: { by: signIn.by },
    }),
  ]);
  return token;
}

/** Notes a refused sign-in in the audit of the installation. */
export async function traceRefusedSignIn(
  ports: WritePorts,
  address: string | undefined,
): Promise<void> {
  const company = await chosenCompany(ports, undefined);
  if (company === undefined) return;
  const nobody = {
    companyId: company.id,
    keyId: 'none',
    ...(address !== undefined && { address }),
  };
  await ports.store.commit([
    auditWrite(ports, nobody, { action: 'session.refused', subject: 'dashboard' }),
  ]);
}

/** The session behind a token. Throws `unauthorized` when it is over. */
export async function readSession(
  { store, clock, secrets }: WritePorts,
  token: string,
): Promise<{ readonly sessionId: string } & Pick<SessionRecord, 'keyDigest' | 'personId'>> {
  const sessionId = await secrets.sha256(token);
  const session = await store.get(sessionKind, SYSTEM, sessionId);
  if (session === undefined || session.doc.until <= clock.now()) throw sessionOver();
  const { keyDigest, personId } = session.doc;
  return {
    sessionId,
    ...(keyDigest !== undefined && { keyDigest }),
    ...(personId !== undefined && { personId }),
  };
}

export const sessionOver = (): SlipwayError =>
  new SlipwayError('unauthorized', 'This session is over. Sign in again.');

/** Ends a session. Harmless when repeated. `caller`: whose session it is, where known. */
export async function endSession(
  ports: WritePorts,
  token: string,
  caller: Actor | undefined,
): Promise<void> {
  await changeDocument(ports.store, sessionKind, {
    companyId: SYSTEM,
    id: await ports.secrets.sha256(token),
    change: () => ({
      doc: undefined,
      also:
        caller === undefined
          ? []
          : [auditWrite(ports, caller, { action: 'session.end', subject: caller.keyId })],
    }),
  });
}

/** Ends sessions of a holder: all, or all but the one with this id. Answers how many. */
export async function endSessionsOf(
  { store }: Pick<WritePorts, 'store'>,
  holder: string,
  but?: string,
): Promise<number> {
  let ended = 0;
  // A missing one was ended by another process.
  for (const session of await allOf(store, sessionKind, SYSTEM, { where: { holder } }))
    if (session.id !== but && (await store.commit([ending(session)])) === undefined) ended += 1;
  return ended;
}

export const ending = ({
  id,
  version,
}: {
  readonly id: string;
  readonly version: number;
}): Write => ({
  kind: sessionKind,
  companyId: SYSTEM,
  id,
  expect: version,
  doc: undefined,
});

export const forgetSessions = ({
  store,
  clock,
}: Pick<WritePorts, 'store' | 'clock'>): Promise<Forgotten> =>
  forgetExpired(store, sessionKind, SYSTEM, { by: 'until', before: clock.now() });
