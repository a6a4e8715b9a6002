import * as v from 'valibot';
import { SlipwayError } from '../base/errors.ts';
import { refusal } from '../base/refusal.ts';
import { parseRequest } from '../base/schema/parse.ts';
import type { Identity, IdentityProvider } from '../ports/identity-provider.ts';
import { type Stored, SYSTEM, type Write } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { allOf } from '../records/list.ts';
import type { Actor } from './caller.ts';
import { chosenCompany } from './first-company.ts';
import { type InviteRecord, inviteExpired, inviteKind } from './invites.ts';
import { newPersonWrites, peopleOf } from './people.ts';
import { emailAddress } from './people-schema.ts';
import { type PersonRecord, personKind } from './person-records.ts';

/** How a proved e-mail address becomes, or is, a person of a company. */

export interface SignInPorts extends WritePorts {
  /** The address that becomes the first admin of the first company, while that has none. */
  readonly firstAdmin?: string | undefined;
  readonly identities?: IdentityProvider | undefined;
}

interface Proof {
  readonly email: string;
  readonly name?: string | undefined;
  /** SHA-256 of the provider and its id of the person; absent where a mailed link is the proof. */
  readonly identity?: string;
}

/** Whether to mail a link to an address. Never revealed to the outside. */
export async function isExpected(ports: SignInPorts, email: string): Promise<boolean> {
  const { store, clock } = ports;
  if ((await store.count(personKind, SYSTEM, { where: { email } })) > 0) return true;
  const invites = await allOf(store, inviteKind, SYSTEM, { where: { email } });
  return (
    invites.some(({ doc }) => doc.expiresAt > clock.now()) ||
    (await companyWithoutAdmin(ports, email)) !== undefined
  );
}

/**
 * The provider that the person of an address has to use: a mailbox proves less. Undefined where a
 * mailed link is enough, also without a provider.
 */
export async function providerFor(
  { store, identities }: SignInPorts,
  email: string,
): Promise<IdentityProvider | undefined> {
  if (identities === undefined || identities.allowsLinks) return undefined;
  const people = await allOf(store, personKind, SYSTEM, { where: { email } });
  return people.some(({ doc }) => doc.identity !== undefined) ? identities : undefined;
}

/**
 * The person a provider vouches for. Throws `forbidden` for an address it does not vouch for, or
 * that is not invited.
 */
export async function personByIdentity(
  ports: SignInPorts,
  identity: Identity,
  address: string | undefined,
): Promise<Actor> {
  const { issuer, subject } = identity;
  const digest = await ports.secrets.sha256(JSON.stringify([issuer, subject]));
  const { email, isVerified, name } = identity;
  if (email !== undefined && isVerified) {
    const read = parseRequest(v.object({ email: emailAddress }), { email });
    return personByProof(ports, { email: read.email, name, identity: digest }, address);
  }
  // The provider's id of a person outlives the address.
  const [known] = byAge(
    await allOf(ports.store, personKind, SYSTEM, { where: { identity: digest } }),
  );
  if (known !== undefined) return actorOf(known, address);
  throw refused(
    'email_not_verified',
    'The provider does not say that your e-mail address is yours. Verify it there first.',
  );
}

/** The person of a proved address. Accepts its invitations. */
export async function personByProof(
  ports: SignInPorts,
  proof: Proof,
  address: string | undefined,
): Promise<Actor> {
  const { email } = proof;
  const provider = proof.identity === undefined ? await providerFor(ports, email) : undefined;
  if (provider !== undefined)
    throw refused(
      'use_provider',
      `You sign in with ${provider.name} here. Use its button on the page where people sign in.`,
    );
  const invites = await allOf(ports.store, inviteKind, SYSTEM, { where: { email } });
  const open = invites.filter(({ doc }) => doc.expiresAt > ports.clock.now());
  for (const invite of open) await accept(ports, invite, proof, address);
  const without = await companyWithoutAdmin(ports, email);
  if (without !== undefined)
    await join(ports, { companyId: without, role: 'admin', workspaces: [] }, { ...proof, address });

  const people = await peopleWith(ports, proof);
  const [person] = people.filter(
    ({ doc }) =>
      proof.identity === undefined || (doc.identity ?? proof.identity) === proof.identity,
  );
  if (person === undefined && people.length > 0)
    throw refused(
      'another_identity',
      'Another account of the provider is known under this address. Ask an admin to invite you again.',
    );
  if (person === undefined && invites.length > 0) throw inviteExpired();
  if (person === undefined)
    throw refused('not_invited', `${email} is not invited here. Ask an admin of your company.`);
  if (proof.identity !== undefined) await remember(ports, people, proof.identity);
  return actorOf(person, address);
}

/** The person of the same address in another company. Throws `not_found`. */
export async function sameInCompany(
  ports: WritePorts,
  actor: Actor,
  companyId: string,
): Promise<Actor> {
  const email = actor.person?.email;
  const same =
    email === undefined ? [] : await allOf(ports.store, personKind, SYSTEM, { where: { email } });
  const own = same.find(({ id }) => id === actor.keyId)?.doc;
  // Another identity at the provider is another person.
  const found = same.find(
    ({ doc }) => doc.companyId === companyId && (doc.identity ?? own?.identity) === own?.identity,
  );
  if (found === undefined)
    throw new SlipwayError('not_found', 'You are no person of this company.');
  return actorOf(found, actor.address);
}

/** By address, or by the provider's id, which outlives the address. */
async function peopleWith(
  { store }: SignInPorts,
  { email, identity }: Proof,
): Promise<readonly Stored<PersonRecord>[]> {
  const found = await allOf(store, personKind, SYSTEM, { where: { email } });
  const known =
    identity === undefined ? [] : await allOf(store, personKind, SYSTEM, { where: { identity } });
  return byAge([...found, ...known.filter(({ id }) => !found.some((each) => each.id === id))]);
}

const byAge = (people: readonly Stored<PersonRecord>[]): readonly Stored<PersonRecord>[] =>
  [...people].sort((a, b) => a.doc.createdAt - b.doc.createdAt);

const actorOf = ({ id, doc }: Stored<PersonRecord>, address: string | undefined): Actor => ({
  companyId: doc.companyId,
  keyId: id,
  address,
  person: { email: doc.email, name: doc.name, role: doc.role, workspaces: doc.workspaces },
});

/** A conflict means that it was accepted in another window. */
async function accept(
  ports: SignInPorts,
  { id, version, doc }: Stored<InviteRecord>,
  proof: Proof,
  address: string | undefined,
) {
  const { companyId, role, workspaces, invitedBy, name } = doc;
  const used: Write = { kind: inviteKind, companyId: SYSTEM, id, expect: version, doc: undefined };
  const rights = { workspaces, ...(role !== undefined && { role }) };
  await join(
    ports,
    { companyId, invitedBy, ...rights },
    { ...proof, name: name ?? proof.name, address, also: [used] },
  );
}

async function join(
  ports: SignInPorts,
  doc: Pick<PersonRecord, 'companyId' | 'role' | 'workspaces' | 'invitedBy'>,
  {
    email,
    name,
    identity,
    address,
    also = [],
  }: Proof & { readonly address: string | undefined; readonly also?: readonly Write[] | undefined },
): Promise<void> {
  const record = {
    ...doc,
    email,
    ...(name !== undefined && { name: name.slice(0, 100) }),
    ...(identity !== undefined && { identity }),
  };
  await ports.store.commit([...newPersonWrites(ports, { address }, record).writes, ...also]);
}

/** From then on the provider's id of the person counts, not the address. */
async function remember(
  { store }: SignInPorts,
  people: readonly Stored<PersonRecord>[],
  identity: string,
): Promise<void> {
  for (const { id, version, doc } of people)
    if (doc.identity === undefined)
      await store.commit([
        { kind: personKind, companyId: SYSTEM, id, expect: version, doc: { ...doc, identity } },
      ]);
}

/** The first company, where the address is to be its first admin and it has none. */
async function companyWithoutAdmin(ports: SignInPorts, email: string): Promise<string | undefined> {
  if (ports.firstAdmin === undefined || ports.firstAdmin.toLowerCase() !== email) return undefined;
  const company = await chosenCompany(ports, undefined);
  if (company === undefined) return undefined;
  const people = await peopleOf(ports.store, company.id);
  return people.some(({ doc }) => doc.role === 'admin' || doc.email === email)
    ? undefined
    : company.id;
}

const refused = (code: string, message: string): SlipwayError =>
  refusal('forbidden', { path: '', code, message, hint: 'ask-admin' });
