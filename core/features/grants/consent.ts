import { auditWrite, personLabel } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import {
  endGrant,
  type GrantRecord,
  type GrantScope,
  grantKind,
  grantScopes,
  scopesOfGrant,
  sealToken,
} from '../../access/client-grants.ts';
import { findKey, keyUseKind } from '../../access/keys.ts';
import { companyKind } from '../../access/records.ts';
import { holderName, isAdmin, refuseUnlessAdmin } from '../../access/session-list.ts';
import { SlipwayError } from '../../base/errors.ts';
import { refusal } from '../../base/refusal.ts';
import { success } from '../../base/schema/envelope.ts';
import { isoTime } from '../../base/time/days.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { type Stored, SYSTEM } from '../../ports/store.ts';
import { forgetExpired } from '../../records/expired.ts';
import { allOf } from '../../records/list.ts';
import type { Once } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import { type Room, refuseBeyond } from '../../records/room.ts';
import { answerAddress, type GrantRequest, openRequest } from './requests.ts';
import type { AllowAnswer, AllowRequest, ShownGrant } from './schema.ts';
import { hasHolder } from './tokens.ts';

const CODE_MS = 60_000;
const room: Room<GrantRecord> = {
  kind: grantKind,
  most: 500,
  what: 'connected programs',
  code: 'too_many_grants',
};

type GrantPorts = Pick<ServicePorts, 'store' | 'clock' | 'secrets' | 'publicUrl'>;

/** What a program asks for, for the person who decides. */
export async function describeRequest(ports: GrantPorts, caller: Caller, sealed: string) {
  const request = await openRequest(ports, sealed);
  const { companyId, keyId, person } = caller;
  return success({
    client: request.client.name,
    host: request.client.host,
    company: (await ports.store.get(companyKind, SYSTEM, companyId))?.doc.name ?? '',
    holder:
      person === undefined ? await holderName(ports.store, companyId, keyId) : personLabel(person),
    may: [...offered(request, caller)],
  });
}

/** What of a request is in the caller's rights. */
const offered = ({ scopes }: GrantRequest, { scopes: held }: Caller): readonly GrantScope[] =>
  scopes.filter((each) => each === 'read' || scopesOfGrant([each], held).length > 0);

/** Lets a program in, or not. Answers where the browser goes on. */
export async function answerRequest(
  ports: GrantPorts,
  caller: Caller,
  asked: AllowRequest,
  once: Once,
) {
  refuseProgram(caller);
  const request = await openRequest(ports, asked.request);
  const { client, state, challenge, resource } = request;
  const answerWith = (answer: { readonly [name: string]: string }) =>
    success({
      redirect: answerAddress(client.redirectUri, { ...answer, state, iss: ports.publicUrl }),
    });
  if (asked.decision === 'refuse') return answerWith({ error: 'access_denied' });
  const { companyId, keyId, person } = caller;
  const key = person === undefined ? await findKey(ports.store, companyId, keyId) : undefined;
  if (person === undefined && key === undefined)
    throw new SlipwayError(
      'forbidden',
      'A program acts for a person or a key: sign in as one of them.',
    );
  await refuseBeyond(ports.store, companyId, room);
  const wanted: readonly GrantScope[] = asked.may ?? grantScopes;
  const scopes = offered(request, caller).filter(
    (each) => each === 'read' || wanted.includes(each),
  );
  return once.inOneCommit<AllowAnswer>(
    async (conclude) => {
      const now = ports.clock.now();
      const id = randomId(ports.secrets, 'grant');
      const until = now + CODE_MS;
      const doc: GrantRecord = {
        client,
        holder: keyId,
        ...(key !== undefined && { keyDigest: key.id }),
        scopes,
        createdAt: now,
        expiresAt: until,
        turn: 0,
      };
      const token = {
        use: 'code',
        companyId,
        grantId: id,
        turn: 0,
        until,
        resource,
        challenge,
      } as const;
      const code = await sealToken(ports.secrets, token);
      const answer = answerWith({ code });
      const details = { name: client.name, host: client.host, scopes };
      await conclude(
        [
          { kind: grantKind, companyId, id, expect: 'absent', doc },
          auditWrite(ports, caller, { action: 'grant.allow', subject: id, details }),
        ],
        answer,
      );
      return answer;
    },
    { secret: true },
  );
}

/** A person decides in the dashboard; no program lets in another. */
function refuseProgram({ door, grant }: Caller): void {
  if (door === undefined && grant === undefined) return;
  const message = 'A person decides in the dashboard which programs are let in.';
  throw refusal('forbidden', { path: '', code: 'person_needed', message });
}

/** The programs of a caller, or with `everyone` those of the company. Latest first. */
export async function listGrants(
  { store, clock }: GrantPorts,
  caller: Caller,
  { everyone = false }: { readonly everyone?: boolean | undefined },
): Promise<readonly ShownGrant[]> {
  if (everyone) refuseUnlessAdmin(caller);
  const { companyId, keyId } = caller;
  const all = await allOf(store, grantKind, companyId, {
    order: { by: 'createdAt', direction: 'desc' },
  });
  const open = all.filter(
    ({ doc }) => doc.turn > 0 && doc.expiresAt > clock.now() && (everyone || doc.holder === keyId),
  );
  const isHeld = await Promise.all(
    open.map(({ doc }) => hasHolder({ store, clock }, companyId, doc)),
  );
  const found = open.filter((_, at) => isHeld[at]);
  return Promise.all(
    found.map(async ({ id, doc }) => ({
      id,
      client: doc.client.name,
      host: doc.client.host,
      holder: {
        kind: doc.keyDigest === undefined ? ('person' as const) : ('key' as const),
        id: doc.holder,
        name: await holderName(store, companyId, doc.holder),
      },
      may: [...doc.scopes],
      createdAt: new Date(doc.createdAt).toISOString(),
      expiresAt: new Date(doc.expiresAt).toISOString(),
      lastUsedAt: isoTime((await store.get(keyUseKind, companyId, id))?.doc.lastUsedAt),
    })),
  );
}

/** A caller's own, or for an admin any of the company. Throws `not_found`. */
export async function removeGrant(ports: GrantPorts, caller: Caller, id: string): Promise<void> {
  const found: Stored<GrantRecord> | undefined = await ports.store.get(
    grantKind,
    caller.companyId,
    id,
  );
  if (found === undefined || (found.doc.holder !== caller.keyId && !isAdmin(caller)))
    throw new SlipwayError('not_found', 'There is no such connection.', { hint: 'grants.list' });
  await endGrant(ports, caller, id, 'ended by a person');
}

export const forgetGrants = ({ store, clock }: GrantPorts, companyId: string) =>
  forgetExpired(store, grantKind, companyId, { by: 'expiresAt', before: clock.now() });
