import { SlipwayError } from '../base/errors.ts';
import { refusal } from '../base/refusal.ts';
import { success } from '../base/schema/envelope.ts';
import { isoTime } from '../base/time/days.ts';
import { type Store, type Stored, SYSTEM, type Write } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { allOf } from '../records/list.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { randomId } from '../records/random-id.ts';
import { freeName, takeName } from '../records/unique-name.ts';
import { auditWrite } from './audit.ts';
import { beforeAndAfter } from './before-and-after.ts';
import type { Actor, Caller } from './caller.ts';
import { endGrantsOf } from './client-grants.ts';
import { grantedRights, isInView, refuseBeyondOwn } from './grants.ts';
import { keyUseKind } from './keys.ts';
import type { PersonChanges, ShownPerson, SignedOut } from './people-schema.ts';
import { EMAILS, HEAD, type PersonRecord, peopleHeadKind, personKind } from './person-records.ts';
import type { Rights } from './roles.ts';
import { endSessionsOf } from './sessions.ts';

export const MOST_PEOPLE = 2_000;

/** The people a caller may see, by address. */
export async function listPeople(
  ports: Pick<WritePorts, 'store'>,
  caller: Caller,
): Promise<ShownPerson[]> {
  const all = await peopleOf(ports.store, caller.companyId);
  const seen = all
    .filter(({ doc }) => isInView(caller, doc))
    .sort((a, b) => (a.doc.email < b.doc.email ? -1 : 1));
  return Promise.all(seen.map((found) => shown(ports.store, found)));
}

export const peopleOf = (store: Store, companyId: string): Promise<Stored<PersonRecord>[]> =>
  allOf(store, personKind, SYSTEM, { where: { companyId } });

/** Takes effect with the person's next request. Throws `conflict` for the last admin. */
export async function changePerson(
  ports: WritePorts,
  caller: Caller,
  id: string,
  changes: PersonChanges,
): Promise<ShownPerson> {
  const { store } = ports;
  const found = await ownPerson(store, caller, id);
  const rights = await grantedRights(store, caller.companyId, found.doc, changes);
  refuseBeyondOwn(caller, found.doc, rights);
  const { role: _role, name: before, ...kept } = found.doc;
  const name = changes.name === undefined ? before : (changes.name ?? undefined);
  const doc: PersonRecord = { ...kept, ...rights, ...(name !== undefined && { name }) };
  const details = { email: doc.email, role: doc.role ?? null, workspaces: rolesByWorkspace(doc) };
  const conflict = await store.commit([
    { kind: personKind, companyId: SYSTEM, id, expect: found.version, doc },
    ...(await adminWrites(store, found, doc)),
    auditWrite(ports, caller, {
      action: 'person.change',
      subject: id,
      details: {
        ...details,
        formerRole: found.doc.role ?? null,
        ...beforeAndAfter(found.doc, doc, ['name', 'role', 'workspaces']),
      },
    }),
  ]);
  return conflict === undefined
    ? shown(store, { ...found, doc })
    : changePerson(ports, caller, id, changes);
}

/** Ends every session and program of the person. Throws `conflict` for the last admin. */
export async function removePerson(ports: WritePorts, caller: Caller, id: string): Promise<void> {
  const { store } = ports;
  const found = await ownPerson(store, caller, id);
  refuseBeyondOwn(caller, found.doc, { workspaces: [] });
  const conflict = await store.commit([
    { kind: personKind, companyId: SYSTEM, id, expect: found.version, doc: undefined },
    freeName(caller.companyId, EMAILS, found.doc.email),
    ...(await adminWrites(store, found, undefined)),
    auditWrite(ports, caller, {
      action: 'person.remove',
      subject: id,
      details: { email: found.doc.email },
    }),
  ]);
  if (conflict !== undefined) return removePerson(ports, caller, id);
  await endSessionsOf(ports, id);
  await endGrantsOf(ports, caller, id, 'the person was removed');
}

/**
 * Ends all sessions and programs of a person, who may sign in again: whoever has the machine has
 * both.
 */
export async function signOutPerson(
  ports: WritePorts,
  caller: Caller,
  id: string,
  once: Once = unkeyed(ports.store),
) {
  return once.inOneCommit<SignedOut>(async (conclude) => {
    const { doc } = await ownPerson(ports.store, caller, id);
    refuseBeyondOwn(caller, doc, { workspaces: [] });
    const ended = await endSessionsOf(ports, id);
    const programs = await endGrantsOf(ports, caller, id, 'the person was signed out');
    const answer = success({ ended, programs });
    await conclude(
      [
        auditWrite(ports, caller, {
          action: 'person.signOut',
          subject: id,
          details: { email: doc.email, ended, programs },
        }),
      ],
      answer,
    );
    return answer;
  });
}

/** The writes of a new person. They conflict when the address is taken in the company. */
export function newPersonWrites(
  ports: Pick<WritePorts, 'clock' | 'secrets'>,
  by: Pick<Actor, 'address'>,
  doc: Omit<PersonRecord, 'createdAt'>,
): { readonly id: string; readonly doc: PersonRecord; readonly writes: readonly Write[] } {
  const id = randomId(ports.secrets, 'pe');
  const record: PersonRecord = { ...doc, createdAt: ports.clock.now() };
  const actor = { companyId: doc.companyId, keyId: id, person: record, address: by.address };
  const writes = [
    { kind: personKind, companyId: SYSTEM, id, expect: 'absent' as const, doc: record },
    takeName(doc.companyId, EMAILS, doc.email, id),
    auditWrite(ports, actor, {
      action: 'person.join',
      subject: id,
      details: { email: doc.email, role: doc.role ?? null, workspaces: rolesByWorkspace(doc) },
    }),
  ];
  return { id, doc: record, writes };
}

export const rolesByWorkspace = ({ workspaces }: Rights): { readonly [id: string]: string } =>
  Object.fromEntries(workspaces.map(({ workspaceId, role }) => [workspaceId, role]));

/** Serialises changes of admins, and refuses to remove the last one. */
async function adminWrites(
  store: Store,
  before: Stored<PersonRecord>,
  after: PersonRecord | undefined,
): Promise<readonly Write[]> {
  if (before.doc.role !== 'admin' || after?.role === 'admin') return [];
  const { companyId } = before.doc;
  const head = await store.get(peopleHeadKind, companyId, HEAD);
  const others = (await peopleOf(store, companyId)).filter(
    ({ id, doc }) => id !== before.id && doc.role === 'admin',
  );
  if (others.length === 0) {
    const message = 'This is the last admin of the company. Make another person an admin first.';
    throw refusal('conflict', { path: 'id', code: 'last_admin', message });
  }
  const doc = { revision: (head?.doc.revision ?? 0) + 1 };
  return [{ kind: peopleHeadKind, companyId, id: HEAD, expect: head?.version ?? 'absent', doc }];
}

/** Throws `not_found`, also for people outside an admin's workspaces. */
async function ownPerson(store: Store, caller: Caller, id: string): Promise<Stored<PersonRecord>> {
  const found = await store.get(personKind, SYSTEM, id);
  if (
    found !== undefined &&
    found.doc.companyId === caller.companyId &&
    isInView(caller, found.doc)
  )
    return found;
  throw new SlipwayError('not_found', 'There is no such person.', { hint: 'people.list' });
}

async function shown(store: Store, { id, doc }: Stored<PersonRecord>): Promise<ShownPerson> {
  const lastSeenAt = (await store.get(keyUseKind, doc.companyId, id))?.doc.lastUsedAt;
  return {
    id,
    email: doc.email,
    name: doc.name ?? null,
    role: doc.role ?? null,
    workspaces: doc.workspaces.map((each) => ({ ...each })),
    createdAt: new Date(doc.createdAt).toISOString(),
    lastSeenAt: isoTime(lastSeenAt),
  };
}
