import { SlipwayError } from '../base/errors.ts';
import { refusal } from '../base/refusal.ts';
import { success } from '../base/schema/envelope.ts';
import { type Store, type Stored, SYSTEM } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { allOf } from '../records/list.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { auditWrite } from './audit.ts';
import { allows, type Caller } from './caller.ts';
import { findKey } from './keys.ts';
import type { EndedSessions, ShownSession } from './people-schema.ts';
import { personKind } from './person-records.ts';
import { whereEnough } from './roles.ts';
import { ending, endSessionsOf, type SessionRecord, sessionKind } from './sessions.ts';

/** Open sessions: a caller's own, or with `everyone` those of the company. */
export async function listSessions(
  ports: WritePorts,
  caller: Caller,
  { everyone = false }: { readonly everyone?: boolean | undefined },
): Promise<ShownSession[]> {
  if (everyone) refuseUnlessAdmin(caller);
  const names = new Map<string, Promise<string>>();
  const nameOf = (holder: string): Promise<string> => {
    const known = names.get(holder) ?? holderName(ports.store, caller.companyId, holder);
    names.set(holder, known);
    return known;
  };
  const found = (await sessionsOf(ports, caller)).filter(
    ({ doc }) => everyone || doc.holder === caller.keyId,
  );
  return Promise.all(
    found.map(async (each) => shown(each, caller, await nameOf(each.doc.holder ?? ''))),
  );
}

/** A caller's own, or for an admin any of the company. Throws `not_found`. */
export async function revokeSession(ports: WritePorts, caller: Caller, id: string): Promise<void> {
  const found = (await sessionsOf(ports, caller)).find((each) => shownId(each) === id);
  const mayEnd = found !== undefined && (found.doc.holder === caller.keyId || isAdmin(caller));
  if (found === undefined || !mayEnd)
    throw new SlipwayError('not_found', 'There is no such session.', { hint: 'sessions.list' });
  await ports.store.commit([
    ending(found),
    auditWrite(ports, caller, {
      action: 'session.revoke',
      subject: id,
      details: { of: found.doc.holder ?? '' },
    }),
  ]);
}

/** All but the current one. */
export async function revokeOtherSessions(
  ports: WritePorts,
  caller: Caller,
  once: Once = unkeyed(ports.store),
) {
  return once.inOneCommit<EndedSessions>(async (conclude) => {
    const answer = success({ ended: await endSessionsOf(ports, caller.keyId, caller.sessionId) });
    await conclude(
      [
        auditWrite(ports, caller, {
          action: 'session.revokeOthers',
          subject: caller.keyId,
          details: { ended: answer.ended },
        }),
      ],
      answer,
    );
    return answer;
  });
}

/** Of the whole company: admins of one workspace do not see sessions of others. */
export const isAdmin = ({ person, scopes }: Caller): boolean =>
  person === undefined ? allows(scopes, 'admin') : whereEnough(person, 'admin') === 'company';

export function refuseUnlessAdmin(caller: Caller): void {
  if (isAdmin(caller)) return;
  const message =
    'Only an admin of the company sees those of others. Leave everyone out to see your own.';
  throw refusal('forbidden', {
    path: 'everyone',
    code: caller.person === undefined ? 'scope_lacking' : 'role_lacking',
    message,
    hint: 'ask-admin',
  });
}

/** Latest first. */
async function sessionsOf(
  { store, clock }: WritePorts,
  { companyId }: Caller,
): Promise<readonly Stored<SessionRecord>[]> {
  const all = await allOf(store, sessionKind, SYSTEM, { where: { companyId } });
  return all
    .filter(({ doc }) => doc.until > clock.now())
    .sort((a, b) => (b.doc.beganAt ?? 0) - (a.doc.beganAt ?? 0));
}

/** Part of the token's hash: enough to tell sessions apart, useless for signing in. */
const shownId = ({ id }: { readonly id: string }): string => `se_${id.slice(0, 22)}`;

export async function holderName(store: Store, companyId: string, holder: string): Promise<string> {
  const person = (await store.get(personKind, SYSTEM, holder))?.doc;
  return (
    person?.name ?? person?.email ?? (await findKey(store, companyId, holder))?.doc.name ?? holder
  );
}

const shown = (found: Stored<SessionRecord>, caller: Caller, name: string): ShownSession => {
  const { personId, holder = '', by = 'key', beganAt = 0, until, address, agent } = found.doc;
  return {
    id: shownId(found),
    current: found.id === caller.sessionId,
    holder: { kind: personId === undefined ? 'key' : 'person', id: holder, name },
    signedInBy: by,
    beganAt: new Date(beganAt).toISOString(),
    expiresAt: new Date(until).toISOString(),
    address: address ?? null,
    agent: agent ?? null,
  };
};
